// What a task tells is an act of its own, decided before anybody hears it: what is refused stands in no result, plan, recording or event.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  openGateway,
  type Gateway,
  type GatewayOptions,
  type TaskEvent,
  type TaskResult,
} from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { says } from '#test/fixtures/proposals.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const ADDRESS = '127.0.0.84';
const POLICY = `policy: 1
id: telling
revision: 1
whole: true
extends: { id: organisation }
words: { confidential: [project falcon] }
rules:
  - id: lab
    decision: ALLOW
    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN], host: [shop.test, payroll.test, clinic.test], addressClass: LOOPBACK }
    reason: The sites of this test.
floors:
  - id: nothing-confidential
    decision: DENY
    when: { action: ANSWER, valueWords: confidential }
    reason: Of that no task tells.
  - id: diagnoses
    decision: DENY
    when: { action: ANSWER, host: clinic.test }
    reason: Of that page no task tells.
  - id: payroll
    decision: ESCALATE
    when: { action: ANSWER, host: payroll.test }
    reason: What stands in the payroll is told by a person's leave.
end: telling@1
`;
const page = (title: string, rows: string): string =>
  `<!doctype html><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1><table><tr><th>Name</th><th>Price</th></tr>${rows}</table>`;
const SECRET = 'Project Falcon';

const HOSTS = ['shop.test', 'payroll.test', 'clinic.test'];

let sites: Site[];
let directory: string;
let gateway: Gateway;
let cards: ConsentCard[];
let answer: ConsentAnswer;

beforeAll(async () => {
  sites = await Promise.all(
    [
      page(
        'Lamps',
        '<tr><td>Desk lamp</td><td>$ 41.50</td></tr><tr><td>Blue lamp</td><td>$ 12.00 (Project Falcon)</td></tr><tr><td>Red lamp</td><td>$ 13.00 correct-horse-battery</td></tr>',
      ),
      page(
        'Payroll',
        '<tr><td>Ana Miller</td><td>$ 5,100.00</td></tr><tr><td>Bob Stone</td><td>$ 4,900.00</td></tr>',
      ),
      page('Jane Doe: diagnosis flu', '<tr><td>Jane Doe</td><td>$ 77.00</td></tr>').replace(
        '</table>',
        '</table><a href="http://shop.test/">Lamps</a><button onclick="document.body.append(\'Kept\')">Keep</button>',
      ),
    ].map((html) => startSite({ '/': html }, ADDRESS)),
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-telling-'));
  writeFileSync(join(directory, 'telling.policy.yaml'), POLICY);
  gateway = await openGateway({ ...options(), dataDir: join(directory, 'data'), engine: 'offline' });
  await keepBrowser(gateway);
});
const options = (): GatewayOptions => ({
  policy: [SHIPPED.organisation, join(directory, 'telling.policy.yaml')],
  world: {
    hostMap: Object.fromEntries(
      HOSTS.map((host, at) => [host, { address: ADDRESS, port: sites[at]?.port ?? 0 }]),
    ),
    sites: [],
    secrets: {
      'login:payroll.test/password': { origin: 'http://payroll.test', value: 'correct-horse-battery' },
    },
  },
  config: SHARED,
  consent: async (card) => {
    cards.push(card);
    return answer;
  },
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(sites.map((site) => site.close()));
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards = [];
  answer = 'DENY';
});

async function run(intent: string, host: string): Promise<{ result: TaskResult; heard: string; id: string }> {
  const running = gateway.run(intent, { startUrl: `http://${host}/` });
  const events: TaskEvent[] = [];
  for await (const event of running) events.push(event);
  const recording = gateway.tasks.find(running.taskId)?.recording();
  return { result: await running.result, heard: JSON.stringify([events, recording]), id: running.taskId };
}

const entries = (taskId: string) => gateway.audit.since(0, 10_000).filter((entry) => entry.taskId === taskId);

test('what the policy lets is told, nobody is asked, and before anybody hears it an entry says what let it', async () => {
  const { result, id } = await run('what is the price of the Desk lamp?', 'shop.test');
  expect(result).toMatchObject({ status: 'DONE', answer: expect.stringContaining('$ 41.50') });
  expect(cards).toEqual([]);
  // It stands there already: the result was not told before it did.
  const told = entries(id).filter(({ type }) => type === 'task.told');
  expect(told).toMatchObject([
    {
      verdict: 'ALLOW',
      where: 'shop.test',
      details: {
        action: 'ANSWER',
        sources: ['shop.test'],
        cells: expect.arrayContaining([expect.stringContaining('capability')]),
      },
    },
  ]);
  expect(JSON.stringify(told)).not.toContain('41.50');
});

test('words that no task tells stand in nothing that it leaves behind', async () => {
  const { result, heard, id } = await run('what is the price of the Blue lamp?', 'shop.test');
  expect(result).toMatchObject({
    status: 'DENIED',
    answer: null,
    facts: [],
    error: { code: 'boundary.denied' },
  });
  expect(JSON.stringify(result)).not.toContain(SECRET);
  expect(heard).not.toContain(SECRET);
  const decided = entries(id).filter(({ details }) => details['action'] === 'ANSWER');
  expect(decided).toMatchObject([{ type: 'decision', verdict: 'DENY' }]);
  expect(JSON.stringify(decided)).not.toContain(SECRET);
});

test('a person is shown what would be told, and a no tells nothing', async () => {
  const { result, heard } = await run('what is the price of Ana Miller?', 'payroll.test');
  expect(cards).toHaveLength(1);
  expect(JSON.stringify(cards[0]?.details)).toContain('5,100.00');
  expect(result).toMatchObject({ status: 'CONSENT_REFUSED', answer: null, facts: [] });
  expect(heard).not.toContain('5,100.00');
});

test('a yes tells it', async () => {
  answer = 'ALLOW_ONCE';
  const { result } = await run('what is the price of Bob Stone?', 'payroll.test');
  expect(result).toMatchObject({ status: 'DONE', answer: expect.stringContaining('4,900.00') });
});

test('rows of a table are told or withheld alike', async () => {
  const { result, heard } = await run('make a table of the lamps', 'shop.test');
  expect(result.status).toBe('DENIED');
  expect(result.table).toBeUndefined();
  expect(heard).not.toContain(SECRET);
});

test('a saved secret that a page shows is told to nobody', async () => {
  const { result, heard, id } = await run('what is the price of the Red lamp?', 'shop.test');
  expect(result).toMatchObject({ status: 'DENIED', answer: null, facts: [] });
  expect(heard).not.toContain('correct-horse-battery');
  expect(JSON.stringify(entries(id))).not.toContain('correct-horse-battery');
});

test('what was read at one place is not told from another', async () => {
  const { result, heard } = await run('what is the price of Jane Doe? then press Lamps', 'clinic.test');
  expect(result.status).toBe('DENIED');
  expect(heard).not.toContain('77.00');
});

test('nor does a page’s title stand in for an answer', async () => {
  const { result } = await run('press Keep', 'clinic.test');
  expect(JSON.stringify([result.answer, result.facts, result.evidence, result.plan])).not.toContain(
    'diagnosis',
  );
});

test('a failure that quotes a page tells nothing, either', async () => {
  const { result, heard } = await run('what is the blood group of Jane Doe?', 'clinic.test');
  expect(result.status).not.toBe('DONE');
  expect(heard).not.toContain('77.00');
  expect(JSON.stringify(result.error)).not.toContain('diagnosis');
});

test('half a sign at the end of a text is no way around the decision', async () => {
  await using other = await openGateway({
    ...options(),
    dataDir: join(directory, 'other'),
    navigator: { id: 'scripted', next: async () => says('DONE', { text: 'Project Falcon \ud83d' }) },
  });
  const result = await other.run('what is the price of the Blue lamp?', { startUrl: 'http://shop.test/' })
    .result;
  expect(result).toMatchObject({ status: 'DENIED', answer: null });
});
