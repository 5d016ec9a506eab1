// Policy files for `check` and `fmt`: read, linted, and written back where a mend or a layout is proved.
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { problemsBySettings } from '#gateway/boundary/consent/approvers-of.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { documentsWith } from '#gateway/policy/kept/lists-beside.ts';
import { SHIPPED, policyFilesOf, readPolicyText, todayOf } from '#gateway/settings/policy-source.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { TestCase } from '#policy/engine/documents/document.ts';
import { findingOf } from '#policy/tools/lint/model/finding.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import { lintPolicy, lintWithParents } from '#policy/tools/lint/lint.ts';
import { hashOfBytes, textOf } from '#policy/engine/reading/source.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import type { LintReport } from '#policy/tools/lint/lint.ts';
import { applyEdits } from '#policy/tools/lint/model/text-edits.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { sealPolicy } from '#policy/tools/render/seal.ts';
import type { Sealed } from '#policy/tools/render/seal.ts';
import { isTestFile } from '#policy/tools/testing/test-file.ts';
import { loadedTests } from './files.ts';
import { signedAt, unsignedText } from './unsigned.ts';
import { layersNamed, shippedParentsOf } from './shipped.ts';

export type FileReport = LintReport & {
  readonly texts: readonly PolicyText[];
  /** What `fix` has done, in order. */
  readonly fixed: readonly string[];
};

const MAX_FIXES = 200;

/**
 * As `checkFiles`, with the lints. A `*.policy-test.yaml` among the files, or beside a policy under its name, is run, and its
 * cases count as tests of the policy that it names. `fix`: applies every mend that keeps the semantic hash, one after the other.
 */
export function lintFiles(named: readonly string[], options: { readonly fix: boolean }): FileReport {
  const names = layersNamed(named);
  const bundle = names.flatMap((file) => signedAt(file) ?? []);
  if (bundle.length > 0) return { findings: bundle.map(findingOf), policy: null, texts: [], fixed: [] };
  const policies = names.filter((file) => !isTestFile(file));
  const given = names.filter(isTestFile);
  const own = policies.length === 0 ? [] : policyFilesOf(policies).flatMap(testFileOf);
  const tests = testsBeside([...new Set([...given, ...own].map((file) => resolve(file)))]);
  const files = policyFilesOf(policies.length > 0 ? policies : tests.policies);
  const fixed: string[] = [];
  for (;;) {
    const read = files.map(readPolicyText);
    const failures = read.flatMap((one) => (one.ok ? [] : [one.error]));
    const texts = read.flatMap((one) => (one.ok ? [one.value] : []));
    if (failures.length > 0) return { findings: failures.map(findingOf), policy: null, texts, fixed };
    const linted = lintTexts(texts, tests);
    const report = { ...linted, findings: [...linted.findings, ...tests.findings] };
    const mend = options.fix && fixed.length < MAX_FIXES ? nextMend(report, texts) : null;
    const file = mend === null ? undefined : files[mend.index];
    if (mend === null || file === undefined) return { ...report, texts, fixed };
    const written = write(file, mend.text);
    if (!written.ok)
      return { ...report, findings: [...report.findings, findingOf(written.error)], texts, fixed };
    fixed.push(mend.words);
  }
}

/** The test file that is beside a policy under its name, where there is one: what a policy ships with counts as its tests. */
function testFileOf(policy: string): readonly string[] {
  const file = policy.replace(/\.(?:ya?ml|json)$/u, '.policy-test.yaml');
  return file !== policy && existsSync(file) ? [file] : [];
}

/** What test files bring to a check. `cases`: by the file, whole, of the lowest policy that they are about. */
type TestsBeside = {
  readonly cases: ReadonlyMap<string, readonly TestCase[]>;
  readonly policies: readonly string[];
  readonly findings: readonly Finding[];
};

function testsBeside(files: readonly string[]): TestsBeside {
  const cases = new Map<string, TestCase[]>();
  const policies = new Set<string>();
  const findings: Finding[] = [];
  for (const { report, loaded } of loadedTests(files)) {
    const failures = [...report.results.flatMap((one) => one.failures), ...report.findings];
    findings.push(...failures.map(findingOf));
    const about = loaded?.policies.at(-1)?.file;
    if (loaded === null || about === undefined) continue;
    for (const one of loaded.policies) policies.add(one.file);
    const list = cases.get(resolve(about)) ?? [];
    cases.set(resolve(about), list);
    for (const one of loaded.expectations) list.push({ ...one, by: one.by?.name ?? null });
  }
  return { cases, policies: [...policies], findings };
}

function lintTexts(texts: readonly PolicyText[], { cases }: TestsBeside): LintReport {
  const beside = new Map(texts.map(({ file }) => [file, cases.get(resolve(file)) ?? []]));
  const options = {
    today: todayOf(Date.now()),
    beside,
    approverProblem: problemsBySettings(pathsFor(undefined).config),
  };
  const [only, ...more] = texts;
  if (only === undefined) return { findings: [], policy: null };
  if (more.length > 0) {
    const above = shippedParentsOf(texts);
    return lintPolicy([...above, ...texts], options, new Set(above.map(({ file }) => file)));
  }
  const shipped = Object.values(SHIPPED).flatMap((file) => {
    const text = readPolicyText(file);
    return text.ok && text.value.file !== only.file ? [text.value] : [];
  });
  return lintWithParents(only, shipped, options);
}

function nextMend(
  report: LintReport,
  texts: readonly PolicyText[],
): { readonly index: number; readonly text: string; readonly words: string } | null {
  for (const one of report.findings) {
    const index = texts.findIndex((text) => text.file === one.span.file);
    const text = texts[index];
    if (one.fix?.harmless !== true || text === undefined) continue;
    const words = `${one.span.file}:${one.span.line}:${one.span.column}: ${one.fix.description} (policy.${one.id})`;
    return { index, text: applyEdits(textOf(text.text), one.fix.edits), words };
  }
  return null;
}

export type Formatted = {
  readonly file: string;
  readonly text: string;
  readonly changed: boolean;
  /** Of a file of lists: documents beside it that include it as it was, and the hash that they have to name then. */
  readonly includedBy: readonly { readonly file: string; readonly hash: string }[];
};

/** A file in its canonical layout; `write` puts it back where it differs. */
export function formatFile(
  file: string,
  options: { readonly write: boolean },
): Result<Formatted, readonly Failure[]> {
  const read = unsignedText(file);
  if (!read.ok) return { ok: false, error: [read.error] };
  const formatted = formatPolicy(read.value);
  if (!formatted.ok) return formatted;
  const changed = formatted.value !== textOf(read.value.text);
  if (changed && options.write) {
    const written = write(file, formatted.value);
    if (!written.ok) return { ok: false, error: [written.error] };
  }
  const includedBy =
    changed && isListsFile(file)
      ? documentsWith(file, hashOfBytes(read.value.text)).filter((one) => !isTestFile(one))
      : [];
  const hash = hashOfBytes(formatted.value);
  return ok({
    file: read.value.file,
    text: formatted.value,
    changed,
    includedBy: includedBy.map((one) => ({ file: one, hash })),
  });
}

/** Writes the end mark of a file in place; `revision` too, where it is given. */
export function sealFile(
  file: string,
  revision: number | undefined,
): Result<Omit<Sealed, 'text'> & { readonly changed: boolean }, readonly Failure[]> {
  const read = unsignedText(file);
  if (!read.ok) return { ok: false, error: [read.error] };
  const sealed = sealPolicy(read.value, revision);
  if (!sealed.ok) return sealed;
  const { text, ...said } = sealed.value;
  const changed = text !== textOf(read.value.text);
  const written = changed ? write(file, text) : ok(null);
  return written.ok ? ok({ ...said, changed }) : { ok: false, error: [written.error] };
}

function write(file: string, text: string): Result<null> {
  try {
    writeFileSync(file, text);
    return ok(null);
  } catch (thrown) {
    return fail('policy.unreadable', `cannot write the policy \`${file}\``, {
      cause: describe(thrown),
      help: 'check the path and its rights',
    });
  }
}
