// Every command in a fence of README and of docs/, typed into a shell beside a fresh data directory, a session at a time: it ends as its page
// says. What cannot run here stands below with its reason. docs/commands.md has a spec of its own, and so has the tutorial of policies.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ReadersShell, commandOf, fencesOf } from '#test/fixtures/documented.ts';

const ROOT = join(import.meta.dirname, '../..');
/** With specs of their own: e2e/documented-commands, policy/guide, policy/cookbook; language and settings are generated, and have no command. */
const ELSEWHERE = ['docs/commands.md', 'docs/policy/tutorial.md', 'docs/policy/cookbook.md'];
const PAGES = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
].filter((page) => !ELSEWHERE.includes(page));

const linesOf = (page: string, heading: string): readonly string[] =>
  fencesOf(page)
    .filter((fence) => fence.heading === heading && fence.language === 'sh')
    .flatMap(({ lines }) => lines.map(commandOf).filter((line) => line !== ''));

const INSTALLS = 'installs for the whole machine; the tarball is e2e/package’s subject';
/** What cannot run here, and why. */
const SKIPPED: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'this checkout is installed; `ghost start` runs below',
  'npm ci && npm test': 'this is part of it',
  'ghost attack': 'takes minutes: attack/installed has it',
  'npm run attack -- --json': 'takes an hour: attack/scoreboard has its part',
  'npm run attack -- --inside': 'takes an hour: attack/inside has its part',
  'npm run package && npm pack ./dist/package': 'e2e/package packs it',
  'npm install -g ./ghost-browser-0.1.0.tgz': INSTALLS,
  'ghost install && ghost start': INSTALLS,
};

type Ends = readonly [code: number, says: RegExp];
/** What is not simply done, or of which the page says more. */
const ENDS: Readonly<Record<string, Ends>> = {
  'ghost run "search the shop for a mechanical keyboard and tell me the cheapest price" --json': [
    0,
    /"status":"DONE"/u,
  ],
  'ghost run "check the status of my latest order" --approve deny --json': [4, /rules\.demo-login/u],
  'ghost results search keyboards': [0, /compare the mechanical keyboards/u],
  'ghost audit query is:you-refused': [0, /REFUSED$/mu],
  'ghost audit verify': [0, /^verified \d+ entries/u],
  'ghost doctor': [0, /ok {4}health/u],
  'ghost policy list': [0, /^developer\n/mu],
  'ghost policy verify': [0, /(\d+) of \1 proven/u],
  'ghost policy diff default read-only': [2, /nothing is loosened/u],
  'ghost policy gate new.yaml --against old.yaml': [3, /corp-docs/u],
  'ghost policy seal my.yaml': [0, /ends with mine@1/u],
  'ghost policy why-not --capability FILE_DOWNLOAD --executor HEADLESS_CHROMIUM --host files.example.com': [
    0,
    /^DENY \(CAPABILITY_DENIED\)/u,
  ],
  // Nothing was decided yet beside this directory, and it says what to do.
  'ghost policy replay': [1, /it is made by the first task/u],
};

const POLICY = `policy: 1
id: mine
revision: 1
extends: { id: phase38-default }
owner: me
rules:
  - id: corp-docs
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, host: docs.example.com }
    reason: A person looks first.
`;

/** Runs them one after the other; what did not end as it should. */
async function wrongAmong(shell: ReadersShell, lines: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const line of lines.filter((one) => SKIPPED[one] === undefined)) {
    const [wanted, says] = ENDS[line] ?? [0, /\S/u];
    const { code, stdout, stderr } = await shell.run(line);
    if (code !== wanted || !says.test(stdout === '' ? stderr : stdout))
      wrong.push(`${line}: exit ${code}: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  }
  return wrong;
}

test('Five minutes: the commands do what README says, beside a gateway that `ghost start` serves', async () => {
  using shell = new ReadersShell();
  const lines = linesOf('README.md', 'Five minutes');
  expect(lines).toHaveLength(12);
  await using served = await shell.serve();
  expect(served.said).toContain('"url": "http://');
  expect(await wrongAmong(shell, lines)).toEqual([]);
  // Nothing lies in the folder where one stands but what a command names.
  expect(readdirSync(shell.cwd).toSorted()).toEqual(['everything.backup', 'keyboards.html', 'run.json']);
});

test('For security teams: so do those about policies, on files in the folder where one stands', async () => {
  using shell = new ReadersShell();
  for (const name of ['my', 'old']) shell.write(`${name}.yaml`, POLICY);
  shell.write('new.yaml', POLICY.replace('revision: 1', 'revision: 2').replace('ESCALATE', 'ALLOW'));
  shell.write(
    'my.policy-test.yaml',
    `policy: ./my.yaml
given: { executor: HEADED_CHROMIUM }
cases:
  - { name: the documents ask, with: { capability: NAVIGATE_CROSS_ORIGIN, host: docs.example.com }, expect: ESCALATE, by: corp-docs }
`,
  );
  expect(await wrongAmong(shell, linesOf('README.md', 'For security teams'))).toEqual([]);
});

test('As a library: the program runs as it stands, in the demo world', async () => {
  using shell = new ReadersShell();
  const [fence] = fencesOf('README.md').filter(({ heading }) => heading === 'As a library');
  const program = (fence?.lines ?? [])
    .join('\n')
    .replace("'ghost-browser'", `'${join(ROOT, 'gateway/client/local/library.ts')}'`);
  shell.write('program.ts', `const ask = async () => true;\n${program}`);
  const ended = await shell.run(`'${process.execPath}' program.ts`);
  expect(ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^no sites are configured: using the demo world[^\n]*\ntask\.started\n/u),
  });
  expect(ended.stdout).toMatch(/^DONE .*€\d+[\s\S]*\ne1 link Deskwright\n/u);
});

test('The gate of a policy: the lines for CI refuse a loosened folder of a repository', async () => {
  using shell = new ReadersShell();
  const git = 'git -c user.name=me -c user.email=me@example.com';
  await shell.run('git init -q -b main . && mkdir -p policy/team');
  shell.write('policy/team/mine.yaml', POLICY);
  await shell.run(`git add . && ${git} commit -qm one && git update-ref refs/remotes/origin/main HEAD`);
  shell.write(
    'policy/team/mine.yaml',
    POLICY.replace('revision: 1', 'revision: 2').replace('ESCALATE', 'ALLOW'),
  );
  const [add = '', gate = ''] = linesOf('docs/policy-gate.md', 'In CI').map((line) =>
    line.replaceAll('/tmp/before', join(shell.folder, 'before')),
  );
  const summary = join(shell.folder, 'summary.md');
  expect(await shell.run(add)).toMatchObject({ code: 0 });
  expect(await shell.run(gate, { GITHUB_STEP_SUMMARY: summary })).toMatchObject({ code: 3 });
  expect(readFileSync(summary, 'utf8')).toContain('corp-docs');
});

describe('no fence goes unseen', () => {
  const shown = PAGES.flatMap((page) => fencesOf(page).map((fence) => ({ page, ...fence })));
  test('those of commands are the ones above', () => {
    const found = shown
      .filter(({ language }) => language === 'sh')
      .map(({ page, heading }) => `${page}: ${heading}`);
    expect([...new Set(found)]).toEqual([
      'README.md: Ghost Browser',
      'README.md: Five minutes',
      'README.md: For security teams',
      'README.md: For agents of your own',
      'README.md: As a package',
      'docs/policy-gate.md: In CI',
    ]);
  });
  test('the others are the picture of an act, programs, and the jobs of two services', () => {
    const found = shown
      .filter(({ language }) => language !== 'sh')
      .map(({ page, heading, language }) => `${page}: ${heading}: ${language}`);
    expect(found).toEqual([
      'README.md: The way of an act: ',
      'README.md: As a library: ts',
      'docs/tasks.md: What it asks: ts',
      'docs/policy/ci.md: GitHub Actions: yaml',
      'docs/policy/ci.md: GitLab: yaml',
    ]);
  });
  test('what is skipped is this and no more, and nothing is kept here of a line that is gone', () => {
    const lines = PAGES.flatMap((page) => fencesOf(page).flatMap((fence) => fence.lines.map(commandOf)));
    expect(Object.keys(SKIPPED)).toHaveLength(8);
    for (const named of [SKIPPED, ENDS])
      expect(Object.keys(named).filter((line) => !lines.includes(line))).toEqual([]);
  });
});
