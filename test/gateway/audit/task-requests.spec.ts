// What a task sent out, out of its entries: who began each request, what became of it, and after which act it came. Pure.
import { expect, test } from 'vitest';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import { sampleOf } from '#gateway/audit/format/sample.ts';
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
      entry({ requestId: 'go', type: 'authorization.issued' }),
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
      entry({ requestId: 'click', type: 'authorization.issued' }),
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

const burst = {
  requestId: 'many',
  type: 'connection' as const,
  who: 'page',
  what: 'request http://cdn.test',
  where: 'cdn.test',
};
const acted = (requestId: string) => [
  entry({ requestId, details: act('CLICK', gate('http://a.test', 'EXECUTE_JAVASCRIPT')) }),
  entry({ requestId, type: 'authorization.issued' }),
];

test('an entry that counts further ones is a row of its own, where it stands', () => {
  const alike = { like: 'many', samples: [sampleOf(burst)] };
  expect(
    requestsIn([
      entry({ ...burst, seq: 1_001, details: { method: 'GET', port: 80, admitted: true } }),
      ...acted('r2'),
      entry({
        ...burst,
        seq: 1_004,
        what: 'make 11 more requests like this one',
        outcome: 'DONE',
        details: { count: 11 },
      }),
      entry({
        ...burst,
        seq: 1_005,
        what: '3 more times: request http://cdn.test',
        details: { count: 3, ...alike },
      }),
    ]).requests.map((one) => [one.seq, one.what, one.site, one.method, one.count, one.repeats, one.after]),
  ).toEqual([
    [1_001, 'request http://cdn.test', 'cdn.test', 'GET', 1, 'NONE', null],
    [1_004, 'request http://cdn.test', 'cdn.test', 'GET', 11, 'SAME', 'r2'],
    [1_005, 'request http://cdn.test', 'cdn.test', 'GET', 3, 'SAME', 'r2'],
  ]);
});

test('what was counted together is told without a site, also where the first was no request or is not there', () => {
  const others = { count: 7, like: 'many', samples: ['sha256:1', 'sha256:2'] };
  const refused = { verdict: 'DENY', outcome: 'REFUSED' } as const;
  const told = requestsIn([
    entry({ ...burst, ...refused, details: { method: 'POST' } }),
    entry({ ...burst, ...refused, what: '7 more times: request http://cdn.test', details: others }),
    entry({ type: 'page.act', requestId: 'd', who: 'page', ...refused, details: { kind: 'DIALOG' } }),
    entry({ type: 'page.act', requestId: 'd', who: 'page', ...refused, details: { ...others, like: 'd' } }),
    entry({ type: 'connection', requestId: 'gone', who: 'page', details: { count: 2 } }),
    entry({
      type: 'page.act',
      requestId: 'shown',
      who: 'page',
      verdict: null,
      details: { count: 2, samples: [] },
    }),
  ]).requests.filter(({ repeats }) => repeats !== 'NONE');
  expect(told.map((one) => [one.source, one.what, one.site, one.method, one.word, one.count])).toEqual([
    ['OTHER', '', '', null, 'stopped', 7],
    ['PAGE', '', '', null, 'stopped', 7],
    ['OTHER', '', '', null, 'allowed', 2],
  ]);
  expect(told.every(({ repeats }) => repeats === 'OTHERS')).toBe(true);
});

test('what goes out while a person thinks, or once an act was refused, is of the act before', () => {
  const going = act('NAVIGATE', gate('http://a.test', 'NAVIGATE_CROSS_ORIGIN', 'ESCALATE'));
  const seen = (): AuditEntry => entry({ type: 'connection', who: 'page', what: 'request http://a.test' });
  expect(
    views(
      ...acted('r1'),
      entry({ requestId: 'asked', verdict: 'ESCALATE', details: going }),
      seen(),
      entry({ requestId: 'asked', type: 'authorization.issued', verdict: 'ESCALATE' }),
      seen(),
      entry({ requestId: 'denied', verdict: 'DENY', outcome: 'REFUSED', details: going }),
      seen(),
    ).map(({ after }) => after),
  ).toEqual(['asked', 'r1', 'asked', 'denied', 'asked']);
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

test('servers beyond what can be looked through are added up, and those that an entry does not name are counted', () => {
  const ends = Array.from({ length: 60 }, (_, at) => ({
    host: `h${at}.test`,
    port: 80,
    connections: 100 - at,
    failed: 1,
    up: 2,
    down: 3,
  }));
  const { ended, rest, unnamed } = requestsIn([
    entry({ type: 'connection.ended', details: { ends, more: 5 } }),
    entry({ type: 'connection.ended', details: { ends: [], more: 2 } }),
  ]);
  expect([ended.length, rest, unnamed]).toEqual([
    50,
    { servers: 10, connections: 455, failed: 10, up: 20, down: 30 },
    7,
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
    value: {
      requests: [{ what: 'request http://cdn.test' }],
      until: log.since(0, 1)[0]?.at,
      complete: false,
    },
  });
  expect(asked).toEqual(['task:t']);
  expect(log.since(1, 9)).toMatchObject([{ type: 'audit.read', who: 'person:ui' }]);
  log.append = async () => fail('audit.write-failed', 'no room');
  expect(await taskRequests(log, 't', 'person:ui')).toMatchObject({ error: { code: 'audit.write-failed' } });
});
