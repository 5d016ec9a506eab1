// The gist of an order that neither the grammar nor the names of the page explain word by word: what a person can want of this very page
// who says such words. INVARIANT: it never counts as understood: what it does is no more than "as far as can be seen", what binds is held
// back by the gateway, and what hangs on a condition, is told, or stands behind a "not" is not done.
import { hangsOnValue, isOnlyTold, waitsForMe } from '#engines/navigator/offline/grammar/told.ts';
import type { Outline } from '#engines/navigator/offline/page/outline.ts';
import { commits } from '#engines/navigator/question.ts';
import { CUES } from './cues.ts';
import { sceneOf, thingsThat, type Scene } from './scene.ts';
import { SPECIALS } from './specials.ts';
import type { Step } from './step.ts';
import { controlSteps } from './steps.ts';

/** Orders in the grammar's own words, in the order in which they are done; `null` where nothing can be made of it. */
export function gistOf(order: string, outline: Outline): readonly string[] | null {
  if (waitsForMe(order) || hangsOnValue(order) || (isOnlyTold(order) && commits({ name: order })))
    return null;
  const scene = sceneOf(order, outline);
  if (scene === null) return null;
  const special = SPECIALS.map((one) => one(scene)).find((step) => step !== null) ?? null;
  const controls = controlSteps(scene, special);
  if (controls === null) return null;
  const steps = [...(special === null ? [] : [special]), ...controls];
  if (steps.length === 0) return null;
  return [...inTurn(scene, steps), ...sentAtLast(scene, steps)];
}

/** As they are said, what sends behind what is set, and what is scrolled first. */
function inTurn(scene: Scene, steps: readonly Step[]): readonly string[] {
  const sets = steps.some(({ order }) => !order.startsWith('press '));
  const sends = sets
    ? steps.filter(({ order }) => order.startsWith('press ') && commits({ name: order }))
    : [];
  const rest = steps.filter((one) => !sends.includes(one)).toSorted((a, b) => a.at - b.at);
  const scrolls = CUES.scrolls.test(scene.text) && /\bbox|text ?area|bottom|unten|final\b/u.test(scene.text);
  return [
    ...(scrolls ? ['scroll the box to the bottom'] : []),
    ...[...rest, ...sends].map(({ order }) => order),
  ];
}

/** "Then send it": its button bears another word, and is the only one that sends. */
function sentAtLast(scene: Scene, steps: readonly Step[]): readonly string[] {
  const { text, things } = scene;
  if (
    CUES.enterKey.test(text) &&
    thingsThat(scene, 'PRESS').length === 0 &&
    steps.some(({ order }) => order.startsWith('enter '))
  )
    return ['press Enter'];
  if (steps.some(({ order }) => order.startsWith('press '))) return [];
  const buttons = things.filter(({ kind, name }) => kind === 'PRESS' && SENDS.test(name));
  const [button, ...more] = buttons;
  return button !== undefined &&
    more.length === 0 &&
    button.count === 1 &&
    SENDING.test(text) &&
    !/\b(?:not|don t|without|nicht|no|sin)\b.{0,12}\b(?:submit|send|save|absenden|enviar|guardar)/u.test(text)
    ? [`press ${button.name}`]
    : [];
}
const SENDS = /^(?:submit|send|save|ok|apply|done|absenden|senden|speichern|enviar|guardar)$/iu;
const SENDING =
  /(?<!\p{L})(?:submit(?:ted|ting)?|send(?: it| off)?|sent|hand (?:it )?in|confirm|save[d]?|go ahead|abschicken|absenden|schick(?:e|en)?|speicher(?:n|e)?|envia(?:r|lo)?|manda(?:r|lo)?|guarda(?:r|lo)?)(?!\p{L})/u;
