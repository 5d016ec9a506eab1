// The report of a log: what the service wrote, and the same as Cloud Logging exports it.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TestCloud } from '#test/fixtures/cloud.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const MODEL = 'gemini-2.5-flash';

const reportOf = (text: string): readonly string[] => {
  const { stdout, status } = spawnSync(process.execPath, ['cloud/report/main.ts'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stdout.trimEnd().split('\n');
};

test('tiers, tasks, tokens and cost, of what the service itself wrote', async () => {
  await using cloud = await TestCloud.start();
  cloud.gemini.replyBy(() => ({ says: 'four' }));
  const as = (task: string, tier: number) => ({
    headers: { 'x-ghost-task': task, 'x-ghost-tier': String(tier) },
  });
  await cloud.post(undefined, as('t-1', 1));
  await cloud.post(undefined, as('t-2', 1));
  await cloud.post(undefined, as('t-2', 2));
  await cloud.post({ contents: [] }, as('t-2', 2));
  const at = '2026-01-02T03:04:05.000Z';
  const event = { at, kind: 'step', actionType: 'CLICK', tier: 1, model: MODEL, status: 'done', error: null };
  const events = [
    { ...event, id: 'e-1', taskId: 't-1', confidence: 0.9 },
    { ...event, id: 'e-2', taskId: 't-2', confidence: 0.4 },
    { ...event, id: 'e-3', taskId: 't-2', confidence: null, tier: 0 },
  ];
  await cloud.post({ events }, { path: '/v1/events' });
  // No answer came, and the gateway told them again.
  await cloud.post({ events }, { path: '/v1/events' });
  const said = reportOf(`${cloud.lines.join('')}no entry\n\n`);
  expect(said.slice(1)).toEqual([
    'tier 0: 0 calls, 1 steps, confidence –, 0 tokens in, 0 out, $0.0000; 0 % of the tasks needed no more',
    'tier 1: 2 calls, 2 steps, confidence 0.65, 4 tokens in, 18 out, $0.0000; 50 % of the tasks needed no more',
    'tier 2: 2 calls, 0 steps, confidence –, 2 tokens in, 9 out, $0.0000; 100 % of the tasks needed no more',
    '2 tasks, each 16.5 tokens and $0.0000',
    '3 entries stood there twice, and count once',
    expect.stringMatching(/^\d+ lines are no entries of calls or events$/u),
  ]);
  // The batch of events is a request, and no call of a model.
  expect(said[0]).toMatch(/^4 calls, 0 refused with 429, 0 failed, wait p95 \d+ ms$/u);
});

test('as Cloud Logging exports them', () => {
  let at = 0;
  const of = (more: object) =>
    JSON.stringify({
      insertId: `x${(at += 1)}`,
      timestamp: '2026-01-02T03:04:05.000Z',
      labels: { kind: 'call', model: MODEL },
      jsonPayload: { task_id: 't', tier_used: 1, status: '200', ...more },
    });
  expect(
    reportOf(
      [
        of({ tokens_in: 1000, tokens_out: 10, cost_usd: 0.5 }),
        of({ status: '429' }),
        ...Array.from({ length: 2 }, () =>
          of({ status: '429' }).replace('"x3"', '"x2"').replace('"x4"', '"x2"'),
        ),
        of({ status: '503' }),
      ].join('\n'),
    ),
  ).toEqual([
    '3 calls, 1 refused with 429, 1 failed, wait p95 0 ms',
    'tier 1: 3 calls, 0 steps, confidence –, 1000 tokens in, 10 out, $0.5000; 100 % of the tasks needed no more',
    '1 tasks, each 1010 tokens and $0.5000',
    '2 entries stood there twice, and count once',
  ]);
});

test('of nothing, nothing', () => {
  expect(reportOf('')).toEqual([
    '0 calls, 0 refused with 429, 0 failed, wait p95 0 ms',
    '0 tasks, each – tokens and $–',
  ]);
});
