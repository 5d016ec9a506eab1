// The files of lists beside a policy, as a view shows them and as they are kept. INVARIANT: nothing is kept or shown as in force but what
// the loaded document includes by its hash; and bytes stay what they are: a text keeps its byte order mark.
import type { ListsBeside } from '#gateway/protocol/views/policy.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Included, Inclusion } from '#policy/engine/documents/included.ts';

/** As a view shows them: plain JSON. */
export const listsIn = (included: readonly Included[] = []): ListsBeside =>
  included.map((one) =>
    'text' in one
      ? {
          name: one.name,
          text: typeof one.text === 'string' ? one.text : Buffer.from(one.text).toString('utf8'),
        }
      : one,
  );

/** A text with what its document includes, and with nothing else that was read for it. */
export function withIncluded(text: PolicyText, include: readonly Inclusion[] = []): PolicyText {
  const { included: read = [], ...bare } = text;
  const included = include.flatMap(
    ({ name }) => read.find((one) => one.name === name && 'text' in one) ?? [],
  );
  if (included.length === read.length) return text;
  return included.length === 0 ? bare : { ...bare, included };
}
