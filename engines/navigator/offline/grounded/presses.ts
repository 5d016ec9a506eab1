// What an order that is read by the page presses, and what it drags. INVARIANT: one of several that are called the same is told by
// what it belongs to or stands beside; what commits is named as an act, and never in passing.
import { isAsked, isNamedInAct, isOrdered, isWrittenOnly } from './ordered.ts';
import type { Named, PartOf } from './parts.ts';
import { actsThat, partsThat, thingsThat, quoted, type Order, type Placed } from './order.ts';
import type { Kind } from './said/words.ts';

/** `null`: something of it cannot be read. `sets`: the order sets something as well. */
export function pressGoals(order: Order, settings: readonly Placed[]): readonly Placed[] | null {
  const sets = settings.length > 0;
  if (isWrittenOnly(order, settings)) return null;
  const dragged = drag(order);
  if (dragged !== null) return [dragged];
  const hidden = sought(order);
  if (hidden !== null) return [hidden];
  const presses = thingsThat(order, 'PRESS');
  const [relation, ...more] = partsThat(order, 'RELATION');
  if (more.length > 0) return null;
  if (relation !== undefined) return related(order, relation, settings);
  const owner = thingsThat(order, 'TEXT');
  const [whose] = owner;
  const several = presses.filter(({ thing }) => thing.count > 1);
  if (owner.length > 1 || several.length > (owner.length === 0 ? 0 : 1)) return null;
  const isAsked =
    sets ||
    order.parts.some(
      (part) =>
        (part.is === 'KIND' && ['PRESS', 'LINK', 'TAB'].includes(part.kind)) ||
        (part.is === 'ACT' && ['CLICK', 'CHOOSE', 'TICK'].includes(part.act)),
    );
  if (presses.length > 0 && !isAsked) return null;
  const own = several[0] ?? (presses.length === 1 ? presses[0] : undefined);
  if (whose !== undefined && own === undefined) return null;
  if (!countsRight(order, presses) || !isInOrder(order, presses, settings)) return null;
  const double = actsThat(order, 'DOUBLE');
  if (double.length > 0 && presses.length !== 1) return null;
  for (const part of [...presses, ...owner, ...double]) order.left.delete(part);
  return presses.map((press) => ({
    at: press.at,
    goal: {
      kind: 'PRESS',
      what: whatOf(press),
      ...(double.length > 0 ? { how: 'DOUBLE' as const } : {}),
      ...(press === own && whose !== undefined ? { of: whose.words } : {}),
    },
  }));
}

const ROLE_WORDS: Readonly<Record<string, string>> = { button: 'button', link: 'link', tab: 'tab' };
const whatOf = ({ thing, words }: Named): string => `“${words}” ${ROLE_WORDS[thing.role] ?? ''}`.trim();

/** "First", "second": as they are pressed, or the words mean another thing. */
function countsRight(order: Order, presses: readonly Named[]): boolean {
  const nths = partsThat(order, 'NTH');
  for (const nth of nths) {
    const near = presses.filter(({ stretch }) => stretch === nth.stretch);
    const one = near[0] ?? presses.find(({ at }) => at > nth.at);
    if (
      presses.length < 2 ||
      one === undefined ||
      presses.indexOf(one) !== (nth.nth < 0 ? presses.length - 1 : nth.nth - 1)
    )
      return false;
    order.left.delete(nth);
  }
  return true;
}

/** "Before", "after": with one thing to press only. What is forbidden is not read here. */
function isInOrder(order: Order, presses: readonly Named[], settings: readonly Placed[]): boolean {
  const before = actsThat(order, 'BEFORE');
  if (before.length > 0 && presses.length > 1) return false;
  for (const part of before) order.left.delete(part);
  return presses.every((press) => isOrdered(order, press, settings));
}

/** One thing by another: "the Add next to Beans", "below Yarn there is a button". */
function related(
  order: Order,
  relation: PartOf<'RELATION'>,
  settings: readonly Placed[],
): readonly Placed[] | null {
  const things = thingsThat(order, 'PRESS', 'TEXT', 'BOX', 'RADIO', 'FIELD');
  const after = things.find(({ at, stretch }) => at > relation.at && stretch === relation.stretch);
  const anchor = after ?? things.findLast(({ at }) => at < relation.at && things.length === 1) ?? things[0];
  const target = things.find((one) => one !== anchor);
  // "The Finish button, the only thing left": the word for a kind is that thing's own.
  const kind = order.parts.find(
    (part): part is PartOf<'KIND'> => part.is === 'KIND' && Math.abs(part.at - (anchor?.at ?? 0)) > 1,
  );
  if (anchor === undefined || things.length > 2 || (target !== undefined && target.thing.kind !== 'PRESS'))
    return null;
  // What a place leads to has a name that is known to nobody here: it is pressed as what is ordered alone.
  if (target === undefined ? !isAsked(order) : !isOrdered(order, target, settings)) return null;
  const noun = target === undefined ? (kind === undefined ? undefined : NOUNS[kind.kind]) : whatOf(target);
  if (noun === undefined) return null;
  for (const part of [...things, relation]) order.left.delete(part);
  return [{ at: relation.at, goal: { kind: 'PRESS', what: `${noun} ${relation.how} ${quoted(anchor)}` } }];
}
const NOUNS: Partial<Readonly<Record<Kind, string>>> = { PRESS: 'button', LINK: 'link', TAB: 'tab' };

/** A name in quotes that this page does not show yet, and the words say that it is pressed: it is looked for. */
function sought(order: Order): Placed | null {
  const [value, ...more] = partsThat(order, 'VALUE');
  const links = order.parts.some((part) => part.is === 'KIND' && part.kind === 'LINK');
  const clicks = order.parts.some((part) => part.is === 'ACT' && part.act === 'CLICK');
  const writes = order.parts.some((part) => part.is === 'ACT' && part.act === 'ENTER');
  const rest = [...order.left].filter((part) => part !== value);
  if (
    value === undefined ||
    more.length > 0 ||
    !value.isQuoted ||
    writes ||
    !(links || clicks) ||
    rest.length > 0
  )
    return null;
  if (!isNamedInAct(order, value.text)) return null;
  order.left.delete(value);
  return { at: value.at, goal: { kind: 'PRESS', what: `“${value.text}”${links ? ' link' : ''}` } };
}

/** Two things, and one of them goes to the other. */
function drag(order: Order): Placed | null {
  const drags = actsThat(order, 'DRAG', 'TOWARD');
  const [one, two, ...more] = partsThat(order, 'THING');
  if (
    !drags.some(({ act }) => act === 'DRAG') ||
    one === undefined ||
    two === undefined ||
    more.length > 0 ||
    one.isToward === two.isToward ||
    order.left.size !== drags.length + 2
  )
    return null;
  for (const part of [...drags, one, two]) order.left.delete(part);
  const [what, to] = one.isToward && !two.isToward ? [two, one] : [one, two];
  return { at: one.at, goal: { kind: 'DRAG', what: quoted(what), to: to.words } };
}
