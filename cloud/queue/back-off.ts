// How long until the next try. INVARIANT: never shorter than the service asked for, and never for two callers the same.

const FIRST_MS = 500;
const MOST_MS = 30_000;
/** What a service asks for beyond this is no back-off but a refusal: the caller is told. */
const MOST_ASKED_MS = 600_000;

/** Full jitter: anything up to twice as long each time; beyond what was asked for, a little more. `random`: in [0, 1). */
export function backOffMs(attempt: number, askedMs: number | null, random: () => number): number {
  const most = Math.min(FIRST_MS * 2 ** (attempt - 1), MOST_MS);
  return Math.min(askedMs ?? 0, MOST_ASKED_MS) + random() * most;
}

/** `Retry-After` (seconds or a date) or `google.rpc.RetryInfo` of an error's body; the longer one. `null`: neither. */
export function askedToWaitMs(retryAfter: string | null, body: string, wallMs: number): number | null {
  const asked = [ofHeader(retryAfter?.trim() ?? '', wallMs), ofBody(body)].filter((one) => one !== null);
  return asked.length === 0 ? null : Math.max(...asked);
}

function ofHeader(text: string, wallMs: number): number | null {
  if (/^\d{1,9}$/u.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, /u.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - wallMs);
}

function ofBody(body: string): number | null {
  const seconds = /"retryDelay"\s{0,9}:\s{0,9}"(\d{1,9}(?:\.\d{1,9})?)s"/u.exec(body)?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}
