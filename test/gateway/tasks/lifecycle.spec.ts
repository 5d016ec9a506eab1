// The states of an execution: it goes through them in order, and skips none.
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { Execution } from '#gateway/tasks/life/execution.ts';
import { nextTabState } from '#gateway/tabs/tab-state.ts';
import { BROWSER_EXECUTION_STATES, GHOST_TAB_STATES } from '#policy/language/vocabulary.ts';

const begin = (): Execution =>
  new Execution(
    {
      request_id: 't1',
      browser_type: 'HEADLESS_CHROMIUM',
      target_url: 'https://shop.example/',
      actions: [],
      timeout_seconds: 300,
      capture_screenshot: true,
      capture_dom: true,
      context_hash: 'sha256:0',
    },
    () => 1000,
  );

test('an execution goes through the eight states in order', () => {
  const execution = begin();
  for (const state of BROWSER_EXECUTION_STATES) execution.enter(state);
  expect(execution.result().final_state).toBe('COMPLETED');
});

test('no state is skipped: nothing runs before validation, nothing completes with a browser alive', () => {
  expect(() => begin().enter('EXECUTING')).toThrow(/illegal step/u);
  const running = begin();
  for (const state of ['VALIDATED', 'INITIALIZING', 'NAVIGATING', 'EXECUTING'] as const) running.enter(state);
  expect(() => running.enter('COMPLETED')).toThrow(/illegal step/u);
});

test('whatever is tried, a completed execution went through TERMINATING if it had a browser', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...BROWSER_EXECUTION_STATES), { maxLength: 30 }), (tries) => {
      const execution = begin();
      const entered: string[] = [];
      for (const state of tries) {
        try {
          execution.enter(state);
          entered.push(state);
        } catch {
          continue;
        }
      }
      if (execution.state !== 'COMPLETED' || !entered.includes('INITIALIZING')) return true;
      return entered.indexOf('TERMINATING') > entered.indexOf('INITIALIZING');
    }),
  );
});

test('request and result are frozen, and the severest decision stands', () => {
  const execution = begin();
  const result = {
    action_id: 'a',
    action_type: 'CLICK',
    capability_required: 'EXECUTE_JAVASCRIPT',
    outcome: 'DONE',
  } as const;
  execution.record({ ...result, decision: 'ALLOW' }, null);
  execution.record({ ...result, decision: 'DENY', outcome: 'REFUSED' }, 'CAPABILITY_DENIED');
  execution.record({ ...result, decision: 'ESCALATE' }, null);
  expect(execution.result()).toMatchObject({ decision: 'DENY', violations: ['CAPABILITY_DENIED'] });
  for (const value of [
    execution.request,
    execution.request.actions,
    execution.result(),
    execution.result().action_results,
  ]) {
    expect(Object.isFrozen(value)).toBe(true);
  }
});

test('a Ghost Tab that ended never moves again', () => {
  for (const end of ['COMPLETE', 'FAILED'] as const) {
    for (const state of GHOST_TAB_STATES)
      if (state !== end) expect(() => nextTabState(end, state)).toThrow(/illegal step/u);
  }
  expect(() => nextTabState('IDLE', 'ACTING')).toThrow(/illegal step/u);
});
