// Policy files for the command line: which are in force, and what stands in those that are named.
import { readConfig } from '#gateway/config.ts';
import { pathsFor } from '#gateway/paths.ts';
import { SHIPPED, readPolicyText, todayOf } from '#gateway/policy-source.ts';
import { checkPolicy, checkWithParents } from '#policy/check.ts';
import type { CheckReport, PolicyText } from '#policy/check.ts';
import { ok } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';

/** The named files, else those of `config.yaml`, else the shipped policy. */
export function filesInForce(named: readonly string[]): Result<readonly string[]> {
  if (named.length > 0) return ok(named);
  const config = readConfig(pathsFor(undefined).config);
  return config.ok ? ok(config.value.policy ?? [SHIPPED.default]) : config;
}

/** Loads, proves and tests. One file that extends a shipped policy is checked below it; several are layers, the upper first. */
export function checkFiles(files: readonly string[]): CheckReport {
  const findings: Failure[] = [];
  const texts: PolicyText[] = [];
  for (const file of files) {
    const text = readPolicyText(file);
    if (text.ok) texts.push(text.value);
    else findings.push(text.error);
  }
  const [only, ...more] = texts;
  if (findings.length > 0 || only === undefined) return { findings, policy: null };
  const options = { today: todayOf(Date.now()) };
  if (more.length > 0) return checkPolicy(texts, options);
  const shipped = Object.values(SHIPPED).flatMap((file) => {
    const text = readPolicyText(file);
    return text.ok && text.value.file !== only.file ? [text.value] : [];
  });
  return checkWithParents(only, shipped, options);
}
