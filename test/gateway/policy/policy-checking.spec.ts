// A reload is checked on a thread of its own: decisions go on, and a thread that fails is a refusal.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { PolicyChecking } from '#gateway/policy/checking/checking.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited, facts } from '#test/fixtures/policy/policies.ts';
import { sampled } from '#test/fixtures/how-much.ts';

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(() => home[Symbol.asyncDispose]());

const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;
const LOOSER = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
/** Work for a second or so. */
const withHosts = (text: string, count: number): string =>
  text.replace(
    '\nrules:\n',
    `\nrules:\n${Array.from(
      { length: count },
      (_, index) =>
        `  - { id: h${index}, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: h${index}.example }, reason: r }\n`,
    ).join('')}`,
  );
const BROKEN = DEFAULT_TEXT.replace('SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ALOW, ALLOW]');

const A_REQUEST = facts({ capability: 'CLOSE_TAB' });

/** Turns of the main thread in which a decision was made while something ran. */
async function decisionsDuring<T>(
  decide: () => void,
  work: () => Promise<T>,
): Promise<{ readonly turns: number; readonly done: T }> {
  let turns = 0;
  const running = { over: false };
  const done = work().finally(() => {
    running.over = true;
  });
  while (!running.over) {
    decide();
    turns += 1;
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return { turns, done: await done };
}

describe('while a policy is checked', () => {
  const refused = [
    ['that does not load', withHosts(BROKEN, 500), 'policy.unknown-member'],
    ['that loosens, and waits', withHosts(LOOSER, 500), 'policy.loosens'],
    ['that is cut off', withHosts(DEFAULT_TEXT, 500).replace(/\nend: .*\n$/u, '\n'), 'policy.loosens'],
  ] as const;
  test.each(sampled(3, refused))(
    '%s: decisions are made all the time, by the policy in force',
    async (_what, text, code) => {
      const file = home.write('policy.yaml', DEFAULT_TEXT);
      const life = await home.life([file]);
      const before = life.inForce();
      if (!before.ok) throw new Error(before.error.message);
      writeFileSync(file, text);
      const { turns, done } = await decisionsDuring(
        () => {
          const now = life.inForce();
          expect(now.ok && now.value.semanticHash).toBe(before.value.semanticHash);
          expect(now.ok && now.value.decide(A_REQUEST).decision).toBe('ALLOW');
        },
        () => life.reload(asked),
      );
      expect(done.ok ? 'ok' : done.error.code).toBe(code);
      // The thread alone takes more than a hundred of them to start.
      expect(turns).toBeGreaterThan(100);
      expect(home.entries('policy.refused').at(-1)?.details).toMatchObject({
        failures: expect.arrayContaining([expect.objectContaining({ code })]),
      });
    },
  );

  test('one that may come in comes in, once, and decides from then on', async () => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const life = await home.life([file]);
    writeFileSync(file, DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [DENY, DENY]'));
    const seen = new Set<string>();
    const { done } = await decisionsDuring(
      () => {
        const now = life.inForce();
        seen.add(now.ok ? now.value.decide(A_REQUEST).decision : 'none');
      },
      () => life.reload(asked),
    );
    expect(done).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
    expect([...seen][0]).toBe('ALLOW');
    expect(seen.has('none')).toBe(false);
    const now = life.inForce();
    expect(now.ok && now.value.decide(A_REQUEST).decision).toBe('DENY');
  });

  type Shown = readonly [string, (life: PolicyLife, file: string, text: string) => Promise<unknown>];
  const shown: readonly Shown[] = [
    ['previewed', (life, file, text) => life.preview({ file, text, base: digestOfText(DEFAULT_TEXT) })],
    [
      'shown before somebody takes it upon themselves',
      (life, file, text) => {
        writeFileSync(file, text);
        return Promise.resolve(life.wouldWiden({ act: 'RELOAD' }));
      },
    ],
    [
      'put beside it as a candidate',
      (life, _file, text) => life.shadowWith([home.write('candidate.yaml', text)], 'person:terminal'),
    ],
  ];
  test.each(sampled(3, shown))('that is %s: decisions are made all the time', async (_what, act) => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const life = await home.life([file]);
    const { turns, done } = await decisionsDuring(
      () => {
        const now = life.inForce();
        expect(now.ok && now.value.decide(A_REQUEST).decision).toBe('ALLOW');
      },
      () => act(life, file, withHosts(LOOSER, 500)),
    );
    expect(done).toMatchObject({ ok: true });
    expect(turns).toBeGreaterThan(100);
  });

  test('the same bytes are not checked again: no thread is asked', async () => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const thread = new URL(`data:text/javascript,${encodeURIComponent('process.exit(7)')}`);
    const life = await home.life([file], { checking: new PolicyChecking({ thread }) });
    expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'UNCHANGED' } });
  });
});

describe('a thread that fails', () => {
  const threads = {
    'ends by itself': 'process.exit(7)',
    throws: 'throw new Error("out of order")',
    'never answers': 'setInterval(() => {}, 1000)',
    'runs out of memory':
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { const all = []; for (;;) all.push(new Array(1e5).fill(0).map((_, i) => ({ i }))); });',
  };

  test.each(Object.entries(threads))(
    '%s: the reload is refused, the policy stays, and the log says so; the next thread may answer',
    async (_what, code) => {
      const file = home.write('policy.yaml', DEFAULT_TEXT);
      const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
      const checking = new PolicyChecking({ thread, deadlineMs: 4000, memoryMb: 32 });
      const life = await home.life([file], { checking });
      const before = life.inForce();
      writeFileSync(file, DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [DENY, DENY]'));
      for (let times = 0; times < 2; times += 1)
        expect(await life.reload(asked)).toMatchObject({ ok: false, error: { code: 'policy.not-checked' } });
      const now = life.inForce();
      expect(now.ok && before.ok && now.value.semanticHash === before.value.semanticHash).toBe(true);
      expect(home.entries('policy.refused').at(-1)?.details).toMatchObject({
        failures: [{ code: 'policy.not-checked' }],
      });
    },
  );
});
