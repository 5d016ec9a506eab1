// Orders in other words: forms crossed with seeded names, each beside the plain order whose goals it must have. Pure.
// INVARIANT: half of the forms, chosen by their own words, is for the report: no rule of the navigator is written from them.
import { readFileSync } from 'node:fs';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { listOf, parseTarget } from '#engines/navigator/offline/words/target.ts';
import { Random } from '../contract.ts';

export const FILES = ['english', 'english-more', 'people', 'german', 'spanish'] as const;
export type Half = 'DEVELOPMENT' | 'HELD_OUT';
/** `plain`: orders in the grammar's own words, any of which it may come to. */
export type Wording = { readonly said: string; readonly plain: readonly string[]; readonly half: Half };

const NAMES =
  'Almanac Beacon Compass Dynamo Ember Fjord Granite Harbour Indigo Juniper Kayak Lantern Meadow Nectar Orchid Pebble Quarry Riverbed Saffron Thicket'.split(
    ' ',
  );
const COLOURS = ['red', 'blue', 'green', 'yellow', 'purple'];
const SHAPES = ['circle', 'square', 'triangle'];

/** The names that one block of forms is about. */
function filling(random: Random): (text: string) => string {
  const [a = '', b = '', c = ''] = random.sample(NAMES, 3);
  const slots: Readonly<Record<string, string>> = {
    A: a,
    B: b,
    C: c,
    a: a.toLowerCase(),
    b: b.toLowerCase(),
    q: `${b.slice(0, 2)}${random.int(10, 99)}x`,
    r: c.slice(-3),
    colour: random.pick(COLOURS),
    shape: random.pick(SHAPES),
  };
  return (text) => text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '');
}

/** By the form's own words, so that a form that is added moves no other one. */
const halfOf = (form: string): Half => (new Random(1, form).chance(0.5) ? 'DEVELOPMENT' : 'HELD_OUT');

export function wordingsIn(file: (typeof FILES)[number], seed: number): readonly Wording[] {
  const blocks: { plain: string[]; said: string[] }[] = [];
  const lines = readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.startsWith('= ')) last?.plain.push(line.slice(2));
    else if (line.startsWith('- ')) last?.said.push(line.slice(2));
    else blocks.push({ plain: [line], said: [] });
  }
  return blocks.flatMap(({ plain, said }) => {
    const fill = filling(new Random(seed, plain.join('\n')));
    return said.map((form) => ({ said: fill(form), plain: plain.map(fill), half: halfOf(form) }));
  });
}

/** Words that say of which kind a thing is; the page decides that, where the name alone leads to it. */
const KINDS =
  /\b(?:the|an?|my|all|of|buttons?|links?|box(?:es)?|check ?box(?:es)?|fields?|text|options?|sections?|tabs?|icons?|symbols?|items?|entry|labell?ed|called|named|ones?|dialog|group|cards?|dropdown|list|input|area|file|menu|form|it)\b/gi;
const bare = (text: string): string =>
  text
    .replace(/["“”'’]/g, '')
    .replace(/\be-mail\b/gi, 'email')
    .replace(KINDS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
const NEAR: ReadonlySet<string> = new Set(['OF', 'BESIDE', 'WITHIN']);

/** A phrase for an element, as the page is asked for it. */
function pointed(phrase: string): unknown {
  const { name, kind, nth, extreme, relations, not } = parseTarget(phrase);
  return {
    name: bare(name),
    ...(bare(name) === '' && kind !== 'ITEM' ? { kind } : {}),
    nth,
    extreme,
    not: not === null ? null : bare(not),
    near: relations
      .map(({ how, anchor }) => `${NEAR.has(how) ? 'NEAR' : how} ${bare(anchor)}`)
      .filter((near) => near !== 'NEAR '),
  };
}
const pressed = (what: string, of = '', how = ''): unknown => ({
  kind: 'PRESS',
  what: pointed(what),
  of: bare(of),
  how,
});
const COUNTS = /\b(?:are|come|comes|there)\b/gi;

/** What a page cannot tell apart is the same: a link that is opened and pressed, a box that is chosen and ticked. */
function sameAs(goal: Goal): unknown {
  if (goal.kind === 'OPEN') {
    const { noun, by, nth, about } = goal.what;
    if (nth !== null) return pressed(`${ORDINALS[nth] ?? 'last'} ${noun}`);
    return by === null && !goal.bySearch ? pressed(`${noun} ${about ?? ''}`) : goal;
  }
  if (goal.kind === 'PRESS')
    return /^(?:delete|remove)$/.test(goal.what)
      ? pressed('delete', goal.of)
      : pressed(goal.what, goal.of, goal.how);
  if (goal.kind === 'EXPAND') return goal.open ? pressed(goal.what) : goal;
  if (goal.kind === 'DISMISS') return pressed(`close ${goal.what}`);
  if (goal.kind === 'CHECK') return { ...goal, what: listOf(goal.what).map(pointed) };
  if (goal.kind === 'CHOOSE')
    return { kind: 'CHOOSE', option: listOf(goal.option).map(bare), field: bare(goal.field ?? '') };
  if (goal.kind === 'CHECK_ALL') return { ...goal, what: 'boxes' };
  if (goal.kind === 'RECKON' && goal.source.kind === 'COUNT')
    return { kind: 'COUNT', of: bare(goal.source.phrase.replace(COUNTS, ' ')) };
  return goal;
}
const ORDINALS = ['', 'first', 'second', 'third', 'fourth'];
export const meaning = (goals: readonly Goal[]): string =>
  JSON.stringify(goals.map(sameAs), (key, value: unknown) =>
    typeof value === 'string' && key !== 'kind' ? bare(value) : value,
  );
