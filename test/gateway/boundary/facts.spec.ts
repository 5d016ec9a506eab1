// From a gate and its surroundings to the facts that the policy decides on; acts are counted from their decision on.
import { describe, expect, test } from 'vitest';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Surroundings } from '#gateway/boundary/task/facts.ts';
import { ActCounts } from '#gateway/boundary/task/state/act-counts.ts';
import { defaultPolicy } from '#test/fixtures/policy/policies.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const task = aTaskContext({ namedHosts: new Set(['shop.test']) });
const at = (more: Partial<Surroundings> = {}): Surroundings => ({
  task,
  action: 'CLICK',
  initiator: 'NAVIGATOR',
  documentUrl: 'https://shop.test/',
  ...more,
});
const navigation = (url: string) => factsFor({ capability: 'NAVIGATE_CROSS_ORIGIN', url }, at());

describe('the target', () => {
  test.each([
    ['https://shop.test/', 'DEFAULT', '/'],
    ['http://shop.test:8080/a/%2e%2e/b%20c/', 'WEB_ALTERNATE', '/b c'],
    ['https://shop.test:22/a%2Fb', 'WELL_KNOWN', '/a%2Fb'],
    ['http://shop.test:9999//x', 'OTHER', '/x'],
    ['about:blank', 'NONE', '/'],
    ['data:text/html,x', 'NONE', '/'],
    ['nonsense', 'NONE', '/'],
  ])('%s has port %s and path %s', (url, portClass, path) => {
    expect(navigation(url)).toMatchObject({ portClass, path });
  });

  test('a navigation to another origin is to another origin, whatever its address is held to be', () => {
    expect(navigation('https://shop.test/').origin).toBe('CROSS_ORIGIN');
    const gate = { capability: 'NAVIGATE_SAME_ORIGIN', url: 'https://shop.test/' } as const;
    expect(factsFor(gate, at()).origin).toBe('SAME_ORIGIN');
  });

  test('every path that a URL can have is canonical for the policy', () => {
    for (const url of [
      'https://shop.test/%FF%00%5c',
      'https://shop.test/é/%C3%A9?q=1#x',
      'https://shop.test/a%',
    ])
      expect(defaultPolicy().decide(navigation(url)).because).not.toContainEqual(
        expect.objectContaining({ entry: 'request' }),
      );
  });
});

describe('the element', () => {
  test.each([
    [{ role: 'button', name: ' Buy\u200B  NOW ' }, 'button', 'buy now'],
    [{ role: 'generic', name: 'x' }, 'OTHER', 'x'],
    [{ role: 'NONE', name: '' }, 'OTHER', ''],
    [null, 'NONE', ''],
  ])('%j has role %s and name %j', (element, elementRole, elementName) => {
    const gate = { capability: 'EXECUTE_JAVASCRIPT', url: 'https://shop.test/' } as const;
    expect(factsFor(gate, at({ element }))).toMatchObject({ elementRole, elementName });
  });
});

describe('acts so far', () => {
  test('count from the turn in which they are decided, by type', () => {
    const counts = new ActCounts();
    expect([counts.take('CLICK'), counts.take('CLICK'), counts.take('FILL')]).toEqual([0, 1, 0]);
    counts.giveBack('CLICK');
    expect(counts.take('CLICK')).toBe(1);
    counts.giveBack('DRAG');
    expect(counts.take('DRAG')).toBe(0);
  });

  test('are no more than the policy counts to', () => {
    const counts = new ActCounts();
    for (let act = 0; act < 1500; act++) counts.take('SCROLL');
    expect(counts.take('SCROLL')).toBe(1000);
  });
});
