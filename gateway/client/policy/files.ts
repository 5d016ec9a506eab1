// Policy files for the command line: which are in force, and what is in those that are named.
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import {
  SHIPPED,
  policyFilesOf,
  readPolicy,
  readPolicyText,
  todayOf,
} from '#gateway/settings/policy-source.ts';
import { checkPolicy, checkWithParents } from '#policy/engine/compile/check.ts';
import type { CheckReport, PolicyText } from '#policy/engine/compile/check.ts';
import { ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { readSources } from '#gateway/policy/kept/sources.ts';
import { refusedTest, runPolicyTest } from '#policy/tools/testing/run.ts';
import { unsignedText } from './unsigned.ts';
import { layersNamed, shippedParentsOf, shippedTexts, today } from './shipped.ts';
import type { TestReport } from '#policy/tools/testing/run.ts';
import { loadTestFile } from '#policy/tools/testing/test-file.ts';
import type { ReadBeside, TestFile } from '#policy/tools/testing/test-file.ts';

/** The named files, else those of `config.yaml`, else the shipped policy. */
export function filesInForce(named: readonly string[], dataDir?: string): Result<readonly string[]> {
  if (named.length > 0) return ok(layersNamed(named));
  const config = readConfig(pathsFor(dataDir).config);
  return config.ok ? ok(config.value.policy ?? [SHIPPED.default]) : config;
}

/** Loads, proves and tests. One file that extends a shipped policy is checked below it; several are layers, the upper first. */
export function checkFiles(files: readonly string[]): CheckReport {
  const texts = textsOf(files);
  if (!texts.ok) return { findings: texts.error, policy: null };
  const [only, ...more] = texts.value;
  if (only === undefined) return { findings: [], policy: null };
  const options = { today: today() };
  if (more.length > 0) return checkPolicy([...shippedParentsOf(texts.value), ...texts.value], options);
  return checkWithParents(
    only,
    shippedTexts().filter((one) => one.file !== only.file),
    options,
  );
}

/** The texts of files, of bundles those within. */
export function textsOf(files: readonly string[]): Result<readonly PolicyText[], readonly Failure[]> {
  const sources = readSources(files, {
    directory: join(pathsFor(undefined).data, 'policy'),
    now: Date.now(),
  });
  return sources.ok ? ok(sources.value.texts) : sources;
}

/** Runs `*.policy-test.yaml` files; what they name is read from beside them. */
export function testFiles(
  files: readonly string[],
  options: { readonly mutants: boolean },
): readonly TestReport[] {
  const known = shippedTexts();
  return files.map((file) => {
    const text = unsignedText(file);
    return text.ok
      ? runPolicyTest(text.value, {
          read: besideOf(file),
          known,
          today: today(),
          mutants: options.mutants,
        })
      : refusedTest(file, [text.error]);
  });
}

/** Test files as they ran, and what is in them; `null` where a file does not load. */
export function loadedTests(
  files: readonly string[],
): readonly { readonly report: TestReport; readonly loaded: TestFile | null }[] {
  const reports = testFiles(files, { mutants: false });
  return files.flatMap((file, index) => {
    const report = reports[index];
    if (report === undefined) return [];
    const text = readPolicyText(file);
    const loaded = text.ok ? loadTestFile(text.value, besideOf(file)) : null;
    return [{ report, loaded: loaded?.ok === true ? loaded.value : null }];
  });
}

export const besideOf =
  (file: string): ReadBeside =>
  (path) => {
    const own = policyFilesOf([path]).at(-1) ?? path;
    return readPolicyText(own === path ? resolve(dirname(file), path) : own);
  };

/** A shipped policy, in a line. */
export type ShippedPolicy = {
  readonly name: string;
  readonly layers: readonly string[];
  readonly description: string;
  readonly semantic: string;
};

export function shippedPolicies(): Result<readonly ShippedPolicy[], readonly Failure[]> {
  const found: ShippedPolicy[] = [];
  for (const name of Object.keys(SHIPPED)) {
    const read = readPolicy([name], todayOf(Date.now()));
    if (!read.ok) return read;
    const { layers, semanticHash, stack } = read.value;
    const description = stack.layers.at(-1)?.document.description ?? '';
    found.push({ name, layers, description, semantic: semanticHash });
  }
  return ok(found);
}
