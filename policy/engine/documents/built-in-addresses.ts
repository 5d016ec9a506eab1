// What the engine says of addresses where the first layer does not: this machine, its network and its cloud are not the web.
// INVARIANT: no file opens a link-local address or a metadata service, and none opens the others without a word about them.
import type { Condition, ValueSet } from './condition.ts';
import { setsOf } from './condition.ts';
import type { PolicyDocument, Entry } from './document.ts';
import { DENY } from './document.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { Span } from '#policy/language/failure.ts';
import { NAVIGATIONS } from './open-addresses.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';

/** Cloud metadata services hand out credentials, and every cloud has its own, known or not yet, at link-local addresses. */
export const NEVER_OPEN = ['LINK_LOCAL', 'METADATA'] as const satisfies readonly AddressClass[];
/** This machine and its network: open where an entry names the class, and nowhere else. */
export const OPEN_BY_NAME = ['PRIVATE', 'LOOPBACK'] as const satisfies readonly AddressClass[];

export const set = (fact: FactName, ...members: readonly (string | boolean)[]): ValueSet => ({
  kind: 'members',
  fact,
  members,
});

const within = (...sets: readonly ValueSet[]): readonly Condition[] =>
  sets.map((one): Condition => ({ op: 'in', set: one }));

/** The place of what no file states. */
export const BUILT_IN: Span = { file: 'phase-38', line: 1, column: 1 };

/** The layer that these entries are of: the engine. */
export const ENGINE = 'engine';

function entry(section: 'floors' | 'defaults', id: string, reason: string, sets: readonly ValueSet[]): Entry {
  return {
    section,
    id,
    ref: `${section}.${id}`,
    layer: ENGINE,
    span: BUILT_IN,
    reason,
    scope: { op: 'and', parts: within(...sets) },
    listed: sets,
    axes: [],
    cells: [{ severity: DENY, violation: 'NAVIGATION_DENIED', never: false, span: BUILT_IN }],
    obligations: [],
    escalate: null,
    publicSuffix: false,
    expires: null,
  };
}

/** Floors beside those of the first layer, where these leave an address open that is never reached. */
export function builtInFloors(first: PolicyDocument): readonly Entry[] {
  const open = NEVER_OPEN.filter((address) =>
    NAVIGATIONS.some((capability) => !first.floors.some((floor) => refuses(floor, capability, address))),
  );
  if (open.length === 0) return [];
  const reason = 'Link-local addresses and the metadata services of clouds are never reached.';
  return [
    entry('floors', 'engine-addresses', reason, [
      set('capability', ...NAVIGATIONS),
      set('addressClass', ...open),
    ]),
  ];
}

/** A table beside those of the first layer, where none of these speaks of address classes. */
export function builtInTables(first: PolicyDocument): readonly Entry[] {
  const speaks = first.defaults.some(
    ({ scope, axes }) =>
      axes.some(({ fact }) => fact === 'addressClass') ||
      setsOf(scope).some(({ fact }) => fact === 'addressClass'),
  );
  if (speaks) return [];
  const reason =
    'No table of the first layer speaks of address classes, so that only public addresses are open.';
  const sets = [set('capability', ...NAVIGATIONS), set('addressClass', ...OPEN_BY_NAME)];
  return [entry('defaults', 'engine-addresses', reason, sets)];
}

/** Whether a floor refuses every request with this capability at this class, whatever else it is. */
function refuses(floor: Entry, capability: string, address: AddressClass): boolean {
  const looks = [...setsOf(floor.scope).map(({ fact }) => fact), ...floor.axes.map(({ fact }) => fact)];
  if (looks.some((fact) => fact !== 'capability' && fact !== 'addressClass')) return false;
  if (!holdsFor(floor.scope, capability, address)) return false;
  let index = 0;
  for (const axis of floor.axes)
    index =
      index * axis.members.length +
      (axis.positions.get(axis.fact === 'capability' ? capability : address) ?? 0);
  return (floor.cells[index]?.severity ?? 0) >= DENY;
}

/** A scope that looks at these two facts alone. */
function holdsFor(scope: Condition, capability: string, address: AddressClass): boolean {
  switch (scope.op) {
    case 'in': {
      const value = scope.set.fact === 'capability' ? capability : address;
      return scope.set.kind === 'members' && scope.set.members.includes(value);
    }
    case 'and':
      return scope.parts.every((part) => holdsFor(part, capability, address));
    case 'or':
      return scope.parts.some((part) => holdsFor(part, capability, address));
    case 'not':
      return !holdsFor(scope.part, capability, address);
  }
}
