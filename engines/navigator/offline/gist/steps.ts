// What an order asks of single controls, each in the grammar's own words: pressed, ticked, chosen, filled in, in the order in which they are
// named. Pure. INVARIANT: a value that no field is meant for, and a name in quotes that nothing is done with, leave the order unread.
import { CUES } from './cues.ts';
import { fillings } from './fillings.ts';
import { pressings, sought } from './presses.ts';
import { actsIn, type Named, type Scene, thingsThat, stretchText, type Value } from './scene.ts';
import { quoted, type Step } from './step.ts';

/** `used`: what a special order took already. `null`: something is left that has to mean something. */
export function controlSteps(scene: Scene, special: Step | null): readonly Step[] | null {
  const used = new Set<Named | Value>(special?.uses ?? []);
  const free: Scene = {
    ...scene,
    named: scene.named.filter((one) => !used.has(one)),
    values: scene.values.filter((one) => !used.has(one)),
  };
  const filled = fillings(free);
  if (filled === null) return null;
  const taken = new Set([...used, ...filled.flatMap(({ uses }) => uses)]);
  const rest: Scene = {
    ...free,
    named: free.named.filter((one) => !taken.has(one)),
    values: free.values.filter((one) => !taken.has(one)),
  };
  const hidden = sought(rest);
  if (hidden === null) return null;
  const chosen = choices(rest);
  const presses = pressings(
    rest,
    chosen.length > 0 || filled.length > 0 || hidden.length > 0 || special !== null,
  );
  return presses === null ? null : [...filled, ...chosen, ...hidden, ...presses];
}

/** Boxes, radios and entries of lists. */
function choices(scene: Scene): readonly Step[] {
  const steps: Step[] = [];
  let off = false;
  for (const one of thingsThat(scene, 'BOX', 'RADIO', 'OPTION')) {
    const near = stretchText(scene, one.stretch);
    const said = actsIn(scene, one.stretch).length > 0 || CUES.unticks.test(near);
    if (said || steps.length === 0) off = CUES.unticks.test(near);
    steps.push({ at: one.at, uses: [one], order: choiceOf(scene, one, off) });
  }
  return steps;
}

function choiceOf(scene: Scene, one: Named, off: boolean): string {
  const { kind, count } = one.thing;
  if (kind === 'BOX') return `${off ? 'untick' : 'tick'} ${quoted(one)}`;
  if (kind === 'RADIO') {
    const group = thingsThat(scene, 'TEXT')
      .filter(({ stretch, at }) => stretch === one.stretch || at < one.at)
      .at(-1);
    return count > 1 && group !== undefined
      ? `choose ${quoted(one)} in the group ${quoted(group)}`
      : `choose ${quoted(one)}`;
  }
  const list = listOf(scene, one);
  return list === null ? `choose ${quoted(one)}` : `choose ${quoted(one)} as the ${list}`;
}

/** Which of several lists is meant: by its own name, else by "from" and "to". */
function listOf(scene: Scene, one: Named): string | null {
  const homes = scene.things.filter(({ kind, name }) => kind === 'OPTION' && name === one.thing.name);
  const named = thingsThat(scene, 'LIST', 'FIELD').filter(({ thing }) =>
    homes.some(({ list }) => list === thing.name),
  );
  const own =
    named.find(({ stretch }) => stretch === one.stretch) ?? (named.length === 1 ? named[0] : undefined);
  if (own !== undefined) return own.words;
  if (homes.length < 2) return null;
  const before = [1, 2].map((far) => scene.tokens[one.at - far]?.folded ?? '');
  const ends = before.some((word) => FROM.test(word))
    ? STARTS
    : before.some((word) => TO.test(word))
      ? GOALS
      : null;
  return ends === null ? null : (homes.find(({ list }) => list !== null && ends.test(list))?.list ?? null);
}

const FROM = /^(?:from|leaving|von|ab|desde|de)$/u;

const TO = /^(?:to|nach|zu|a|hasta|hacia)$/u;

const STARTS = /\b(?:from|origin|departure|start|leaving|von|abflug|abfahrt|origen|salida)\b/iu;

const GOALS = /\b(?:to|destination|arrival|going|nach|ziel|ankunft|destino|llegada)\b/iu;
