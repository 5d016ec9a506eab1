// Values of a page as a program that drives it is told them: JSON by value, objects by handles of its own.
// INVARIANT: no known credential is in them, they are bounded; the browser's own ids of objects are not told.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { RemoteThrown, RemoteValue } from '#executors/contract/remote.ts';
import type { RemoteClient } from '#executors/page/remote/remote-client.ts';

export type Answer = CdpResult<'Runtime.callFunctionOn'>;
type Raw = Answer['result'];

/** Takes known credentials out. */
export type Hiding = {
  readonly text: (text: string) => string;
  /** Of JSON: out of each text in it, each number, and keys. */
  readonly value: (value: unknown) => unknown;
};

/** Where a value comes from, and what takes credentials out of its texts. */
export type ValueFrom = {
  readonly client: RemoteClient;
  readonly session: CdpSession;
  readonly world: number;
  readonly hide: Hiding;
};

/** Of all that one answer tells; texts of objects, as a function's own, among it. */
const MOST_CHARACTERS = 2 * 1024 * 1024;
/** Three of them are one of a library that says of each value what it is. */
const MOST_DEPTH = 300;

/** It holds as many objects as it may, or gave back more than is told. */
export class TooMuch extends Error {}

/** Throws `TooMuch`. */
export function checkSize(...values: readonly unknown[]): void {
  let characters = 0;
  let level: readonly unknown[] = values;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_DEPTH) throw new TooMuch(`a value is ${MOST_DEPTH} levels deep at most`);
    const next: unknown[] = [];
    for (const one of level) {
      characters += typeof one === 'string' ? one.length : 1;
      if (typeof one !== 'object' || one === null) continue;
      const inner: readonly unknown[] = Array.isArray(one) ? one : Object.values(one);
      if (!Array.isArray(one)) for (const key of Object.keys(one)) characters += key.length;
      if (characters + next.length + inner.length > MOST_CHARACTERS) characters = Infinity;
      if (characters > MOST_CHARACTERS) break;
      for (const value of inner) next.push(value);
    }
    if (characters > MOST_CHARACTERS)
      throw new TooMuch(`an answer has ${MOST_CHARACTERS} characters at most`);
    level = next;
  }
}

export function valueOf(raw: Raw, from: ValueFrom): RemoteValue {
  const { type, subtype, className, description, unserializableValue, objectId } = raw;
  const { client, session, world, hide } = from;
  checkSize(raw.value, className, description, unserializableValue);
  const value: unknown = hide.value(raw.value);
  const special = hide.text(unserializableValue ?? '');
  // A number that is one is none any more.
  if (type !== 'string' && isHidden(value, raw.value)) return { type: 'string', value };
  if (special !== (unserializableValue ?? '')) return { type: 'string', value: special };
  const handle = objectId === undefined ? undefined : client.hold({ session, objectId, world });
  if (handle === null) throw new TooMuch('this program holds too many objects: release some');
  return {
    type,
    ...(subtype === undefined ? {} : { subtype }),
    ...(className === undefined ? {} : { className: hide.text(className) }),
    ...('value' in raw ? { value } : {}),
    ...(unserializableValue === undefined ? {} : { unserializable: unserializableValue }),
    ...(description === undefined ? {} : { description: hide.text(description) }),
    ...(handle === undefined ? {} : { handle }),
  };
}

export const thrownOf = (
  details: NonNullable<Answer['exceptionDetails']>,
  from: ValueFrom,
): RemoteThrown => ({
  text: from.hide.text(details.text),
  line: details.lineNumber,
  column: details.columnNumber,
  exception: details.exception === undefined ? null : valueOf(details.exception, from),
});

const isHidden = (told: unknown, value: unknown): boolean => typeof told === 'string' && told !== value;

/** What several values have of one in parts, as a list that is told by its members. */
export function withoutParts(
  values: readonly (RemoteValue | null)[],
  hide: Hiding,
): readonly (RemoteValue | null)[] {
  const plain = values.map((one) => one?.value ?? null);
  const told = hide.value(plain);
  if (!Array.isArray(told)) return values;
  return values.map((one, at) =>
    one !== null && isHidden(told[at], plain[at]) ? { type: 'string', value: told[at] } : one,
  );
}
