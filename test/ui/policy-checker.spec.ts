// Questions to the policy's worker: the newest one is answered, whatever those before it take. No browser: the worker is a stand-in.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PolicyChecker } from '#ui/app/policy/editor/policy-check.ts';
import type { Asked, ForeseeQuestion } from '#ui/app/policy/editor/policy-check.ts';

/** Answers what is foreseen to be `quick`; anything else keeps it busy until it is ended. */
class StandIn extends EventTarget {
  static made: StandIn[] = [];
  isEnded = false;
  #isBusy = false;
  constructor() {
    super();
    StandIn.made.push(this);
  }
  postMessage({ id, question }: Asked): void {
    const [{ kind } = { kind: '' }] = (question as ForeseeQuestion).foreseen;
    this.#isBusy ||= kind !== 'quick';
    if (this.#isBusy) return;
    setTimeout(() => {
      if (!this.isEnded)
        this.dispatchEvent(new MessageEvent('message', { data: { id, answer: { ok: true, value: [] } } }));
    }, 100);
  }
  terminate(): void {
    this.isEnded = true;
  }
}

const question = (kind: string): ForeseeQuestion => ({ inForce: [], foreseen: [{ kind }] });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.stubGlobal('Worker', StandIn);
  vi.stubGlobal('window', globalThis);
  StandIn.made = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a question that takes for ever does not end the one after it', async () => {
  const checker = new PolicyChecker<ForeseeQuestion>();
  const slow = checker.ask(question('slow'));
  await vi.advanceTimersByTimeAsync(1_000);
  const quick = checker.ask(question('quick'));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await slow).toBeNull();
  expect(await quick).toEqual({ ok: true, value: [] });
  expect(StandIn.made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
});

test('of several that wait the newest is asked; the others hear that it came', async () => {
  const checker = new PolicyChecker<ForeseeQuestion>();
  const all = ['quick', 'slow', 'slow', 'quick'].map((kind) => checker.ask(question(kind)));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(all)).toEqual([null, null, null, { ok: true, value: [] }]);
  expect(StandIn.made).toHaveLength(1);
});

test('alone it has thirty seconds, and says that it took too long', async () => {
  const checker = new PolicyChecker<ForeseeQuestion>();
  const slow = checker.ask(question('slow'));
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await slow).toMatchObject({ ok: false, error: { message: 'the check took too long' } });
  const next = checker.ask(question('quick'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await next).toEqual({ ok: true, value: [] });
});

test('closed, it leaves nobody waiting', async () => {
  const checker = new PolicyChecker<ForeseeQuestion>();
  const both = [checker.ask(question('slow')), checker.ask(question('quick'))];
  checker.close();
  expect(await Promise.all(both)).toEqual([null, null]);
});
