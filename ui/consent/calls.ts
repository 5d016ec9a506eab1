// The document's calls to its own origin. INVARIANT: every call has a deadline and carries this origin's key, and every failure is
// a value.
import type { CONSENT_KEY_HEADER, Enrolled, Waiting } from '#gateway/protocol/http.ts';
import type { ConsentAnswer, ConsentView, LeftOut } from '#gateway/protocol/views/consent.ts';

/** What a person needs of a `Failure`. */
export type Refused = { readonly code: string; readonly message: string; readonly help: string | null };
export type Answered<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Refused };
export type Opened = { readonly consent: ConsentView; readonly nonce: string };

const DEADLINE_MS = 10_000;
/** As `CONSENT_KEY_HEADER` of the gateway's table, which this document does not bundle. */
const KEY_HEADER: typeof CONSENT_KEY_HEADER = 'x-ghost-consent-key';
const KEY = 'ghost.consent.key';

/** Storage of this origin alone: its port counts, too. `false`: this browser keeps nothing for it. */
export function keepKey(key: string): boolean {
  try {
    localStorage.setItem(KEY, key);
    return true;
  } catch {
    return false;
  }
}

/** Where there is none, the gateway says what that means. */
function keptKey(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export const enrol = (code: string): Promise<Answered<Enrolled>> =>
  call('/api/enrol', parseEnrolled, {}, { authorization: `Bearer ${code}` });

export const openQuestion = (ticket: string): Promise<Answered<Opened>> =>
  call('/api/open', parseOpened, { ticket });

/** For whoever has a window and no feed. */
export const openById = (id: string): Promise<Answered<Opened>> => call('/api/open', parseOpened, { id });

export const readWaiting = (): Promise<Answered<Waiting>> => call('/api/waiting', parseWaiting);

export const readState = (id: string, nonce: string): Promise<Answered<ConsentView>> =>
  call(`/api/state?${new URLSearchParams({ id, nonce }).toString()}`, parseView);

export const sendAnswer = (body: {
  id: string;
  nonce: string;
  answer: ConsentAnswer;
  retyped?: string;
  sawEnd?: boolean;
  says?: string;
  leftOut?: LeftOut;
}): Promise<Answered<ConsentView>> => call('/api/answer', parseView, body);

async function call<T>(
  path: string,
  parse: (value: unknown) => T | null,
  body?: Readonly<Record<string, string | boolean | LeftOut>>,
  headers: Readonly<Record<string, string>> = { [KEY_HEADER]: keptKey() },
): Promise<Answered<T>> {
  try {
    const response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The other half of the secret.
      credentials: 'same-origin',
      cache: 'no-store',
      // A denial on closing the window outlives the window.
      keepalive: body !== undefined,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const data: unknown = await response.json();
    if (!response.ok) return { ok: false, error: parseFailure(data) };
    const value = parse(data);
    return value === null ? { ok: false, error: NOT_UNDERSTOOD } : { ok: true, value };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

const UNREACHABLE: Refused = {
  code: 'gateway.unreachable',
  message: 'the gateway cannot be reached',
  help: 'nothing is allowed while it is away; the question is denied when its time is over',
};
const NOT_UNDERSTOOD: Refused = {
  code: 'http.bad-request',
  message: 'the gateway’s answer could not be read',
  help: 'close this and reload the page; nothing was allowed',
};

function parseFailure(data: unknown): Refused {
  if (!isRecord(data) || !isRecord(data['error'])) return NOT_UNDERSTOOD;
  const { code, message, help } = data['error'];
  if (typeof code !== 'string' || typeof message !== 'string') return NOT_UNDERSTOOD;
  return { code, message, help: typeof help === 'string' ? help : null };
}

function parseEnrolled(data: unknown): Enrolled | null {
  if (!isRecord(data) || typeof data['key'] !== 'string' || typeof data['next'] !== 'string') return null;
  return { key: data['key'], next: data['next'] };
}

function parseOpened(data: unknown): Opened | null {
  if (!isRecord(data) || typeof data['nonce'] !== 'string') return null;
  const consent = parseView(data['consent']);
  return consent === null ? null : { consent, nonce: data['nonce'] };
}

function parseWaiting(data: unknown): Waiting | null {
  if (!isRecord(data) || typeof data['who'] !== 'string' || !Array.isArray(data['questions'])) return null;
  const read = data['questions'].map(parseView);
  const questions = read.filter((view) => view !== null);
  return questions.length === read.length ? { who: data['who'], questions } : null;
}

/** The gateway is the trusted party here: the shape is checked where a slip would show a wrong card. */
function parseView(data: unknown): ConsentView | null {
  if (!isRecord(data) || !isRecord(data['card']) || typeof data['state'] !== 'string') return null;
  const { id, title, shieldMs, expiresAt, answers, details, because } = data['card'];
  const whole =
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof shieldMs === 'number' &&
    typeof expiresAt === 'string' &&
    Array.isArray(answers) &&
    Array.isArray(details) &&
    Array.isArray(because);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- parse function
  return whole ? (data as unknown as ConsentView) : null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
