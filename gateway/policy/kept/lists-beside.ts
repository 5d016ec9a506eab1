// The files of lists beside a policy, as a view shows them and as they are kept. INVARIANT: their bytes stay what they are, since the
// policy names them by their hash: a text keeps its byte order mark.
import type { ListsBeside } from '#gateway/protocol/views/policy.ts';
import type { Included } from '#policy/engine/documents/included.ts';

/** Those that could be read. */
export const listsIn = (included: readonly Included[] = []): ListsBeside =>
  included.flatMap((one) =>
    'text' in one
      ? [
          {
            name: one.name,
            text: typeof one.text === 'string' ? one.text : Buffer.from(one.text).toString('utf8'),
          },
        ]
      : [],
  );
