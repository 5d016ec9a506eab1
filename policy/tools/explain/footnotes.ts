// Where a cell of the matrix is not the whole answer: the reachable decisions over the facts that the matrix leaves open (what is
// acted on, where at the host, and when). INVARIANT: exact, from the compiled diagram; a cell without a footnote has one decision.
import { Budget, BudgetExceeded } from '#policy/collections/budget.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { Diagram } from '#policy/engine/space/diagram.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { FACT_NAMES, factsWith } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { Feasible } from '#policy/engine/compile/feasible.ts';
import { cellFactsOf } from './matrix.ts';
import type { MatrixGiven, MatrixNotes } from './matrix.ts';
import { DAY, HOST_INDEX, NEUTRAL_CLASS, dimensionName, factIndex } from '#policy/engine/space/space.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { boxesOf } from '#policy/tools/compare/boxes.ts';
import type { Box } from '#policy/tools/compare/boxes.ts';
import { regionInWords, regionOf } from '#policy/tools/compare/region.ts';
import type { Region } from '#policy/tools/compare/region.ts';

/** What a cell says nothing of. Every other fact is on an axis, given, or neutral. */
export const LEFT_OPEN: readonly FactName[] = factsWith('matrix', 'OPEN');
const OPEN: ReadonlySet<number> = new Set([...LEFT_OPEN.map(factIndex), DAY]);

type Footnote = {
  readonly number: number;
  readonly decision: BrowserDecision;
  /** `below /files`, `where port 8443`, `from 2027-01-01 on`. */
  readonly where: string;
  /** `rules.x, default.yaml:12:3` */
  readonly by: readonly string[];
};

/** More boxes of one decision than these are told as what is around them. */
const MAX_BOXES = 8;

/** Notes that are told one by one; of the others it is told what is decided. */
const MAX_NOTES = 100;
/** Values of a fact, places and entries in one note. */
const MAX_NAMED = 12;

/**
 * The marks of each cell, and what they stand for. `given`: as the matrix was asked for. `budget`: of cells to lay out.
 * Errors: `policy.too-large`.
 */
export function footnotesOf(
  policy: CompiledPolicy,
  given: MatrixGiven = {},
  budget: number = MAX_CELLS,
): Result<MatrixNotes> {
  try {
    return ok(notesOf(new Cells(policy, budget), given));
  } catch (thrown) {
    if (!(thrown instanceof BudgetExceeded)) throw thrown;
    const fact = dimensionName(thrown.fact);
    return fail('policy.too-large', `the footnotes of the matrix outgrow their budget, most by \`${fact}\``, {
      help: `name one host with \`--host\`, or fewer values of \`${fact}\` in the entries; \`ghost policy explain\` decides on one request`,
    });
  }
}

function notesOf(cells: Cells, given: MatrixGiven): MatrixNotes {
  const notes = new Map<string, Footnote>();
  const untold = new Map<BrowserDecision, { readonly number: number; readonly keys: Set<string> }>();
  const marks = cellFactsOf(given, (facts) => [
    ...new Set(
      cells.others(facts).map(({ decision, where, by }) => {
        const key = `${decision} ${where} ${by.join(', ')}`;
        const known = notes.get(key);
        if (known !== undefined) return known.number;
        if (notes.size < MAX_NOTES) {
          const number = notes.size + 1;
          notes.set(key, { number, decision, where, by });
          return number;
        }
        const more = untold.get(decision) ?? { number: MAX_NOTES + untold.size + 1, keys: new Set() };
        untold.set(decision, more);
        more.keys.add(key);
        return more.number;
      }),
    ),
  ]);
  const rest = [...untold].map(([decision, { number, keys }]) => ({
    number,
    decision,
    where: `and ${keys.size} more, which \`ghost policy explain\` tells`,
    by: [],
  }));
  return { list: [...notes.values(), ...rest], marks };
}

const firstOf = (words: readonly string[]): readonly string[] =>
  words.length <= MAX_NAMED ? words : [...words.slice(0, MAX_NAMED), `and ${words.length - MAX_NAMED} more`];

class Cells {
  readonly #policy: CompiledPolicy;
  readonly #diagram: Diagram;
  readonly #feasible: Feasible;
  readonly #either: (id: NodeId, feasible: NodeId) => NodeId;

  constructor(policy: CompiledPolicy, budget: number) {
    this.#policy = policy;
    this.#diagram = new Diagram(policy.space, new Budget(budget));
    this.#feasible = new Feasible(policy.space, this.#diagram);
    // What cannot be asked counts as what the cell says: 0.
    this.#either = this.#diagram.combine((value, feasible) => (feasible === 0 ? 0 : value));
  }

  /** Where the decision is another than with these facts, the open ones neutral. */
  others(facts: PolicyFacts): readonly Omit<Footnote, 'number'>[] {
    const { decision } = this.#policy.decide(facts);
    const own = 1 + severityOf(decision);
    const host = this.#policy.space.hosts.classOf(facts.host);
    const all = this.#either(
      this.#at(this.#policy.diagram, this.#policy.decisionNode, facts, (value) => {
        const severity = 1 + this.#policy.outcomes.severity(value);
        return severity === own ? 0 : severity;
      }),
      this.#at(this.#diagram, this.#feasible.at(host), facts, (value) => value),
    );
    return boxesOf(this.#diagram, all, this.#policy.space, { maxBoxes: MAX_BOXES }).map((box) =>
      this.#note(facts, all, box),
    );
  }

  #note(facts: PolicyFacts, root: NodeId, box: Box): Omit<Footnote, 'number'> {
    const { space } = this.#policy;
    const region = regionOf(box.sets, space);
    const classes = box.exact
      ? box.sets.map((set) =>
          set === null ? -1 : set.includes(NEUTRAL_CLASS) ? NEUTRAL_CLASS : (set[0] ?? 0),
        )
      : [
          ...(this.#diagram.find(
            root,
            () => true,
            (value) => box.values.has(value),
          )?.classes ?? []),
        ];
    const asked: Record<string, unknown> = { ...facts };
    for (const [fact, name] of FACT_NAMES.entries())
      if ((classes[fact] ?? -1) >= 0) asked[name] = space.witness(fact, classes[fact] ?? 0);
    const day = classes[DAY] ?? -1;
    const on = day < 0 ? this.#policy : this.#policy.on(space.days.firstOf(day) ?? this.#policy.today);
    const because = on.decide({ ...facts, ...asked }).because;
    // 1 and the severity: see `others`.
    const [value = 0] = box.values;
    return {
      decision: BROWSER_DECISIONS[value - 1] ?? 'DENY',
      where: `${box.exact ? '' : 'somewhere '}${placeInWords(region)}`,
      by: firstOf(because.map(({ entry, at }) => `${entry}, ${at}`)),
    };
  }

  /** A function of the open facts alone, from today on. */
  #at(from: Diagram, root: NodeId, facts: PolicyFacts, value: (leaf: number) => number): NodeId {
    const { space, todayClass } = this.#policy;
    const known = new Map<NodeId, NodeId>();
    const classOf = (fact: number): number => {
      const name = FACT_NAMES[fact] ?? 'host';
      return fact === HOST_INDEX ? space.hosts.classOf(facts.host) : space.classOf(fact, facts[name]);
    };
    const walk = (id: NodeId): NodeId => {
      if (id < 0) return leaf(value(leafValue(id)));
      const done = known.get(id);
      if (done !== undefined) return done;
      const fact = from.factOf(id);
      const made = !OPEN.has(fact)
        ? walk(from.childAt(id, classOf(fact)))
        : this.#diagram.branch(fact, from.startsOf(id), (index) =>
            walk(from.childAt(id, fact === DAY ? Math.max(index, todayClass) : index)),
          );
      known.set(id, made);
      return made;
    };
    return walk(root);
  }
}

/** The address below which, the facts with which, and the days on which. */
function placeInWords({ path = [], pathAmbiguous = [], day = [], ...rest }: Region): string {
  const below = firstOf(path.filter((one) => one !== 'any').map(String));
  const plain = pathAmbiguous.length === 1 && pathAmbiguous[0] === false;
  const facts = {
    // That a path is plain goes without saying where one is named.
    ...(pathAmbiguous.length > 0 && !(plain && below.length > 0) ? { pathAmbiguous } : {}),
    ...rest,
  };
  const words = regionInWords(facts, firstOf);
  return [
    ...(below.length === 0
      ? []
      : [
          path.includes('any')
            ? below.join(', ').replaceAll('not ', 'not below ')
            : `below ${below.join(', ')}`,
        ]),
    ...(words === '' ? [] : [`where ${words}`]),
    ...firstOf(day.map(String)),
  ].join(' ');
}
