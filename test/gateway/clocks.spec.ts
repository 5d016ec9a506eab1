// The clock is set, an hour forward and an hour back, and the machine sleeps: no permission lives longer, nothing ends in mid-work.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { LogIns } from '#gateway/boundary/grants/log-ins.ts';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { Tickets } from '#gateway/surfaces/http/identity/tickets.ts';
import { permissionTime } from '#executors/system/clock.ts';
import { A_CLICK } from '#test/fixtures/authority.ts';
import { aQuestion } from '#test/fixtures/questions.ts';

const HOUR_MS = 3_600_000;
const NIGHT_MS = 8 * HOUR_MS;
const START_MS = Date.parse('2026-11-23T09:00:00Z');

let wall = START_MS;
let monotonic = 5_000;

/** So much time passes. */
const pass = (ms: number): void => {
  wall += ms;
  monotonic += ms;
};
/** Somebody sets the clock; or the machine sleeps, where it is forwards. */
const set = (ms: number): void => {
  wall += ms;
};

beforeEach(() => {
  wall = START_MS;
  monotonic = 5_000;
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
});
afterEach(() => vi.restoreAllMocks());

const grant = {
  site: 'https://shop.test',
  capability: 'FORM_SUBMIT_CREDENTIALS',
  only: '',
  asks: [],
  byPage: false,
  pageSends: false,
  carries: false,
  ofUsers: false,
  unforeseen: false,
  contentHost: '',
  policyHash: 'h',
  documentId: 'd',
  form: { url: 'https://shop.test/in', method: 'POST', otherNames: [] },
} as const;

/** Each begins a permission, and says how to look whether it still holds; `forMs`: how long it may. */
const PERMISSIONS: readonly { what: string; forMs: number; begin: () => () => boolean }[] = [
  {
    what: 'an authorisation',
    forMs: 30_000,
    begin: () => {
      const { authorise, verify } = createAuthority();
      const given = authorise(A_CLICK, 'sha256:p');
      return () => verify(given, A_CLICK).ok;
    },
  },
  {
    what: 'an allowed log-in',
    forMs: 120_000,
    begin: () => {
      const now = permissionTime();
      const logIns = new LogIns();
      logIns.allow({ ...grant, now: now() });
      return () => logIns.covering({ ...grant, now: now(), submits: false }) !== null;
    },
  },
  {
    what: 'a code of a browser that is let in',
    forMs: 60_000,
    begin: () => {
      const codes = new SingleUse<string>();
      const code = codes.issue('owner', 60_000);
      return () => codes.redeem(code) === 'owner';
    },
  },
  {
    what: 'a ticket of a question',
    forMs: 120_000,
    begin: () => {
      const tickets = new Tickets();
      const ticket = tickets.issue('c-1');
      return () => tickets.redeem(ticket) !== null;
    },
  },
];

describe.each(PERMISSIONS)('$what', ({ forMs, begin }) => {
  test('holds for its time', () => {
    const holds = begin();
    pass(forMs - 1_000);
    expect(holds()).toBe(true);
  });

  test('holds for its time, and no longer, though the clock is set an hour back', () => {
    const [early, late] = [begin(), begin()];
    set(-HOUR_MS);
    pass(forMs - 1_000);
    expect(early()).toBe(true);
    pass(2_000);
    expect(late()).toBe(false);
  });

  test('is over after a night in which the machine slept', () => {
    const holds = begin();
    set(NIGHT_MS);
    expect(holds()).toBe(false);
  });
});

describe('a question', () => {
  const person = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
  const asked = (broker: ConsentBroker): string => {
    void broker.ask(aQuestion({ timeoutSeconds: 120 }), new AbortController().signal);
    return broker.list()[0]?.card.id ?? '';
  };
  const open = (): ConsentBroker => {
    const broker = new ConsentBroker();
    broker.addChannel();
    return broker;
  };

  test('is answered in time though the clock was set an hour back', () => {
    const broker = open();
    const id = asked(broker);
    set(-HOUR_MS);
    pass(60_000);
    expect(broker.answer({ id, answer: 'ALLOW_ONCE', by: person })).toMatchObject({ ok: true });
  });

  test('that a night was slept over is not allowed any more, and may still be denied', () => {
    const broker = open();
    const first = asked(broker);
    set(NIGHT_MS);
    expect(broker.answer({ id: first, answer: 'ALLOW_ONCE', by: person })).toMatchObject({
      ok: false,
      error: { code: 'consent.timed-out' },
    });
    const other = open();
    const second = asked(other);
    set(NIGHT_MS);
    expect(other.answer({ id: second, answer: 'DENY', by: person })).toMatchObject({ ok: true });
  });

  test('counts as read for as long as it was open, whatever the clock is set to', () => {
    const tickets = new Tickets();
    const nonce = tickets.open('c-1');
    set(HOUR_MS);
    pass(400);
    expect(tickets.openFor('c-1', nonce)).toBe(400);
    set(-2 * HOUR_MS);
    pass(200);
    expect(tickets.openFor('c-1', nonce)).toBe(600);
  });
});

test('the time of a permission is what passed, and every leap forward beside it; a leap back takes nothing off', () => {
  const leap = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1_001, max: NIGHT_MS }),
    fc.integer({ min: -NIGHT_MS, max: -1_001 }),
  );
  const step = fc.record({ passed: fc.integer({ min: 0, max: 600_000 }), leap });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const now = permissionTime();
      let expected = now();
      for (const { passed, leap: by } of steps) {
        pass(passed);
        set(by);
        expected += passed + Math.max(0, by);
        expect(now()).toBe(expected);
      }
    }),
  );
});

test('what the clocks drift apart a little at a time is counted once it is more than a second', () => {
  const now = permissionTime();
  const from = now();
  for (let at = 0; at < 1_000; at += 1) {
    pass(1_000);
    set(10);
    now();
  }
  const passed = now() - from;
  expect(passed).toBeLessThanOrEqual(1_010_000);
  expect(passed).toBeGreaterThan(1_009_000 - 1);
});
