// A spec file that starts browsers, processes or servers may be tried a second time: whole, in new processes, with nothing beside
// it. On a machine that stood still for a second, one of five thousand tests falls.
// INVARIANT: a second try takes nothing from the first one: a test passes when its whole file passes from the beginning. At most
// ten files may need it, and who needed it is told by name.
import { join } from 'node:path';
import { leadsTo, STARTERS } from '../quick.ts';
import { failedIn, type Failed, type Report } from './report.ts';

/** Files, since the tests of one share a browser: where one falls, those after it fall too. */
export const SECOND_TRIES_AT_MOST = 10;

const ROOT = join(import.meta.dirname, '../..');
/** The same input, the same result: one of these that fails is wrong. */
const PURE = /^test\/(?:policy|property|architecture|conformance|golden|suite|mutation)\//u;
const OUTSIDE_WORLD: ReadonlySet<string> = new Set([
  ...STARTERS,
  'node:child_process',
  'node:http',
  'node:http2',
  'node:https',
  'node:net',
  'node:tls',
  'node:worker_threads',
]);

/** By the folder, and by what the file imports. */
export const mayBeTriedAgain = (file: string): boolean => {
  const spec = file.startsWith(`${ROOT}/`) ? file.slice(ROOT.length + 1) : file;
  return !PURE.test(spec) && leadsTo(spec, OUTSIDE_WORLD);
};

/** The files to try again, or why there is no second try. */
export function toTryAgain(
  first: Report,
  outside: readonly string[],
): { readonly files: readonly string[]; readonly why: string | null } {
  const none = (why: string | null): { files: readonly string[]; why: string | null } => ({ files: [], why });
  const failed = failedIn(first);
  if (failed.length === 0) return none(null);
  if (outside.length > 0) return none(`something went wrong outside of the tests: ${outside[0]}`);
  const files = [...new Set(failed.map(({ file }) => file))];
  if (files.length > SECOND_TRIES_AT_MOST)
    return none(`tests of ${files.length} files failed, more than ${SECOND_TRIES_AT_MOST}`);
  const pure = failed.find(({ file }) => !mayBeTriedAgain(file));
  if (pure !== undefined) return none(`${pure.file} starts nothing: it fails for a reason of its own`);
  return { files, why: null };
}

export type Merged = Report & { readonly secondTry: readonly Failed[] };

/** The first report, with the files in it that passed from the beginning the second time. */
export function merged(first: Report, second: Report, outside: readonly string[]): Merged {
  const recovered: Failed[] = [];
  const testResults = first.testResults.map((before) => {
    const needed = failedIn({ ...first, testResults: [before] });
    const after = second.testResults.find(({ name }) => name === before.name);
    if (needed.length === 0 || after === undefined || outside.length > 0) return before;
    const passed = new Set(
      after.assertionResults.flatMap(({ fullName, status }) => (status === 'passed' ? [fullName] : [])),
    );
    // Whoever passed or failed the first time passes now: a test that is skipped or gone has not passed.
    const isWhole =
      after.status === 'passed' &&
      passed.size > 0 &&
      before.assertionResults.every(
        ({ fullName, status }) => (status !== 'passed' && status !== 'failed') || passed.has(fullName),
      );
    if (!isWhole) return before;
    recovered.push(...needed);
    return after;
  });
  const whole = { ...first, testResults };
  return { ...whole, success: failedIn(whole).length === 0, secondTry: recovered };
}

/** For the end of the run. */
export const inWords = ({ secondTry }: Merged): string =>
  secondTry
    .map(
      ({ file, name, message }) =>
        `passed on the second try: ${file.replace(`${ROOT}/`, '')}: ${name}\n${message.replaceAll(/^/gmu, '    ')}\n`,
    )
    .join('');
