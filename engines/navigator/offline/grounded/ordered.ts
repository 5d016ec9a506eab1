// Whether the words of an order ask for a press, and do not only tell of one. INVARIANT: what sends, pays or takes away is pressed at an
// imperative or an infinitive, never at what was done; what is written into a field is no press.
import { commits } from '#engines/navigator/question.ts';
import type { Order, Placed } from './order.ts';
import type { Named, PartOf } from './parts.ts';

type Acted = PartOf<'ACT'>;

const pressing = ({ parts }: Order): readonly Acted[] =>
  parts.filter((part): part is Acted => part.is === 'ACT' && part.act === 'CLICK');

/** Imperatives and infinitives that say a press and nothing else: not "pressed", "klickt", "use", "check", "take a look". */
export const PRESSES =
  /^(?:click|press|tap|push|hit|(?:an|drauf|darauf)?klick(?:e|en)?|anzuklicken|druck(?:e|en)?|draufdrucken|betatigen?|pulsa[r]?|pulse|presiona[r]?|presione|aprieta|apretar|toca[r]?|toque|clica[r]?|clic|pincha[r]?)$/u;
const isImperative = ({ folded }: Acted): boolean => PRESSES.test(folded);

/** Something of the order says that things are to be pressed. */
export const isAsked = (order: Order): boolean => pressing(order).some(isImperative);

/** Of what is not on the page yet. */
export const isNamedInAct = (order: Order, name: string): boolean =>
  (!order.isStrict && !commits({ name })) || (isAsked(order) && pressing(order).every(isImperative));

/** What commits needs its verb beside it; behind what is set or pressed, "then" is enough. */
export function isOrdered(order: Order, press: Named, settings: readonly Placed[]): boolean {
  const isHarmless = !commits({ name: press.thing.name }) && !commits({ name: press.words });
  if (isHarmless && !order.isStrict) return true;
  const acts = pressing(order);
  // "Press Save to Delete", "from Delete to Save": what another one leads to.
  if (press.isToward && thingsIn(order, press.stretch) > 1) return false;
  if (press.isAfterThen && (settings.length > 0 || acts.length > 0)) return acts.every(isImperative);
  if (acts.length === 0 || !acts.every(isImperative)) return false;
  return acts.some(
    ({ stretch }) =>
      stretch === press.stretch ||
      // "Pay, press that": a verb behind it that has nothing of its own, and nothing else beside it.
      (stretch === press.stretch + 1 &&
        thingsIn(order, stretch) === 0 &&
        thingsIn(order, press.stretch) === 1),
  );
}

const thingsIn = ({ parts }: Order, stretch: number): number =>
  parts.filter((part) => (part.is === 'THING' || part.is === 'VALUE') && part.stretch === stretch).length;

/** Something is to be written, and what would be pressed is what is written: a name alone, or beside the words for a field. */
export function isWrittenOnly(order: Order, settings: readonly Placed[]): boolean {
  const writes = order.parts.filter(
    (part) => (part.is === 'ACT' && part.act === 'ENTER') || (part.is === 'KIND' && part.kind === 'FIELD'),
  );
  if (writes.length === 0) return false;
  const fills = settings.some(({ goal }) => goal.kind === 'FILL');
  const acts = pressing(order);
  return order.parts.some(
    (part) =>
      part.is === 'THING' &&
      part.thing.kind !== 'FIELD' &&
      part.thing.kind !== 'LIST' &&
      (part.thing.kind !== 'TEXT' || part.isQuoted) &&
      (!fills ||
        writes.some(({ stretch }) => stretch === part.stretch) ||
        !(part.isAfterThen || acts.some(({ stretch }) => stretch === part.stretch))),
  );
}
