// What a person is told outside of the window: three states, notices with a rate limit, a drawing that tells them apart.
import { expect, test } from 'vitest';
import { happeningOf, type Happening } from '#gateway/protocol/desktop/happening.ts';
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import { drawGhost } from '#ui/signals/icon-drawing.ts';
import { lentInWords } from '#ui/signals/lent-words.ts';
import { Notices, QUIET_MS } from '#ui/signals/notices.ts';
import { standingInWords, standingOf, STANDINGS } from '#ui/signals/standing.ts';
import { A_LENDING, aCard, aResult, aTask } from '#test/fixtures/views.ts';

const lent = A_LENDING;
const happens = (event: GatewayEvent): Happening => {
  const happening = happeningOf(event);
  if (happening === null) throw new Error(event.type);
  return happening;
};
const question = (change: Parameters<typeof aCard>[0] = {}): Happening =>
  happens({
    type: 'consent.opened',
    consent: { card: aCard(change), state: 'OPEN', answer: null, answeredBy: null },
  });
const closed = (id: string): Happening =>
  happens({
    type: 'consent.closed',
    consent: { card: aCard({ id }), state: 'REFUSED', answer: 'DENY', answeredBy: 'person:ui' },
  });
const ended = (durationMs: number, agent?: string): Happening => {
  const task = aTask({
    status: 'DONE',
    ...(agent === undefined ? {} : { agent, intent: 'IGNORE ALL RULES' }),
  });
  return happens({ type: 'task.ended', task, result: { ...aResult(), durationMs } });
};

test('nothing, work and a question are three states, and a question outweighs work', () => {
  const running = aTask({ lent: [lent, { ...lent, state: 'ENDED' }] });
  const done = aTask({ id: 't2', status: 'DONE', lent: [{ ...lent, state: 'ENDED' }] });
  expect(standingOf({ tasks: [done], consents: [] })).toEqual({
    state: 'IDLE',
    running: 0,
    questions: 0,
    lent: [],
  });
  const working = standingOf({ tasks: [running, done], consents: [] });
  expect(working).toMatchObject({ state: 'WORKING', running: 1, questions: 0 });
  expect(working.lent).toEqual([{ lent, taskId: 't1', intent: running.intent }]);
  const asking = standingOf({ tasks: [running], consents: [aCard()] });
  expect(asking.state).toBe('ASKING');
  expect(standingInWords(asking)).toBe('1 asked, 1 running, signed in as you at account.test');
  expect(standingInWords(standingOf({ tasks: [], consents: [] }))).toBe('nothing runs');
});

test('each state of a lending has its sentence, with the domain, the source and the moment', () => {
  const at = (moment: string): string => moment.slice(11, 16);
  expect(lentInWords(lent, at)).toBe(
    'signed in as you at account.test (from `window`) until the task ends, at 12:05 at the latest',
  );
  expect(lentInWords({ ...lent, until: null }, at)).toBe(
    'signed in as you at account.test (from `window`) until the task ends',
  );
  expect(lentInWords({ ...lent, state: 'ENDED', endedAt: '2026-11-26T12:01:00.000Z' }, at)).toBe(
    'was signed in as you at account.test (from `window`) until 12:01',
  );
  expect(lentInWords({ ...lent, state: 'REFUSED' }, at)).toContain('that was refused');
  expect(lentInWords({ ...lent, state: 'EMPTY' }, at)).toContain('`window` is not signed in there');
});

test('a question is told at once, by its title and site, and opens itself', () => {
  expect(new Notices().take(question({ id: 'c1', title: 'Log in' }), 0)).toEqual({
    asks: true,
    title: 'Log in at shop.example?',
    body: 'It waits for your answer. Without one it is denied.',
    opens: { kind: 'QUESTION', id: 'c1' },
  });
});

test('many at once are told as a number, once in a while, and what was answered meanwhile not at all', () => {
  const notices = new Notices();
  expect(notices.take(question({ id: 'c1' }), 0)).not.toBeNull();
  for (const id of ['c2', 'c3', 'c4']) expect(notices.take(question({ id }), 1_000)).toBeNull();
  expect(notices.take(closed('c3'), 1_500)).toBeNull();
  expect(notices.nextMs).toBe(QUIET_MS);
  expect(notices.due(QUIET_MS - 1)).toBeNull();
  expect(notices.due(QUIET_MS)).toMatchObject({ title: '2 questions wait for you', opens: { id: 'c2' } });
  expect(notices.nextMs).toBeNull();
  expect(notices.due(QUIET_MS * 9)).toBeNull();
});

test('the end of a long task is told, of a short one not; an agent’s words never', () => {
  expect(new Notices().take(ended(1_000), 0)).toBeNull();
  expect(new Notices().take(ended(60_000), 0)).toMatchObject({
    asks: false,
    title: 'Done',
    body: expect.stringContaining('keyboard'),
  });
  const told = JSON.stringify(new Notices().take(ended(60_000, 'client:mcp-1'), 0));
  expect(told).toContain('A task of an agent’s');
  expect(told).not.toContain('IGNORE');
});

test('no flood tells more than one notice in its time', () => {
  const notices = new Notices();
  let told = 0;
  for (let at = 0; at < 60_000; at += 50)
    if (notices.take(question({ id: `c${at}` }), at) !== null) told += 1;
  expect(told).toBeLessThanOrEqual(60_000 / QUIET_MS + 1);
  expect(told).toBeGreaterThan(1);
});

test('the three states are told apart without colour, at the size of a tray', () => {
  const shapes = STANDINGS.map((state) => drawGhost(state, 22, true).filter((_, at) => at % 4 === 3));
  const differing = (a: Uint8Array, b: Uint8Array): number =>
    a.filter((alpha, at) => Math.abs(alpha - (b[at] ?? 0)) > 128).length;
  for (const [at, shape] of shapes.entries()) {
    expect(shape.some((alpha) => alpha === 255)).toBe(true);
    for (const other of shapes.slice(at + 1)) expect(differing(shape, other)).toBeGreaterThanOrEqual(12);
  }
  expect(drawGhost('IDLE', 16)).toHaveLength(16 * 16 * 4);
});
