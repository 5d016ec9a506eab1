// Every file that a document or a comment names exists, by its whole path or by the end of it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Not ours: the design of the policy engine, which the rules of its semantics are numbered by, and a package's name. */
const ELSEWHERE: ReadonlySet<string> = new Set(['POLICY.md', 'ipaddr.js']);
/** `X.ts`: the file of whatever is spoken of. */
const STANDS_FOR_ANY = /(?:^|\/)X\.ts$/u;
const IN_DOCUMENT = /`((?:\.{1,2}\/)*[\w-][\w.-]*(?:\/[\w.-]+)*\.(?:ts|tsx|js|mjs|md|csv|css))`/gu;
/** A folder, or a file without its extension, by its path from a room on (a star stands for several). */
const BARE =
  /(?<![\w@:/.#-])((?:policy|executors|gateway|engines|ui|test)\/(?:[\w-]+\/)*[a-z][\w-]*)(?![\w/.*{-]|\.\w)/gu;
const IN_COMMENT = /(?<![\w@:/.-])([\w-]+(?:\/[\w.-]+)*\.(?:ts|tsx|md))\b/gu;

const files = [
  ...new Set(
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).split('\n'),
  ),
].filter((file) => file !== '' && existsSync(`${ROOT}/${file}`));
const known = new Set(
  files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
);

/** With every folder, and every file without its extension. */
const places = new Set(
  [...known].flatMap((path) => [
    path,
    path.replace(/(?:\.spec)?\.tsx?$/u, ''),
    ...path.split('/').map((_, at, parts) => parts.slice(0, at).join('/')),
  ]),
);

const unknownPlaces = (text: string): readonly string[] =>
  [...text.matchAll(BARE)].map(([, path = '']) => path).filter((path) => !places.has(path));
function unknownIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)]
    .map(([, path = '']) => path.replace(/^(?:\.{1,2}\/)+/u, ''))
    .filter((path) => !known.has(path) && !ELSEWHERE.has(path) && !STANDS_FOR_ANY.test(path));
}
const read = (file: string): string => readFileSync(`${ROOT}/${file}`, 'utf8');
const commentsOf = (source: string): string =>
  [...source.matchAll(/^\s*(?:\/\/|\*|\/\*\*)(.*)$/gmu)].map(([, text]) => text).join('\n');

test('every file that a Markdown document names exists', () => {
  const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('test/golden/'));
  expect(documents.length).toBeGreaterThan(50);
  const wrong = documents.flatMap((file) =>
    unknownIn(read(file).replace(/^```[\s\S]*?^```/gmu, ''), IN_DOCUMENT).map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('every folder that a document or a comment names by its path exists', () => {
  const wrong = files
    .filter((file) => /\.(?:md|tsx?)$/u.test(file) && !file.startsWith('test/golden/'))
    .flatMap((file) => {
      const text = read(file);
      const spoken = file.endsWith('.md')
        ? [...text.replace(/^```[\s\S]*?^```/gmu, '').matchAll(/`([^`\n]+)`/gu)]
            .map(([, code]) => code)
            .join('\n')
        : commentsOf(text);
      return unknownPlaces(spoken).map((path) => `${file}: ${path}`);
    });
  expect(wrong).toEqual([]);
});

test('every link of a Markdown document leads to a file', () => {
  const wrong = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#:\s]+)\)/gu)]
        .map(([, link = '']) => new URL(link, `file:///${file}`).pathname.slice(1))
        .filter((path) => !existsSync(`${ROOT}/${path}`))
        .map((path) => `${file}: ${path}`),
    );
  expect(wrong).toEqual([]);
});

test('every file that a comment names exists', () => {
  const sources = files.filter((file) => /\.tsx?$/u.test(file));
  expect(sources.length).toBeGreaterThan(1000);
  expect(
    sources.flatMap((file) =>
      unknownIn(commentsOf(read(file)), IN_COMMENT).map((path) => `${file}: ${path}`),
    ),
  ).toEqual([]);
});

test('no document and no comment has the number of an issue', () => {
  const wrong = files
    .filter((file) => /\.(?:tsx?|md|yaml|css)$/u.test(file))
    .filter((file) => /\bissues? #?\d/iu.test(file.endsWith('.md') ? read(file) : commentsOf(read(file))));
  expect(wrong).toEqual([]);
});

test('a file that is not there is found', () => {
  expect(unknownIn('see `policy/nowhere.ts` and `boundary.ts`', IN_DOCUMENT)).toEqual(['policy/nowhere.ts']);
  expect(unknownIn(commentsOf('// as in tabs/nowhere.ts\nconst x = 1;'), IN_COMMENT)).toEqual([
    'tabs/nowhere.ts',
  ]);
  expect(unknownPlaces('executors/tabs, executors/guards, gateway/boundary/*')).toEqual(['executors/tabs']);
});
