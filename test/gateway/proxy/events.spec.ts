// What the proxy is told of tasks: events as entries of its log, kept on the disk while it is away, bounded, and in nobody's way.
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportsBySettings } from '#gateway/proxy/events/by-settings.ts';
import { Reporter, type ReporterOptions } from '#gateway/proxy/events/reporter.ts';
import { reportedOf, type Told } from '#gateway/proxy/events/reported.ts';
import { MOST_BATCHES, Spool } from '#gateway/proxy/events/spool.ts';
import { identityOf, personKey, type Identity } from '#gateway/proxy/events/whose.ts';
import { SETTINGS } from '#gateway/settings/schema.ts';
import { systemClock } from '#executors/system/clock.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import { TestCloud } from '#test/fixtures/cloud.ts';
import { aResult, aStep, aTask } from '#test/fixtures/views.ts';

const PATIENT = { timeout: 20_000 };
let cloud: TestCloud;
let directory: string;
beforeAll(async () => {
  cloud = await TestCloud.start({ env: { LOG_TEXTS: 'intents' } });
});
afterAll(() => cloud[Symbol.asyncDispose]());
beforeEach(() => {
  cloud.lines.length = 0;
  directory = mkdtempSync(join(tmpdir(), 'ghost-events-'));
  return () => rmSync(directory, { recursive: true, force: true });
});

const spooled = (): readonly string[] => readdirSync(join(directory, 'spool'));
const told = (at: number): Told => ({
  taskId: 't-1',
  at: '2026-11-26T10:00:00.000Z',
  kind: 'step',
  actionType: 'CLICK',
  tier: 1,
  confidence: 0.9,
  model: 'gemini-2.5-flash',
  status: `STEP-${at}`,
  error: null,
});
/** As whoever the test's issuer vouches for. */
const signedIn = (person = 'person-1'): Identity => ({
  bearer: async () => ok(await cloud.issuer.token({ sub: person, email: `${person}@example.com` })),
  subject: async () => person,
});
const OF_ONE = { person: personKey('person-1'), events: 1 };
const reporter = (more: Partial<ReporterOptions> = {}): Reporter =>
  new Reporter({
    baseUrl: cloud.url,
    ...signedIn(),
    directory: join(directory, 'spool'),
    gatherMs: 1,
    againMs: 5,
    betweenMs: 1,
    ...more,
  });
const statuses = (): readonly unknown[] => cloud.entries('event').map(({ status }) => status);

test('events become entries, in their order, each once, under the hash of whoever is signed in', async () => {
  await using one = reporter();
  for (let at = 0; at < 1_200; at += 1) one.tell(told(at));
  await expect.poll(() => statuses().length, PATIENT).toBe(1_200);
  expect(statuses()).toEqual(Array.from({ length: 1_200 }, (_, at) => `STEP-${at}`));
  const [entry] = cloud.entries('event');
  expect(entry).toMatchObject({
    task_id: 't-1',
    action_type: 'CLICK',
    tier_used: 1,
    confidence: 0.9,
    model_used: 'gemini-2.5-flash',
    event_time: '2026-11-26T10:00:00.000Z',
    user_id: expect.stringMatching(/^[\w-]{22}$/u),
    'logging.googleapis.com/insertId': expect.stringMatching(/^[\w-]{22}-[\da-f-]{36}$/u),
  });
  expect(new Set(cloud.entries('event').map((one) => one['logging.googleapis.com/insertId'])).size).toBe(
    1_200,
  );
  await expect.poll(spooled).toEqual([]);
});

test('while the proxy is away they wait on the disk, and go when it is back', async () => {
  await using away = await TestCloud.start();
  const token = await away.issuer.token();
  await using one = reporter({ baseUrl: away.url, bearer: async () => ok(token) });
  await away.kill();
  one.tell(told(1));
  await expect.poll(spooled, PATIENT).toHaveLength(1);
  one.tell(told(2));
  await expect.poll(spooled, PATIENT).toHaveLength(2);
  await away.restart();
  await expect
    .poll(() => away.entries('event').map(({ status }) => status), PATIENT)
    .toEqual(['STEP-1', 'STEP-2']);
  await expect.poll(spooled).toEqual([]);
});

test('what a gateway left behind the next one tells', async () => {
  const nobody = reporter({ bearer: async () => fail('identity.signed-out', 'nobody is signed in') });
  nobody.tell(told(1));
  await expect.poll(() => spooled().length, PATIENT).toBe(1);
  await nobody[Symbol.asyncDispose]();
  expect(cloud.lines).toEqual([]);
  await using next = reporter();
  next.begin();
  await expect.poll(statuses, PATIENT).toEqual(['STEP-1']);
});

test('at its end it writes what it has, and sends it if that works at once', async () => {
  const one = reporter({ gatherMs: 3_600_000 });
  one.tell(told(1));
  await one[Symbol.asyncDispose]();
  expect(statuses()).toEqual(['STEP-1']);
  one.tell(told(2));
  expect(statuses()).toEqual(['STEP-1']);
});

test('a batch that the proxy says is none goes, and the next one is told', async () => {
  await using one = reporter();
  const spool = new Spool(join(directory, 'spool'));
  await spool.add('{"events":[{"intent":"of another version"}]}', { ...OF_ONE, events: 3 });
  await spool.add('no JSON', OF_ONE);
  one.tell(told(3));
  await expect.poll(statuses, PATIENT).toEqual(['STEP-3']);
  await expect.poll(spooled).toEqual([]);
  // The log hears with the next one that these are missing.
  one.tell(told(4));
  await expect.poll(statuses, PATIENT).toEqual(['STEP-3', 'STEP-4']);
  expect(cloud.entries('events-lost')).toMatchObject([{ lost: 4 }]);
});

/** A proxy that answers in turn, then with 200; and the tokens that it was given. */
async function answering(answers: readonly number[]) {
  const tokens: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    tokens.push(request.headers.authorization ?? '');
    response.writeHead(answers[tokens.length - 1] ?? 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    tokens,
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a proxy that has no such route is asked once for each batch, and what it refused is counted', async () => {
  await using proxy = await answering([404, 405, 501]);
  await using one = reporter({ baseUrl: proxy.baseUrl });
  one.tell(told(1));
  await expect.poll(() => one.lost, PATIENT).toBe(1);
  one.tell(told(2));
  await expect.poll(() => one.lost, PATIENT).toBeGreaterThan(1);
  expect(proxy.tokens).toHaveLength(2);
  // A service that has a fault is asked again.
  one.tell(told(3));
  await expect.poll(() => proxy.tokens.length, PATIENT).toBe(4);
  await expect.poll(spooled, PATIENT).toEqual([]);
});

test('a token that the proxy does not take is not sent again: another one is asked for', async () => {
  await using proxy = await answering([401]);
  const asked: (string | undefined)[] = [];
  const first = await cloud.issuer.token();
  const second = await cloud.issuer.token({ jti: 'second' });
  await using one = reporter({
    baseUrl: proxy.baseUrl,
    bearer: async (_, refused) => {
      asked.push(refused);
      return ok(refused === first ? second : first);
    },
  });
  one.tell(told(1));
  await expect.poll(() => proxy.tokens, PATIENT).toEqual([`Bearer ${first}`, `Bearer ${second}`]);
  expect(asked).toEqual([undefined, first]);
});

describe('of several people', () => {
  const users = (): readonly unknown[] => cloud.entries('event').map(({ user_id }) => user_id);

  test('an event is told under the sign-in that it happened under, and never under the next one', async () => {
    let who: string | null = 'ana';
    let isAway = true;
    await using one = reporter({
      subject: async () => who,
      bearer: async (signal) =>
        isAway || who === null
          ? fail('identity.signed-out', 'nobody is signed in')
          : signedIn(who).bearer(signal),
    });
    one.tell(told(1));
    await expect.poll(() => spooled().length, PATIENT).toBe(1);
    // Signed out: nobody's events are gathered, and what waits waits.
    who = null;
    one.tell(told(2));
    who = 'ben';
    one.tell(told(3));
    await expect.poll(() => spooled().length, PATIENT).toBe(2);
    isAway = false;
    await expect.poll(statuses, PATIENT).toEqual(['STEP-3']);
    await expect.poll(spooled, PATIENT).toEqual([]);
    who = 'ana';
    one.tell(told(4));
    await expect.poll(statuses, PATIENT).toEqual(['STEP-3', 'STEP-4']);
    expect(new Set(users()).size).toBe(2);
    // What waited for the one went when the other signed in: it is missing, and said to be the first one's when they are back.
    const [gap, ...more] = cloud.entries('events-lost');
    expect(gap).toMatchObject({ lost: 1, user_id: cloud.entries('event').at(-1)?.['user_id'] });
    expect(more).toEqual([]);
  });

  test('whoever signs in again tells what waited for them', async () => {
    const away = reporter({ ...signedIn('ana'), bearer: async () => fail('identity.signed-out', 'away') });
    away.tell(told(1));
    await away[Symbol.asyncDispose]();
    await using back = reporter(signedIn('ana'));
    back.begin();
    await expect.poll(statuses, PATIENT).toEqual(['STEP-1']);
  });

  test('what is missing of one is not said under another', async () => {
    let who = 'ana';
    await using one = reporter({
      subject: async () => who,
      bearer: (signal) => signedIn(who).bearer(signal),
      gatherMs: 3_600_000,
    });
    for (let at = 0; at < 5_010; at += 1) one.tell(told(at));
    await expect.poll(() => statuses().length, PATIENT).toBe(5_000);
    expect(cloud.entries('events-lost')).toMatchObject([{ lost: 10 }]);
    await new Spool(join(directory, 'spool')).add('no JSON', { person: personKey('ana'), events: 7 });
    one.begin();
    await expect.poll(() => one.lost, PATIENT).toBe(17);
    who = 'ben';
    for (let at = 0; at < 500; at += 1) one.tell(told(at));
    await expect.poll(() => statuses().length, PATIENT).toBe(5_500);
    expect(cloud.entries('events-lost')).toHaveLength(1);
    // It is said when that person tells something again.
    who = 'ana';
    for (let at = 0; at < 500; at += 1) one.tell(told(at));
    await expect.poll(() => statuses().length, PATIENT).toBe(6_000);
    const [first, second] = cloud.entries('events-lost');
    expect(second).toMatchObject({ lost: 7, user_id: first?.['user_id'] });
  });

  test('what memory lost of one is not said under whoever signed in before it was written', async () => {
    let who = 'ana';
    await using one = reporter({
      subject: async () => who,
      bearer: (signal) => signedIn(who).bearer(signal),
      gatherMs: 3_600_000,
    });
    for (let at = 0; at < 10; at += 1) one.tell(told(at));
    who = 'ben';
    for (let at = 0; at < 5_000; at += 1) one.tell(told(at));
    await expect.poll(() => statuses().length, PATIENT).toBe(5_000);
    expect(one.lost).toBe(10);
    expect(cloud.entries('events-lost')).toEqual([]);
  });

  test('a token says whose it is, and nothing else is one', async () => {
    const token = await cloud.issuer.token({ sub: 'ana' });
    const by = (text: string) =>
      identityOf(async () => (text === '' ? fail('navigator.no-token', 'none') : ok(text)), null);
    expect(await by(token)?.subject()).toBe('ana');
    for (const none of ['', 'a.b.c', 'x', `a.${Buffer.from('{"sub":""}').toString('base64url')}.c`])
      expect(await by(none)?.subject(), none).toBe(null);
    expect(identityOf(null, null)).toBe(null);
  });
});

test('a proxy that asks to be left alone is, and no redirect takes the token elsewhere', async () => {
  const asked: number[] = [];
  const answers = [
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 307, headers: { location: `${cloud.url}/v1/events` } },
    { status: 200, headers: {} },
  ];
  const server = createServer((request, response) => {
    request.resume();
    asked.push(performance.now());
    const { status, headers } = answers[asked.length - 1] ?? { status: 200, headers: {} };
    response.writeHead(status, headers).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  const one = reporter({ baseUrl });
  one.tell(told(1));
  await expect.poll(() => asked.length, PATIENT).toBe(3);
  await one[Symbol.asyncDispose]();
  server.close();
  server.closeAllConnections();
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(990);
  expect(cloud.lines).toEqual([]);
});

describe('bounds', () => {
  test('on the disk: the oldest batches go, and are counted; a name or a size that is none of its own is left or goes', async () => {
    const spool = new Spool(join(directory, 'spool'));
    for (let at = 0; at < MOST_BATCHES + 5; at += 1) await spool.add(String(at), OF_ONE);
    expect([spooled().length, spool.dropped]).toEqual([MOST_BATCHES, 5]);
    expect((await spool.first())?.text).toBe('5');
    // Another process begins where that one ended.
    const next = new Spool(join(directory, 'spool'));
    await next.add('newest', OF_ONE);
    expect(readFileSync(join(directory, 'spool', spooled().at(-1) ?? ''), 'utf8')).toBe('newest');
    const large = `000000000001-${OF_ONE.person}-9.json`;
    writeFileSync(join(directory, 'spool', large), 'x'.repeat(1_000_001));
    writeFileSync(join(directory, 'spool', 'notes.txt'), 'a person’s');
    expect((await next.first())?.text).toBe('6');
    expect(spooled()).toContain('notes.txt');
    expect(spooled()).not.toContain(large);
    // The oldest that the next one pushed out, and what that file said it holds.
    expect(next.dropped).toBe(1 + 9);
  });

  test('on the disk: what cannot be read now is passed over, stays, and is told when it can be', async () => {
    const spool = new Spool(join(directory, 'spool'));
    await spool.add('first', OF_ONE);
    await spool.add('second', OF_ONE);
    const [first = ''] = spooled();
    // A file that answers with an error of the disk, also for root: a link to itself.
    rmSync(join(directory, 'spool', first));
    symlinkSync(first, join(directory, 'spool', first));
    expect((await spool.first())?.text).toBe('second');
    expect([spooled().length, spool.dropped]).toEqual([2, 0]);
    rmSync(join(directory, 'spool', first));
    writeFileSync(join(directory, 'spool', first), 'first');
    expect((await spool.first())?.text).toBe('first');
  });

  test('in memory, where the disk takes nothing: the oldest events go, and nobody waits', async () => {
    await using one = reporter({ directory: '/dev/null/spool' });
    for (let at = 0; at < 6_000; at += 1) one.tell(told(at));
    expect(one.lost).toBe(1_000);
  });

  test('of a batch: long intents go in as many as the proxy takes of their size', async () => {
    await using one = reporter();
    const intent = '€ and words '.repeat(160);
    for (let at = 0; at < 200; at += 1) one.tell({ ...told(at), kind: 'task', intent });
    await expect.poll(() => statuses().length, PATIENT).toBe(200);
    expect(statuses().at(-1)).toBe('STEP-199');
    // In more than one, and none of them refused.
    const batches = cloud.entries('request').filter(({ method }) => method === 'events');
    expect(batches.map(({ status }) => status)).toEqual(['200', '200']);
  });

  test('what was dropped is told with the next batch, so that the log shows the gap', async () => {
    await using one = reporter();
    for (let at = 0; at < 5_010; at += 1) one.tell(told(at));
    await expect.poll(() => statuses().length, PATIENT).toBe(5_000);
    expect(statuses()[0]).toBe('STEP-10');
    expect(cloud.entries('events-lost')).toMatchObject([{ severity: 'WARNING', lost: 10 }]);
  });
});

describe('what is told', () => {
  const at = '2026-11-26T10:00:00.000Z';
  const given = { models: { light: 'flash', pictures: 'pro' }, withIntents: false, at };

  test('of each event: ids, acts and numbers, and none of the words of person and pages', () => {
    const step = aStep({
      action: 'CLICK',
      tier: 'DOM',
      confidence: 0.8,
      outcome: 'DONE',
      tokens: { input: 1, output: 1 },
    });
    const events = [
      reportedOf({ type: 'task.started', task: aTask({ id: 't-1' }) }, given),
      reportedOf({ type: 'task.step', taskId: 't-1', step }, given),
      reportedOf({ type: 'task.step', taskId: 't-1', step: { ...step, tier: 2 } }, given),
      reportedOf({ type: 'task.step', taskId: 't-1', step: { ...step, tier: null, tokens: null } }, given),
      reportedOf(
        { type: 'task.trouble', taskId: 't-1', trouble: failure('model.unavailable', 'away from x.test') },
        given,
      ),
      reportedOf(
        {
          type: 'task.ended',
          task: aTask(),
          result: aResult({
            taskId: 't-1',
            status: 'FAILED',
            error: failure('task.not-done', 'words of x.test'),
          }),
        },
        given,
      ),
      reportedOf({ type: 'task.progress', task: aTask() }, given),
    ];
    expect(events).toMatchObject([
      { kind: 'task', status: 'STARTED', at },
      { kind: 'step', actionType: 'CLICK', tier: 1, confidence: 0.8, model: 'flash', status: 'DONE' },
      { tier: 2, model: 'pro' },
      { tier: 0, model: null },
      { kind: 'error', status: 'WAITING', error: 'model.unavailable' },
      { kind: 'task', status: 'FAILED', error: 'task.not-done' },
      null,
    ]);
    const words = JSON.stringify(events);
    for (const said of [aTask().intent, step.text, 'x.test', aResult().answer ?? 'none'])
      expect(words, said).not.toContain(said);
  });

  test('the intent only where the settings say so, with what looks like a secret left out, by both sides', async () => {
    const task = aTask({
      intent: 'log in as ana@example.com with password: hunter2 and buy 4111 1111 1111 1111',
    });
    const one = reportedOf({ type: 'task.started', task }, { ...given, withIntents: true });
    expect(one?.intent).toContain('log in as');
    expect(one?.intent).not.toContain('4111 1111');
    await using sending = reporter();
    if (one !== null) sending.tell(one);
    await expect.poll(() => cloud.entries('event').length, PATIENT).toBe(1);
    const written = String(cloud.entries('event')[0]?.['intent']);
    expect(written).toContain('log in as');
    for (const secret of ['ana@example.com', 'hunter2', '4111']) expect(written).not.toContain(secret);
  });

  test('a service whose settings do not ask for it drops it', async () => {
    await using other = await TestCloud.start();
    await using sending = reporter({
      baseUrl: other.url,
      bearer: async () => ok(await other.issuer.token()),
    });
    sending.tell({ ...told(1), intent: 'buy a lamp' });
    await expect.poll(() => other.entries('event').length, PATIENT).toBe(1);
    expect(other.lines.join('')).not.toContain('lamp');
  });

  test('what waits for a proxy is told to no other one', async () => {
    const at = (baseUrl: string, identity: Identity) =>
      reportsBySettings(
        {
          navigator: SETTINGS.parse({ navigator: { use: 'proxy', baseUrl, tokenFile: '/token' } }).navigator,
        },
        identity,
        { data: directory, clock: systemClock },
      );
    const away = at('https://proxy.test', {
      ...signedIn(),
      bearer: async () => fail('identity.signed-out', 'nobody is signed in'),
    });
    away?.heard({ type: 'task.started', task: aTask({ id: 'of-another' }) });
    await away?.[Symbol.asyncDispose]();
    const kept = (): readonly string[] =>
      readdirSync(join(directory, 'proxy-events'), { recursive: true, encoding: 'utf8' });
    expect(kept().filter((name) => name.endsWith('.json'))).toHaveLength(1);
    await using next = at(cloud.url, signedIn());
    next?.begin();
    next?.heard({ type: 'task.started', task: aTask({ id: 'of-this' }) });
    await expect.poll(() => cloud.entries('event').length, PATIENT).toBe(1);
    expect(cloud.entries('event')).toMatchObject([{ task_id: 'of-this' }]);
    await expect.poll(() => kept().filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  test('nobody is told anything without a proxy, or where it is switched off', () => {
    const by = (navigator: object) =>
      reportsBySettings({ navigator: SETTINGS.parse({ navigator }).navigator }, signedIn(), {
        data: directory,
        clock: systemClock,
      });
    const proxy = { use: 'proxy', baseUrl: cloud.url, tokenFile: '/token' };
    expect(by({})).toBe(null);
    expect(by({ use: 'gemini' })).toBe(null);
    expect(by({ ...proxy, reports: 'off' })).toBe(null);
    expect(by(proxy)).not.toBe(null);
  });
});
