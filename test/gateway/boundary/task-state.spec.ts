// What the tabs of one task share, and what each has alone.
import { takeOne } from '#test/fixtures/counted-act.ts';
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { branchOf } from '#gateway/boundary/task/context.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const NOW = 1_000;
const TUNNEL = { url: 'https://shop.test/a', purpose: 'DOCUMENT', pageAct: 'NONE', policyHash: 'h' } as const;

test('tabs of one task count their downloads, bytes and acts together', () => {
  const first = aTaskContext();
  const second = branchOf(first);
  expect([first.state.downloads.take(), second.state.downloads.take()]).toEqual([0, 1]);
  second.state.downloads.giveBack();
  expect(first.state.downloads.started).toBe(1);
  second.state.downloads.received(70);
  expect(first.state.downloads.bytes).toBe(70);
  expect([takeOne(first.state.acts, 'CLICK'), takeOne(second.state.acts, 'CLICK')]).toEqual([0, 1]);
});

test('a task that is stopped in one tab is stopped in all, for the first reason', () => {
  const first = aTaskContext();
  const second = branchOf(first);
  second.state.stop(failure('consent.refused', 'the person said no'));
  first.state.stop(failure('task.page-flood', 'later'));
  expect(first.state.stopped?.code).toBe('consent.refused');
  expect(branchOf(second).state.stopped?.code).toBe('consent.refused');
});

test('whose act runs in one tab is nobody’s in another, and nobody’s after its end, even by a throw', async () => {
  const first = aTaskContext();
  const second = branchOf(first);
  const actor = { by: { kind: 'client', id: 'cli', channel: 'CLI' }, initiator: 'USER' } as const;
  const both = () => Promise.resolve([first.tab.actorOf('r'), second.tab.actorOf('r')]);
  expect(await first.tab.runAs('r', actor, both)).toEqual([actor, null]);
  await expect(first.tab.runAs('r', actor, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(first.tab.actorOf('r')).toBe(null);
});

test('an act on one page of a tab is its own actor’s while another page’s act begins and ends', async () => {
  const { tab } = aTaskContext();
  const person = { by: { kind: 'client', id: 'cli', channel: 'CLI' }, initiator: 'USER' } as const;
  const model = { by: { kind: 'navigator', id: 'n' }, initiator: 'NAVIGATOR' } as const;
  await tab.runAs('long', person, async () => {
    await tab.runAs('short', model, () => {
      expect([tab.actorOf('long'), tab.actorOf('short')]).toEqual([person, model]);
      return Promise.resolve();
    });
    expect([tab.actorOf('long'), tab.actorOf('short')]).toEqual([person, null]);
  });
});

test('a tunnel that one tab expects is not found by another tab of the same task', () => {
  const first = aTaskContext();
  const second = branchOf(first);
  first.tab.expectedTunnels.expect(TUNNEL, NOW);
  const asked = { url: 'https://shop.test/', policyHash: 'h', now: NOW };
  expect(first.tab.expectedTunnels.find(asked)?.url).toBe('https://shop.test/a');
  expect(second.tab.expectedTunnels.find(asked)).toBe(null);
});

test('a document’s missing ability is told once a tab', () => {
  const { tab } = aTaskContext();
  const told = (feature: string): boolean => tab.tellsFeature('https://shop.test/', feature);
  expect([told('MIDI'), told('MIDI'), told('USB')]).toEqual([true, false, true]);
});
