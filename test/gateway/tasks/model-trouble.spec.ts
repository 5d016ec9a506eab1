// A model's service that is away in the middle of a task: waited out where that may pass, told at once where it does not.
import { expect, test } from 'vitest';
import type { ModelTrouble as Trouble } from '#engines/model/contract.ts';
import { ModelTrouble } from '#gateway/tasks/loop/model-trouble.ts';
import { parseProposal } from '#gateway/tasks/loop/proposal.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

const AWAY: Trouble = { code: 'model.unavailable', message: 'it could not be reached', retryMs: 0 };
const TIMED_OUT = failure('act.timed-out', 'the task took longer than its 60 s');

function opened(noted: (what: string) => Failure | null = () => null) {
  const stop = new AbortController();
  const shown: (string | null)[] = [];
  const log: string[] = [];
  const trouble = new ModelTrouble({
    interruption: {
      get aborted() {
        return stop.signal.aborted;
      },
      signal: stop.signal,
      failure: TIMED_OUT,
    },
    show: (one) => void shown.push(one?.message ?? null),
    note: async (what) => {
      log.push(what);
      return noted(what);
    },
    firstMs: 1,
  });
  return { trouble, stop, shown, log };
}

test('what may pass is waited for, shown, and written down once at its beginning and once at its end', async () => {
  const { trouble, shown, log } = opened();
  for (let times = 0; times < 3; times += 1) expect(await trouble.wait(AWAY)).toBe(null);
  expect(await trouble.over()).toBe(null);
  expect(await trouble.over()).toBe(null);
  expect(shown).toEqual([AWAY.message, AWAY.message, AWAY.message, null]);
  expect(log).toEqual([expect.stringContaining('wait for the model'), expect.stringContaining('go on')]);
});

test.each(['model.refused', 'identity.signed-out', 'identity.not-allowed'] as const)(
  '%s does not pass by waiting: the task ends with it and its mend',
  async (code) => {
    const { trouble, shown } = opened();
    const told = await trouble.wait({ ...AWAY, code, help: 'sign in' });
    expect(told).toMatchObject({ code, help: 'sign in' });
    expect(shown).toEqual([]);
  },
);

test('the task’s time ends the wait, and what it waited for is why; a cancellation stays one', async () => {
  const { trouble, stop } = opened();
  const waiting = trouble.wait({ ...AWAY, retryMs: 3_600_000 });
  stop.abort();
  expect(await waiting).toMatchObject({
    code: 'model.unavailable',
    message: 'it could not be reached, and did not until the task’s time was over',
  });
  const cancelled = failure('task.cancelled', 'the task was cancelled');
  expect(trouble.endedBy(cancelled)).toBe(cancelled);
  expect(opened().trouble.endedBy(TIMED_OUT)).toBe(TIMED_OUT);
});

test('a log that cannot take it ends the task', async () => {
  const full = failure('audit.write-failed', 'the disk is full');
  expect(await opened(() => full).trouble.wait(AWAY)).toBe(full);
});

test('a code that there is not, or a field too many, is no trouble but a proposal that does not fit', () => {
  const proposal = {
    action: 'FAILED',
    ref: null,
    target: null,
    text: 'x',
    confidence: 1,
    reasoning: 'x',
  };
  const parses = (trouble: object): boolean => parseProposal({ ...proposal, trouble }).ok;
  expect(parses(AWAY)).toBe(true);
  expect(parses({ ...AWAY, help: 'h' })).toBe(true);
  expect(parses({ ...AWAY, code: 'model.fine' })).toBe(false);
  expect(parses({ ...AWAY, code: 'toString' })).toBe(false);
  expect(parses({ ...AWAY, retryMs: -1 })).toBe(false);
  expect(parses({ ...AWAY, approve: true })).toBe(false);
});
