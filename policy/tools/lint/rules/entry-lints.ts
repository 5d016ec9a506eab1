// Lints of what an entry does: unreachable, powerless, redundant, loosens-default. Each compares the policy with itself
// without the entry, wherever the entry speaks. INVARIANT: what is found is so of every request that can be made, or shown by one.
import { leaf } from '#policy/engine/space/node.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { withoutContradictions } from '#policy/engine/compile/feasible.ts';
import { decisionOf, severityOf } from '#policy/engine/documents/decision-words.ts';
import { brief } from '#policy/engine/compile/prove.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import { excepting, removing } from '#policy/tools/lint/model/fixes.ts';
import { ownHosts } from './address-lints.ts';
import { isFloor } from '#policy/tools/lint/model/model.ts';
import type { Place } from '#policy/tools/lint/model/model.ts';
import { joinPlaces, regionsOf } from '#policy/tools/lint/model/regions.ts';

const NOTHING = leaf(0);
const MAX_REGIONS_SHOWN = 3;
const MAX_MASKS_SHOWN = 8;

export function entryLints(context: Context): readonly Remark[] {
  const { layer, document } = context;
  const plainDefaults = document.defaults.filter((entry) => entry.listed.length === 0);
  const tables = document.defaults.filter((entry) => entry.listed.length > 0 || plainDefaults.length > 1);
  const floors = document.floors.filter((entry) => entry.section === 'floors');
  return [
    ...expired(context),
    ...[...tables, ...floors, ...layer.rules, ...layer.delegate].flatMap((entry) =>
      entryLint(entry, context),
    ),
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

function entryLint(entry: Entry, context: Context): readonly Remark[] {
  const { model, effects } = context;
  const places = model.placesOf(entry);
  const place = { span: entry.span, entry: entry.ref };
  // It would speak, if it named the class of its hosts: then removing it is no mend.
  const unnamed = ownHosts(entry).length > 0;
  if (places.every((one) => effects.reached(one) === NOTHING))
    return [
      {
        id: 'unreachable',
        message: `\`${entry.ref}\` matches no request that can be made`,
        help: unnamed
          ? 'it names no address class, and its host has another one than PUBLIC'
          : 'its conditions exclude each other, or its host has another address class',
        proof: 'no class of requests that can be made satisfies its condition',
        ...place,
        ...(unnamed ? {} : removing(entry, context)),
      },
    ];
  if (places.some((one) => effects.changes(one) !== NOTHING))
    return entry.section === 'rules' ? loosens(entry, places, context) : [];
  const kinds = places.length === 1 ? 'one kind' : `${places.length} kinds`;
  const proof = `the same answers without it, wherever it speaks (${kinds} of host and capability)`;
  // What is delegated never decides by itself.
  const winning = entry.section === 'delegate' ? null : effects.witness(places, (one) => effects.wins(one));
  if (winning === null) return [powerless(entry, places, proof, context)];
  // INVARIANT: a floor that repeats a NEVER, a table or a rule is a limit of its own: it holds on the day that they are edited.
  if (isFloor(entry) && places.some((one) => effects.changesWritten(one) !== NOTHING)) return [];
  const others = decidersOf(winning, context)
    .map((one) => one.ref)
    .filter((ref) => ref !== entry.ref);
  return [
    {
      id: 'redundant',
      message: `without \`${entry.ref}\` every request is decided the same`,
      help:
        others.length === 0
          ? 'what would hold without it says the same'
          : `${others.map((ref) => `\`${ref}\``).join(', ')} says the same`,
      witness: winning,
      proof,
      ...place,
      ...removing(entry, context),
    },
  ];
}

/** The entries that decide a request. */
function decidersOf(facts: PolicyFacts, { policy, entryOf }: Context): readonly Entry[] {
  return policy.decide(facts).because.flatMap(({ layer, entry }) => entryOf.get(`${layer} ${entry}`) ?? []);
}

function powerless(entry: Entry, places: readonly Place[], proof: string, context: Context): Remark {
  const { effects } = context;
  const masks = new Map<string, Entry>();
  let witness: PolicyFacts | null = null;
  for (const place of places.slice(0, MAX_MASKS_SHOWN)) {
    const one = effects.witness([place], (at) => effects.speaks(at));
    if (one === null) continue;
    witness ??= one;
    for (const mask of decidersOf(one, context))
      if (mask !== entry) masks.set(`${mask.layer} ${mask.ref}`, mask);
  }
  const named = [...masks.values()].map((one) => `\`${one.ref}\` (${placeOf(one.span)})`);
  const severity = entry.cells[0]?.severity ?? severityOf('DENY');
  const own = [...masks.values()].filter(
    (one) => one.section === 'rules' && one.layer === entry.layer && (one.cells[0]?.severity ?? 0) > severity,
  );
  const what = entry.section === 'delegate' ? 'gives nothing' : 'never decides';
  const word = entry.axes.length > 0 ? '' : ` (${decisionOf(severity)})`;
  const mask =
    named.length === 0
      ? ''
      : `: ${named.join(', ')} ${named.length > 1 ? 'hold' : 'holds'} wherever it speaks`;
  const except = entry.section === 'rules' ? excepting(entry, own, context) : {};
  const fix = except.fix === undefined ? removing(entry, context) : except;
  return {
    id: 'powerless',
    message: `\`${entry.ref}\`${word} ${what}${mask}`,
    help:
      except.fix !== undefined
        ? 'except what it speaks of there, or remove it'
        : helpFor([...masks.values()], entry),
    span: entry.span,
    entry: entry.ref,
    proof,
    ...(witness === null ? {} : { witness }),
    ...fix,
  };
}

function helpFor(masks: readonly Entry[], entry: Entry): string {
  if (masks.some(isFloor)) return 'a floor cannot be relaxed: remove the entry';
  if (masks.some((one) => one.layer !== entry.layer))
    return 'the layer above does not delegate this: remove the entry';
  return 'remove it, or restrict what outvotes it';
}

/** Requests that are decided more mildly with the rule than without it. */
function loosens(entry: Entry, places: readonly Place[], context: Context): readonly Remark[] {
  const { model, effects } = context;
  const witness = effects.witness(places, (one) => effects.milder(one));
  if (witness === null) return [];
  // Of the floors only those behind NEVER cells of the default tables, which stand there to be read: a few regions in place of dozens.
  const root = withoutContradictions(
    joinPlaces(model, entry, (one) => effects.milderByTables(one)),
    model.diagram,
    model.space,
  );
  const { regions, total } = regionsOf(model.diagram, root, model.space, MAX_REGIONS_SHOWN);
  const words = regions.map(({ value, words: region }) => {
    const [from, to] = [(value - 1) >> 2, (value - 1) & 3];
    return `${decisionOf(severityAt(from))} → ${decisionOf(severityAt(to))}: ${region}`;
  });
  const more = total > regions.length ? [`and ${total - regions.length} more`] : [];
  return [
    {
      id: 'loosens-default',
      message: `\`${entry.ref}\` makes ${brief(witness)} milder than it is without the rule`,
      help: [...words, ...more].join('; '),
      span: entry.span,
      entry: entry.ref,
      witness,
    },
  ];
}

const severityAt = (value: number): 0 | 1 | 2 | 3 => (value === 0 || value === 1 || value === 2 ? value : 3);
