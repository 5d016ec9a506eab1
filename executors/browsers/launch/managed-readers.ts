// Reads an administrator's policies where each platform has them: JSON files on Linux, property lists on macOS, the registry on
// Windows. INVARIANT: read by the platform's own tools, never written; what cannot be read is named, and counts as unknown.
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '#executors/system/error-code.ts';
import { describe } from '#policy/language/failure.ts';
import { judgePolicies, MANAGED_PLACES } from './managed.ts';
import type { ManagedReport, Platform, Product } from './managed.ts';

/** Standard output of a program; rejects where it fails, with its exit code as `code`. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string>;

type Policies = Readonly<Record<string, unknown>>;
/** One place as a platform has it: by name what it sets, `null` for none, or why it cannot be read. */
type Found = { readonly file: string } & (
  | { readonly policies: Policies | null }
  | { readonly problem: string }
);

const PROGRAM_MS = 10_000;
const EXIT_CODE_ABSENT = 1;

const runProgram: RunProgram = async (file, args) =>
  (await promisify(execFile)(file, [...args], { timeout: PROGRAM_MS, maxBuffer: 1 << 24, windowsHide: true }))
    .stdout;

/** What holds for a product on a platform. `places`: where it stands; default: where that platform has it. */
export async function readManaged(
  platform: Platform,
  product: Product,
  options: { readonly places?: readonly string[]; readonly run?: RunProgram } = {},
): Promise<ManagedReport> {
  const { places = MANAGED_PLACES[platform][product], run = runProgram } = options;
  const found = (await Promise.all(places.map((place) => READERS[platform](place, run)))).flat();
  return {
    findings: found.flatMap((one) =>
      'policies' in one && one.policies !== null ? judgePolicies(one.file, one.policies) : [],
    ),
    unread: found.flatMap((one) => ('problem' in one ? [{ file: one.file, problem: one.problem }] : [])),
  };
}

const READERS: Readonly<Record<Platform, (place: string, run: RunProgram) => Promise<readonly Found[]>>> = {
  linux: readDirectory,
  darwin: readPropertyLists,
  win32: async (key, run) => [await readKey(key, run)],
};

async function readDirectory(directory: string): Promise<readonly Found[]> {
  let names: string[];
  try {
    names = (await readdir(directory)).filter((name) => name.endsWith('.json')).toSorted();
  } catch (thrown) {
    return isAbsent(thrown) ? [] : [{ file: directory, problem: describe(thrown) }];
  }
  return Promise.all(
    names.map(async (name): Promise<Found> => {
      const file = join(directory, name);
      try {
        return foundIn(file, await readFile(file, 'utf8'));
      } catch (thrown) {
        return { file, problem: describe(thrown) };
      }
    }),
  );
}

/** `*` stands for each user's directory. `plutil` refuses lists with dates or bytes, which no policy has. */
async function readPropertyLists(place: string, run: RunProgram): Promise<readonly Found[]> {
  const files = place.includes('/*/') ? await ofEachUser(place) : [place];
  const read = files.map(async (file): Promise<readonly Found[]> => {
    try {
      if (!(await readdir(dirname(file))).includes(basename(file))) return [];
      return [foundIn(file, await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]))];
    } catch (thrown) {
      return isAbsent(thrown) ? [] : [{ file, problem: describe(thrown) }];
    }
  });
  return (await Promise.all(read)).flat();
}

async function ofEachUser(place: string): Promise<readonly string[]> {
  const [above = '', below = ''] = place.split('/*/');
  const users = await readdir(above, { withFileTypes: true }).catch(() => []);
  return users.filter((one) => one.isDirectory()).map(({ name }) => join(above, name, below));
}

/** `reg` ends with 1 where the key is not there. */
async function readKey(key: string, run: RunProgram): Promise<Found> {
  try {
    return { file: key, policies: parseRegistry(key, await run('reg', ['query', key, '/s'])) };
  } catch (thrown) {
    const absent = thrown instanceof Error && 'code' in thrown && thrown.code === EXIT_CODE_ABSENT;
    return absent ? { file: key, policies: null } : { file: key, problem: describe(thrown) };
  }
}

const HIVES: Readonly<Record<string, string>> = { HKLM: 'HKEY_LOCAL_MACHINE', HKCU: 'HKEY_CURRENT_USER' };

/**
 * What `reg query KEY /s` prints: a key on a line of its own, below it its values, `    NAME    REG_TYPE    DATA`. A key within is
 * a policy that is a list (its values are numbered) or a dictionary. Pure.
 */
export function parseRegistry(key: string, text: string): Policies {
  const root = key.replace(/^HK\w+/u, (hive) => HIVES[hive] ?? hive).toLowerCase();
  const policies: Record<string, unknown> = {};
  let below: string[] | null = null;
  for (const line of text.split(/\r?\n/u)) {
    if (line.startsWith('HKEY_')) {
      const name = line.trim();
      const within = name.toLowerCase() === root || name.toLowerCase().startsWith(`${root}\\`);
      below = within
        ? name
            .slice(root.length + 1)
            .split('\\')
            .filter((part) => part !== '')
        : null;
      continue;
    }
    const value = /^ {4}(?<name>.*?) {4}(?<type>REG_\w+)(?: {4}(?<data>.*))?$/u.exec(line)?.groups;
    if (below === null || value === undefined) continue;
    const { name = '', type = '', data = '' } = value;
    const [policy, ...deeper] = below;
    if (policy === undefined) policies[name] = valueOf(type, data);
    else {
      const known = policies[policy];
      const held = typeof known === 'object' && known !== null ? known : {};
      policies[policy] = { ...held, [[...deeper, name].join('\\')]: valueOf(type, data) };
    }
  }
  return policies;
}

/** Policies that are true or false are 0x1 or 0x0 there. */
function valueOf(type: string, data: string): unknown {
  if (type === 'REG_DWORD' || type === 'REG_QWORD') return Number(data);
  return data;
}

function foundIn(file: string, text: string): Found {
  const value: unknown = JSON.parse(text);
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? { file, problem: 'not an object of policies' }
    : { file, policies: Object.fromEntries(Object.entries(value)) };
}

const isAbsent = (thrown: unknown): boolean => errorCode(thrown) === 'ENOENT';
