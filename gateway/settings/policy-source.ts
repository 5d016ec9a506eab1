// Holds the policy in force. INVARIANT: what cannot be read, does not parse, does not prove or fails its tests is never in force;
// without a policy everything is denied.
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { realpathSync, statSync } from 'node:fs';
import { errorCode } from '#executors/system/error-code.ts';
import { readPlainFile, UnfitFile } from '#executors/system/plain-file.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { listsNamedIn } from '#policy/engine/documents/included.ts';
import type { Included } from '#policy/engine/documents/included.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { MAX_DOCUMENT_BYTES, hashOfBytes, textOf } from '#policy/engine/reading/source.ts';
import { describe, err, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';

/** The policies that come with the project. */
const shipped = (path: string): string => fileURLToPath(new URL(`../../policy/${path}`, import.meta.url));
export const SHIPPED = {
  default: shipped('defaults/default.yaml'),
  demo: shipped('defaults/demo.yaml'),
  'read-only': shipped('presets/read-only.yaml'),
  careful: shipped('presets/careful.yaml'),
  organisation: shipped('presets/organisation.yaml'),
  research: shipped('presets/research.yaml'),
  shopping: shipped('presets/shopping.yaml'),
  'locked-down': shipped('presets/locked-down.yaml'),
  developer: shipped('presets/developer.yaml'),
} as const;

/** Where a node of a fleet keeps the bundle that all nodes have. `data`: the data directory. */
export const fleetPolicyIn = (data: string): string => join(data, 'policy', 'fleet.gpb');

/** What decides where neither settings nor caller name a policy. */
export const shippedFiles = (withDemo: boolean): readonly string[] =>
  withDemo ? [SHIPPED.default, SHIPPED.demo] : [SHIPPED.default];

/** Of the person's own page in a desktop's window: it stands alone, and is no policy of Ghost Tabs. */
export const FOREGROUND_POLICY = shipped('defaults/foreground.yaml');

/** The shipped policies that are a layer below `default`; the others stand alone. */
const BELOW_DEFAULT: readonly string[] = ['demo', 'careful', 'read-only', 'shopping'];

/**
 * Names of shipped policies as files, each below the layer that it extends, and files as they are. A file that is called
 * like a shipped policy is written with its path: `./research`.
 */
export function policyFilesOf(named: readonly string[]): readonly string[] {
  const files: string[] = [];
  const add = (file: string): void => {
    if (!files.includes(file)) files.push(file);
  };
  for (const name of named) {
    if (BELOW_DEFAULT.includes(name)) add(SHIPPED.default);
    add(Object.entries(SHIPPED).find(([known]) => known === name)?.[1] ?? name);
  }
  return files;
}

/** Loads and compiles policies by file or name, the upper layer first. All errors of all files at once. */
export function readPolicy(
  files: readonly string[],
  today: string,
): Result<CompiledPolicy, readonly Failure[]> {
  const texts: PolicyText[] = [];
  const failures: Failure[] = [];
  for (const file of policyFilesOf(files)) {
    const text = readPolicyText(file);
    if (text.ok) texts.push(text.value);
    else failures.push(text.error);
  }
  if (failures.length > 0) return err(failures);
  const { findings, policy } = checkPolicy(texts, { today });
  return policy === null ? err(findings) : ok(policy);
}

/** How a file is named in messages, cards and the log: from the project or the working directory where it lies below one. */
function shownPath(file: string): string {
  const bases = [fileURLToPath(new URL('../../', import.meta.url)), process.cwd()];
  const shown = bases
    .map((base) => relative(base, resolve(file)))
    .find((path) => !path.startsWith('..') && !isAbsolute(path));
  return shown ?? file;
}

/** Far over what the loader takes, which has better words for what is a little too large. */
const MAX_POLICY_BYTES = 16 * 1024 * 1024;

/** Over what the loader takes of a file of lists: there are several. */
const MAX_LISTS_BYTES = 2 * 1024 * 1024;

/** Shipped policies as they were read last: the same text as long as they hold the same bytes, so that it is loaded once. */
const READ = new Map<string, { readonly bytes: Buffer; readonly text: PolicyText }>();

/** A policy's bytes: the loader says itself what is wrong with them. Errors: `policy.unreadable`. */
export function readPolicyText(file: string): Result<PolicyText> {
  try {
    const text = readPlainFile(file, MAX_POLICY_BYTES);
    const known = READ.get(file);
    if (known !== undefined && text.equals(known.bytes)) return ok(known.text);
    const read = { file: shownPath(file), text, ...includedOf(file, text) };
    if (Object.values(SHIPPED).some((one) => one === file)) READ.set(file, { bytes: text, text: read });
    return ok(read);
  } catch (thrown) {
    // A word without a path or an extension is meant as the name of one that comes with the project.
    const isName = /^[\w-]+$/u.test(file) && errorCode(thrown) === 'ENOENT';
    return fail('policy.unreadable', `cannot read the policy \`${file}\``, {
      cause: thrown,
      help: isName
        ? `${suggest(file, Object.keys(SHIPPED))} (\`ghost policy list\`); a file is given by its path`
        : 'check the path and its rights',
    });
  }
}

/** A text that stands for what is in a file, with the lists beside it that it names; `lists` stand for what lies there. */
export const policyTextAt = (file: string, text: string | Uint8Array, lists: ListTexts = []): PolicyText => ({
  file: shownPath(file),
  text,
  ...includedOf(file, text, lists),
});

/** Files of lists by their names, with what they hold. */
export type ListTexts = readonly { readonly name: string; readonly text: string }[];

/**
 * INVARIANT: the bytes of a file leave this place only where the text says what they hash to: whatever else is called so is told of by its
 * hash alone.
 */
function includedOf(
  file: string,
  text: string | Uint8Array,
  lists: ListTexts = [],
): Pick<PolicyText, 'included'> {
  const plain = textOf(text);
  const names = listsNamedIn(plain);
  if (names.length === 0) return {};
  return {
    included: names.map((name) => {
      const held = lists.find((list) => list.name === name);
      return held === undefined
        ? readListsFile(file, name, plain)
        : namedBy(plain, name, Buffer.from(held.text));
    }),
  };
}

function namedBy(text: string, name: string, bytes: Uint8Array): Included {
  const hash = hashOfBytes(bytes);
  return text.includes(hash) ? { name, text: bytes } : { name, hash };
}

/** Where the lists lie that a policy file names, whether they are there or not, with the bytes of the file itself. */
export function listsBesideOf(
  file: string,
): { readonly text: Uint8Array; readonly lists: readonly string[] } | null {
  try {
    const text = readPlainFile(file, MAX_POLICY_BYTES);
    return { text, lists: listsNamedIn(textOf(text)).map((name) => join(dirname(file), name)) };
  } catch {
    return null; // Whoever reads the policy is told why.
  }
}

/** `text`: that names it. */
function readListsFile(file: string, name: string, text: string): Included {
  const folder = dirname(resolve(file));
  try {
    const path = realpathSync(join(folder, name));
    const way = relative(realpathSync(folder), path);
    if (way.startsWith('..') || isAbsolute(way))
      return { name, problem: 'it is a link that leads out of its folder', help: PUT_IT_THERE };
    const { size } = statSync(path);
    if (size > MAX_LISTS_BYTES)
      return {
        name,
        problem: `it has ${size} bytes, more than ${MAX_DOCUMENT_BYTES}`,
        help: 'split it: a document may include several',
      };
    return namedBy(text, name, readPlainFile(path, MAX_LISTS_BYTES));
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return { name, problem: 'it is not there' };
    return thrown instanceof UnfitFile
      ? { name, problem: thrown.message, help: PUT_IT_THERE }
      : { name, problem: describe(thrown), help: 'check its rights, and those of its folder' };
  }
}

const PUT_IT_THERE = 'put the file itself into the folder of the document';

/** The date that `expires` is held against, in UTC. */
export const todayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
