// Lints of what an entry covers: sensitive-allow-unscoped, allow-by-exception, grant-in-floor of a layer above,
// vacuous-invariant. Answered on classes of requests, each with a request that shows it.
import { inIntervals } from '#policy/collections/intervals.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { ALLOW, DENY } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { grantsInFloors } from '#policy/engine/compile/grants.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import { boxOf, brief } from '#policy/engine/compile/prove.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { CAPABILITY_INDEX, FACT_COUNT, HOST_INDEX, factIndex } from '#policy/engine/space/space.ts';
import { hostScope } from '#policy/engine/tables/tables.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import { findingOf } from '#policy/tools/lint/model/finding.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import type { Place } from '#policy/tools/lint/model/model.ts';

export function scopeLints(context: Context): readonly Remark[] {
  const grants = [...context.layer.rules, ...context.layer.delegate].filter(
    (entry) => (entry.cells[0]?.severity ?? DENY) === ALLOW,
  );
  return [
    ...grants.flatMap((entry) => unscoped(entry, context)),
    ...grantsBelowFloors(context),
    ...vacuous(context),
  ];
}

/** A capability that the first layer's tables do not simply allow. */
function isSensitive(capability: string, { model }: Context): boolean {
  const request = parseRequest({ capability, executor: 'HEADED_CHROMIUM' });
  if (!request.ok) return true;
  const tables = model.stack.layers[0]?.defaults.filter((entry) => entry.listed.length === 0) ?? [];
  return tables.some((entry) => (cellAt(entry, request.value)?.severity ?? DENY) > ALLOW);
}

/** Which requests count: all; those for a host that nobody named; of these the ones that leave for the public web. */
type Reach = 'any' | 'unnamed' | 'open';

/** A request for a sensitive capability in the scope of a grant. */
export function sensitiveRequest(entry: Entry, context: Context, reach: Reach): PolicyFacts | null {
  const { model, effects } = context;
  const { space } = model;
  const [named, address] = [factIndex('namedByUser'), factIndex('addressClass')];
  const permitted = (fact: number, index: number): boolean =>
    reach === 'any' ||
    ((fact !== named || index === space.classOf(named, false)) &&
      (reach !== 'open' || fact !== address || index === space.classOf(address, 'PUBLIC')));
  const places = model.placesOf(entry).filter((place) => {
    const capability = String(space.witness(CAPABILITY_INDEX, place.slice.capability));
    return (reach !== 'open' || isOther(place)) && isSensitive(capability, context);
  });
  return effects.witness(places, (place) => effects.speaks(place), permitted);
}

/** Whether it holds of hosts of which no entry speaks: their class is the first. */
const isOther = ({ host }: Place): boolean => host === 0;

function unscoped(entry: Entry, context: Context): readonly Remark[] {
  const { model } = context;
  const place = { span: entry.span, entry: entry.ref };
  const remarks: Remark[] = [];
  const scope = hostScope(model.compiled.get(entry)?.scope ?? false);
  const other = scope.within === null || inIntervals(scope.within, 0);
  const open = other ? sensitiveRequest(entry, context, 'open') : null;
  if (scope.mentions && other) {
    const shown = open ?? anyHost(entry, context);
    if (shown !== null)
      remarks.push({
        id: 'allow-by-exception',
        message: `\`${entry.ref}\` allows every host but those that it excepts, ${brief(shown)} among them`,
        help: 'list the hosts that it is for in `when`',
        witness: shown,
        ...place,
      });
  } else if (open !== null)
    remarks.push({
      id: 'sensitive-allow-unscoped',
      message: `\`${entry.ref}\` allows \`${open.capability}\` on any public host: ${brief(open)}`,
      help: 'add `host` to `when`, or `namedByUser: true`',
      witness: open,
      ...place,
    });
  const foreign = entry.listed.find(
    (set) => set.kind === 'members' && set.fact === 'provenance' && set.members.some((one) => one !== 'USER'),
  );
  const sensitive = foreign === undefined ? null : sensitiveRequest(entry, context, 'any');
  if (sensitive !== null)
    remarks.push({
      id: 'sensitive-allow-unscoped',
      message: `\`${entry.ref}\` allows \`${sensitive.capability}\` with what a page or a tool brought in`,
      help: 'keep `provenance` to USER; what a page says is not what the person wants',
      witness: sensitive,
      ...place,
    });
  return remarks;
}

function anyHost(entry: Entry, { model, effects }: Context): PolicyFacts | null {
  const named = factIndex('namedByUser');
  return effects.witness(
    model.placesOf(entry).filter((place) => isOther(place)),
    (place) => effects.speaks(place),
    (fact, index) => fact !== named || index === model.space.classOf(named, false),
  );
}

/** The loader refuses a grant in the floors of its own layer; under those of the layers above it is only without effect. */
function grantsBelowFloors({ layer, model }: Context): readonly Remark[] {
  if (model.stack.layers.length === 1) return [];
  const floors = model.stack.layers.flatMap((one) => one.floors);
  return grantsInFloors({ layer, floors, whose: 'the floors of several layers' }, model).map((one) => ({
    ...findingOf(one),
    id: 'grant-in-floor',
    level: 'warning',
    proof: 'no request that names it gets past the floors of the layers',
  }));
}

/** An invariant over no request that can be made holds of every policy, and says nothing of this one. */
function vacuous({ document, model: { space, feasible: requests } }: Context): readonly Remark[] {
  const address = factIndex('addressClass');
  return document.invariants.flatMap((invariant): readonly Remark[] => {
    if (invariant.kind !== 'at-least') return [];
    const permitted = boxOf(invariant.over, space);
    const some = (fact: number, wanted: (index: number) => boolean = () => true): boolean =>
      Array.from({ length: space.counts[fact] ?? 1 }, (_, index) => index).some(
        (index) => permitted(fact, index) && wanted(index),
      );
    const feasible =
      Array.from({ length: FACT_COUNT }, (_, fact) => fact).every((fact) => some(fact)) &&
      some(HOST_INDEX, (host) => requests.addressesOf(host).some((one) => permitted(address, one)));
    if (feasible) return [];
    return [
      {
        id: 'vacuous-invariant',
        message: `the invariant \`${invariant.id}\` speaks of no request that can be made`,
        help: 'its facts exclude each other, or its host has another address class; it would hold of any policy',
        span: invariant.span,
        entry: `invariants.${invariant.id}`,
        proof: 'no class of requests that can be made is in `over`',
      },
    ];
  });
}
