// Explains a failure as data: what happened, where, by which rules, what to do next. INVARIANT: every surface renders or renames
// this and adds nothing of its own, so that a terminal, an MCP client and a frame of the wire say the same of one failure.
import type { Failure, Span } from '#policy/language/failure.ts';

/** An entry of the policy that decided. `at`: `default.yaml:31:5`, or `''`. */
export type DecidingRule = { readonly entry: string; readonly at: string; readonly reason: string };

/** What is known of an act that failed on a page. It travels in the failure's `details`, under these names. */
export type FailedAct = {
  readonly attemptedRef: string | null;
  readonly element: unknown;
  readonly url: string;
  /** The page's own words. */
  readonly consoleErrors: readonly string[];
  readonly retryLog: readonly unknown[];
  readonly suggestion: string;
};

export type Explained = {
  readonly what: string;
  readonly code: Failure['code'];
  /** The same call may succeed later. */
  readonly retryable: boolean;
  readonly where: Span | null;
  readonly cause: string | null;
  readonly rules: readonly DecidingRule[];
  /** What to do next. */
  readonly mend: string | null;
};

export const explained = ({ message, code, retryable, span, cause, details, help }: Failure): Explained => ({
  what: message,
  code,
  retryable,
  where: span ?? null,
  cause: cause ?? null,
  rules: rulesIn(details?.['because']),
  mend: help ?? null,
});

function rulesIn(because: unknown): readonly DecidingRule[] {
  if (!Array.isArray(because)) return [];
  return because.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'entry' in one
      ? [{ entry: String(one.entry), at: textOf(one, 'at'), reason: textOf(one, 'reason') }]
      : [],
  );
}

const textOf = (one: object, key: string): string => {
  const value: unknown = Reflect.get(one, key);
  return typeof value === 'string' ? value : '';
};

/** `rules.named-by-user (default.yaml:31:5)` */
export const placeOfRule = ({ entry, at }: DecidingRule): string => (at === '' ? entry : `${entry} (${at})`);
