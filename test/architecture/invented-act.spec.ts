// The compiler, asked about an act that nobody has heard of: it names every part that is missing, and nothing else.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;
/** From here all files are reached that know an act: its row, its performer, and every reader of rows. */
const FILES = ['executors/acts/perform.ts', 'gateway/boundary.ts', 'gateway/surfaces/commands/call/call.ts'];
/** Written to: whatever else of the folders is looked at where it is. */
const COPIED = ['policy/language', 'policy/acts', 'executors/acts'];

type Edit = { readonly file: string; readonly from: string; readonly to: string };

const NAMED: Edit = {
  file: 'policy/language/vocabulary.ts',
  from: "  'SESSION_LOAD',\n",
  to: "  'SESSION_LOAD',\n  'INVENTED',\n",
};
const TYPED: Edit = {
  file: 'policy/acts/tool-acts.ts',
  from: 'export type ToolAction =\n',
  to: "export type ToolAction =\n  | { readonly type: 'INVENTED'; readonly note: string }\n",
};
const ROW: Edit = {
  file: 'policy/acts/tool-acts.ts',
  from: '  SESSION_SAVE: {\n',
  to: `  INVENTED: {
    ...NO_TRAITS,
    capabilities: ['INJECT_JAVASCRIPT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'INJECT_JAVASCRIPT', url }],
    payload: (action, visit) => ({ ...action, note: visit('script', action.note) }),
    to: 'DOCUMENT',
    aim: atPage,
    starts: startsNothing,
    needs: 'NOTHING',
    words: { log: ({ note }) => say\`note \${quoted(note)}\`, verb: own\`note\`, takes: ({ note }) => given('note', note) },
  },
  SESSION_SAVE: {
`,
};
const PERFORMER: Edit = {
  file: 'executors/acts/tools.ts',
  from: "    case 'SESSION_SAVE':\n",
  to: "    case 'INVENTED':\n    case 'SESSION_SAVE':\n",
};

test('an act that callers may ask for does not compile without its row and its performer', async () => {
  expect(await complaints([NAMED, TYPED])).toEqual([
    'executors/acts/tools.ts',
    'policy/acts/tool-acts.ts: INVENTED',
  ]);
});

test('with its row and its performer it lacks nothing: whoever has to know something about it reads the row', async () => {
  expect(await complaints([NAMED, TYPED, ROW, PERFORMER])).toEqual([]);
});

/** The files that the compiler complains of, with the name that it says is missing. */
async function complaints(edits: readonly Edit[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ghost-invented-act-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await lookAlike(folder);
  for (const { file, from, to } of edits) {
    const path = join(folder, file);
    // oxlint-disable-next-line no-await-in-loop -- two edits may be of one file
    const text = await readFile(path, 'utf8');
    expect(text, `${file} has the place that is written to`).toContain(from);
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }
  const said = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
    cwd: folder,
  }).then(
    ({ stdout }) => stdout,
    (thrown: unknown) =>
      thrown instanceof Error && 'stdout' in thrown ? String(thrown.stdout) : String(thrown),
  );
  const found = said
    .split('\n')
    .filter((line) => /\S/u.test(line) && !line.startsWith(' '))
    .map((line) => {
      const file = /^[^(]+(?=\()/u.exec(line)?.[0] ?? line;
      return line.includes("'INVENTED'") ? `${file}: INVENTED` : file;
    });
  return [...new Set(found)].toSorted();
}

/** The sources in a folder of their own, by links but for what is written to. */
async function lookAlike(folder: string): Promise<void> {
  for (const name of ['node_modules', 'package.json', 'gateway', 'engines', 'cloud'])
    // oxlint-disable-next-line no-await-in-loop -- a handful
    await symlink(join(ROOT, name), join(folder, name));
  for (const room of ['policy', 'executors']) {
    // oxlint-disable-next-line no-await-in-loop
    await mkdir(join(folder, room));
    // oxlint-disable-next-line no-await-in-loop
    for (const name of await readdir(join(ROOT, room))) {
      const [from, to] = [join(ROOT, room, name), join(folder, room, name)];
      // oxlint-disable-next-line no-await-in-loop
      await (COPIED.includes(`${room}/${name}`) ? cp(from, to, { recursive: true }) : symlink(from, to));
    }
  }
  const config: { compilerOptions: object } = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8'));
  const compilerOptions = { ...config.compilerOptions, types: ['node'], preserveSymlinks: true };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: FILES }));
}
