// What the service refuses, in the shape of Gemini's own errors, so that its SDK reads them. INVARIANT: a refusal's words are ours:
// nothing of a token, of the key, or of an upstream's text stands in one.

/** HTTP status and `google.rpc.Code` of each. */
export const REASONS = {
  TOKEN_MISSING: [401, 'UNAUTHENTICATED'],
  TOKEN_INVALID: [401, 'UNAUTHENTICATED'],
  TOKEN_EXPIRED: [401, 'UNAUTHENTICATED'],
  TOKEN_NOT_YET_VALID: [401, 'UNAUTHENTICATED'],
  TOKEN_SIGNED_OUT: [401, 'UNAUTHENTICATED'],
  NOT_ALLOWED: [403, 'PERMISSION_DENIED'],
  ISSUER_UNREACHABLE: [503, 'UNAVAILABLE'],
  NO_SUCH_METHOD: [404, 'NOT_FOUND'],
  MODEL_NOT_ALLOWED: [404, 'NOT_FOUND'],
  FIELD_NOT_ALLOWED: [400, 'INVALID_ARGUMENT'],
  BODY_NOT_JSON: [400, 'INVALID_ARGUMENT'],
  BODY_CUT_OFF: [400, 'INVALID_ARGUMENT'],
  BODY_TOO_LARGE: [413, 'INVALID_ARGUMENT'],
  TOO_MUCH_AT_ONCE: [429, 'RESOURCE_EXHAUSTED'],
  QUEUE_FULL: [429, 'RESOURCE_EXHAUSTED'],
  RATE_LIMITED: [429, 'RESOURCE_EXHAUSTED'],
  CALLER_GONE: [499, 'CANCELLED'],
  DEADLINE_PASSED: [504, 'DEADLINE_EXCEEDED'],
  DRAINING: [503, 'UNAVAILABLE'],
  MODEL_UNAVAILABLE: [503, 'UNAVAILABLE'],
  MODEL_REFUSED: [400, 'INVALID_ARGUMENT'],
  MODEL_GARBLED: [502, 'INTERNAL'],
  KEY_REFUSED: [502, 'FAILED_PRECONDITION'],
  INTERNAL: [500, 'INTERNAL'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type Reason = keyof typeof REASONS;

export type Refusal = {
  readonly reason: Reason;
  readonly message: string;
  /** Whole seconds after which the same request may pass. */
  readonly retrySeconds?: number;
};

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

export const passed = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refused = (reason: Reason, message: string, retrySeconds?: number): Outcome<never> => ({
  ok: false,
  refusal: { reason, message, ...(retrySeconds === undefined ? {} : { retrySeconds }) },
});

/** Whatever comes to an instance that ends, or waits in it. */
export const DRAINING: Refusal = {
  reason: 'DRAINING',
  message: 'this instance ends: the next request goes to another one',
  retrySeconds: 1,
};

export const statusOf = ({ reason }: Refusal): number => REASONS[reason][0];

/** `{ error: { code, message, status, details } }`. */
export function bodyOf({ reason, message, retrySeconds }: Refusal): object {
  const [code, status] = REASONS[reason];
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'ghost-browser' };
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retrySeconds}s` };
  return { error: { code, message, status, details: retrySeconds === undefined ? [info] : [info, retry] } };
}
