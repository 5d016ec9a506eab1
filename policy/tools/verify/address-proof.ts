// By whom addresses of one's own network are reached: the entries that name their classes, and nobody else, which is proved.
// INVARIANT: what is proved is the policy without those entries; if anything else opened such an address, it would still be open.
import { BUILT_IN, OPEN_BY_NAME, set } from '#policy/engine/documents/built-in-addresses.ts';
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { Cell, Invariant, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { DENY, positionsOn } from '#policy/engine/documents/document.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';

/** No act goes to this machine or its network. */
export const OWN_ADDRESSES: Extract<Invariant, { kind: 'at-least' }> = {
  kind: 'at-least',
  id: 'addresses',
  severity: DENY,
  decision: decisionOf(DENY),
  over: [set('capability', ...NAVIGATIONS), set('addressClass', ...OPEN_BY_NAME)],
  span: BUILT_IN,
};

export type ReachedByName = {
  /** The layers without the entries that name these classes. */
  readonly closed: readonly PolicyDocument[];
  readonly says: string;
};

export function reachedByName(documents: readonly PolicyDocument[]): ReachedByName {
  const named: string[] = [];
  const withoutNamed = (list: readonly Entry[]): readonly Entry[] =>
    list.filter((entry) => {
      const opens = entry.cells.some(({ severity }) => severity < DENY) && namesOwn(entry);
      if (opens) named.push(entry.ref);
      return !opens;
    });
  const closed = documents.map((document): PolicyDocument => ({
    ...document,
    rules: withoutNamed(document.rules),
    delegate: withoutNamed(document.delegate),
    defaults: document.defaults.map((table) => {
      const shut = shutTable(table);
      if (shut !== table) named.push(table.ref);
      return shut;
    }),
  }));
  const says =
    named.length === 0
      ? 'no entry reaches private or loopback addresses'
      : `private and loopback addresses are reached only by ${[...new Set(named)].join(', ')}, which ${named.length === 1 ? 'names' : 'name'} them`;
  return { closed, says };
}

const namesOwn = (entry: Entry): boolean =>
  setsOf(entry.scope).some(
    (one) =>
      one.fact === 'addressClass' &&
      one.kind === 'members' &&
      OPEN_BY_NAME.some((member) => one.members.includes(member)),
  );

/** The table itself where it opens none of these classes. */
function shutTable(table: Entry): Entry {
  const at = table.axes.findIndex(({ fact }) => fact === 'addressClass');
  const axis = table.axes[at];
  const positionOf = positionsOn(table.axes, at);
  const own = new Set(OPEN_BY_NAME.map((one) => axis?.positions.get(one)));
  const isOwn = (index: number): boolean =>
    axis === undefined ? namesOwn(table) : own.has(positionOf(index));
  if (!table.cells.some(({ severity }, index) => severity < DENY && isOwn(index))) return table;
  const cells = table.cells.map((cell, index): Cell =>
    isOwn(index) && cell.severity < DENY ? { ...cell, severity: DENY } : cell,
  );
  return { ...table, cells };
}
