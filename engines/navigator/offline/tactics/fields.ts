// The field that a value goes into: by its name, its place, what it takes; where nothing is said, the first that is empty.
// INVARIANT: a field that refused the value is not found again for the same goal.
import { ENTERABLE, type Candidate } from '#engines/navigator/offline/page/ground.ts';
import { fieldsByType } from '#engines/navigator/offline/page/by-type.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { has, type Item } from '#engines/navigator/offline/page/outline.ts';
import type { Situation } from '#engines/navigator/offline/page/situation.ts';
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import type { Target } from '#engines/navigator/offline/words/target.ts';
import { findNumber } from '#engines/navigator/offline/words/values.ts';

const MIN_SCORE = 0.6;

/** Those that the words name, else those that take what the words speak of; best first. */
export function fieldsFor(situation: Situation, target: Target, value: string): readonly Candidate[] {
  const named = byName(situation, target, value);
  return (named[0]?.score ?? 0) >= MIN_SCORE ? named : typed(situation, target, named);
}

function byName(situation: Situation, target: Target, value: string): readonly Candidate[] {
  const day = parseDay(value) !== null;
  const usable = (item: Item): boolean =>
    item.node.role !== 'slider' || target.kind === 'SLIDER' || findNumber(value) !== null;
  const kept = (item: Item): boolean =>
    usable(item) && !failedOn(situation, item) && (!has(item, 'readonly') || day);
  const roles =
    target.kind === 'SLIDER' ? ['slider'] : target.kind === 'LIST' ? ['combobox', 'listbox'] : ENTERABLE;
  const found = locate(situation.outline, target, { roles, keep: kept });
  if (target.name !== '' || target.nth !== null || target.relations.length > 0) return found;
  // Nothing is said of the field: an empty one that takes such a value, the search field last.
  const open = found.filter(({ item }) => {
    const { role } = item.node;
    return (
      (((item.node.value ?? '') === '' || goalTyped(situation, item)) &&
        !has(item, 'password') &&
        role !== 'combobox') ||
      role === 'slider'
    );
  });
  const pool = open.length > 0 ? open : found;
  return [...pool]
    .sort(
      (a, b) =>
        Number(a.item.node.role === 'searchbox') - Number(b.item.node.role === 'searchbox') ||
        a.item.index - b.item.index,
    )
    .map(({ item }, i) => ({ item, score: 0.9 - 0.3 * Math.min(i, 1) }));
}

/** No name fits: by what the field takes. Of several the first that is empty, less surely. */
function typed(situation: Situation, target: Target, named: readonly Candidate[]): readonly Candidate[] {
  if (target.nth !== null || target.relations.length > 0) return named;
  const phrase = target.name === '' && target.kind === 'SLIDER' ? 'slider' : target.name;
  const fields = fieldsByType(situation.outline, phrase).filter((item) => !failedOn(situation, item));
  const open = fields.filter(
    (item) => (item.node.value ?? '') === '' || goalTyped(situation, item) || fields.length === 1,
  );
  return open.length === 0
    ? named
    : open.map((item, i) => ({ item, score: open.length === 1 ? 0.9 : 0.8 - 0.2 * Math.min(i, 1) }));
}

const goalTyped = (situation: Situation, item: Item): boolean =>
  situation.tried.some(({ entry }) => entry.proposal.ref === item.node.ref);
const failedOn = (situation: Situation, item: Item): boolean =>
  item.node.role !== 'slider' &&
  situation.tried.some(
    ({ entry }) =>
      entry.proposal.ref === item.node.ref &&
      entry.proposal.action === 'TYPE' &&
      entry.outcome === 'failed' &&
      !(entry.proposal.text ?? '').startsWith('key:'),
  );
