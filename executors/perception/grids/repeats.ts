// Which elements of a page are records: siblings of one shape, found by samples of their parts. Pure.
// INVARIANT: the work is bounded by the size of the page and a budget, however deep or alike its parts are.
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { flatRecordsIn } from './flat.ts';
import { partsOfRecord, segmentOf, type RecordNodes } from './parts.ts';
import { isControl } from './walk.ts';
import { wholesOf } from './wholes.ts';

export type Repeat = {
  /** Where they stand: one element, or several of one kind behind one another. */
  readonly parents: readonly number[];
  readonly records: readonly RecordNodes[];
  readonly score: number;
  /** Parts that most of them have. */
  readonly keys: ReadonlySet<string>;
  /** Of its elements: what is one part, whatever is in it. */
  readonly wholes: ReadonlySet<string>;
};

const SAMPLE = 10;
const ELEMENTS_SAMPLED = 120;
/** Elements that samples may look at in all. */
const BUDGET = 600_000;
const MIN_ALIKE = 0.5;
const MAX_REPETITION = 2.6;
const MOST_KEYS = 12;

/** The best first. `skip`: what is read otherwise. */
export function repeatsOf(
  document: CapturedDocument,
  parents: readonly number[],
  skip: (node: number) => boolean,
): { readonly repeats: readonly Repeat[]; readonly complete: boolean } {
  let left = BUDGET;
  const found: Repeat[] = [];
  let complete = true;
  for (const [records, of] of groups(document, parents, skip)) {
    if (left <= 0) {
      complete = false;
      break;
    }
    const sampled = sample(records).map((record) =>
      partsOfRecord(document, record, { most: ELEMENTS_SAMPLED }),
    );
    left -= sampled.reduce((sum, parts) => sum + 20 + parts.length * 4, 0);
    const judged = judge(sampled, records.length, isList(document, records));
    if (judged === null) continue;
    const wholes = wholesOf(document, sampled);
    found.push({ parents: of, records, ...judged, keys: new Set([...judged.keys, ...wholes]), wholes });
  }
  return { repeats: withoutInner(document, found), complete };
}

const sample = (records: readonly RecordNodes[]): readonly RecordNodes[] => {
  if (records.length <= SAMPLE) return records;
  const step = records.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => records[Math.floor(at * step)] ?? []).filter(
    (record) => record.length > 0,
  );
};

/** Children of one tag, in one parent or in parents of one kind that hold nothing else; and heads with what stands below them. */
function* groups(
  document: CapturedDocument,
  parents: readonly number[],
  skip: (node: number) => boolean,
): Generator<readonly [records: readonly RecordNodes[], parents: readonly number[]]> {
  const wrapped = new Map<string, { readonly records: RecordNodes[]; readonly parents: number[] }>();
  for (const parent of parents) {
    const byTag = new Map<string, RecordNodes[]>();
    let others = 0;
    for (let child = document.firstChild(parent); child !== -1; child = document.nextSibling(child)) {
      if (!document.isElement(child) || isControl(document, child) || skip(child)) {
        if (document.isText(child) && document.isVisible(child) && document.drawn(child).trim() !== '')
          others += 1;
        continue;
      }
      if (!document.isDrawn(child) && document.firstChild(child) === -1) continue;
      const kind = `${document.tag(child)} ${document.attribute(child, 'role') ?? ''}`;
      const some = byTag.get(kind);
      if (some === undefined) byTag.set(kind, [[child]]);
      else some.push([child]);
    }
    for (const records of byTag.values()) if (records.length >= 2) yield [records, [parent]];
    const flat = byTag.size < 2 ? [] : flatRecordsIn(document, parent);
    if (flat.length > 0) yield [flat, [parent]];
    const [[kind = '', only] = []] = byTag;
    if (byTag.size !== 1 || others > 0 || only === undefined || only.length > 12) continue;
    // Rows of three cards each are one list of cards.
    const key = `${document.parent(parent)} ${segmentOf(document, parent)} ${kind}`;
    const whole = wrapped.get(key);
    if (whole === undefined) wrapped.set(key, { records: [...only], parents: [parent] });
    else {
      whole.records.push(...only);
      whole.parents.push(parent);
    }
  }
  for (const { records, parents: of } of wrapped.values())
    if (of.length >= 2 && records.length > of.length) yield [records, of];
}

const isList = (document: CapturedDocument, [[first = -1] = []]: readonly RecordNodes[]): boolean =>
  first !== -1 && (document.tag(first) === 'li' || document.attribute(first, 'role') === 'listitem');

function judge(
  sampled: readonly (readonly { readonly key: string }[])[],
  count: number,
  list: boolean,
): Pick<Repeat, 'score' | 'keys'> | null {
  const speaking = sampled.filter((parts) => parts.length > 0);
  if (speaking.length < 2 || speaking.length < sampled.length * 0.6) return null;
  const counts = new Map<string, number>();
  let parts = 0;
  let distinct = 0;
  for (const record of speaking) {
    const keys = new Set(record.map(({ key }) => key));
    parts += record.length;
    distinct += keys.size;
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const common = [...counts].filter(([, times]) => times >= speaking.length / 2);
  const mean = distinct / speaking.length;
  const alike = common.reduce((sum, [, times]) => sum + times, 0) / Math.max(1, distinct);
  const repetition = parts / Math.max(1, distinct);
  // The same number of parts in each is a row, whatever its parts are called.
  const even = speaking.every(({ length }) => length === (speaking[0]?.length ?? 0) && length <= MOST_KEYS);
  if (common.length === 0 || alike < MIN_ALIKE || (repetition > MAX_REPETITION && !even)) return null;
  // One word each: a list of things, or pieces of one thing.
  if (mean < 1.5 && !(even && repetition >= 2) && (!list || count < 3)) return null;
  const score = Math.log2(1 + count) * count ** 0.5 * Math.min(MOST_KEYS, parts / speaking.length) * alike;
  return { score, keys: new Set(common.map(([key]) => key)) };
}

/** Of records within records the better ones stay. */
function withoutInner(document: CapturedDocument, found: readonly Repeat[]): readonly Repeat[] {
  const ranked = found.toSorted((a, b) => b.score - a.score);
  const owner = new Map<number, Repeat>();
  const around = new Set<number>();
  const kept: Repeat[] = [];
  for (const repeat of ranked) {
    const inside = repeat.parents.some((parent) => {
      for (let at = parent; at > 0; at = document.parent(at)) if (owner.has(at)) return true;
      return false;
    });
    const nodes = repeat.records.flat();
    if (inside || nodes.some((node) => around.has(node) || owner.has(node))) continue;
    kept.push(repeat);
    for (const node of nodes) owner.set(node, repeat);
    for (const parent of repeat.parents)
      for (let at = parent; at > 0 && !around.has(at); at = document.parent(at)) around.add(at);
    if (kept.length >= MOST_KEPT) break;
  }
  return kept;
}
const MOST_KEPT = 12;

/** Parts that have nothing of what the others have are no record. */
export const belongs = (keys: ReadonlySet<string>, parts: readonly { readonly key: string }[]): boolean =>
  parts.some(({ key }) => keys.has(key));
