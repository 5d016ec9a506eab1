// Whether a document's end mark still guards what it guarded. INVARIANT: the guard follows the parts: what stood in a document with
// a mark and stands in none with one now has lost it, in however many steps it got there.
import type { PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import type { Span } from '#policy/language/failure.ts';
import { contentOf, invariantContent } from './guard-cover.ts';

/** Why a mark guards less, and where that is to be seen now; `null`: in what stood. */
export type EndLost = { readonly stands: Span | null; readonly what: string };
type Layers = readonly PolicyDocument[];

/**
 * `same`: what has its id now. `others`: the documents that are new, or else those that are not what they were: one that went may
 * stand in them. `now`: all that there are.
 */
export function endLost(
  document: PolicyDocument,
  same: PolicyDocument | null,
  others: Layers,
  now: Layers,
): EndLost | null {
  if (markStrength(document) === 0) return null;
  const heirs = same === null ? others : [same];
  const [weaker] = heirs.flatMap((heir) => weakerMark(document, heir) ?? []);
  if (weaker !== undefined) return weaker;
  const kept = new Set(now.filter((one) => isAsStrong(one, document)).flatMap(partsOf));
  const loose = new Set(partsOf(document).filter((part) => !kept.has(part)));
  // A document with less of a mark that has what no document with as much of one has any more.
  const taker = now.find((one) => partsOf(one).some((part) => loose.has(part)));
  if (taker !== undefined)
    return {
      stands: taker.span,
      what: `what its last line guarded stands in \`${taker.id}\`, whose last line says less`,
    };
  // It went and nothing came: what it said may have been copied before, in other words.
  return heirs.length > 0 || loose.size === 0
    ? null
    : { stands: null, what: 'that it is all there was said by its last line, and it is gone' };
}

/** How much a document says of its being all there: nothing, a promise that is not kept, one with a fault, all. */
function markStrength({ mark }: PolicyDocument): 0 | 1 | 2 | 3 {
  if (mark === undefined) return 0;
  if (mark.truncated !== null) return 1;
  return mark.complete ? 3 : 2;
}

const isAsStrong = (one: PolicyDocument, other: PolicyDocument): boolean =>
  markStrength(one) >= markStrength(other);

/** Any step down: one that went in two, each of which says nothing, would be gone unseen. */
function weakerMark(document: PolicyDocument, heir: PolicyDocument): EndLost | null {
  if (isAsStrong(heir, document)) return null;
  const is = markStrength(heir);
  const [fault] = heir.mark?.faults ?? [];
  const why = fault === undefined || is < 2 ? '' : `, and now ${fault.message}`;
  return {
    stands: is === 2 ? (fault?.span ?? heir.span) : null,
    what: `that it is all there was said by its last line${why}`,
  };
}

/** Its entries by what they say, without their names and places. */
const partsOf = ({ defaults, floors, rules, delegate, invariants }: PolicyDocument): readonly string[] => [
  ...[...defaults, ...floors, ...rules, ...delegate].map(partOf),
  ...invariants.map(invariantContent),
];
const partOf = (entry: Entry): string => `${entry.section} ${contentOf(entry)}`;
