// The person's own page at the boundary: decided by its own policy, asked about and logged as anything else, and no agent's.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { openForegroundPolicy } from '#gateway/boundary/foreground/foreground-policy.ts';
import type { ForegroundAsked } from '#gateway/boundary/foreground/asked.ts';
import { Foreground } from '#gateway/boundary/foreground/foreground.ts';
import type { ForegroundAct } from '#gateway/protocol/desktop/gateway-side.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { Result } from '#policy/language/failure.ts';
import { rowsInText } from '#test/fixtures/card-text.ts';
import { NOBODY_NAMED } from '#test/fixtures/task-context.ts';
import { need } from '#test/fixtures/tab.ts';

const PAGE = 'https://shop.example/';
const signal = new AbortController().signal;
let directory: string;
let audit: AuditLog;
let policy: () => Result<EffectivePolicy>;
let cards: ConsentCard[];
let answer: ConsentAnswer;
let foreground: Foreground;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-foreground-'));
  audit = need(await openAuditLog({ directory: join(directory, 'audit') }));
  policy = need(await openForegroundPolicy(undefined, { audit, wallMs: Date.now }));
  cards = [];
  answer = 'ALLOW_ONCE';
  foreground = open();
});
afterEach(async () => {
  foreground.close();
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(): Foreground {
  const consent = new ConsentBroker({
    callback: {
      answer: async (card) => {
        cards.push(card);
        return answer;
      },
      principal: { kind: 'person', channel: 'library', id: 'p' },
    },
  });
  return new Foreground({
    policy: () => policy(),
    audit,
    consent,
    now: () => performance.now(),
    peopleAndClock: NOBODY_NAMED,
    downloads: {
      folder: join(directory, 'files'),
      ours: true,
      maxBytes: 1_000,
      maxTaskBytes: 1_000,
      timeoutSeconds: 10,
      scanner: null,
    },
  });
}
const act = (
  kind: 'NAVIGATE' | 'FRAME' | 'CONNECT',
  url: string,
  more: Partial<ForegroundAct> = {},
): ForegroundAct =>
  ({ kind, url, method: 'GET', bodyBytes: null, redirectedFrom: null, ...more }) as ForegroundAct;
const decide = async (given: Partial<ForegroundAsked> & { act: ForegroundAct }): Promise<boolean> =>
  (await foreground.decide({ tab: 't', documentUrl: PAGE, byPerson: false, ...given }, signal)).allow;
const asks = (
  feature: Extract<ForegroundAct, { kind: 'PERMISSION' }>['feature'],
  documentUrl = PAGE,
): Promise<boolean> => decide({ documentUrl, act: { kind: 'PERMISSION', feature } });
const entries = (type: string) => audit.since(0, 10_000).filter((entry) => entry.type === type);

test('a page goes and loads as it is used to, and each first of its kind is in the log without its address', async () => {
  expect(
    await decide({ act: act('NAVIGATE', 'https://other.example/secret?token=s3cret'), documentUrl: PAGE }),
  ).toBe(true);
  expect(await decide({ act: act('CONNECT', 'https://cdn.example/a.js?k=s3cret') })).toBe(true);
  expect(await decide({ act: act('CONNECT', 'https://cdn.example/b.js') })).toBe(true);
  expect(cards).toEqual([]);
  expect(entries('page.act')).toHaveLength(1);
  const [connection] = entries('connection');
  expect(connection).toMatchObject({
    who: 'page',
    what: 'request https://cdn.example',
    where: 'cdn.example',
    verdict: 'ALLOW',
  });
  expect(JSON.stringify(entries('connection'))).not.toContain('s3cret');
});

test('a page reaches nothing private: not by link, frame, request or redirect', async () => {
  for (const url of [
    'http://192.168.1.1/',
    'http://127.0.0.1:631/',
    'http://[::1]/',
    'http://169.254.169.254/latest/',
  ])
    for (const kind of ['NAVIGATE', 'FRAME', 'CONNECT'] as const)
      expect(await decide({ act: act(kind, url) }), `${kind} ${url}`).toBe(false);
  expect(
    await decide({
      act: act('NAVIGATE', 'http://10.0.0.1/', { redirectedFrom: 'https://a.example/' }),
    }),
  ).toBe(false);
  expect(cards).toEqual([]);
});

test('a person types the address of their own router; its page loads what is its own, and reaches no other device', async () => {
  const router = 'http://192.168.1.1/';
  expect(await decide({ act: act('NAVIGATE', router), byPerson: true, documentUrl: 'about:blank' })).toBe(
    true,
  );
  expect(await decide({ act: act('CONNECT', `${router}logo.png`), documentUrl: router })).toBe(true);
  expect(await decide({ act: act('CONNECT', 'http://192.168.1.7/'), documentUrl: router })).toBe(false);
  // Nobody reaches metadata, typed or not.
  expect(await decide({ act: act('NAVIGATE', 'http://169.254.169.254/'), byPerson: true })).toBe(false);
  expect(entries('page.act')[0]).toMatchObject({ who: 'client:desktop', verdict: 'ALLOW' });
});

test('schemes of other programs, and windows without a press, are refused', async () => {
  expect(await decide({ act: { kind: 'EXTERNAL_PROTOCOL', url: 'mailto:a@b.test' } })).toBe(false);
  expect(await decide({ act: { kind: 'OPEN_WINDOW', url: 'https://popup.example/' } })).toBe(false);
  expect(await decide({ act: { kind: 'OPEN_WINDOW', url: 'https://wanted.example/' }, byPerson: true })).toBe(
    true,
  );
  expect(await decide({ act: { kind: 'OPEN_WINDOW', url: 'http://192.168.1.1/' }, byPerson: true })).toBe(
    false,
  );
});

test('a permission is a question with a title of ours, for this page alone, asked each time', async () => {
  expect(await asks('CAMERA')).toBe(true);
  expect(cards[0]).toMatchObject({
    title: 'Let the page use your camera',
    startedBy: 'PAGE',
    answers: ['DENY', 'DENY_TASK', 'ALLOW_ONCE'],
    site: { host: 'shop.example' },
  });
  expect(rowsInText(cards[0])).toContain('for: this page, until you leave it');
  expect(await asks('CAMERA')).toBe(true);
  // An answer about the camera says nothing of the microphone.
  answer = 'DENY';
  expect(await asks('MICROPHONE')).toBe(false);
  expect(cards).toHaveLength(3);
  expect(entries('consent.answered').map(({ outcome }) => outcome)).toEqual([
    'GRANTED',
    'GRANTED',
    'REFUSED',
  ]);
});

test('what the policy denies is not asked about, and what it allows neither', async () => {
  expect(await asks('SCREEN_CAPTURE')).toBe(false);
  expect(await asks('DEVICE')).toBe(false);
  expect(await asks('FULLSCREEN')).toBe(true);
  expect(cards).toEqual([]);
});

test('a question ends with its page: who goes on is asked nothing any more, and nothing is given', async () => {
  const { promise, resolve } = Promise.withResolvers<ConsentAnswer>();
  const consent = new ConsentBroker({
    callback: { answer: () => promise, principal: { kind: 'person', channel: 'library', id: 'p' } },
  });
  const own = new Foreground({
    policy: () => policy(),
    audit,
    consent,
    now: () => performance.now(),
    peopleAndClock: NOBODY_NAMED,
  });
  const waiting = own.decide(
    { tab: 't', documentUrl: PAGE, byPerson: false, act: { kind: 'PERMISSION', feature: 'CAMERA' } },
    signal,
  );
  await expect.poll(() => consent.list().length).toBe(1);
  own.visit('t', 'https://elsewhere.example/');
  expect(await waiting).toMatchObject({ allow: false });
  expect(consent.list()).toEqual([]);
  resolve('ALLOW_ONCE');
});

test('a download by a press is examined before it has a name; without a press a person is asked; a lie leaves nothing', async () => {
  const download = (id: string, filename: string): ForegroundAct => ({
    kind: 'DOWNLOAD',
    id,
    url: 'https://shop.example/i',
    filename,
    mediaType: 'application/pdf',
    bytes: 9,
  });
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text, { mode: 0o600 });
    return join(directory, name);
  };
  expect(await decide({ act: download('d1', '../../.bashrc\u202Efdp.pdf'), byPerson: true })).toBe(true);
  expect(cards).toEqual([]);
  expect(foreground.received('d1', 5, 9)).toMatchObject({ allow: true });
  expect(foreground.received('d1', 5_000, null)).toMatchObject({ allow: false });
  expect(await foreground.downloaded('d1', file('one', '%PDF-1.7 x'), signal)).toMatchObject({
    name: 'bashrcfdp.pdf',
    kind: 'PDF',
  });
  expect(await decide({ act: download('d2', 'x.pdf') })).toBe(true);
  expect(cards.map(({ title }) => title)).toEqual(['The page wants to download a file']);
  expect(await foreground.downloaded('d2', file('two', '\x7fELF program'), signal)).toBeNull();
  expect(await foreground.downloaded('d2', file('three', '%PDF-'), signal)).toBeNull();
  expect(foreground.received('nowhere', 1, null)).toMatchObject({ allow: false });
  await expect.poll(() => entries('act.outcome').map(({ outcome }) => outcome)).toEqual(['DONE', 'FAILED']);
});

test('a policy that does not load denies everything there, and the log says why', async () => {
  writeFileSync(join(directory, 'broken.yaml'), 'policy: 1\nid: broken\n');
  const broken = need(
    await openForegroundPolicy([join(directory, 'broken.yaml')], { audit, wallMs: Date.now }),
  );
  policy = broken;
  expect(await decide({ act: act('NAVIGATE', 'https://shop.example/'), byPerson: true })).toBe(false);
  expect(await asks('FULLSCREEN')).toBe(false);
  const opened = entries('foreground.opened');
  expect(opened.map(({ outcome }) => outcome)).toEqual(['DONE', 'FAILED']);
  expect(opened[0]?.details).toMatchObject({
    id: 'foreground-window',
    policy: expect.stringMatching(/^sha256:/u),
  });
});

test('a page that asks for thousands of servers costs the log some hundred entries', async () => {
  const before = audit.count();
  const posts = { method: 'POST', bodyBytes: 1 } as never;
  for (let at = 0; at < 900; at += 1)
    expect(await decide({ act: act('CONNECT', `https://host-${at}.example/`, posts) })).toBe(true);
  expect(audit.count() - before).toBeLessThan(600);
});

test('“deny and stop” ends the page: it goes and gets nothing any more, until the person goes elsewhere', async () => {
  answer = 'DENY_TASK';
  expect(await asks('CAMERA')).toBe(false);
  expect(await decide({ act: act('CONNECT', 'https://cdn.example/') })).toBe(false);
  expect(await asks('FULLSCREEN')).toBe(false);
  expect(await decide({ act: act('NAVIGATE', 'https://elsewhere.example/'), byPerson: true })).toBe(true);
  expect(
    await decide({ act: act('CONNECT', 'https://cdn.example/'), documentUrl: 'https://elsewhere.example/' }),
  ).toBe(true);
});

test('tabs have a bound, and one that is closed makes room', async () => {
  for (let at = 0; at < 200; at += 1)
    await foreground.decide(
      { tab: `t${at}`, documentUrl: PAGE, byPerson: false, act: act('CONNECT', PAGE) },
      signal,
    );
  expect(await decide({ tab: 'one-more', act: act('CONNECT', PAGE) })).toBe(false);
  foreground.visit('t0', null);
  expect(await decide({ tab: 'one-more', act: act('CONNECT', PAGE) })).toBe(true);
});
