// The policy as JSON Logic: an expression for every entry, and one for the decision. Only operators that any JSON Logic
// library has: hosts compare by `==` and by their last characters. Held against the tables in tests; never a second path.
import { foldedPatterns } from '#policy/engine/documents/condition.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { Layer } from '#policy/engine/layers/stack.ts';
import { CONDITIONS_MET, FOLDED_PATHS, SPACED, conditionIn, derivedTexts } from './derived-texts.ts';
import { BROWSER_DECISIONS, VOCABULARY_ID } from '#policy/language/vocabulary.ts';

/** Stands for "no delegation": more than any severity. */
const NO_GRANT_SEVERITY = 9;
const SILENT_SEVERITY = -1;

/** Plain JSON. `decision` gives ALLOW, ESCALATE, DENY or ABORT for a total record of facts. */
export function exportJsonLogic(policy: CompiledPolicy): Readonly<Record<string, unknown>> {
  const { layers } = policy.stack;
  const floors = layers.flatMap((layer) => layer.floors);
  const steps = layers.map((layer) => {
    const rules = most(layer.rules, firmOf);
    const own =
      layer.defaults.length === 0
        ? rules
        : first([rules, most(layer.defaults, firmOf)], { '>=': [current(0), 0] }, current(0), current(1));
    return [own, least(layer.delegate), tightOf(layer, rules)];
  });
  const reach = { min: [{ var: 'accumulator.0' }, { var: 'accumulator.1' }] };
  const fold = {
    reduce: [
      steps,
      [
        {
          max: [
            { if: [{ '<': [current(0), 0] }, { var: 'accumulator.0' }, { max: [current(0), reach] }] },
            current(2),
          ],
        },
        { min: [{ var: 'accumulator.1' }, { max: [current(1), reach] }] },
      ],
      [SILENT_SEVERITY, NO_GRANT_SEVERITY],
    ],
  };
  const base = { reduce: [[fold], current(0), 0] };
  const severity = { max: [base, 0, ...floors.map((entry) => said(entry, SILENT_SEVERITY))] };
  const derived = derivedTexts(policy.stack.entries);
  return {
    vocabulary: VOCABULARY_ID,
    policy: policy.layers,
    semantic: policy.semanticHash,
    facts: Object.fromEntries(FACT_NAMES.map((fact) => [fact, FACTS[fact].kind])),
    ...(Object.keys(derived).length > 0 ? { derived } : {}),
    entries: policy.stack.entries.map((entry) => ({
      entry: entry.ref,
      layer: entry.layer,
      decision: entry.axes.length === 0 ? BROWSER_DECISIONS[entry.cells[0]?.severity ?? 2] : null,
      matches: conditionLogic(entry.scope),
      /** ALLOW 0, ESCALATE 1, DENY 2, ABORT 3; -1 where it does not speak. */
      severity: said(entry, SILENT_SEVERITY),
    })),
    decision: {
      reduce: [
        [severity],
        {
          if: BROWSER_DECISIONS.flatMap((decision, index) =>
            index === 3 ? [decision] : [{ '==': [{ var: 'current' }, index] }, decision],
          ),
        },
        null,
      ],
    },
  };
}

const current = (index: number): unknown => ({ var: `current.${index}` });
/** Works out a pair once, and looks at it. */
const first = (pair: unknown, test: unknown, yes: unknown, no: unknown): unknown => ({
  reduce: [[pair], { if: [test, yes, no] }, null],
});

const firmOf = (entry: Entry): Condition => entry.firm ?? entry.scope;
const isSoft = (entry: Entry): boolean => entry.firm !== undefined;

/** What of a layer tightens wherever it speaks: its rules, and its tables where none of its rules replaces them. */
function tightOf(layer: Layer, rules: unknown): unknown {
  const [ofRules, ofTables] = [most(layer.rules.filter(isSoft)), most(layer.defaults.filter(isSoft))];
  if (ofTables === SILENT_SEVERITY) return ofRules;
  const tables = first([rules, ofTables], { '>=': [current(0), 0] }, SILENT_SEVERITY, current(1));
  return ofRules === SILENT_SEVERITY ? tables : { max: [ofRules, tables] };
}

const most = (
  entries: readonly Entry[],
  where: (entry: Entry) => Condition = (entry) => entry.scope,
): unknown =>
  entries.length === 0
    ? SILENT_SEVERITY
    : { max: entries.map((entry) => said(entry, SILENT_SEVERITY, where(entry))) };
const least = (entries: readonly Entry[]): unknown =>
  entries.length === 0 ? NO_GRANT_SEVERITY : { min: entries.map((entry) => said(entry, NO_GRANT_SEVERITY)) };

/** The severity of an entry, or `otherwise` outside its scope. */
function said(entry: Entry, otherwise: number, where: Condition = entry.scope): unknown {
  const cell = cellLogic(entry, 0, 0);
  const scope = conditionLogic(where);
  return scope === true ? cell : { if: [scope, cell, otherwise] };
}

function cellLogic(entry: Entry, depth: number, base: number): unknown {
  const axis = entry.axes[depth];
  if (axis === undefined) return entry.cells[base]?.severity ?? 2;
  const groups = new Map<string, { readonly logic: unknown; readonly values: (string | boolean)[] }>();
  for (const [value, position] of axis.positions) {
    const logic = cellLogic(entry, depth + 1, base * axis.members.length + position);
    const key = JSON.stringify(logic);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { logic, values: [value] });
    else known.values.push(value);
  }
  const list = [...groups.values()];
  const last = list.at(-1);
  if (last === undefined) return 2;
  const branches = list.slice(0, -1).flatMap(({ logic, values }) => [members(axis.fact, values), logic]);
  return branches.length === 0 ? last.logic : { if: [...branches, last.logic] };
}

function conditionLogic(condition: Condition): unknown {
  switch (condition.op) {
    case 'in':
      return setLogic(condition.set);
    case 'and':
      return joined('and', condition.parts.map(conditionLogic));
    case 'or':
      return joined('or', condition.parts.map(conditionLogic));
    case 'not':
      return { '!': [conditionLogic(condition.part)] };
  }
}

function joined(op: 'and' | 'or', parts: readonly unknown[]): unknown {
  if (parts.length === 0) return op === 'and';
  return parts.length === 1 ? parts[0] : { [op]: parts };
}

/** `/a` itself, or what begins with `/a/`. */
function pathLogic(fact: unknown, pattern: string): unknown {
  if (pattern === '/') return { '!==': [fact, ''] };
  return {
    or: [{ '===': [fact, pattern] }, { '===': [{ substr: [fact, 0, pattern.length + 1] }, `${pattern}/`] }],
  };
}

function setLogic(set: ValueSet): unknown {
  const fact = { var: set.fact };
  switch (set.kind) {
    case 'members':
      return members(set.fact, set.members);
    case 'hosts':
      return joined(
        'or',
        set.patterns.map(({ host, below }) =>
          below ? { '===': [{ substr: [fact, -(host.length + 1)] }, `.${host}`] } : { '===': [fact, host] },
        ),
      );
    case 'keyed':
    case 'networks':
      return met(set);
    case 'paths':
      if (conditionIn(set) !== null) return met(set);
      return joined(
        'or',
        foldedPatterns(set).map((pattern) =>
          pathLogic(set.folding === undefined ? fact : { var: FOLDED_PATHS[set.folding] }, pattern),
        ),
      );
    case 'words':
      return joined(
        'or',
        set.phrases.map((phrase) => ({ in: [` ${phrase} `, { var: SPACED[set.fact] }] })),
      );
    case 'ranges':
      return joined(
        'or',
        set.ranges.map(([low, high]) =>
          low === high ? { '===': [fact, low] } : { '<=': [low, fact, high] },
        ),
      );
  }
}

const met = (set: ValueSet): unknown => ({ in: [`|${conditionIn(set) ?? ''}|`, { var: CONDITIONS_MET }] });

const members = (fact: string, values: readonly (string | boolean)[]): unknown =>
  values.length === 1 ? { '===': [{ var: fact }, values[0]] } : { in: [{ var: fact }, [...values]] };
