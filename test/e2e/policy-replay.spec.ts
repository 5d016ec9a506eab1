// `ghost policy replay` on the log of real tasks in the demo world: what decided then against what is in force now, or would be.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { program } from '#test/fixtures/program.ts';
import { shipped } from '#test/fixtures/policy/policies.ts';

let home: GhostHome;
beforeAll(async () => {
  home = new GhostHome();
  const task = 'search the shop for a mechanical keyboard and tell me the cheapest price';
  const ran = await home.run(['run', task, '--demo', '--json']);
  expect(ran.code, ran.stderr).toBe(0);
  // A host that a page brought: it asks, and nobody answers.
  await home.run([
    'run',
    'look up mechanical keyboards in the encyclopedia, then open the maker’s site and tell me when it was founded',
    '--demo',
    '--approve',
    'deny',
  ]);
}, 240_000);
afterAll(() => home[Symbol.dispose]());

/** The demo world’s layer without its tests, with one rule changed. */
function demo(name: string, ...edits: readonly (readonly [string, string])[]): string {
  const [rules = ''] = String(shipped('demo').text).split('\ntests:');
  const text = edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`there is no ${from}`);
    return before.replace(from, to);
  }, rules);
  const file = join(home.directory, name);
  writeFileSync(file, `${text}\nend: demo-world@1\n`);
  return file;
}
const under = (...files: readonly string[]): readonly string[] => files.flatMap((file) => ['--policy', file]);

test('0: what is in force decides as it did; the log’s policy is known, and its text is kept', async () => {
  const again = await home.run(['policy', 'replay', '--json']);
  expect(again.code, again.stdout + again.stderr).toBe(0);
  expect(again.json()).toMatchObject({
    problems: [],
    changes: [],
    decidedBy: [{ layers: ['phase38-default@1', 'demo-world@1'], atHand: true }],
  });
});

test('2: a policy that is stricter on what was really asked', async () => {
  const strict = demo('strict.yaml', [
    'id: demo-named\n    decision: ALLOW',
    'id: demo-named\n    decision: ESCALATE',
  ]);
  const ran = await program(['policy', 'replay', '--json', ...under('default', strict)], home.directory);
  expect(ran.code, ran.stdout + ran.stderr).toBe(2);
  expect(ran.json()).toMatchObject({
    problems: [],
    changes: expect.arrayContaining([
      expect.objectContaining({ direction: 'TIGHTENED', from: 'ALLOW', to: 'ESCALATE' }),
    ]),
  });
  const summary = await program(
    ['policy', 'replay', '--summary', ...under('default', strict)],
    home.directory,
  );
  expect(summary.stdout).toMatch(/^TIGHTENED +\d+ times, \d+ kinds of request$/mu);
  expect(summary.stdout).not.toContain('ALLOW -> ESCALATE');
  expect(summary.code).toBe(2);
  // The layer that was left out is what was compared with by mistake before.
  const without = await program(['policy', 'replay', ...under('default')], home.directory);
  expect(without.code).toBe(2);
});

test('a log can be had as a summary: how many entries match, and what they have in common', async () => {
  const summary = await program(['audit', 'query', 'type:decision', '--summary'], home.directory);
  expect(summary.stdout).toMatch(/^\d+ entries match$/mu);
  expect(summary.stdout).toMatch(/^where\n +\d+ {2}\S*shop\.test/mu);
  expect(summary.stdout).not.toMatch(/ \| .* \| /u);
  const json = await program(['audit', 'query', 'type:decision', '--summary', '--json'], home.directory);
  expect(json.json()).toMatchObject({ facets: { values: { where: expect.any(Array) } } });
  expect(json.json()).not.toHaveProperty('rows');
});

test('3: a policy that allows what was asked', async () => {
  const looser = demo(
    'looser.yaml',
    ['id: demo-unnamed\n    decision: ESCALATE', 'id: demo-unnamed\n    decision: ALLOW'],
    ['    violation: NAVIGATION_DENIED\n    reason: The person did not', '    reason: The person did not'],
  );
  const ran = await program(['policy', 'replay', '--json', ...under('default', looser)], home.directory);
  expect(ran.code, ran.stdout + ran.stderr).toBe(3);
  expect(ran.json()).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ direction: 'LOOSENED', from: 'ESCALATE', to: 'ALLOW' }),
    ]),
  });
});

test('4: a log that was taken elsewhere, without its key, and a policy that looks at more of a path than it says', async () => {
  const opened = await openAuditLog({ directory: join(home.directory, 'audit'), readOnly: true });
  if (!opened.ok) throw new Error(opened.error.message);
  const lines = opened.value.since(0, 10_000).map((entry) => JSON.stringify(entry));
  await opened.value.close();
  const log = join(home.directory, 'taken.jsonl');
  writeFileSync(log, lines.join('\n'));
  const paths = join(home.directory, 'paths.yaml');
  writeFileSync(
    paths,
    'policy: 1\nid: paths\nextends: { id: demo-world }\nrules:\n  - { id: s, decision: DENY, when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], host: shop.test, path: /search }, reason: r }\n',
  );
  const elsewhere = join(home.directory, 'elsewhere');
  const files = under('default', 'demo', paths);
  const blind = await program(
    ['policy', 'replay', log, '--data-dir', elsewhere, '--json', ...files],
    home.directory,
  );
  expect(blind.code, blind.stdout + blind.stderr).toBe(4);
  expect(blind.json()).toMatchObject({
    problems: expect.arrayContaining([expect.objectContaining({ code: 'policy.undecided' })]),
    decidedBy: [{ atHand: false }],
  });
  // Beside the log its key tells.
  const seeing = await program(['policy', 'replay', log, '--json', ...files], home.directory);
  expect(seeing.code, seeing.stdout + seeing.stderr).toBe(2);
});

test('what only reads the log starts from the same policy', async () => {
  const suggested = await program(['policy', 'suggest', '--json'], home.directory);
  expect(suggested.code, suggested.stderr).toBe(0);
  const replayed = await program(['policy', 'replay', '--json'], home.directory);
  const { policy } = z.object({ policy: z.string() }).parse(replayed.json());
  expect(suggested.json()).toMatchObject({ policy, problems: [] });
});
