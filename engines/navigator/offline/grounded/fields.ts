// Values and choices of an order that is read by the page: what goes into which field, which entry of which list.
// INVARIANT: a value without a field, or a field without a value, leaves the order unread.
import type { Named, PartOf } from './parts.ts';
import { actsThat, partsThat, thingsThat, quoted, type Order, type Placed } from './order.ts';

type Value = PartOf<'VALUE'>;

export const fieldGoals = (order: Order): readonly Placed[] => [...choices(order), ...fillings(order)];

function choices(order: Order): readonly Placed[] {
  const lists = thingsThat(order, 'LIST');
  const options = thingsThat(order, 'OPTION');
  const goals: Placed[] = [];
  for (const option of options) {
    const own = lists.filter(({ thing }) =>
      order.things.some(
        (one) => one.kind === 'OPTION' && one.name === option.thing.name && one.list === thing.name,
      ),
    );
    const homes = order.things.filter((one) => one.kind === 'OPTION' && one.name === option.thing.name);
    const list =
      own.find(({ stretch }) => stretch === option.stretch) ?? (own.length === 1 ? own[0] : undefined);
    // The same entry in several lists, and nothing says which.
    if (list === undefined && homes.length > 1) return goals;
    order.left.delete(option);
    if (list !== undefined) order.left.delete(list);
    goals.push({
      at: option.at,
      goal: { kind: 'CHOOSE', option: quoted(option), field: list?.words ?? null, apply: false },
    });
  }
  const groups = thingsThat(order, 'TEXT');
  for (const radio of thingsThat(order, 'RADIO')) {
    const group = groups.filter(({ stretch, at }) => stretch === radio.stretch || at < radio.at).at(-1);
    if (radio.thing.count > 1 && group === undefined) return goals;
    order.left.delete(radio);
    if (group !== undefined) order.left.delete(group);
    goals.push({
      at: radio.at,
      goal: {
        kind: 'CHOOSE',
        option: quoted(radio),
        field: group === undefined ? null : quoted(group),
        apply: false,
      },
    });
  }
  return goals;
}

function fillings(order: Order): readonly Placed[] {
  const values = partsThat(order, 'VALUE');
  const fields = distinct(thingsThat(order, 'FIELD'));
  const [value] = values;
  if (value === undefined) return [];
  const both = actsThat(order, 'BOTH', 'ALL');
  if (both.length > 0) return everyField(order, value, values, fields);
  if (fields.length === 0) return onlyField(order, value, values);
  if (fields.length !== values.length || fields.some(({ thing }) => thing.count > 1)) return [];
  const pairs = inPairs(fields, values);
  if (pairs === null || (pairs.length > 1 && isSwapped(pairs))) return [];
  takeFields(order);
  for (const one of values) order.left.delete(one);
  return pairs.map(([field, { text, at }]) => ({
    at,
    goal: { kind: 'FILL', field: quoted(field), value: text },
  }));
}

const takeFields = (order: Order): void => {
  for (const one of thingsThat(order, 'FIELD')) order.left.delete(one);
};

/** The same field named twice ("my message is …, put it in the message field") is one. */
const distinct = (fields: readonly Named[]): readonly Named[] =>
  fields.filter((one, at) => fields.findIndex(({ thing }) => thing.name === one.thing.name) === at);

/** By turns, or all of one and then all of the other. */
function inPairs(
  fields: readonly Named[],
  values: readonly Value[],
): readonly (readonly [Named, Value])[] | null {
  const kinds = [...fields, ...values].toSorted((a, b) => a.at - b.at).map(({ is }) => is);
  const inTurns = kinds.every(
    (is, at) => at === 0 || is !== kinds[at - 1] || (at % 2 === 0 && is === kinds[at - 1]),
  );
  const half = fields.length;
  const inRows = kinds.every((is, at) => (at < half ? is === kinds[0] : is !== kinds[0]));
  if (!inRows && !(inTurns && kinds.every((is, at) => is === kinds[at % 2]))) return null;
  return fields.flatMap((field, at) => {
    const value = values[at];
    return value === undefined ? [] : [[field, value] as const];
  });
}

/** A figure in a field for words while another one is for figures, or words in one for figures. */
const isSwapped = (pairs: readonly (readonly [Named, Value])[]): boolean => {
  const counts = pairs.some(([field]) => takesFigures(field));
  return pairs.some(
    ([field, { text }]) => counts && takesFigures(field) !== /^[^\p{L}]*\d[^\p{L}]*$/u.test(text),
  );
};
const takesFigures = ({ thing: { role, name } }: Named): boolean =>
  role === 'spinbutton' ||
  role === 'slider' ||
  /(?<!\p{L})(?:amount|sum|price|quantity|qty|number|age|count|total|betrag|summe|preis|menge|anzahl|nummer|alter|importe|monto|precio|cantidad|numero|número|edad)(?!\p{L})/iu.test(
    name,
  );

/** The words say that something is written, and there is one place to write to. */
function onlyField(order: Order, value: Value, values: readonly Value[]): readonly Placed[] {
  const says = order.parts.some(
    (part) => (part.is === 'ACT' && part.act === 'ENTER') || (part.is === 'KIND' && part.kind === 'FIELD'),
  );
  const there = order.things.filter(
    ({ kind, role }) => kind === 'FIELD' && role !== 'slider' && role !== 'combobox',
  );
  if (!says || values.length !== 1 || there.length !== 1 || there[0]?.count !== 1) return [];
  order.left.delete(value);
  return [{ at: value.at, goal: { kind: 'FILL', field: '', value: value.text } }];
}

function everyField(
  order: Order,
  value: Value,
  values: readonly Value[],
  fields: readonly Named[],
): readonly Placed[] {
  const there = order.things
    .filter(({ kind }) => kind === 'FIELD')
    .reduce((sum, { count }) => sum + count, 0);
  if (values.length !== 1 || fields.length > 1 || there < 2) return [];
  takeFields(order);
  for (const part of [value, ...actsThat(order, 'BOTH', 'ALL')]) order.left.delete(part);
  return [
    { at: value.at, goal: { kind: 'FILL', field: fields[0]?.words ?? '', value: value.text, every: true } },
  ];
}
