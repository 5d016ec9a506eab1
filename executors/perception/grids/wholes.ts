// What within records is one thing though it is several elements: notes of a release, tags, authors, stars. Pure.
// INVARIANT: it is so only where records have it in differing numbers, nothing else stands in it, and no figure or name of a value is in it.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import type { Part } from './parts.ts';
import { textOf } from './walk.ts';

const MOST_LOOKED_AT = 120;
/** Words with a figure in them are a sentence from so many on. */
const MIN_WORDS = 4;
const NAMED_VALUE = /^[\p{L}\p{N}][^:：]{0,38}[:：]\s/u;

type Like = { readonly counts: Set<number>; container: string; isPlain: boolean };

/** Keys of the elements around them. `sampled`: the parts of some records. */
export function wholesOf(
  document: CapturedDocument,
  sampled: readonly (readonly Part[])[],
): ReadonlySet<string> {
  const found = new Map<string, Like>();
  for (const parts of sampled) {
    const byKey = Map.groupBy(parts, ({ key }) => key);
    for (const [key, some] of byKey) {
      const like = found.get(key) ?? { counts: new Set(), container: '', isPlain: true };
      found.set(key, like);
      like.counts.add(some.length);
      if (some.length < 2) continue;
      const container = containerOf(document, key, some);
      const isAlone = container !== '' && parts.every((part) => part.key === key || !isIn(part, container));
      like.isPlain &&=
        isAlone &&
        (like.container === '' || like.container === container) &&
        some.every((part) => isPlain(document, part));
      like.container = container;
    }
  }
  return new Set(
    [...found.values()].flatMap(({ counts, container, isPlain: plain }) =>
      plain && container !== '' && counts.size > 1 ? [container] : [],
    ),
  );
}

/** The key of the nearest element around all of them; `''`: that is the record itself. */
function containerOf(document: CapturedDocument, key: string, some: readonly Part[]): string {
  const segments = key.split('/');
  let nodes = some.map(({ node }) => node);
  while (segments.length > 0 && new Set(nodes).size > 1) {
    nodes = nodes.map((node) => document.parent(node));
    segments.pop();
  }
  return segments.join('/');
}

const isIn = ({ key }: Part, container: string): boolean =>
  key === container || key.startsWith(`${container}/`);

function isPlain(document: CapturedDocument, { node, text, label }: Part): boolean {
  if (text !== null || label !== '') return false;
  const words = textOf(document, node, MOST_LOOKED_AT);
  if (words === '' || NAMED_VALUE.test(words) || /^\P{L}*\p{Nd}/u.test(words)) return false;
  return !/\p{Nd}/u.test(words) || words.split(' ').length >= MIN_WORDS;
}
