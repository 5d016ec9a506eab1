// From texts to everything that is to be said of them: loader, compiler and lints in one list, in one order.
import { loadText, resolveLayers } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { BudgetExceeded, Work } from '#policy/collections/budget.ts';
import { MAX_CELLS, overBudget } from '#policy/engine/compile/layout.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompileOptions } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Acceptance, PolicyDocument, TestCase } from '#policy/engine/documents/document.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import { answerLints } from './rules/answer-lints.ts';
import { approverLints } from './rules/approver-lints.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import { contextOf } from './model/context.ts';
import type { Context } from './model/context.ts';
import { entryLints } from './rules/entry-lints.ts';
import { findingOf, inOrder } from './model/finding.ts';
import type { Finding, Remark } from './model/finding.ts';
import { addressLints } from './rules/address-lints.ts';
import { hostLints } from './rules/host-lints.ts';
import { hygieneLints } from './rules/hygiene-lints.ts';
import { LINTS } from './model/registry.ts';
import { pathLints } from './rules/path-lints.ts';
import { scopeLints } from './rules/scope-lints.ts';

/** `policy` is there where it loads, proves and passes its tests, whatever the lints say. */
export type LintReport = { readonly findings: readonly Finding[]; readonly policy: CompiledPolicy | null };

type Loaded = { readonly text: PolicyText; readonly document: PolicyDocument };

/** `beside`: further tests of a document, by its file: what `untested-rule` and `weak-tests` count as well. */
export type LintOptions = CompileOptions & {
  readonly beside?: ReadonlyMap<string, readonly TestCase[]>;
  /** Of the settings of a gateway: why nobody answers to an approver's name. Without it, nothing is said of names. */
  readonly approverProblem?: ProblemOf;
  /** `false`: what is found, without a mend for it, each of which compiles the policy once more. */
  readonly mends?: boolean;
};

/** Checks layers, upper first. `silent`: files that are compiled and of which no lint speaks. */
export function lintPolicy(
  texts: readonly PolicyText[],
  options: LintOptions,
  silent: ReadonlySet<string> = new Set(),
): LintReport {
  return lintLoaded(loadAll(texts), options, silent);
}

function lintLoaded(
  { loaded, files, findings: problems }: ReturnType<typeof loadAll>,
  options: LintOptions,
  silent: ReadonlySet<string>,
): LintReport {
  const findings = [...problems];
  const remarks: Finding[] = [];
  const work = options.work ?? new Work();
  let policy: CompiledPolicy | null = null;
  for (let count = 1; findings.length === 0 && count <= loaded.length; count++) {
    const layers = loaded.slice(0, count);
    const documents = layers.map((one) => one.document);
    const upper: CompiledPolicy | null = policy;
    const compiled = compilePolicy(documents, { ...options, work }, upper);
    const text = layers.at(-1)?.text;
    if (!compiled.ok || text === undefined) {
      if (!compiled.ok) findings.push(...compiled.error.map(findingOf));
      policy = null;
      break;
    }
    policy = compiled.value;
    if (silent.has(text.file)) continue;
    work.begin('lints');
    try {
      const context = contextOf(documents, policy, {
        upper,
        mends: options.mends !== false,
        text: textOf(text.text),
        included: text.included,
        today: options.today,
        cellBudget: options.cellBudget ?? MAX_CELLS,
        work,
        beside: options.beside?.get(text.file) ?? [],
        approverProblem: options.approverProblem,
      });
      if (context !== null) remarks.push(...lintsOf(context));
    } catch (thrown) {
      if (!(thrown instanceof BudgetExceeded)) throw thrown;
      findings.push(findingOf(overBudget(thrown, documents.at(-1))));
    }
  }
  return { findings: inOrder([...findings, ...remarks], files), policy };
}

/** Checks one document below its parents, which are found by id among `known`; the lints speak of it alone. */
export function lintWithParents(
  target: PolicyText,
  known: readonly PolicyText[],
  options: LintOptions,
): LintReport {
  const own = loadAll([target]);
  const [first] = own.loaded;
  if (first === undefined || own.findings.length > 0) return { findings: own.findings, policy: null };
  if (first.document.extends === null) return lintLoaded(own, options, new Set());
  const others = loadAll(known);
  const layers = resolveLayers(
    first.document,
    others.loaded.map((one) => one.document),
  );
  if (!layers.ok) return { findings: [findingOf(layers.error)], policy: null };
  const parents = layers.value
    .slice(0, -1)
    .flatMap((document) => others.loaded.filter((one) => one.document === document));
  const silent = new Set(parents.map(({ text }) => text.file));
  return lintLoaded(
    { loaded: [...parents, first], files: [...silent, target.file], findings: [] },
    options,
    silent,
  );
}

function lintsOf(context: Context): readonly Finding[] {
  const remarks: readonly Remark[] = [
    ...entryLints(context),
    ...scopeLints(context),
    ...hostLints(context),
    ...addressLints(context),
    ...pathLints(context),
    ...hygieneLints(context),
    ...answerLints(context),
    ...approverLints(context),
  ];
  return accepting(
    remarks.map((one) => ({ ...one, level: one.level ?? LINTS[one.id].level })),
    context.document.accepted,
  );
}

/** What an entry accepts becomes a note with its reason; an acceptance of what nothing reports is a finding itself. */
function accepting(findings: readonly Finding[], accepted: readonly Acceptance[]): readonly Finding[] {
  const used = new Set<Acceptance>();
  const told = findings.map((one): Finding => {
    const by = accepted.find(({ entry, lint }) => entry === one.entry && lint === one.id);
    if (by === undefined || one.level === 'error') return one;
    used.add(by);
    return { ...one, level: 'note', accepted: by.reason };
  });
  const idle = accepted
    .filter((one) => !used.has(one))
    .map((one): Finding => ({
      id: 'accepts-nothing',
      level: LINTS['accepts-nothing'].level,
      message: `\`${one.entry}\` accepts \`${one.lint}\`, which nothing reports of it`,
      help: 'remove it: it would hide the finding on the day that it comes back',
      span: one.span,
      entry: one.entry,
      proof: 'the lint was run and is silent on the entry',
    }));
  return [...told, ...idle];
}

function loadAll(texts: readonly PolicyText[]): {
  readonly loaded: readonly Loaded[];
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
} {
  const loaded: Loaded[] = [];
  const findings: Finding[] = [];
  for (const text of texts) {
    const one = loadText(text);
    if (one.ok) loaded.push({ text, document: one.value });
    else findings.push(...one.error.map(findingOf));
  }
  return { loaded, files: texts.map((one) => one.file), findings };
}
