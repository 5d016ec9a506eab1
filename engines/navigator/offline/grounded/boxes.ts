// Boxes of an order that is read by the page: on or off, all of them. INVARIANT: "off" belongs to a box or to nothing.
import { actsThat, thingsThat, quoted, type Order, type Placed } from './order.ts';
import type { Named } from './parts.ts';

export function boxGoals(order: Order): readonly Placed[] {
  const boxes = thingsThat(order, 'BOX');
  // Beside a box it may mean that it is to be off: there it is read with a verb that chooses alone.
  for (const out of actsThat(order, 'OUT')) {
    const near = order.parts.filter(({ stretch }) => stretch === out.stretch);
    const chooses = near.some((part) => part.is === 'ACT' && part.act === 'CHOOSE');
    const ticks = near.some((part) => part.is === 'ACT' && part.act === 'TICK');
    if (boxes.length === 0 || (chooses && !ticks)) order.left.delete(out);
  }
  const all = actsThat(order, 'ALL', 'REST');
  const [first] = all;
  if (first !== undefined) return allBoxes(order, boxes, first.at);
  const goals: Placed[] = [];
  let on = true;
  for (const box of boxes) {
    const not = actsThat(order, 'UNTICK').filter(({ stretch }) => stretch === box.stretch);
    const said = order.parts.some((part) => part.is === 'ACT' && part.stretch === box.stretch);
    // "Untick A and B": a stretch without a verb goes on with the one before.
    if (said || goals.length === 0) on = not.length === 0;
    if (not.length > 1) return goals;
    goals.push({ at: box.at, goal: { kind: 'CHECK', what: quoted(box), on, apply: false } });
  }
  for (const box of boxes) {
    order.left.delete(box);
    for (const not of actsThat(order, 'UNTICK')) if (not.stretch === box.stretch) order.left.delete(not);
  }
  return goals;
}

/** "Tick all": where the page has boxes, and every other word of it is about them. */
function allBoxes(order: Order, boxes: readonly Named[], at: number): readonly Placed[] {
  const there = order.things.some(({ kind }) => kind === 'BOX');
  const ticks = order.parts.some(
    (part) => part.is === 'ACT' && (part.act === 'TICK' || part.act === 'CHOOSE' || part.act === 'UNTICK'),
  );
  if (!there || !ticks || boxes.length > 0 || actsThat(order, 'REST').length > 0) return [];
  const off = actsThat(order, 'UNTICK');
  for (const part of [...off, ...actsThat(order, 'ALL')]) order.left.delete(part);
  return [{ at, goal: { kind: 'CHECK_ALL', on: off.length === 0, except: null, what: '' } }];
}
