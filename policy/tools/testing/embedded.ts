// The tests that stand in documents, each run by itself. INVARIANT: a document's tests are asked of it and the layers above it, as the
// gateway asks them before it takes the document; those of one that does not load are never shown as passed.
import { loadText, type PolicyText } from '#policy/engine/compile/check.ts';
import { compilePolicy, failureOf } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

export type EmbeddedTests = {
  readonly file: string;
  /** In the order of the document. */
  readonly tests: readonly {
    readonly name: string;
    readonly line: number;
    readonly expect: BrowserDecision;
    /** Why it fails; `null`: it passes. */
    readonly failure: Failure | null;
  }[];
  /** False where it, or one above it, does not load. */
  readonly areRun: boolean;
  /** What is wrong with it. */
  readonly findings: readonly Failure[];
};

/** `texts`: upper layer first. `today` is `YYYY-MM-DD`. */
export function testedDocuments(texts: readonly PolicyText[], today: string): readonly EmbeddedTests[] {
  const above: PolicyDocument[] = [];
  let upper: CompiledPolicy | null = null;
  let isCut = false;
  const all: EmbeddedTests[] = [];
  for (const one of texts) {
    const { file } = one;
    const loaded = loadText(one);
    if (isCut || !loaded.ok) {
      isCut = true;
      all.push({ file, tests: [], areRun: false, findings: loaded.ok ? [] : loaded.error });
      continue;
    }
    above.push(loaded.value);
    const compiled = compilePolicy(above, { today, testsPass: false }, upper);
    if (!compiled.ok) {
      isCut = true;
      all.push({ file, tests: [], areRun: false, findings: compiled.error });
      continue;
    }
    const policy = compiled.value;
    upper = policy;
    const tests = loaded.value.tests.map((one) => ({
      name: one.name,
      line: one.span.line,
      expect: one.expect,
      failure: failureOf(policy, one),
    }));
    all.push({ file, tests, areRun: true, findings: [] });
  }
  return all;
}
