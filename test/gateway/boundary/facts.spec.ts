// From a gate and its surroundings to the facts that the policy decides on; acts are counted from their decision on.
import { counted, takeOne } from '#test/fixtures/counted-act.ts';
import { describe, expect, test } from 'vitest';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { Surroundings } from '#gateway/boundary/task/facts.ts';
import { ActCounts } from '#gateway/boundary/task/state/act-counts.ts';
import { pageActGates, pageActRow } from '#policy/acts/page-acts.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { defaultPolicy, edited, policyOf } from '#test/fixtures/policy/policies.ts';
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

describe('the port', () => {
  const HELD = PAGE_ACTS.filter((kind) => pageActRow(kind).moment === 'HELD');
  const asked = (kind: (typeof HELD)[number], url: string, sends = false) =>
    pageActGates(kind, { url, documentUrl: 'https://shop.test/', sends }).map((gate) =>
      factsFor(gate, at({ action: 'NONE', initiator: 'PAGE', pageAct: kind })),
    );

  test.each(HELD)('%s has the exact one of where it goes, as a navigation of an agent does', (kind) => {
    for (const sends of [false, true])
      for (const { port, portClass } of asked(kind, 'https://api.test:8443/x', sends))
        expect([port, portClass]).toEqual(['8443', 'WEB_ALTERNATE']);
    expect(navigation('https://api.test:8443/x')).toMatchObject({ port: '8443' });
  });

  test.each([
    ['wss://api.test/x', '443'],
    ['ws://api.test:81/x', '81'],
    ['http://api.test/x', '80'],
    ['about:blank', ''],
  ])('%s has %j', (url, port) => {
    expect(asked('CONNECT', url).map((facts) => facts.port)).toEqual([port]);
  });

  test('an entry for a port holds for what pages request and for what agents open', () => {
    const policy = policyOf(
      edited([
        '\nfloors:\n',
        `\nfloors:\n  - { id: admin-port, decision: DENY, when: { port: [8443] }, reason: Nobody works there. }\n`,
      ]),
    );
    const deciders = (facts: PolicyFacts): readonly string[] =>
      policy.decide(facts).because.map(({ entry }) => entry);
    for (const [port, held] of [
      [8443, true],
      [443, false],
    ] as const) {
      const url = `https://api.test:${port}/x`;
      for (const facts of [navigation(url), ...asked('CONNECT', url), ...asked('FRAME', url)])
        expect(deciders(facts).includes('floors.admin-port'), `${facts.pageAct} ${port}`).toBe(held);
    }
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
    expect([takeOne(counts, 'CLICK'), takeOne(counts, 'CLICK'), takeOne(counts, 'FILL')]).toEqual([0, 1, 0]);
    const third = counts.take(counted('CLICK'));
    expect(third.before('CLICK', '').acts).toBe(2);
    third.giveBack();
    expect(takeOne(counts, 'CLICK')).toBe(2);
  });

  test('are no more than the policy counts to', () => {
    const counts = new ActCounts();
    for (let act = 0; act < 1500; act++) takeOne(counts, 'SCROLL');
    expect(counts.take(counted('SCROLL')).before('SCROLL', '')).toMatchObject({
      acts: 1000,
      allActs: 1000,
      minuteActs: 1000,
    });
  });

  test('are counted in all, at each host, on each element, and what changes something apart', () => {
    const counts = new ActCounts();
    const save = { hosts: ['crm.test'], elements: ['crm.test button save', 'document d 7'], changes: true };
    counts.take(counted('CLICK', save));
    counts.take(counted('CLICK', { hosts: ['crm.test', 'shop.test'] }));
    counts.take(counted('FILL', { ...save, hosts: ['crm.test'] }));
    const next = counts.take(counted('CLICK', save));
    expect(next.before('CLICK', 'crm.test')).toEqual({
      acts: 2,
      allActs: 3,
      changes: 2,
      siteActs: 3,
      minuteActs: 3,
      elementActs: 1,
    });
    expect(next.before('CLICK', 'shop.test')).toMatchObject({ siteActs: 1 });
    expect(next.before('CLICK', 'other.test')).toMatchObject({ siteActs: 0 });
  });

  test('on an element are those by the name that it had most often', () => {
    const counts = new ActCounts();
    const like = (count: number, node: number) =>
      counts
        .take(counted('CLICK', { elements: [`a.test button like (${count})`, `document d ${node}`] }))
        .before('CLICK', '').elementActs;
    expect([like(3, 7), like(4, 7), like(5, 7), like(5, 8), like(9, 9)]).toEqual([0, 1, 2, 1, 0]);
  });

  test('of a minute are gone when it is over, and those that are given back at once', () => {
    let now = 0;
    const counts = new ActCounts(() => now);
    takeOne(counts, 'CLICK');
    now = 59_000;
    const second = counts.take(counted('CLICK'));
    expect(counts.seen('').minuteActs).toBe(2);
    now = 60_000;
    expect(counts.seen('').minuteActs).toBe(1);
    second.giveBack();
    expect(counts.seen('')).toMatchObject({ minuteActs: 0, allActs: 1 });
  });
});
