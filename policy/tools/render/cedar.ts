// The policy as Cedar: three actions a request may be granted (`allow`, `ask`, `refuse`), each by permits and forbids, and a
// schema. INVARIANT: never milder. What Cedar cannot say is listed in comments; where it concerns decisions the Cedar text
// is stricter.
import { foldedPatterns } from '#policy/engine/documents/condition.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import type { Severity, Entry } from '#policy/engine/documents/document.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { CONDITIONS_MET, FOLDED_PATHS, SPACED, conditionIn, derivedTexts } from './derived-texts.ts';
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
      const strict = layer.rules.filter((entry) => severityOf(entry) > limit);
      const mild = layer.rules.filter((entry) => severityOf(entry) <= limit);
      const speaks = or(layer.rules.map((entry) => expression(entry.firm ?? entry.scope)));
      const tables = layer.defaults.map((entry) => [entry, beyond(entry, limit)] as const);
      return [
        ...strict.map((entry) => statement('forbid', action, entry.ref, entry, expression(entry.scope))),
        ...(index === 0
          ? [
              statement(
                'permit',
                action,
                `${entryName(layer.document.id)}.defaults`,
                null,
                not(or(tables.map(([, test]) => test))),
              ),
              ...mild.map((entry) =>
                statement('permit', action, entry.ref, entry, expression(entry.firm ?? entry.scope)),
              ),
            ]
          : tables.map(([entry, test]) =>
              statement('forbid', action, entry.ref, entry, and([test, not(speaks)])),
            )),
        ...layer.floors.map((entry) => statement('forbid', action, entry.ref, entry, beyond(entry, limit))),
      ];
    }),
  ]);
  return {
    policies: [...head(policy), ...statements.filter((one) => one !== '')].join('\n'),
    schema: schema(derivedTexts(policy.stack.entries)),
  };
}

const severityOf = (entry: Entry): Severity => entry.cells[0]?.severity ?? 2;
const entryName = (id: string): string => id.replaceAll('"', '');

function head(policy: CompiledPolicy): readonly string[] {
  const { layers } = policy.stack;
  const unsaid = layers.flatMap((layer) => {
    const entries = [...layer.floors, ...layer.rules, ...layer.defaults];
    return [
      ...layer.delegate.map(
        (entry) => `${entry.ref}: Cedar cannot relax a forbid; a layer below gets nothing here (stricter)`,
      ),
      ...entries
        .filter((entry) => entry.obligations.length > 0)
        .map((entry) => `${entry.ref}: obligations ${entry.obligations.join(', ')}`),
      ...entries
        .filter((entry) => entry.escalate !== null)
        .map((entry) => `${entry.ref}: who is asked, and for how long`),
      ...layer.document.rules
        .filter((entry) => entry.expires !== null)
        .map((entry) =>
          layer.rules.includes(entry)
            ? `${entry.ref}: ends on ${entry.expires}; Cedar has no clock`
            : `${entry.ref}: has ended on ${entry.expires} and is left out`,
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
  entry: Entry | null,
  test: string,
): string {
  if (test === 'false') return '';
  const layer = entry === null ? '' : `${entry.layer} `;
  const when = test === 'true' ? '' : ` when {\n  ${test}\n}`;
  return `@id(${quote(`${action} ${layer}${name}`)})\n${effect} (principal, action == Action::"${action}", resource)${when};\n`;
}

/** Whether an entry speaks and is more severe than the limit. */
function beyond(entry: Entry, limit: Limit): string {
  return and([expression(entry.scope), cells(entry, 0, 0, limit)]);
}

function cells(entry: Entry, depth: number, base: number, limit: Limit): string {
  const axis = entry.axes[depth];
  if (axis === undefined) return (entry.cells[base]?.severity ?? 2) > limit ? 'true' : 'false';
  const groups = new Map<string, (string | boolean)[]>();
  for (const [value, position] of axis.positions) {
    const inner = cells(entry, depth + 1, base * axis.members.length + position, limit);
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
    case 'keyed':
    case 'networks':
      return met(set);
    case 'paths': {
      if (conditionIn(set) !== null) return met(set);
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
      return or(set.phrases.map((phrase) => `context.${SPACED[set.fact]} like ${quote(`* ${phrase} *`)}`));
    case 'ranges':
      return or(
        set.ranges.map(([low, high]) =>
          low === high ? `${fact} == ${low}` : `(${fact} >= ${low} && ${fact} <= ${high})`,
        ),
      );
  }
}

const met = (set: ValueSet): string =>
  `context.${CONDITIONS_MET} like ${quote(`|${conditionIn(set) ?? ''}|`)
    .replaceAll('*', '\\*')
    .replace(/^"/u, '"*')
    .replace(/"$/u, '*"')}`;

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
