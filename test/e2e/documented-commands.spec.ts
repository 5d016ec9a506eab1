// Every example of docs/commands.md, typed into a shell beside a fresh data directory: each does what its page says, or is refused in the
// one way that is written here. The page of `example.com` is made so that the refs of the examples are what the examples take them for.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { ReadersShell, commandOf, fencesOf } from '#test/fixtures/documented.ts';
import type { Ended } from '#test/fixtures/documented.ts';
import { EXAMPLE_PAGES } from '#test/fixtures/documented-page.ts';
import { startSite } from '#test/fixtures/site.ts';
import type { Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const ADDRESS = '127.0.0.88';
/** A form, as `ghost open <url> [--keep]`: held by the generated page's own spec. In quotes these signs are an example's. */
const isForm = (line: string): boolean => /[<[]/u.test(line.replaceAll(/'[^']*'|"[^"]*"/gu, ''));
const EXAMPLES = [
  ...new Set(
    fencesOf('docs/commands.md').flatMap(({ lines }) => lines.map(commandOf).filter((line) => !isForm(line))),
  ),
];

/** What cannot run here, and why. */
const SKIPPED: Readonly<Record<string, string>> = {
  'ghost launch --headed': 'a window needs a screen',
};
/** What an example takes for granted. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'ghost open https://example.com --wait 600 --keep': ['ghost close'],
  'ghost close tab-1b2c': ['ghost open http://example.com'],
  'ghost focus tab-1b2c': ['ghost open http://example.com'],
  // The same document, so that the refs of the examples behind it are the same.
  'ghost back': ['ghost navigate http://example.com/#top'],
  'ghost dialog accept': ['ghost click e10'],
  'ghost dialog accept Ada': ['ghost click e11'],
  'ghost dialog dismiss': ['ghost click e10'],
  'ghost upload e6 report.pdf': ['echo report > report.pdf'],
  'ghost evaluate --file probe.js': ['echo document.title > probe.js'],
  'ghost batch --file steps.json': [`echo '["status", "tabs"]' > steps.json`],
  'ghost wait --text "Order complete"': ['ghost click e13'],
  'ghost session export shop --output look.json': ['ghost session save shop'],
};
/** What is not simply done: the exit code, and what is said. */
const ENDS: Readonly<Record<string, readonly [number, RegExp]>> = {
  'ghost connect --port 9222': [3, /attach/u],
  'ghost upload e6 report.pdf': [3, /"FILE_UPLOAD"/u],
  'ghost drop e6 report.pdf': [3, /"FILE_UPLOAD"/u],
  'ghost download https://example.com/report.pdf': [3, /"FILE_DOWNLOAD"/u],
};
/** Those that are about a gateway's own life, or about the demo world: beside a data directory of their own. */
const isElsewhere = (line: string): boolean => /^ghost (?:daemon|run) /u.test(line);

const shell = new ReadersShell();
let site: Site;
let gateway: Gateway;
let serving: { close(): Promise<void> };

beforeAll(async () => {
  site = await startSite(EXAMPLE_PAGES, ADDRESS);
  const at = { address: ADDRESS, port: site.port };
  const layer = join(shell.folder, 'layer.yaml');
  // The shipped policies with `example.com` on this machine, where the demo world has its sites.
  writeFileSync(
    layer,
    readFileSync(SHIPPED.demo, 'utf8')
      .replaceAll('shop.test', 'example.com')
      .replaceAll(/^(?:whole|end): .*\n/gmu, '')
      .replace(/^tests:[^]*$/mu, ''),
  );
  gateway = await openGateway({
    dataDir: shell.data,
    policy: [SHIPPED.default, layer],
    world: { hostMap: { 'example.com': at }, sites: [], secrets: {} },
    config: { warmTabs: 0, vault: { key: 'file' } },
    consent: async () => 'ALLOW_ONCE',
  });
  serving = need(await serveLocal(gateway, 0));
});
afterAll(async () => {
  await serving.close();
  await gateway.close();
  await site.close();
  shell[Symbol.dispose]();
});

const tabShape = z.object({ tabs: z.array(z.object({ targetId: z.string() })) });

/** As it is typed here: the tab that is open, and plain HTTP, since nobody vouches for a certificate of `example.com` here. */
async function typed(line: string): Promise<string> {
  const plain = line.replaceAll('https://example.com', 'http://example.com');
  if (!plain.includes('tab-1b2c')) return plain;
  const { tabs } = tabShape.parse(JSON.parse((await shell.run('ghost tabs')).stdout));
  return plain.replaceAll('tab-1b2c', tabs[0]?.targetId ?? 'none');
}

/** What is wrong with how it ended, or nothing. */
function complaint(line: string, { code, stdout, stderr }: Ended): string[] {
  const [wanted, says] = ENDS[line] ?? [0, line.startsWith('ghost ') ? /\S/u : /(?:)/u];
  return code === wanted && says.test(stdout + stderr) ? [] : [`${line}: exit ${code}: ${stdout}${stderr}`];
}

test('the browser commands do what their examples show', async () => {
  const wrong: string[] = [];
  for (const line of EXAMPLES.filter((one) => !isElsewhere(one) && SKIPPED[one] === undefined)) {
    for (const before of BEFORE[line] ?? [])
      wrong.push(...complaint(before, await shell.run(before)).map((one) => `before ${line}: ${one}`));
    wrong.push(...complaint(line, await shell.run(await typed(line))));
  }
  expect(wrong).toEqual([]);
  // Nothing lies in the folder where one stands but what a command names.
  expect(readdirSync(shell.cwd).toSorted()).toEqual([
    'list.csv',
    'look.json',
    'page.jpg',
    'probe.js',
    'report.pdf',
    'shop.json',
    'steps.json',
  ]);
});

test('so do those that README shows to whoever has an agent', async () => {
  const fences = fencesOf('README.md').filter(({ heading }) => heading === 'For agents of your own');
  const lines = fences.flatMap((fence) => fence.lines.map(commandOf));
  expect(lines).toHaveLength(5);
  await shell.run('ghost stop');
  const wrong: string[] = [];
  // `ghost mcp` has nothing to say to a client that is gone before it begins.
  for (const line of lines.filter((one) => one !== 'ghost mcp'))
    wrong.push(...complaint(line, await shell.run(await typed(line))));
  expect(wrong).toEqual([]);
  expect(await shell.run('ghost mcp')).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('so do those that begin and end a gateway, and those of the demo world', async () => {
  using fresh = new ReadersShell();
  const wrong: string[] = [];
  for (const line of EXAMPLES.filter(isElsewhere)) wrong.push(...complaint(line, await fresh.run(line)));
  expect(wrong).toEqual([]);
  expect(readdirSync(fresh.cwd)).toEqual(['keyboards.html']);
});

test('every example is run or has its reason, and no reason is left of one that is gone', () => {
  expect(EXAMPLES.length).toBeGreaterThan(100);
  for (const named of [SKIPPED, BEFORE, ENDS])
    expect(Object.keys(named).filter((line) => !EXAMPLES.includes(line))).toEqual([]);
  expect(Object.keys(SKIPPED)).toHaveLength(1);
});
