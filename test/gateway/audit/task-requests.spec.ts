// What a task sent out, out of its entries: who began each request, what became of it, and after which act it came. Pure.
import { expect, test } from 'vitest';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import { requestsIn, taskRequests } from '#gateway/audit/requests/task-requests.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';

let seq = 0;
const entry = (change: Partial<AuditEntry>): AuditEntry => {
  seq += 1;
  return {
    seq,
    at: '2026-11-27T10:00:00.000Z',
    type: 'decision',
    taskId: 't',
    requestId: `r${seq}`,
    who: 'navigator:offline',
    what: 'do something',
    where: '',
    verdict: 'ALLOW',
    why: '',
    outcome: null,
    details: {},
    previous: '',
    hash: '',
    ...change,
  };
};
const gate = (url: string, capability: string, decision = 'ALLOW') => ({
  url,
  decision,
  facts: { capability },
});
const act = (action: string, ...gates: readonly ReturnType<typeof gate>[]) => ({ action, gates });
const views = (...entries: readonly AuditEntry[]) =>
  requestsIn(entries).requests.map(({ what, source, word, method, site, count, after }) => ({
    what,
    source,
    word,
    method,
    site,
    count,
    after,
  }));

test('a request of the page, of the agent and of a person are told apart, each with its site', () => {
  const going = act('NAVIGATE', gate('http://shop.test', 'NAVIGATE_CROSS_ORIGIN'));
  expect(
    views(
      entry({ requestId: 'go', who: 'person:ui', what: 'go to http://shop.test/', details: going }),
      entry({ requestId: 'go', type: 'act.outcome', verdict: null, outcome: 'DONE' }),
      entry({
        requestId: 'load',
        type: 'connection',
        who: 'page',
        what: 'connect to shop.test:80',
        where: 'shop.test',
        details: { method: 'GET', port: 80, admitted: true },
      }),
      entry({
        requestId: 'click',
        what: 'click link “Lamps”',
        details: act('CLICK', gate('http://shop.test', 'NAVIGATE_SAME_ORIGIN')),
      }),
      entry({
        requestId: 'post',
        type: 'connection',
        who: 'page',
        what: 'request http://collect.test by POST',
        verdict: 'ESCALATE',
        outcome: 'REFUSED',
        why: 'rules.strangers (p.yaml:42:9)',
        details: {
          method: 'POST',
          gates: [gate('http://collect.test', 'NAVIGATE_CROSS_ORIGIN', 'ESCALATE')],
        },
      }),
    ),
  ).toEqual([
    {
      what: 'go to http://shop.test/',
      source: 'YOU',
      word: 'allowed',
      method: null,
      site: 'http://shop.test',
      count: 1,
      after: 'go',
    },
    {
      what: 'connect to shop.test:80',
      source: 'PAGE',
      word: 'allowed',
      method: 'GET',
      site: 'shop.test',
      count: 1,
      after: 'go',
    },
    {
      what: 'click link “Lamps”',
      source: 'AGENT',
      word: 'allowed',
      method: null,
      site: 'http://shop.test',
      count: 1,
      after: 'click',
    },
    {
      what: 'request http://collect.test by POST',
      source: 'PAGE',
      word: 'stopped',
      method: 'POST',
      site: 'http://collect.test',
      count: 1,
      after: 'click',
    },
  ]);
});

test('what shows only as a connection may be the browser’s own, and a tunnel tells no method', () => {
  expect(
    views(
      entry({
        requestId: 'own',
        type: 'connection',
        who: 'page',
        what: 'connect to update.test:443',
        details: { method: 'CONNECT', port: 443, admitted: false },
      }),
    ),
  ).toMatchObject([{ source: 'OTHER', method: null, after: null }]);
});

test('each of the five words is told as the log tells it', () => {
  const going = act('NAVIGATE', gate('http://a.test', 'NAVIGATE_CROSS_ORIGIN', 'ESCALATE'));
  const asked = (id: string, outcome: string): readonly AuditEntry[] => [
    entry({ requestId: id, verdict: 'ESCALATE', details: going }),
    entry({ requestId: id, type: 'consent.asked', verdict: 'ESCALATE' }),
    entry({ requestId: id, type: 'consent.answered', who: 'person:ui', verdict: 'ESCALATE', outcome }),
  ];
  expect(
    views(
      ...asked('yes', 'GRANTED'),
      ...asked('no', 'REFUSED'),
      ...asked('late', 'TIMED_OUT'),
      entry({ requestId: 'lost', details: going }),
      entry({ requestId: 'lost', type: 'act.outcome', verdict: null, outcome: 'FAILED' }),
      entry({ requestId: 'open', verdict: 'ESCALATE', details: going }),
      entry({ requestId: 'open', type: 'consent.asked', verdict: 'ESCALATE' }),
    ).map(({ word }) => word),
  ).toEqual(['you-allowed', 'you-refused', 'stopped', 'failed', 'asked']);
});

test('an entry that stands for more is told with how many, and is no request of its own', () => {
  const one = {
    requestId: 'many',
    type: 'connection' as const,
    who: 'page',
    what: 'request http://cdn.test',
  };
  expect(
    views(
      entry({ ...one, details: { method: 'GET' } }),
      entry({ ...one, what: 'make 11 more requests like this one', outcome: 'DONE', details: { count: 11 } }),
    ),
  ).toMatchObject([{ count: 12, what: 'request http://cdn.test' }]);
});

test('looks, what is entered, dialogs and abilities are no requests', () => {
  expect(
    views(
      entry({ what: 'look at the page', details: act('SNAPSHOT', gate('http://a.test', 'SCREENSHOT')) }),
      entry({ what: 'enter a name', details: act('FILL', gate('http://a.test', 'FORM_SUBMIT_DATA')) }),
      entry({ what: 'click', details: act('CLICK', gate('http://a.test', 'EXECUTE_JAVASCRIPT')) }),
      entry({ type: 'page.act', who: 'page', details: { kind: 'DIALOG' } }),
      entry({ type: 'page.act', who: 'page', verdict: null, details: { document: {}, granted: [] } }),
    ),
  ).toEqual([]);
});

test('a frame, a window and a download of the page are its requests', () => {
  const kinds = ['NAVIGATE', 'FRAME', 'OPEN_WINDOW', 'DOWNLOAD'];
  const all = kinds.map((kind) => entry({ type: 'page.act', who: 'page', details: { kind, method: 'GET' } }));
  expect(views(...all).map(({ source }) => source)).toEqual(['PAGE', 'PAGE', 'PAGE', 'PAGE']);
});

test('entries that are not whole, or hold what nobody expects, are told as far as they say something', () => {
  expect(
    views(
      entry({ type: 'connection', requestId: null, who: 'page', details: { gates: 'none', count: 'many' } }),
      entry({ type: 'connection', who: 'page', details: { gates: [null, 3, { url: 7 }], method: 3 } }),
      entry({ type: 'connection.ended', details: { ends: [null, 'x'] } }),
    ),
  ).toHaveLength(2);
});

test('connections are added up by server', () => {
  const end = (host: string, down: number, failed = 0) => ({
    host,
    port: 80,
    connections: 2,
    failed,
    up: 10,
    down,
  });
  const { ended } = requestsIn([
    entry({ type: 'connection.ended', details: { ends: [end('a.test', 100), end('b.test', 5)] } }),
    entry({ type: 'connection.ended', details: { ends: [end('b.test', 7, 1)] } }),
  ]);
  expect(ended).toEqual([
    { site: 'b.test:80', connections: 4, failed: 1, up: 20, down: 12 },
    { site: 'a.test:80', connections: 2, failed: 0, up: 10, down: 100 },
  ]);
});

test('reading them is an entry of the log, and none are given out where that cannot be written', async () => {
  const log = memoryLog();
  await log.append(entry({ type: 'connection', who: 'page', what: 'request http://cdn.test' }));
  const asked: string[] = [];
  log.search = async ({ text }) => {
    asked.push(text);
    return ok({ rows: log.since(0, 1).map((one) => ({ ...one })), total: 7 });
  };
  expect(await taskRequests(log, 't', 'person:ui')).toMatchObject({
    value: { requests: [{ what: 'request http://cdn.test' }], complete: false },
  });
  expect(asked).toEqual(['task:t']);
  expect(log.since(1, 9)).toMatchObject([{ type: 'audit.read', who: 'person:ui' }]);
  log.append = async () => fail('audit.write-failed', 'no room');
  expect(await taskRequests(log, 't', 'person:ui')).toMatchObject({ error: { code: 'audit.write-failed' } });
});
