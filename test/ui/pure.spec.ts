// The parts of the UI that need no browser: hidden characters, the event stream, the queue, addresses, and the build.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextQuestion, queueLength } from '#ui/app/state/consent-queue.ts';
import { parseBlock, readEvents } from '#ui/app/state/event-stream.ts';
import { addressOf, parseRoute } from '#ui/app/state/route.ts';
import { applyEvent, INITIAL } from '#ui/app/state/store.ts';
import { duration, looksLikeAddress, median, shortReason, sites, webAddress } from '#ui/app/parts/words.ts';
import { buildUi } from '#ui/build.ts';
import { parseFromConsent } from '#ui/consent/messages.ts';
import { parseTarget } from '#ui/dev.ts';
import { visibleText } from '#gateway/protocol/visible-text.ts';
import { visibleParts } from '#ui/consent/visible-text.ts';
import { countLine } from '#ui/app/audit/count-line.ts';
import { answerLabel, ANSWER_ORDER, countdown, outcomeOf, ruleOf } from '#ui/consent/words.ts';
import { CONSENT_ANSWERS, type ConsentView } from '#gateway/protocol/views/consent.ts';
import { aCard, aStep, aTask } from '#test/fixtures/views.ts';

const view = (id: string, look: 'chip' | 'dialog' | 'isolated' = 'dialog'): ConsentView => ({
  card: aCard({ id, look }),
  state: 'OPEN',
  answer: null,
  answeredBy: null,
});

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

test('no text comes out with a character that cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(visibleText(text)).not.toMatch(HIDDEN);
    }),
  );
});

test('text without hidden characters comes out as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(visibleText(text)).toBe(text);
    }),
  );
});

test('a quotation keeps its lines, nothing else hidden, and a limit', () => {
  expect(visibleParts('a\nb\u200D', { lines: true })).toEqual([
    { text: 'a', escaped: false },
    { text: '\n', escaped: false },
    { text: 'b', escaped: false },
    { text: '⟨U+200D⟩', escaped: true },
  ]);
  expect(visibleParts('x'.repeat(20), { limit: 5 })).toEqual([{ text: 'xxxxx…', escaped: false }]);
});

test('an event is read whole wherever the network cuts it', async () => {
  const event = { type: 'audit.appended', seq: 7, reads: [7] };
  const wire = new TextEncoder().encode(
    `: alive\n\nid: 3\nevent: audit.appended\ndata: ${JSON.stringify(event)}\n\nevent: other\ndata: {}\n\n`,
  );
  for (let cut = 1; cut < wire.length; cut += 1) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(wire.slice(0, cut));
        controller.enqueue(wire.slice(cut));
        controller.close();
      },
    });
    const seen: unknown[] = [];
    for await (const one of readEvents(body)) seen.push(one);
    expect(seen).toEqual([{ event, id: '3' }]);
  }
});

test('an event whose name and content disagree is dropped', () => {
  expect(parseBlock('event: consent.closed\ndata: {"type":"audit.appended","seq":1}')).toBeNull();
});

test('a later view of a step replaces the earlier one, another act of the same step does not', () => {
  const step = aStep({ step: 9, at: 'T1', outcome: 'RUNNING' });
  const world = { ...INITIAL, tasks: [aTask({ steps: [step] })] };
  const done = applyEvent(world, { type: 'task.step', taskId: 't1', step: { ...step, outcome: 'DONE' } }, 0);
  expect(done.tasks?.[0]?.steps).toEqual([{ ...step, outcome: 'DONE' }]);
  const next = applyEvent(world, { type: 'task.step', taskId: 't1', step: { ...step, at: 'T2' } }, 0);
  expect(next.tasks?.[0]?.steps).toHaveLength(2);
});

test('the next question is the oldest that is not routine', () => {
  const open = [view('a', 'chip'), view('b'), view('c', 'isolated')];
  expect(nextQuestion(open)?.card.id).toBe('b');
  expect(queueLength(open, view('b'))).toBe(2);
  expect(queueLength(open, view('a', 'chip'))).toBe(3);
  expect(nextQuestion([view('a', 'chip')])).toBeNull();
});

test('only an answered question counts for the time to answer', () => {
  const closed = (state: 'GRANTED' | 'TIMED_OUT', answer: 'ALLOW_ONCE' | null): ConsentView => ({
    card: aCard({ createdAt: '2026-01-01T00:00:00.000Z' }),
    state,
    answer,
    answeredBy: null,
  });
  const now = Date.parse('2026-01-01T00:00:04.000Z');
  expect(
    applyEvent(INITIAL, { type: 'consent.closed', consent: closed('GRANTED', 'ALLOW_ONCE') }, now)
      .answerTimes,
  ).toEqual([4000]);
  expect(
    applyEvent(INITIAL, { type: 'consent.closed', consent: closed('TIMED_OUT', null) }, now).answerTimes,
  ).toEqual([]);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([])).toBeNull();
});

test('a filter goes through the address and back', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(parseRoute(addressOf({ view: 'audit', query }))).toEqual({ view: 'audit', query });
    }),
  );
  expect(parseRoute('')).toEqual({ view: 'tasks', at: null });
});

test.each([
  ['amazon.com', true],
  ['https://example.com/a?b=c', true],
  ['localhost:8080/x', true],
  ['shop.test/orders', true],
  ['find me the best coffee maker under $50', false],
  ['hello', false],
  ['javascript:alert(1)', false],
  ['', false],
])('`%s` reads as an address: %s', (text, expected) => {
  expect(looksLikeAddress(text)).toBe(expected);
});

test('only web addresses become links', () => {
  expect(webAddress('https://a.example/')?.host).toBe('a.example');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'nonsense']) {
    expect(webAddress(text)).toBeNull();
  }
});

test('every answer has its place in the fixed order, Deny first and Allow once last', () => {
  expect(ANSWER_ORDER.toSorted()).toEqual([...CONSENT_ANSWERS].toSorted());
  expect([ANSWER_ORDER[0], ANSWER_ORDER.at(-1)]).toEqual(['DENY', 'ALLOW_ONCE']);
});

test('nothing but a grant reads as allowed', () => {
  for (const state of ['REFUSED', 'TIMED_OUT', 'VOID', 'OPEN'] as const) {
    expect(outcomeOf({ ...view('a'), state }).allowed).toBe(false);
  }
  expect(outcomeOf({ ...view('a'), state: 'GRANTED', answer: 'ALLOW_ONCE' }).allowed).toBe(true);
});

test('where the way to the last entry stops before it, the count says so, and only there', () => {
  const rows = (length: number) => ({ length });
  const list = { total: 60_000, atLeast: true, hasMore: true };
  expect(countLine({ ...list, rows: rows(49_999) }, '')).toBe('60,000 or more entries');
  expect(countLine({ ...list, rows: rows(50_000) }, 'x')).toBe(
    '60,000 or more entries match; End stops after 50,000: search to go further',
  );
  expect(countLine({ ...list, atLeast: false, hasMore: false, rows: rows(60_000) }, '')).toBe(
    '60,000 entries',
  );
});

test('of a setting the outcome says that it is written and when it holds, or that nothing was, and never “once”', () => {
  const change = { ...view('a'), card: aCard({ taskId: 'settings' }) };
  const put = outcomeOf({ ...change, state: 'GRANTED', answer: 'ALLOW_ONCE' });
  expect(put).toMatchObject({ allowed: true, title: 'Allowed: the setting is written' });
  expect(`${put.title} ${put.text}`).not.toMatch(/once|one time/u);
  for (const state of ['REFUSED', 'TIMED_OUT', 'VOID'] as const)
    expect(outcomeOf({ ...change, state })).toMatchObject({ allowed: false, text: 'Nothing was written.' });
});

test('of a policy the outcome says that it changes and stays, or that it is as it was, and never “once”', () => {
  const change = { ...view('a'), card: aCard({ taskId: 'policy' }) };
  const put = outcomeOf({ ...change, state: 'GRANTED', answer: 'ALLOW_ONCE' });
  expect(put).toMatchObject({ allowed: true, title: 'Allowed: the policy changes' });
  expect(`${put.title} ${put.text}`).not.toMatch(/once|one time/u);
  for (const state of ['REFUSED', 'TIMED_OUT', 'VOID'] as const) {
    const kept = outcomeOf({ ...change, state });
    expect(kept).toMatchObject({ allowed: false });
    expect(kept.text).toContain('The policy is as it was.');
    expect(kept.text).not.toMatch(/agent|act|ran/u);
  }
});

test('of a shadow neither the answer nor the outcome says that something comes into force', () => {
  for (const shadow of ['BEGINS', 'ENDS'] as const) {
    const card = aCard({ taskId: 'policy', shadow });
    const put = outcomeOf({ ...view('a'), card, state: 'GRANTED', answer: 'ALLOW_ONCE' });
    expect(put.allowed).toBe(true);
    expect(`${answerLabel('ALLOW_ONCE', card)} ${put.title} ${put.text}`).not.toMatch(/in force|once/u);
    expect(outcomeOf({ ...view('a'), card, state: 'REFUSED' }).text).toContain('The policy is as it was.');
  }
});

test('of a plan the answers and the outcome say that all of it runs, or nothing', () => {
  const plan = {
    ...view('a'),
    card: aCard({ plan: true, answers: ['DENY', 'ALLOW_TASK_SITE'], site: null }),
  };
  expect(plan.card.answers.map((answer) => answerLabel(answer, plan.card))).toEqual([
    'Do not run it',
    'Run this plan',
  ]);
  expect(outcomeOf({ ...plan, state: 'GRANTED', answer: 'ALLOW_TASK_SITE' })).toMatchObject({
    title: 'Allowed: the plan runs',
    allowed: true,
  });
  expect(outcomeOf({ ...plan, state: 'REFUSED', answer: 'DENY' })).toMatchObject({
    title: 'Denied: the plan does not run',
    allowed: false,
  });
});

test('a rule is named with its file and line', () => {
  const reason = { entry: 'rules.x', decision: 'ESCALATE', layer: 'l', reason: '' } as const;
  expect(ruleOf({ ...reason, at: 'policy/defaults/default.yaml:31:5' }).place).toBe('default.yaml line 31');
  expect(ruleOf({ ...reason, at: 'built in' }).place).toBe('built in');
  expect(shortReason('a (policy/x.yaml:14:9), b (y.yaml:5:1)')).toBe('a:14, b:5');
});

test('a site has one name however it came into a list, and two where its scheme tells them apart', () => {
  expect(sites(['http://shop.test', 'shop.test', 'https://a.example:8443'])).toEqual([
    'shop.test',
    'a.example:8443',
  ]);
  expect(sites(['http://a.example', 'https://a.example', 'b.example'])).toEqual([
    'http://a.example',
    'https://a.example',
    'b.example',
  ]);
});

test('times are written out', () => {
  expect([duration(7_200), duration(3_725_000), countdown(120_000), countdown(-5)]).toEqual([
    '0:07',
    '1:02:05',
    '2:00',
    '0:00',
  ]);
});

test('a message of another shape is not one of the consent document’s', () => {
  for (const data of [
    null,
    'x',
    {},
    { type: 'ghost.consent.closed' },
    { type: 'ghost.consent.size', height: '9' },
  ]) {
    expect(parseFromConsent(data)).toBeNull();
  }
});

test('the dev server wants the whole link of a gateway', () => {
  expect(parseTarget('http://consent.ghost.localhost:4000/#enrol=abc')).toEqual({
    ok: true,
    value: { consentOrigin: 'http://consent.ghost.localhost:4000', code: 'abc' },
  });
  for (const link of [undefined, 'nonsense', 'http://127.0.0.1:4000/']) {
    expect(parseTarget(link)).toMatchObject({ ok: false, error: { code: 'config.bad-value' } });
  }
});

test('a fresh build is kept, and the consent document holds no code but its own', async () => {
  expect((await buildUi()).ok).toBe(true);
  const again = await buildUi();
  if (!again.ok) throw new Error(again.error.message);
  expect(again.value.built).toBe(false);
  const { outDir } = again.value;
  expect(existsSync(join(outDir, 'app', 'index.html'))).toBe(true);
  const app = await readdir(join(outDir, 'app', 'assets'));
  const code = await readFile(
    join(outDir, 'app', 'assets', app.find((name) => name.endsWith('.js')) ?? ''),
    'utf8',
  );
  expect(code).not.toContain('React DevTools');
  const files = await readdir(join(outDir, 'consent', 'assets'));
  expect(files.filter((name) => name.endsWith('.js'))).toHaveLength(1);
  const script = await readFile(
    join(outDir, 'consent', 'assets', files.find((name) => name.endsWith('.js')) ?? ''),
    'utf8',
  );
  expect(script.length).toBeLessThan(40_000);
  expect(script).not.toMatch(/react|innerHTML|\beval\b/iu);
  for (const document of ['app', 'consent']) {
    const html = await readFile(join(outDir, document, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|https?:\/\//u);
  }
});
