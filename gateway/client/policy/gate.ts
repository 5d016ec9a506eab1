// What the gate is asked about, on disk: files, names of shipped policies, bundles, folders, and what a gateway has in force here;
// their test files beside them. INVARIANT: a side that cannot be read whole is a failure, never a smaller side.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { problemsBySettings } from '#gateway/boundary/consent/approvers-of.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { policyFilesOf, readPolicyText } from '#gateway/settings/policy-source.ts';
import { textsIn } from '#gateway/policy/kept/last-in-force.ts';
import { isBundle, readSources } from '#gateway/policy/kept/sources.ts';
import { loadText, resolveLayers } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { err, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { gate } from '#policy/tools/gate/gate.ts';
import type { GateReport, GateSide } from '#policy/tools/gate/gate.ts';
import { isTestFile, loadTestFile } from '#policy/tools/testing/test-file.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import { besideOf } from './files.ts';
import { layersNamed, shippedParentsOf, shippedTexts, today } from './shipped.ts';
import { lastIn } from './in-force-then.ts';

/** What a gateway of this data directory had in force last. */
export const IN_FORCE = 'in-force';

/**
 * Runs the gate. `renewed`, `against`: files, upper layer first (commas part them, too), one folder, a shipped name, a bundle or
 * `in-force`. Errors: what keeps a side from being read; what speaks against the policy itself is in the report.
 */
export function gateFiles(
  renewed: readonly string[],
  against: readonly string[],
  options: { readonly acknowledged?: string; readonly dataDir?: string },
): Result<GateReport, readonly Failure[]> {
  const sides = [sideOf(renewed, options.dataDir), sideOf(against, options.dataDir)] as const;
  const failures = sides.flatMap((one) => (one.ok ? [] : one.error));
  const [after, before] = sides;
  if (!after.ok || !before.ok) return err(failures);
  const { acknowledged } = options;
  return ok(
    gate(after.value, before.value, {
      today: today(),
      known: shippedTexts(),
      approverProblem: problemsBySettings(pathsFor(options.dataDir).config),
      ...(acknowledged === undefined ? {} : { acknowledged }),
    }),
  );
}

type Found = {
  readonly texts: readonly PolicyText[];
  readonly tests: readonly string[];
  readonly all: boolean;
};

function sideOf(given: readonly string[], dataDir: string | undefined): Result<GateSide, readonly Failure[]> {
  const names = layersNamed(given);
  const found = foundIn(names, dataDir);
  if (!found.ok) return found;
  const { texts, tests, all } = found.value;
  const [first] = texts;
  if (first === undefined)
    return refusal(
      'policy.unreadable',
      `there is no policy in \`${names.join(', ')}\``,
      'name a policy file',
    );
  const above = shippedParentsOf(texts);
  const read = tests.map((file) => ({ file, text: readPolicyText(file) }));
  const failures = read.flatMap(({ text }) => (text.ok ? [] : [text.error]));
  if (failures.length > 0) return err(failures);
  return ok({
    texts: [...above, ...texts],
    silent: new Set(above.map(({ file }) => file)),
    tests: read.flatMap(({ file, text }) => (text.ok ? [{ text: text.value, read: besideOf(file) }] : [])),
    allTests: all,
  });
}

function foundIn(names: readonly string[], dataDir: string | undefined): Result<Found, readonly Failure[]> {
  const [only] = names;
  if (only === IN_FORCE && names.length === 1) return inForce(dataDir);
  if (only !== undefined && names.length === 1 && isFolder(only)) return inFolder(only);
  const folder = names.find(isFolder);
  if (folder !== undefined)
    return refusal(
      'policy.unreadable',
      `\`${folder}\` is a folder beside other names`,
      'name one folder alone, or its files, the upper layer first',
    );
  const named = names.filter((file) => !isTestFile(file));
  const files = policyFilesOf(named);
  const sources = readSources(files, {
    directory: join(pathsFor(dataDir).data, 'policy'),
    now: Date.now(),
  });
  if (!sources.ok) return sources;
  const tests = names.filter(isTestFile);
  // Those beside shipped parents, which nobody changes here, say nothing new.
  const own = named.flatMap((file) => policyFilesOf([file]).slice(-1)).filter((file) => !isBundle(file));
  const beside = tests.length > 0 ? [] : testsBeside(own);
  // A bundle brings no test files, and what a shipped policy was tested by is not the files' that take its place.
  const demands = named.some((file) => !isBundle(file) && policyFilesOf([file]).at(-1) === file);
  return ok({ texts: sources.value.texts, tests: [...tests, ...beside], all: tests.length > 0 || demands });
}

function inForce(dataDir: string | undefined): Result<Found, readonly Failure[]> {
  const last = lastIn(dataDir);
  if (last.kind !== 'KEPT')
    return refusal(
      'policy.last-unknown',
      last.kind === 'FIRST'
        ? 'no policy was in force here yet'
        : `what was in force is not known: ${last.why}`,
      'name the file that it is to be compared with',
    );
  return ok({ texts: textsIn(last.kept), tests: [], all: false });
}

/** A folder holds one policy: its layers by what they extend, and their test files. */
function inFolder(folder: string): Result<Found, readonly Failure[]> {
  const names = readdirSync(folder);
  const files = names
    .filter((name) => /\.(?:ya?ml|json)$/u.test(name) && !name.endsWith('.schema.json') && !isListsFile(name))
    .sort()
    .map((name) => join(folder, name));
  const texts: PolicyText[] = [];
  const documents: PolicyDocument[] = [];
  const failures: Failure[] = [];
  for (const file of files.filter((name) => !isTestFile(name))) {
    const text = readPolicyText(file);
    if (!text.ok) {
      failures.push(text.error);
      continue;
    }
    texts.push(text.value);
    const loaded = loadText(text.value);
    if (loaded.ok) documents.push(loaded.value);
  }
  if (failures.length > 0) return err(failures);
  // What does not load is in no order; the check says what is wrong with it.
  if (documents.length < texts.length) return ok({ texts, tests: files.filter(isTestFile), all: true });
  const included = new Set(documents.flatMap(({ include = [] }) => include.map(({ name }) => name)));
  const unread = names.find((name) => isListsFile(name) && !included.has(name));
  if (unread !== undefined)
    return refusal(
      'policy.unreadable',
      `\`${join(folder, unread)}\` is called as a file of lists, and no document beside it includes it`,
      'include it, take it away, or name it otherwise: nothing of it would be read',
    );
  const lowest = documents.filter(({ id }) => !documents.some((other) => other.extends?.id === id));
  const [leaf, ...others] = lowest;
  if (leaf === undefined || others.length > 0)
    return refusal(
      'policy.bad-parent',
      `\`${folder}\` holds ${lowest.length} policies that nothing extends: ${lowest.map(({ id }) => id).join(', ')}`,
      'name the layers of one of them, the upper first',
    );
  const chain = resolveLayers(leaf, [...documents, ...shippedDocuments()]);
  if (!chain.ok) return err([chain.error]);
  const own = chain.value.flatMap(({ file }) => texts.filter((text) => text.file === file));
  return ok({ texts: own, tests: files.filter(isTestFile), all: true });
}

const shippedDocuments = (): readonly PolicyDocument[] =>
  shippedTexts().flatMap((text) => {
    const loaded = loadText(text);
    return loaded.ok ? [loaded.value] : [];
  });

/**
 * The test files in the folders of these files that are theirs: `a.policy-test.yaml` of `a.yaml` and of `a.policy.yaml`, and any that
 * names one of them. One that does not load is theirs where its text does.
 */
function testsBeside(files: readonly string[]): readonly string[] {
  const own = files.map((file) => resolve(file));
  // As a test file's policies are named: by where they are shown, whatever the working directory is.
  const shown = new Set(
    own.flatMap((file) => {
      const text = readPolicyText(file);
      return text.ok ? [text.value.file] : [];
    }),
  );
  const stems = new Set(
    own.map((file) =>
      join(
        dirname(file),
        basename(file)
          .replace(/\.(?:ya?ml|json)$/u, '')
          .replace(/\.policy$/u, ''),
      ),
    ),
  );
  const isTheirs = (file: string): boolean => {
    if (stems.has(file.replace(/\.policy-test\.(?:ya?ml|json)$/u, ''))) return true;
    const text = readPolicyText(file);
    // What it tests cannot be known: reading it fails then, and says so.
    if (!text.ok) return true;
    const loaded = loadTestFile(text.value, besideOf(file));
    return loaded.ok
      ? loaded.value.policies.some((policy) => shown.has(policy.file))
      : own.some((one) => dirname(one) === dirname(file) && textOf(text.value.text).includes(basename(one)));
  };
  return [...new Set(own.map(dirname))]
    .filter(isFolder)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => isTestFile(file) && isThere(file) && isTheirs(file))
    .sort();
}

/** A link that leads nowhere is there, too: it cannot be read. */
const isThere = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
const isFolder = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

function refusal(
  code: 'policy.unreadable' | 'policy.last-unknown' | 'policy.bad-parent',
  message: string,
  help: string,
): Result<never, readonly Failure[]> {
  return err([fail(code, message, { help }).error]);
}
