// Would a mistake be noticed? Every entry is dropped and loosened, every cell loosened, one at a time. A mutant is killed when
// it does not load (an invariant, an embedded test) or a test fails; one that decides exactly alike is no mutant. INVARIANT: the
// interpreter, which is the meaning of a policy, may say that a test fails; that none does, only the compiled policy says.
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Cell, PolicyDocument, Severity, Entry } from '#policy/engine/documents/document.ts';
import type { Span } from '#policy/language/failure.ts';
import { atOnce } from '#policy/collections/turns.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import { stackInTurns } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Expectation } from './expectation.ts';
import { cellName, wordOf } from './coverage.ts';

export type Mutants = {
  readonly total: number;
  readonly killed: number;
  /** Changes that leave every decision, and what layers below could get, as they are: proved, and not counted. */
  readonly equivalent: number;
  readonly survivors: readonly { readonly what: string; readonly span: Span }[];
};

type Mutant = {
  readonly what: string;
  readonly span: Span;
  readonly document: PolicyDocument;
  /** Whether the entry or the cell that was changed speaks of a request. */
  readonly speaksOf: (facts: PolicyFacts) => boolean;
};

type Asked = Pick<Expectation, 'facts' | 'expect'>;

/**
 * `named`: the layers that are changed, among `layers`. `asked`: what tests ask and expect; `fails`: whether one of all tests fails on
 * a policy.
 */
export function tryMutants(
  original: CompiledPolicy,
  layers: readonly PolicyDocument[],
  named: readonly PolicyDocument[],
  today: string,
  asked: readonly Asked[],
  fails: (policy: CompiledPolicy) => boolean,
): Mutants {
  let [killed, equivalent] = [0, 0];
  const survivors: { what: string; span: Span }[] = [];
  for (const document of named) {
    // The layers above it stay as they are: compiled once.
    const above = layers.slice(0, Math.max(0, layers.indexOf(document)));
    const upper = above.length === 0 ? null : compilePolicy(above, { today });
    for (const mutant of mutantsOf(document)) {
      const changed = layers.map((layer) => withoutHash(layer === document ? mutant.document : layer));
      // To compile one takes a hundred times as long as to ask what its tests ask.
      const compiled =
        !isTotal(changed) || isNoticed(mutant, changed, today, asked)
          ? null
          : compilePolicy(changed, { today }, upper?.ok === true ? upper.value : null);
      if (compiled?.ok !== true) killed++;
      else if (compiled.value.hashFromToday === original.hashFromToday) equivalent++;
      else if (fails(compiled.value)) killed++;
      else survivors.push({ what: mutant.what, span: mutant.span });
    }
  }
  return { total: killed + survivors.length, killed, equivalent, survivors };
}

/** What the loader refuses as `policy.incomplete-table`: a first layer without a table for every request. */
const isTotal = (layers: readonly PolicyDocument[]): boolean =>
  layers[0]?.defaults.some((entry) => entry.listed.length === 0) === true;

/** Whether a test that the change reaches gets another decision. One that decides exactly alike gives none. */
function isNoticed(
  { speaksOf }: Mutant,
  changed: readonly PolicyDocument[],
  today: string,
  asked: readonly Asked[],
): boolean {
  const reached = asked.filter(({ facts }) => speaksOf(facts));
  if (reached.length === 0) return false;
  const stack = atOnce(stackInTurns(changed, today));
  return (
    stack.ok &&
    reached.some(({ facts, expect }) => decisionOf(interpret(stack.value, facts).severity) !== expect)
  );
}

/** A mutant of a parent would otherwise be refused for its hash, and nothing learnt. */
const withoutHash = (document: PolicyDocument): PolicyDocument =>
  document.extends === null ? document : { ...document, extends: { ...document.extends, hash: null } };

function mutantsOf(document: PolicyDocument): readonly Mutant[] {
  const of = (
    { what, span, speaksOf }: Omit<Mutant, 'document'>,
    edit: (entry: Entry) => Entry | null,
  ): Mutant => {
    const entries = (list: readonly Entry[]): readonly Entry[] => list.flatMap((entry) => edit(entry) ?? []);
    return {
      what,
      span,
      speaksOf,
      document: {
        ...document,
        defaults: entries(document.defaults),
        floors: entries(document.floors),
        rules: entries(document.rules),
        delegate: entries(document.delegate),
      },
    };
  };
  const written = [...document.defaults, ...document.floors, ...document.rules, ...document.delegate].filter(
    (entry) => entry.section !== 'never',
  );
  return written.flatMap((entry) => {
    // The floor behind the NEVER cells of a table.
    const behind =
      entry.axes.length === 0
        ? undefined
        : document.floors.find((other) => other.section === 'never' && other.id === entry.id);
    const own = (other: Entry): boolean => other === entry || other === behind;
    const dropped = of(
      { what: `${entry.ref} dropped`, span: entry.span, speaksOf: (facts) => cellAt(entry, facts) !== null },
      (other) => (own(other) ? null : other),
    );
    const loosened = entry.cells.flatMap((cell, index) =>
      looser(cell).map((to) => {
        const what = [entry.ref, cellName(entry, index), `${wordOf(cell)} -> ${decisionOf(to)}`];
        const about: Omit<Mutant, 'document'> = {
          what: what.filter((word) => word !== '').join(' '),
          span: cell.span,
          speaksOf: (facts) => cellAt(entry, facts) === cell,
        };
        return of(about, (other) => {
          if (!own(other)) return other;
          const severity = other === behind ? 0 : to;
          const cells = other.cells.map((one, at) =>
            at === index ? { ...one, severity, never: false } : one,
          );
          return { ...other, cells };
        });
      }),
    );
    return [dropped, ...loosened];
  });
}

/** One step less; NEVER to DENY, which a lower layer may relax, and on. */
function looser(cell: Cell): readonly Severity[] {
  if (cell.never) return [2, 1];
  switch (cell.severity) {
    case 3:
      return [2];
    case 2:
      return [1];
    case 1:
      return [0];
    case 0:
      return [];
  }
}
