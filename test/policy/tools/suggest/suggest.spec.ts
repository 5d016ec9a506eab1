// Suggestions built from several requests: one rule for each kind, as wide as what was approved and no wider.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import type { LoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { boxOf, groupsOf, widened } from '#policy/tools/suggest/request-box.ts';
import { suggestFor } from '#policy/tools/suggest/suggest.ts';
import type { Suggestion } from '#policy/tools/suggest/suggest.ts';
import type { Wanted } from '#policy/tools/suggest/wanted.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import {
  DEFAULT_TEXT,
  TODAY,
  defaultPolicy,
  edited,
  facts,
  policyOf,
} from '#test/fixtures/policy/policies.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const active = defaultPolicy();
const options = { today: TODAY, limit: 5 };
type Said = 'GRANTED' | 'REFUSED' | 'TIMED_OUT';

/** A decision that escalated, and what came of the question. */
function asked(
  seq: number,
  request: Readonly<Record<string, unknown>>,
  said: Said,
  who = 'person:ui',
): LoggedLine[] {
  const details = {
    vocabulary: VOCABULARY_ID,
    gates: [{ facts: facts({ capability: 'NAVIGATE_CROSS_ORIGIN', ...request }), decision: 'ESCALATE' }],
  };
  const entry = { at: '2026-11-22T00:00:00.000Z', requestId: `r${seq}`, details };
  return [
    readLogged({ ...entry, seq, type: 'decision', outcome: null }, `entry ${seq}`),
    readLogged({ ...entry, seq: seq + 1, type: 'consent.answered', who, outcome: said }, `entry ${seq + 1}`),
  ];
}

const log = (said: Said, hosts: readonly string[], from = 1): LoggedLine[] =>
  hosts.flatMap((host, index) => asked(from + index * 2, { host }, said));

function ruleOf(one: Suggestion | undefined): { rule: string; tests: string } {
  if (one === undefined || one.found.place === 'none') throw new Error(JSON.stringify(one?.found));
  return one.found;
}

/** The default with the suggestion written into it, as a person would. */
function written(one: Suggestion | undefined) {
  const { rule, tests } = ruleOf(one);
  return policyOf(edited(['rules:\n', `rules:\n${rule}`], ['  cases:\n', `  cases:\n${tests}`]));
}

test('a path with a star of its own is suggested to nobody: written into a rule it would be a pattern', () => {
  const path = '/orgs/*/settings';
  const [one] = suggestFor(active, asked(1, { host: 'forge.example', path }, 'GRANTED'), options).suggestions;
  expect(one?.found).toEqual({ place: 'none', forbiddenBy: ['a path with `*`, which no rule can name'] });
});

describe('merging', () => {
  test('several sites that a person approved become one rule, with what it is built from, its effect and its tests', () => {
    const { suggestions } = suggestFor(
      active,
      log('GRANTED', ['a.example', 'b.example', 'a.example']),
      options,
    );
    const [one] = suggestions;
    expect(suggestions).toHaveLength(1);
    expect(one).toMatchObject({
      times: 3,
      decision: 'ESCALATE',
      requests: [
        { facts: { host: 'a.example' }, answer: 'GRANTED', times: 2, places: ['entry 1', 'entry 5'] },
        { facts: { host: 'b.example' }, answer: 'GRANTED', times: 1, places: ['entry 3'] },
      ],
      found: { rows: [{ direction: 'LOOSENED', from: 'ESCALATE', to: 'ALLOW' }] },
    });
    expect(ruleOf(one).rule).toContain('host: [a.example, b.example]');
    expect(ruleOf(one).rule).toContain('reason: "Approved 3 times (entry 1, entry 5, entry 3)."');
    const policy = written(one);
    for (const [host, decision] of [
      ['a.example', 'ALLOW'],
      ['b.example', 'ALLOW'],
      ['c.example', 'ESCALATE'],
      ['x.a.example', 'ESCALATE'],
    ])
      expect(policy.decide(facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host })).decision, host).toBe(
        decision,
      );
    expect(policy.stack.layers.at(-1)?.document.tests.length).toBe(
      (active.stack.layers.at(-1)?.document.tests.length ?? 0) + 3,
    );
  });

  const many = ['docs', 'wiki', 'mail', 'files', 'forge'].map((name) => `${name}.corp.example`);

  test('more than a few hosts of one domain become a pattern of what they have in common', () => {
    const [one] = suggestFor(active, log('GRANTED', many), options).suggestions;
    expect(ruleOf(one).rule).toContain('host: "*.corp.example"');
    const policy = written(one);
    const at = (host: string) => policy.decide(facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host })).decision;
    expect(at('new.corp.example')).toBe('ALLOW');
    expect([at('corp.example'), at('other.example')]).toEqual(['ESCALATE', 'ESCALATE']);
    // A name of one label is of a private network.
    expect(at('example')).toBe('DENY');
  });

  test('but not where a person refused one of them: then they are listed', () => {
    const lines = [...log('GRANTED', many), ...log('REFUSED', ['payroll.corp.example'], 50)];
    const { suggestions } = suggestFor(active, lines, options);
    const [one, no] = suggestions;
    expect(ruleOf(one).rule).toContain(`host: [${[...many].sort().join(', ')}]`);
    expect(ruleOf(one).tests).toContain('payroll.corp.example was refused by a person (entry 50)');
    expect(no).toMatchObject({
      requests: [{ facts: { host: 'payroll.corp.example' }, answer: 'REFUSED' }],
      found: { place: 'none', forbiddenBy: ["a person's refusal (entry 50)"] },
    });
    const payroll = facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'payroll.corp.example' });
    expect(written(one).decide(payroll).decision).toBe('ESCALATE');
  });

  test('nor where nobody approved them', () => {
    const [one] = suggestFor(active, log('TIMED_OUT', many), options).suggestions;
    expect(ruleOf(one).rule).not.toContain('*');
    expect(ruleOf(one).rule).toContain('reason: "Wanted 5 times');
  });

  test('a yes and a no to the same request is a no; a no of anybody but a person is none', () => {
    const mixed = [
      ...asked(1, { host: 'a.example' }, 'GRANTED'),
      ...asked(3, { host: 'a.example' }, 'REFUSED'),
    ];
    expect(suggestFor(active, mixed, options).suggestions).toMatchObject([{ found: { place: 'none' } }]);
    const machine = asked(1, { host: 'a.example' }, 'REFUSED', 'client:cli');
    expect(suggestFor(active, machine, options).suggestions).toMatchObject([
      { requests: [{ answer: 'NONE' }], found: { place: 'rule' } },
    ]);
  });

  test('paths that were approved are one prefix, and what was refused below it splits or forbids it', () => {
    const at = (path: string) => ({ host: 'a.example', path });
    const yes = ['/docs/a', '/docs/b', '/docs/c', '/docs/d', '/docs/e'].flatMap((path, index) =>
      asked(1 + index * 2, at(path), 'GRANTED'),
    );
    const [one] = suggestFor(active, yes, options).suggestions;
    expect(ruleOf(one).rule).toContain('path: /docs\n');
    const policy = written(one);
    const decided = (path: string) =>
      policy.decide(facts({ capability: 'NAVIGATE_CROSS_ORIGIN', ...at(path) })).decision;
    expect([decided('/docs/f'), decided('/docs'), decided('/doc'), decided('/')]).toEqual([
      'ALLOW',
      'ALLOW',
      'ESCALATE',
      'ESCALATE',
    ]);
    const [listed] = suggestFor(
      active,
      [...yes, ...asked(50, at('/docs/secret'), 'REFUSED')],
      options,
    ).suggestions;
    expect(ruleOf(listed).rule).toContain('path: [/docs/a, /docs/b, /docs/c, /docs/d, /docs/e]');
  });

  test('where the log says only that there was more of a refused path, nothing around it is allowed', () => {
    const deeper = {
      seq: 9,
      type: 'decision',
      at: '',
      requestId: 'r9',
      details: {
        vocabulary: VOCABULARY_ID,
        gates: [
          {
            facts: facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'a.example', path: '/' }),
            rest: { key: '', digests: [], more: true },
            decision: 'ESCALATE',
          },
        ],
      },
    };
    const lines = [
      ...asked(1, { host: 'a.example', path: '/docs' }, 'GRANTED'),
      readLogged(deeper, 'entry 9'),
      readLogged(
        { ...deeper, seq: 10, type: 'consent.answered', who: 'person:ui', outcome: 'REFUSED' },
        'entry 10',
      ),
    ];
    const { suggestions } = suggestFor(active, lines, options);
    expect(suggestions.map(({ found }) => found.place)).toEqual(['none', 'none']);
    expect(suggestions[0]?.found).toMatchObject({
      forbiddenBy: expect.arrayContaining(["a person's refusal (entry 9)"]),
    });
  });

  test('of a kind that a floor forbids in part, the rest is still suggested', () => {
    const guarded = policyOf(
      edited([
        '  # 11.7\n',
        '  - { id: no-b, decision: DENY, when: { capability: NAVIGATE_CROSS_ORIGIN, host: b.example }, violation: NAVIGATION_DENIED, reason: No. }\n',
      ]),
    );
    const lines = ['a.example', 'b.example', 'c.example'].map((host, index) => ({
      gates: [
        {
          place: `entry ${index}`,
          at: '',
          facts: facts({ capability: 'NAVIGATE_CROSS_ORIGIN', host, executor: 'HEADED_CHROMIUM' }),
          decision: 'ESCALATE' as const,
        },
      ],
      problems: [],
    }));
    const places = suggestFor(guarded, lines, options).suggestions.map(({ requests, found }) => [
      requests.map((one) => one.facts.host),
      found.place,
    ]);
    expect(places).toEqual(
      expect.arrayContaining([
        [['b.example'], 'none'],
        [['a.example', 'c.example'], 'rule'],
      ]),
    );
  });
});

describe('boxes of requests', () => {
  const wanted = (given: Readonly<Record<string, unknown>>): Wanted => ({
    facts: facts({ capability: 'FILE_UPLOAD', ...given }),
    deeper: false,
    decision: 'ESCALATE',
    answer: 'GRANTED',
    times: 1,
    places: ['x'],
  });
  const request = fc
    .record({
      host: fc.constantFrom('a.example', 'b.example', 'c.example'),
      executor: fc.constantFrom('HEADED_CHROMIUM', 'HEADLESS_CHROMIUM'),
      scheme: fc.constantFrom('HTTP', 'HTTPS'),
      namedByUser: fc.boolean(),
    })
    .map(wanted);

  test('hold the requests that they were made of, each once, and no other', () => {
    const keyOf = (one: Wanted): string => JSON.stringify([...boxOf(one)]);
    fc.assert(
      fc.property(fc.uniqueArray(request, { selector: keyOf, minLength: 1 }), (requests) => {
        const groups = groupsOf(requests);
        const sizes = groups.map(({ box }) =>
          [...box.values()].reduce((size, values) => size * values.length, 1),
        );
        expect(sizes).toEqual(groups.map((group) => group.requests.length));
        expect(groups.flatMap((group) => group.requests.map(keyOf)).sort()).toEqual(
          requests.map(keyOf).sort(),
        );
        for (const { box, requests: own } of groups)
          for (const { facts: each } of own)
            for (const [name, values] of box) expect(values.map(String)).toContain(String(each[name]));
      }),
      { numRuns: drawn({ quick: 25, long: 60 }) },
    );
  });

  test.each([
    ['a public suffix', ['a.co.uk', 'b.co.uk', 'c.co.uk', 'd.co.uk', 'e.co.uk']],
    ['shared hosting', ['a.github.io', 'b.github.io', 'c.github.io', 'd.github.io', 'e.github.io']],
    ['a top-level domain', ['a.com', 'b.com', 'c.com', 'd.com', 'e.com']],
    ['addresses', ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5']],
    ['names of one label', ['a', 'b', 'c', 'd', 'e']],
  ])('are never widened to %s', (_, hosts) => {
    expect(widened(new Map([['host', hosts]]))).toBeNull();
  });

  test('are widened to no more than what the hosts have in common', () => {
    const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.eu.corp.example`);
    expect(widened(new Map([['host', hosts]]))?.get('host')).toEqual(['*.eu.corp.example']);
    expect(widened(new Map([['host', [...hosts, 'corp.example']]]))?.get('host')).toEqual([
      '*.eu.corp.example',
      'corp.example',
    ]);
    expect(widened(new Map([['host', hosts.slice(1)]]))).toBeNull();
  });
});

test('what is suggested loads where it is put, whatever the values look like', () => {
  const lines = asked(1, { host: '10.0.0.7', addressClass: 'PRIVATE' }, 'GRANTED');
  for (const one of suggestFor(active, lines, options).suggestions) {
    if (one.found.place === 'none') continue;
    const text = DEFAULT_TEXT.replace('rules:\n', `rules:\n${one.found.rule}`);
    expect(loadPolicy(text, { file: 'p.yaml' }).ok).toBe(true);
  }
});
