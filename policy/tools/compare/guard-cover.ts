// Whether some floors hold all that others held, exactly: each side alone above a policy that allows everything, compared
// request by request as two policies are. Invariants are compared as the floors that would enforce them.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { MAX_CELLS, layOut } from '#policy/engine/compile/layout.ts';
import { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Invariant, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { changesBetween, refine } from './refinement.ts';
import { deciderTables } from '#policy/engine/deciding/decide.ts';
import { atOnce } from '#policy/collections/turns.ts';

/** What a floor says: without its name, reason and place. */
export const contentOf = ({ scope, axes, cells, obligations, escalate }: Entry): string =>
  JSON.stringify({
    scope,
    axes: axes.map(({ name, members }) => [name, members]),
    cells: cells.map(({ severity }) => severity),
    obligations,
    escalate,
  });

export const invariantContent = (one: Invariant): string => JSON.stringify({ ...one, id: '', span: null });

/** A day on which nothing has expired: floors never do. */
const ANY_DAY = '2000-01-01';

/** Whether on some request less holds by the floors of `after` than by those of `before`. What cannot be proved is. */
export function weakens(
  document: PolicyDocument,
  before: readonly Entry[],
  after: readonly Entry[],
): boolean {
  try {
    const [old, now] = [alone(document, before), alone(document, after)];
    if (old === null || now === null) return true;
    const common = refine(old, now, MAX_CELLS);
    const { changes, decisions } = changesBetween(common);
    const looser = (change: number): boolean => changes.at(change)?.direction === 'LOOSENED';
    return common.diagram.find(decisions, () => true, looser) !== null;
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    return true;
  }
}

/** A policy that has these floors, and allows whatever they do not hold. */
function alone(document: PolicyDocument, floors: readonly Entry[]): CompiledPolicy | null {
  const layer: PolicyDocument = {
    ...document,
    extends: null,
    defaults: [openTable(document)],
    floors: floors.map((one, index) => ({ ...one, layer: document.id, ref: `floors.${index}` })),
    rules: [],
    delegate: [],
    always: [],
    after: [],
    invariants: [],
    tests: [],
    accepted: [],
  };
  const laid = layOut([layer], { today: ANY_DAY });
  if (!laid.ok) return null;
  const tables = atOnce(deciderTables(laid.value));
  return new CompiledPolicy({ ...laid.value, semanticHash: '', tables }, [layer]);
}

const openTable = ({ id, span }: PolicyDocument): Entry => ({
  section: 'defaults',
  id: 'open',
  ref: 'defaults.open',
  layer: id,
  span,
  reason: '',
  scope: { op: 'and', parts: [] },
  listed: [],
  axes: [],
  cells: [{ severity: 0, violation: 'CAPABILITY_DENIED', never: false, span }],
  obligations: [],
  escalate: null,
  publicSuffix: false,
  expires: null,
});

export const invariantFloor = (
  document: PolicyDocument,
  { over, severity, span, id }: Extract<Invariant, { kind: 'at-least' }>,
): Entry => ({
  ...openTable(document),
  section: 'floors',
  id,
  ref: `floors.${id}`,
  scope: { op: 'and', parts: over.map((set) => ({ op: 'in', set })) },
  cells: [{ severity, violation: 'CAPABILITY_DENIED', never: false, span }],
});
