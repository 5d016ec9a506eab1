// Lints of what an entry does: unreachable, powerless, redundant, loosens-default. Each compares the policy with itself
// without the entry, slice by slice: the same node is the same answer to every request.
import type { NodeId } from '../diagram.ts';
import { placeOf } from '../document.ts';
import type { Unit } from '../document.ts';
import type { PolicyFacts } from '../facts.ts';
import { interpret } from '../interpret.ts';
import { decisionOf, severityOf } from '../units.ts';
import { brief } from '../prove.ts';
import { witnessIn } from './context.ts';
import type { Context } from './context.ts';
import type { Remark } from './finding.ts';
import { excepting, removing } from './fixes.ts';
import { isFloor } from './model.ts';
import type { HostGroup, Model, Slice } from './model.ts';
import { joinSlices, regionsOf } from './regions.ts';

const SHOWN_REGIONS = 3;
const SHOWN_MASKS = 8;

export function entryLints(context: Context): readonly Remark[] {
  const { layer } = context;
  const plainDefaults = layer.defaults.filter((unit) => unit.listed.length === 0);
  const tables = layer.defaults.filter((unit) => unit.listed.length > 0 || plainDefaults.length > 1);
  const floors = layer.floors.filter((unit) => unit.section === 'floors');
  return [
    ...expired(context),
    ...[...tables, ...floors, ...layer.rules, ...layer.delegate].flatMap((unit) => entryLint(unit, context)),
  ];
}

function expired(context: Context): readonly Remark[] {
  return context.document.rules.flatMap((rule): readonly Remark[] => {
    if (rule.expires === null || context.layer.rules.includes(rule)) return [];
    return [
      {
        id: 'unreachable',
        message: `\`${rule.ref}\` ended on ${rule.expires}: it matches nothing any more`,
        span: rule.span,
        entry: rule.ref,
        proof: `today is ${context.today}`,
        ...removing(rule, context),
      },
    ];
  });
}

function entryLint(unit: Unit, context: Context): readonly Remark[] {
  const { model } = context;
  const slices = model.slicesOf(unit);
  const reached = slices.filter(
    (slice) =>
      unit.axes.length > 0 ||
      witnessIn(model, slice, model.voice(unit, slice), (value) => value > 0) !== null,
  );
  const place = { span: unit.span, entry: unit.ref };
  if (reached.length === 0)
    return [
      {
        id: 'unreachable',
        message: `\`${unit.ref}\` matches no request that can be made`,
        help: 'its conditions exclude each other, or its host has another address class',
        proof: 'no class of requests that can be made satisfies its condition',
        ...place,
        ...removing(unit, context),
      },
    ];
  const left = removedWith(unit, context);
  const changed = slices.some((slice) => model.answer(slice) !== model.answer(slice, left));
  if (changed) return unit.section === 'rules' ? loosens(unit, reached, context) : [];
  const proof = `the same answers without it, in every slice of host and capability where it speaks (${slices.length})`;
  const winning = firstWin(unit, reached, model);
  if (winning === null) return [powerless(unit, reached, proof, context)];
  const others = interpret(model.stack, winning)
    .winners.map((voice) => voice.unit.ref)
    .filter((ref) => ref !== unit.ref);
  return [
    {
      id: 'redundant',
      message: `without \`${unit.ref}\` every request is decided the same`,
      help:
        others.length === 0
          ? 'what would hold without it says the same'
          : `${others.map((ref) => `\`${ref}\``).join(', ')} says the same`,
      witness: winning,
      proof,
      ...place,
      ...removing(unit, context),
    },
  ];
}

/** A table goes with the floor behind its NEVER cells. */
function removedWith(unit: Unit, { layer }: Context): readonly Unit[] {
  return [
    unit,
    ...layer.floors.filter((one) => one.section === 'never' && one.id === unit.id && unit.axes.length > 0),
  ];
}

/** A request at which a unit is among the deciding entries. */
function firstWin(unit: Unit, slices: readonly Slice[], model: Model): PolicyFacts | null {
  if (unit.section === 'delegate') return null;
  for (const slice of slices) {
    const voice = model.voice(unit, slice);
    const floors = model.severityOfFloors(slice);
    const base = model.mapBase(model.base(slice), (record) => {
      const speaks = model.records.voices(record).some((one) => one.unit === unit);
      return (speaks ? 4 : 0) + model.records.severity(record);
    });
    const both = model.diagram.combine((own, floor) => own * 4 + floor)(voice, floors);
    const wins = model.diagram.combine((packed, record) => {
      const [own, floor] = [(packed >> 2) - 1, packed & 3];
      const severity = Math.max(floor, record & 3);
      if (own < severity) return 0;
      return isFloor(unit) || record >= 4 ? 1 : 0;
    })(both, base);
    const witness = witnessIn(model, slice, wins, (value) => value === 1);
    if (witness !== null) return witness;
  }
  return null;
}

function powerless(unit: Unit, slices: readonly Slice[], proof: string, context: Context): Remark {
  const { model } = context;
  const masks = new Map<string, Unit>();
  let witness: PolicyFacts | null = null;
  for (const slice of slices.slice(0, SHOWN_MASKS)) {
    const one = witnessIn(model, slice, model.voice(unit, slice), (value) => value > 0);
    if (one === null) continue;
    witness ??= one;
    for (const voice of interpret(model.stack, one).winners)
      if (voice.unit !== unit) masks.set(`${voice.unit.layer} ${voice.unit.ref}`, voice.unit);
  }
  const named = [...masks.values()].map((one) => `\`${one.ref}\` (${placeOf(one.span)})`);
  const severity = unit.cells[0]?.severity ?? severityOf('DENY');
  const own = [...masks.values()].filter(
    (one) => one.section === 'rules' && one.layer === unit.layer && (one.cells[0]?.severity ?? 0) > severity,
  );
  const what = unit.section === 'delegate' ? 'gives nothing' : 'never decides';
  const word = unit.axes.length > 0 ? '' : ` (${decisionOf(severity)})`;
  const mask =
    named.length === 0
      ? ''
      : `: ${named.join(', ')} ${named.length > 1 ? 'hold' : 'holds'} wherever it speaks`;
  const except = unit.section === 'rules' ? excepting(unit, own, context) : {};
  const fix = except.fix === undefined ? removing(unit, context) : except;
  return {
    id: 'powerless',
    message: `\`${unit.ref}\`${word} ${what}${mask}`,
    help:
      except.fix !== undefined
        ? 'except what it speaks of there, or remove it'
        : helpFor([...masks.values()], unit),
    span: unit.span,
    entry: unit.ref,
    proof,
    ...(witness === null ? {} : { witness }),
    ...fix,
  };
}

function helpFor(masks: readonly Unit[], unit: Unit): string {
  if (masks.some(isFloor)) return 'a floor cannot be relaxed: remove the entry';
  if (masks.some((one) => one.layer !== unit.layer))
    return 'the layer above does not delegate this: remove the entry';
  return 'remove it, or restrict what outvotes it';
}

/** Requests that are decided more mildly with the rule than without it. */
function loosens(unit: Unit, slices: readonly Slice[], context: Context): readonly Remark[] {
  const { model } = context;
  const difference = model.diagram.combine((before, after) => {
    const [from, to] = [model.severityOf(before), model.severityOf(after)];
    return to < from ? 1 : 0;
  });
  const milder = model.diagram.combine((from, to) => (to < from ? 1 + from * 4 + to : 0));
  const severities = (node: NodeId): NodeId =>
    model.mapBase(node, (record) => model.records.severity(record));
  const max = model.diagram.combine(Math.max);
  const written = model.stack.units.filter((one) => isFloor(one) && !inTable(one, model));
  const nodes = new Map<HostGroup, Map<number, NodeId>>();
  let witness: PolicyFacts | null = null;
  for (const slice of slices) {
    const whole = difference(model.answer(slice, [unit]), model.answer(slice));
    witness ??= witnessIn(model, slice, whole, (value) => value > 0);
    // Of the floors only those behind NEVER cells of the default tables, which stand there to be read: a few regions in place of dozens.
    const never = model.severityOfFloors(slice, written);
    const held = (without: readonly Unit[]): NodeId => max(severities(model.base(slice, without)), never);
    const node = milder(held([unit]), held([]));
    const row = nodes.get(slice.group) ?? new Map<number, NodeId>();
    row.set(slice.capability, node);
    nodes.set(slice.group, row);
  }
  if (witness === null) return [];
  const { diagram, space } = model;
  const { regions, total } = regionsOf(diagram, joinSlices(diagram, space, nodes), space, SHOWN_REGIONS);
  const words = regions.map(({ value, words: region }) => {
    const [from, to] = [(value - 1) >> 2, (value - 1) & 3];
    return `${decisionOf(severityAt(from))} → ${decisionOf(severityAt(to))}: ${region}`;
  });
  const more = total > regions.length ? [`and ${total - regions.length} more`] : [];
  return [
    {
      id: 'loosens-default',
      message: `\`${unit.ref}\` makes ${brief(witness)} milder than it is without the rule`,
      help: [...words, ...more].join('; '),
      span: unit.span,
      entry: unit.ref,
      witness,
    },
  ];
}

/** Whether a floor is the one behind the NEVER cells of a default table. */
const inTable = (floor: Unit, { stack }: Model): boolean =>
  floor.section === 'never' &&
  stack.layers.some((layer) =>
    layer.defaults.some((unit) => unit.id === floor.id && unit.layer === floor.layer),
  );

const severityAt = (value: number): 0 | 1 | 2 | 3 => (value === 0 || value === 1 || value === 2 ? value : 3);
