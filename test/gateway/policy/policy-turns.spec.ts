// A policy that comes into force is compiled in turns with decisions: they go on by the old one until the new one is whole.
import { MessageChannel } from 'node:worker_threads';
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PolicyChecking } from '#gateway/policy/checking/checking.ts';
import { inTurns } from '#gateway/policy/checking/in-turns.ts';
import { postInPieces, readInPieces } from '#gateway/policy/checking/chunked-message.ts';
import { candidateInTurns } from '#gateway/policy/kept/sources.ts';
import { atOnce } from '#policy/collections/turns.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, TODAY, facts, policyOf } from '#test/fixtures/policy/policies.ts';

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(() => home[Symbol.asyncDispose]());

const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;
const NEVER = new AbortController().signal;
const A_REQUEST = facts({ capability: 'CLOSE_TAB' });
const CLOSED = DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [DENY, DENY]');
const withRules = (text: string, rules: string): string => text.replace('\nrules:\n', `\nrules:\n${rules}`);
const RULES = Array.from(
  { length: 2_000 },
  (_, index) =>
    `  - { id: h${index}, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: h${index}.example } }\n`,
).join('');
const LIST = `  - { id: list, decision: DENY, when: { host: [${Array.from({ length: 50_000 }, (_, index) => `h${index}.com`).join(', ')}] } }\n`;

describe('work in turns', () => {
  test('lets what waits come between: each turn that takes its time is followed by one of somebody else', async () => {
    const order: string[] = [];
    // Longer than a slice, by its own clock, so that each is put down.
    function* work() {
      for (let turn = 0; turn < 4; turn += 1) {
        order.push('work');
        const until = performance.now() + 20;
        while (performance.now() < until);
        yield;
      }
      return 'done';
    }
    const other = async (): Promise<void> => {
      for (let turn = 0; turn < 4; turn += 1) {
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
        order.push('other');
      }
    };
    const waiting = other();
    const done = await inTurns(work(), NEVER);
    await waiting;
    expect(done).toBe('done');
    expect(order.join(' ')).not.toContain('work work');
  });

  test('that is ended gives nothing, and does no more', async () => {
    const ending = new AbortController();
    let turns = 0;
    function* work() {
      for (;;) {
        turns += 1;
        if (turns === 3) ending.abort();
        yield;
      }
    }
    await expect(inTurns(work(), ending.signal)).rejects.toMatchObject({ name: 'AbortError' });
    const then = turns;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(turns).toBe(then);
  });
});

describe('a value handed over in pieces', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.array(fc.nat(), { minLength: 127, maxLength: 400, size: 'max' }),
      fc.record({ a: tie('any'), b: tie('any') }),
    ),
  })).any;
  const through = (given: unknown, drop = 0): unknown => {
    const { port1, port2 } = new MessageChannel();
    const [sent, got] = [port1, port2];
    if (drop === 0) postInPieces(sent, given);
    else {
      const real = sent.postMessage.bind(sent);
      let count = 0;
      sent.postMessage = (piece: unknown) => {
        count += 1;
        if (count !== drop) real(piece);
      };
      postInPieces(sent, given);
    }
    const read = atOnce(readInPieces(got));
    sent.close();
    got.close();
    return read;
  };

  test('is the same there, and unchanged here', () => {
    fc.assert(
      fc.property(value, (given) => {
        const before = structuredClone(given);
        expect(through([given])).toEqual([before]);
        expect(given).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  test('long lists in long lists come whole', () => {
    const given = Array.from({ length: 300 }, (_, row) => Array.from({ length: row }, (__, at) => at));
    expect(through(given)).toEqual(given);
  });

  test('of which any piece is missing is none', () => {
    const given = Array.from({ length: 300 }, (_, at) => at);
    let pieces = 0;
    for (;;) {
      const read = through(given, pieces + 1);
      if (read !== null) {
        expect(read).toEqual(given);
        break;
      }
      pieces += 1;
    }
    expect(pieces).toBeGreaterThan(3);
  });
});

describe('a reload that comes into force', () => {
  test.each([
    ['2,000 rules', RULES],
    ['50,000 hosts', LIST],
  ])(
    'of %s: decisions are made between its turns, by the old policy until it is whole',
    async (_what, rules) => {
      const file = home.write('policy.yaml', DEFAULT_TEXT);
      // A loaded machine is slow, not wrong: what decides here is not the checking's own deadline.
      const checking = new PolicyChecking({ deadlineMs: 280_000 });
      const life = await home.life([file], { checking });
      writeFileSync(file, withRules(CLOSED, rules));
      const seen: string[] = [];
      const running = { over: false };
      const reloading = life.reload(asked).finally(() => {
        running.over = true;
      });
      while (!running.over) {
        const now = life.inForce();
        seen.push(now.ok ? now.value.decide(A_REQUEST).decision : 'none');
        await new Promise<void>((resolve) => {
          setImmediate(resolve);
        });
      }
      expect(await reloading).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
      const first = seen.indexOf('DENY');
      expect(new Set(seen.slice(0, first < 0 ? undefined : first))).toEqual(new Set(['ALLOW']));
      expect(new Set(first < 0 ? [] : seen.slice(first))).toEqual(new Set(first < 0 ? [] : ['DENY']));
      const now = life.inForce();
      expect(now.ok && now.value.decide(A_REQUEST).decision).toBe('DENY');
    },
  );

  test.each([
    ['2,000 rules', RULES, 250],
    ['50,000 hosts', LIST, 400],
  ])('of %s: others have their turn while it is compiled', async (_what, rules, least) => {
    const text = withRules(CLOSED, rules);
    const given = policyOf({ file: 'policy.yaml', text });
    const { port1, port2 } = new MessageChannel();
    postInPieces(
      port1,
      given.stack.layers.map(({ document }) => document),
    );
    const running = { over: false };
    let turns = 0;
    const sources = { texts: [{ file: 'policy.yaml', text }], paths: [null], bundles: [] };
    const compiling = candidateInTurns(sources, { documents: port2, policy: given }, TODAY, NEVER).finally(
      () => {
        running.over = true;
      },
    );
    while (!running.over) {
      turns += 1;
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    port1.close();
    const made = await compiling;
    expect(made.ok && made.value.policy.semanticHash).toBe(given.semanticHash);
    expect(turns).toBeGreaterThan(least);
  });

  test('is refused where what came over is not what was checked, or not all of it', async () => {
    const given = policyOf({ file: 'policy.yaml', text: DEFAULT_TEXT });
    const sources = { texts: [], paths: [], bundles: [] };
    const documents = given.stack.layers.map(({ document }) => document);
    const codeOf = async (post: (port: MessageChannel['port1']) => void, semanticHash: string) => {
      const { port1, port2 } = new MessageChannel();
      post(port1);
      const policy = { semanticHash, sourceHash: given.sourceHash };
      const made = await candidateInTurns(sources, { documents: port2, policy }, TODAY, NEVER);
      port1.close();
      return made.ok ? 'ok' : made.error[0]?.code;
    };
    expect(await codeOf((port) => postInPieces(port, documents), given.semanticHash)).toBe('ok');
    expect(await codeOf((port) => postInPieces(port, documents), 'sha256:other')).toBe('policy.not-checked');
    expect(await codeOf(() => {}, given.semanticHash)).toBe('policy.not-checked');
  });

  test('ends with the gateway, and nothing comes into force', async () => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const life = await home.life([file]);
    writeFileSync(file, withRules(CLOSED, RULES));
    const reloading = life.reload(asked);
    await life.close();
    expect(await reloading).toMatchObject({ ok: false });
    const now = life.inForce();
    expect(now.ok && now.value.decide(A_REQUEST).decision).toBe('ALLOW');
  });

  test('two that are asked for at once come one after the other: the last text holds', async () => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const life = await home.life([file]);
    writeFileSync(file, CLOSED);
    const one = life.reload(asked);
    const other = life.reload(asked);
    expect((await Promise.all([one, other])).map((done) => done.ok && done.value.outcome)).toEqual([
      'ACTIVATED',
      'UNCHANGED',
    ]);
  });
});
