// What a model's service answered in place of an answer, as its adapter read it. INVARIANT: the text is a stranger's: it is looked at and
// quoted as a cause, and decides nothing about how often the service is asked.

export class ServiceError extends Error {
  /** HTTP status; `null`: no answer came. */
  readonly status: number | null;
  /** Milliseconds that it asked to be left alone for; 0: it asked for none. */
  readonly askedMs: number;

  constructor(text: string, { status, askedMs = 0 }: { status: number | null; askedMs?: number }) {
    super(text);
    this.status = status;
    this.askedMs = askedMs;
  }

  /** What may pass by waiting: too many requests, the server's own faults, and a connection that failed. */
  get isTransient(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

/** Milliseconds of `google.rpc.RetryInfo` in an error's body. */
export function askedInBody(text: string): number {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,5}(?:\.\d{1,9})?)s"/u.exec(text)?.[1];
  return seconds === undefined ? 0 : Number(seconds) * 1000;
}

/** Milliseconds of `Retry-After`: seconds, or a date by the server's own clock. */
export function askedInHeader(headers: Headers): number {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}$/u.test(value)) return Number(value) * 1000;
  const wait = /^[A-Z][a-z]{2}, /u.test(value)
    ? Date.parse(value) - Date.parse(headers.get('date') ?? '')
    : Number.NaN;
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
