// Messages of a client and what is answered: the protocol's frames and error codes, as Chromium has them.
// INVARIANT: a message that is no command of the protocol's own shape is answered with an error, and nothing of it is looked at.
import { z } from 'zod';
import type { Failure } from '#policy/language/failure.ts';
import { REASONS } from '#gateway/surfaces/cdp/table/reasons.ts';
import type { Reason } from '#gateway/surfaces/cdp/table/reasons.ts';

export const ERROR = {
  parse: -32700,
  badRequest: -32600,
  unknownMethod: -32601,
  badParams: -32602,
  internal: -32603,
  refused: -32000,
  noSession: -32001,
} as const;

export type CdpError = { readonly code: number; readonly message: string; readonly data?: string };
export type Fields = Readonly<Record<string, unknown>>;
export type Told = { readonly result: Fields } | { readonly error: CdpError };

const command = z.strictObject({
  id: z.int(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
  sessionId: z.string().max(200).optional(),
});
export type Command = z.infer<typeof command>;

const numbered = z.looseObject({ id: z.int() });

/** `id`: of the message, where it has one. */
type Read =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly id: number | null; readonly error: CdpError };

export function readCommand(text: string): Read {
  let value: unknown;
  let namesPrototype = false;
  try {
    value = JSON.parse(text, (key, one: unknown) => {
      namesPrototype ||= key === '__proto__';
      return one;
    });
  } catch {
    return { ok: false, id: null, error: { code: ERROR.parse, message: 'JSON: the message is no JSON' } };
  }
  const read = command.safeParse(value);
  // What reads the parameters would leave it out in silence.
  if (read.success && !namesPrototype) return { ok: true, command: read.data };
  const named = numbered.safeParse(value);
  const id = named.success ? named.data.id : null;
  const message = namesPrototype
    ? 'Message must not have a member `__proto__`'
    : 'Message must be an object with `id`, `method`, and `params` and `sessionId` where it has them';
  return { ok: false, id, error: { code: ERROR.badRequest, message } };
}

export const done = (result: Fields = {}): Told => ({ result });
export const wrong = (code: number, message: string, data?: string): { readonly error: CdpError } => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** As Chromium says it of a method that it does not have, or not there. */
export const unknownMethod = (method: string) =>
  wrong(ERROR.unknownMethod, `'${method.slice(0, 200)}' wasn't found`);
export const unknownTarget = () => wrong(ERROR.badParams, 'No target with given id found');
export const unknownSession = () => wrong(ERROR.noSession, 'Session with given id not found.');
/** Of a command that its session or its target did not outlive. */
export const targetGone = () => wrong(ERROR.refused, 'Inspected target navigated or closed');
/** Of a look or a script that a dialog stops, and that is told nothing later. */
export const dialogWaits = () =>
  wrong(ERROR.refused, 'a dialog of the page waits for its answer', 'act.dialog-open');
export const unknownContext = () => wrong(ERROR.refused, 'Failed to find context with given id.');

/** What the table refuses: with its reason and its mend. */
export function refusedByTable(method: string, reason: Reason) {
  const { until, why, help } = REASONS[reason];
  const when = until === 'LATER' ? 'not for now' : 'never through this door';
  return wrong(ERROR.refused, `Ghost Browser refuses \`${method}\`, ${when}: ${why}; ${help}`);
}

/** An act that was not done: the rule or the reason in the boundary's own words, and the mend. */
export const notDone = (method: string, { code, message, help }: Failure) =>
  wrong(
    ERROR.refused,
    `Ghost Browser did not do \`${method}\`: ${message}${help === undefined ? '' : `; ${help}`}`,
    code,
  );

export const badParams = (issues: readonly z.core.$ZodIssue[]) =>
  wrong(
    ERROR.badParams,
    'Invalid parameters',
    issues
      .map(({ path, message }) => `${path.length === 0 ? '' : `${path.map(String).join('.')}: `}${message}`)
      .join('; ')
      .slice(0, 1_000),
  );
