// The policy as Cedar: three actions a request may be granted (`allow`, `ask`, `refuse`), each by permits and forbids, and a
// schema. INVARIANT: never milder. What Cedar cannot say is listed in comments; where it concerns decisions the Cedar text
// is stricter.
import { foldedPatterns } from '#policy/engine/documents/condition.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compile.ts';
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import type { Severity, Entry } from '#policy/engine/documents/document.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { FOLDED_PATHS, SPACED_WORDS, derivedTexts } from './derived-texts.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';

/** An action is permitted where the decision is at most this severe. */
const ACTIONS = [
  ['allow', 0],
  ['ask', 1],
  ['refuse', 2],
] as const satisfies readonly (readonly [string, Severity])[];

type Limit = Severity;

export function exportCedar(policy: CompiledPolicy): { readonly policies: string; readonly schema: string } {
  const { layers } = policy.stack;
  const statements = ACTIONS.flatMap(([action, limit]) => [
    `// ${action}: the decision is at most ${['ALLOW', 'ESCALATE', 'DENY'][limit] ?? ''}`,
    ...layers.flatMap((layer, index) => {
      const strict = layer.rules.filter((unit) => severityOf(unit) > limit);
      const mild = layer.rules.filter((unit) => severityOf(unit) <= limit);
      const speaks = or(layer.rules.map((unit) => expression(unit.firm ?? unit.scope)));
      const tables = layer.defaults.map((unit) => [unit, beyond(unit, limit)] as const);
      return [
        ...strict.map((unit) => statement('forbid', action, unit.ref, unit, expression(unit.scope))),
        ...(index === 0
          ? [
              statement(
                'permit',
                action,
                `${unitName(layer.document.id)}.defaults`,
                null,
                not(or(tables.map(([, test]) => test))),
              ),
              ...mild.map((unit) =>
                statement('permit', action, unit.ref, unit, expression(unit.firm ?? unit.scope)),
              ),
            ]
          : tables.map(([unit, test]) =>
              statement('forbid', action, unit.ref, unit, and([test, not(speaks)])),
            )),
        ...layer.floors.map((unit) => statement('forbid', action, unit.ref, unit, beyond(unit, limit))),
      ];
    }),
  ]);
  return {
    policies: [...head(policy), ...statements.filter((one) => one !== '')].join('\n'),
    schema: schema(derivedTexts(policy.stack.units)),
  };
}

const severityOf = (unit: Entry): Severity => unit.cells[0]?.severity ?? 2;
const unitName = (id: string): string => id.replaceAll('"', '');

function head(policy: CompiledPolicy): readonly string[] {
  const { layers } = policy.stack;
  const unsaid = layers.flatMap((layer) => {
    const units = [...layer.floors, ...layer.rules, ...layer.defaults];
    return [
      ...layer.delegate.map(
        (unit) => `${unit.ref}: Cedar cannot relax a forbid; a layer below gets nothing here (stricter)`,
      ),
      ...units
        .filter((unit) => unit.obligations.length > 0)
        .map((unit) => `${unit.ref}: obligations ${unit.obligations.join(', ')}`),
      ...units
        .filter((unit) => unit.escalate !== null)
        .map((unit) => `${unit.ref}: who is asked, and for how long`),
      ...layer.document.rules
        .filter((unit) => unit.expires !== null)
        .map((unit) =>
          layer.rules.includes(unit)
            ? `${unit.ref}: ends on ${unit.expires}; Cedar has no clock`
            : `${unit.ref}: has ended on ${unit.expires} and is left out`,
        ),
      ...layer.document.invariants.map(
        (one) => `invariants.${one.id}: a claim about all requests; it was proved before this export`,
      ),
    ];
  });
  const always = policy.stack.duties;
  return [
    `// ${policy.layers.join(' > ')}, ${VOCABULARY_ID}, ${policy.semanticHash}`,
    '// Exported for comparison; the compiled tables decide. ALLOW: `allow` is permitted. ESCALATE: `ask` is and `allow` is not.',
    '// DENY: `refuse` is and `ask` is not. ABORT: none is.',
    '// Requests carry every fact in `context`; Cedar skips a policy that errs on a missing one: validate requests.',
    '// What Cedar does not say:',
    '//   violation types and reasons of a decision, embedded tests',
    ...(always.length === 0 ? [] : [`//   obligations of every decision: ${always.join(', ')}`]),
    ...unsaid.map((line) => `//   ${line}`),
    '',
  ];
}

function statement(
  effect: 'permit' | 'forbid',
  action: string,
  name: string,
  unit: Entry | null,
  test: string,
): string {
  if (test === 'false') return '';
  const layer = unit === null ? '' : `${unit.layer} `;
  const when = test === 'true' ? '' : ` when {\n  ${test}\n}`;
  return `@id(${quote(`${action} ${layer}${name}`)})\n${effect} (principal, action == Action::"${action}", resource)${when};\n`;
}

/** Whether a unit speaks and is more severe than the limit. */
function beyond(unit: Entry, limit: Limit): string {
  return and([expression(unit.scope), cells(unit, 0, 0, limit)]);
}

function cells(unit: Entry, depth: number, base: number, limit: Limit): string {
  const axis = unit.axes[depth];
  if (axis === undefined) return (unit.cells[base]?.severity ?? 2) > limit ? 'true' : 'false';
  const groups = new Map<string, (string | boolean)[]>();
  for (const [value, position] of axis.positions) {
    const inner = cells(unit, depth + 1, base * axis.members.length + position, limit);
    groups.set(inner, [...(groups.get(inner) ?? []), value]);
  }
  const [only] = groups.keys();
  if (groups.size === 1 && only !== undefined) return only;
  return or([...groups].map(([inner, values]) => and([oneOf(axis.fact, values), inner])));
}

function expression(condition: Condition): string {
  switch (condition.op) {
    case 'in':
      return setExpression(condition.set);
    case 'and':
      return and(condition.parts.map(expression));
    case 'or':
      return or(condition.parts.map(expression));
    case 'not':
      return not(expression(condition.part));
  }
}

function setExpression(set: ValueSet): string {
  const fact = `context.${set.fact}`;
  switch (set.kind) {
    case 'members':
      return oneOf(set.fact, set.members);
    case 'hosts':
      return or(
        set.patterns.map(({ host, below }) =>
          below ? `${fact} like ${quote(`*.${host}`)}` : `${fact} == ${quote(host)}`,
        ),
      );
    case 'paths': {
      const text = set.folding === undefined ? fact : `context.${FOLDED_PATHS[set.folding]}`;
      return or(
        foldedPatterns(set).flatMap((pattern) =>
          pattern === '/'
            ? [`${text} != ""`]
            : [`${text} == ${quote(pattern)}`, `${text} like ${quote(`${pattern}/*`)}`],
        ),
      );
    }
    case 'words':
      return or(set.phrases.map((phrase) => `context.${SPACED_WORDS} like ${quote(`* ${phrase} *`)}`));
    case 'ranges':
      return or(
        set.ranges.map(([low, high]) =>
          low === high ? `${fact} == ${low}` : `(${fact} >= ${low} && ${fact} <= ${high})`,
        ),
      );
  }
}

function oneOf(fact: string, values: readonly (string | boolean)[]): string {
  const words = values.map((value) => (typeof value === 'string' ? quote(value) : String(value)));
  if (words.length === 1) return `context.${fact} == ${words[0]}`;
  return words.length === 0 ? 'false' : `[${words.join(', ')}].contains(context.${fact})`;
}

function and(parts: readonly string[]): string {
  const open = parts.filter((part) => part !== 'true');
  if (open.includes('false')) return 'false';
  return open.length === 0 ? 'true' : open.length === 1 ? (open[0] ?? '') : `(${open.join(' && ')})`;
}

function or(parts: readonly string[]): string {
  const open = parts.filter((part) => part !== 'false');
  if (open.includes('true')) return 'true';
  return open.length === 0 ? 'false' : open.length === 1 ? (open[0] ?? '') : `(${open.join(' || ')})`;
}

function not(part: string): string {
  if (part === 'true' || part === 'false') return part === 'true' ? 'false' : 'true';
  return `!(${part})`;
}

const quote = (text: string): string => JSON.stringify(text);

function schema(derived: Readonly<Record<string, string>>): string {
  const facts = FACT_NAMES.map((fact) => {
    const { kind } = factSpec(fact);
    return `  ${fact}: ${kind === 'boolean' ? 'Bool' : kind === 'integer' ? 'Long' : 'String'},`;
  });
  const names = ACTIONS.map(([action]) => `"${action}"`).join(', ');
  return [
    `// ${VOCABULARY_ID}`,
    'entity Agent;',
    'entity Browser;',
    'type Facts = {',
    ...facts,
    ...Object.entries(derived).flatMap(([name, meaning]) => [`  // ${meaning}`, `  ${name}: String,`]),
    '};',
    `action ${names} appliesTo { principal: [Agent], resource: [Browser], context: Facts };`,
  ].join('\n');
}
