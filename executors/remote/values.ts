// Values of a page as a program that drives it is told them: JSON by value, objects by handles of its own.
// INVARIANT: no known credential is in them; the browser's own ids of objects are not told.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { RemoteThrown, RemoteValue } from '#executors/contract/remote.ts';
import type { RemoteClient } from '#executors/page/remote/remote-client.ts';

export type Answer = CdpResult<'Runtime.callFunctionOn'>;
type Raw = Answer['result'];

/** Where a value comes from, and what takes credentials out of its texts. */
export type ValueFrom = {
  readonly client: RemoteClient;
  readonly session: CdpSession;
  readonly world: number;
  readonly hide: (text: string) => string;
};

/** It holds as many objects as it may. */
export class TooManyHandles extends Error {}

export function valueOf(raw: Raw, from: ValueFrom): RemoteValue {
  const { type, subtype, className, description, unserializableValue, objectId } = raw;
  const { client, session, world, hide } = from;
  const handle = objectId === undefined ? undefined : client.hold({ session, objectId, world });
  if (handle === null) throw new TooManyHandles('this program holds too many objects: release some');
  return {
    type,
    ...(subtype === undefined ? {} : { subtype }),
    ...(className === undefined ? {} : { className: hide(className) }),
    ...('value' in raw ? { value: textsOf(raw.value, hide) } : {}),
    ...(unserializableValue === undefined ? {} : { unserializable: unserializableValue }),
    ...(description === undefined ? {} : { description: hide(description) }),
    ...(handle === undefined ? {} : { handle }),
  };
}

export const thrownOf = (
  details: NonNullable<Answer['exceptionDetails']>,
  from: ValueFrom,
): RemoteThrown => ({
  text: from.hide(details.text),
  line: details.lineNumber,
  column: details.columnNumber,
  exception: details.exception === undefined ? null : valueOf(details.exception, from),
});

/** The same, with each text in it as `change` has it. */
export function textsOf(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one: unknown) => textsOf(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), textsOf(one, change)]));
}
