// Tables against the interpreter, on small policies that use every kind of fact, for requests all over them. The answers
// are compared with their reasons; what the deciders of `given` keep is compared too.
import { describe, expect, test } from 'vitest';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { STEADY_FACTS } from '#policy/engine/deciding/steady-facts.ts';
import { factSpec } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { deciderGiven } from '#policy/engine/deciding/given.ts';
import { facts } from '#test/fixtures/policy/policies.ts';
import { below, compiled, decided, first } from '#test/fixtures/policy/small.ts';

const OPEN = 'defaults: [{ id: all, by: [namedByUser], rows: { false: ALLOW, true: ALLOW } }]';

type Values = Readonly<Record<string, readonly unknown[]>>;

/** Every combination of the values. */
function requests(values: Values): readonly Record<string, unknown>[] {
  return Object.entries(values).reduce<Record<string, unknown>[]>(
    (all, [fact, list]) => all.flatMap((one) => list.map((value) => ({ ...one, [fact]: value }))),
    [{}],
  );
}

function agree(policy: CompiledPolicy, values: Values): void {
  const seen = new Set<string>();
  for (const request of requests(values)) {
    const decision = decided(policy, request);
    seen.add(JSON.stringify(decision.because.map((one) => one.entry)));
  }
  // Requests that all say the same would compare nothing.
  expect(seen.size).toBeGreaterThan(2);
}

describe('hosts', () => {
  const policy = (): CompiledPolicy =>
    compiled(
      first(
        `rules:
  - { id: a, decision: ALLOW, when: { host: a.test } }
  - { id: below, decision: DENY, when: { host: ['*.a.test', '*.b.test'], capability: SCREENSHOT } }
  - { id: x, decision: ESCALATE, when: { host: [x.a.test, '*.y.a.test'] } }
  - { id: not, decision: DENY, when: { capability: CLOSE_TAB }, logic: { '!': [{ host_in: [{ var: host }, [a.test, '*.b.test']] }] } }
  - { id: either, decision: ALLOW, when: { capability: OPEN_TAB }, logic: { or: [{ host_in: [{ var: host }, [c.test]] }, { var: namedByUser }] } }`,
        `
  - { id: f, decision: DENY, when: { host: b.test, initiator: PAGE } }
  - { id: g, decision: ESCALATE, when: { host: '*.a.test', initiator: CLIENT } }`,
      ),
    );
  const host = ['', 'a.test', 'x.a.test', 'y.a.test', 'z.y.a.test', 'b.test', 'z.b.test', 'c.test', 'test'];
  test.each(['SCREENSHOT', 'CLOSE_TAB', 'OPEN_TAB'])('with %s', (capability) => {
    agree(policy(), {
      capability: [capability],
      host,
      initiator: ['USER', 'PAGE', 'CLIENT'],
      namedByUser: [true, false],
    });
  });
});

describe('texts and numbers', () => {
  const policy = (): CompiledPolicy =>
    compiled(
      first(
        `words: { buying: [buy, pay now], ending: [cancel] }
rules:
  - { id: p, decision: ALLOW, when: { path: [/a, /b/c] } }
  - { id: q, decision: DENY, when: { path: /a/x, downloads: [1, 3] } }
  - { id: name, decision: ESCALATE, when: { elementName: pay now, path: /a } }
  - { id: words, decision: DENY, when: { elementWords: buying, path: /b }, except: [{ elementName: buy }] }
  - { id: end, decision: ALLOW, when: { elementWords: [ending, buying], downloads: 2 } }
  - { id: end2, decision: ESCALATE, when: { endpoint: 'http://127.0.0.1:9222' } }
  - { id: some, decision: ALLOW, when: { folder: /srv }, logic: { '<': [2, { var: acts }, 9] } }
  - { id: many, decision: DENY, when: { folder: /srv/in }, logic: { '>=': [{ var: acts }, 5] } }`,
      ),
    );
  test('paths and counts', () => {
    agree(policy(), {
      path: ['/', '/a', '/a/x', '/a/x/y', '/ax', '/b', '/b/c', '/c'],
      downloads: [0, 1, 2, 3, 4],
    });
  });
  test('names', () => {
    agree(policy(), {
      elementName: ['', 'buy', 'pay now', 'please pay now', 'cancel', 'buy or cancel', 'other'],
      path: ['/', '/a', '/b'],
      downloads: [0, 2],
    });
  });
  test('folders and endpoints', () => {
    agree(policy(), {
      folder: ['', '/', '/srv', '/srv/in', '/srv/in/x', '/srv2'],
      acts: [0, 2, 3, 4, 5, 8, 9, 1000],
      endpoint: ['', 'http://127.0.0.1:9222', 'http://127.0.0.1:9223'],
    });
  });
});

describe('tables', () => {
  const policy = (): CompiledPolicy =>
    compiled(
      first(
        'rules: [{ id: r, decision: ALLOW, when: { host: a.test, purpose: SUBRESOURCE } }]',
        `
  - id: ft
    by: [initiator, display]
    columns: [HEADED, HEADLESS]
    rows: { USER: [ALLOW, ALLOW], NAVIGATOR: [ALLOW, ESCALATE], PAGE: [ESCALATE, NEVER], CLIENT: [ALLOW, DENY] }
  - { id: sub, decision: ESCALATE, when: { purpose: SUBRESOURCE, scheme: HTTP } }`,
        `defaults:
  - id: all
    by: [scheme]
    rows: { HTTPS: ALLOW, HTTP: ESCALATE, WSS: ALLOW, WS: DENY, NONE: ALLOW, OTHER: NEVER }
  - { id: local, by: [targetReadable], rows: { true: ALLOW, false: ESCALATE }, when: { addressClass: LOOPBACK } }`,
      ),
    );
  test('of enums, of displays and of true and false', () => {
    agree(policy(), {
      initiator: ['USER', 'NAVIGATOR', 'PAGE', 'CLIENT'],
      executor: ['HEADED_EDGE', 'HEADLESS_CHROMIUM'],
      scheme: ['HTTPS', 'HTTP', 'WS', 'OTHER'],
      purpose: ['DOCUMENT', 'SUBRESOURCE'],
    });
    agree(policy(), {
      host: ['', 'a.test'],
      scheme: ['HTTPS', 'HTTP', 'OTHER'],
      addressClass: ['PUBLIC', 'LOOPBACK'],
      targetReadable: [true, false],
      purpose: ['DOCUMENT', 'SUBRESOURCE'],
    });
  });
});

describe('layers', () => {
  const policy = (): CompiledPolicy =>
    compiled(
      first(
        `delegate:
  - { id: shots, to: ALLOW, when: { capability: [SCREENSHOT, OPEN_TAB], host: [a.test, '*.b.test'] } }
  - { id: tabs, to: ESCALATE, when: { capability: [OPEN_TAB, CLOSE_TAB] } }
rules:
  - { id: tabs, decision: DENY, when: { capability: [OPEN_TAB, CLOSE_TAB] } }`,
      ),
      below(
        'mid',
        'base',
        `rules:
  - { id: ok, decision: ALLOW, when: { capability: [SCREENSHOT, OPEN_TAB, CLOSE_TAB], host: [a.test, x.b.test] } }
  - { id: no, decision: DENY, when: { host: y.b.test } }
defaults: [{ id: d, by: [origin], rows: { SAME_ORIGIN: ALLOW, CROSS_ORIGIN: DENY }, when: { host: '*.b.test' } }]
floors: [{ id: f, decision: ESCALATE, when: { initiator: PAGE } }]
delegate:
  - { id: more, to: ALLOW, when: { capability: SCREENSHOT } }`,
      ),
      below('low', 'mid', "rules: [{ id: ok, decision: ALLOW, when: { host: ['*.b.test', c.test] } }]"),
    );
  test.each(['SCREENSHOT', 'OPEN_TAB', 'CLOSE_TAB'])('three of them, with %s', (capability) => {
    agree(policy(), {
      capability: [capability],
      host: ['', 'a.test', 'x.b.test', 'y.b.test', 'z.b.test', 'c.test'],
      origin: ['SAME_ORIGIN', 'CROSS_ORIGIN'],
      namedByUser: [true, false],
      initiator: ['USER', 'PAGE'],
    });
  });
});

test('what `given` keeps is what `decide` says', () => {
  const policy = compiled(
    first(`rules:
  - { id: a, decision: ALLOW, when: { host: a.test, capability: SCREENSHOT } }
  - { id: b, decision: DENY, when: { host: ['*.a.test', b.test], display: HEADLESS } }`),
  );
  const base = facts({ capability: 'FILE_DOWNLOAD', namedByUser: true });
  const given = deciderGiven(policy, base);
  for (let round = 0; round < 2; round++)
    for (const host of ['', 'a.test', 'x.a.test', 'b.test', 'c.test', 'A.test'])
      for (const capability of ['SCREENSHOT', 'OPEN_TAB'] as const)
        for (const executor of ['HEADED_EDGE', 'HEADLESS_EDGE'] as const)
          expect(given(capability, executor, host)).toBe(
            policy.decide({ ...base, capability, executor, host }),
          );
});

test('what is no request is a DENY before any rule', () => {
  const policy = compiled(first());
  const good = facts({ capability: 'SCREENSHOT' });
  for (const [fact, wrong] of [
    ['capability', 'SCREENSHOTS'],
    ['executor', ''],
    ['host', 'A.test'],
    ['host', 'a b'],
    ['path', 'x'],
    ['folder', 'x'],
    ['elementName', 'X'],
    ['downloads', -1],
    ['downloads', 1001],
    ['acts', 0.5],
    ['sandbox', 'true'],
    ['origin', undefined],
  ] as const) {
    const decision = policy.decide(Object.assign({ ...good }, { [fact]: wrong }));
    // A text that no entry names is checked for its type alone.
    if (fact === 'path' || fact === 'folder' || fact === 'elementName')
      expect(decision.decision).toBe('ESCALATE');
    else expect(decision).toMatchObject({ decision: 'DENY', because: [{ entry: 'request' }] });
  }
});

describe('no fact hides behind the request before it', () => {
  /** Another value than the neutral one, and a policy that refuses it. */
  const OTHERS = STEADY_FACTS.flatMap((fact): readonly (readonly [FactName, string | boolean | number])[] => {
    const spec = factSpec(fact);
    if (spec.kind === 'boolean') return [[fact, !spec.neutral]];
    if (spec.kind === 'integer') return [[fact, spec.neutral === 0 ? 1 : 0]];
    if (spec.kind === 'enum')
      return spec.members
        .filter((one) => one !== spec.neutral)
        .slice(-1)
        .map((one) => [fact, one]);
    return [];
  });

  test.each(OTHERS)('%s', (fact, other) => {
    const policy = compiled(
      first(`rules: [{ id: told, decision: DENY, when: { ${fact}: ${String(other)} } }]`, '', OPEN),
    );
    const plain = facts({ capability: 'SCREENSHOT' });
    // Others that stay: with them the last request is no neutral one.
    for (const kept of [{}, { team: 'a' }, { folder: '/srv' }, { team: 'a', folder: '/srv' }])
      for (const value of [plain[fact], other, plain[fact], other, other]) {
        const said = policy.decide({ ...plain, ...kept, [fact]: value });
        expect(said.decision !== 'ALLOW').toBe(value === other);
      }
  });

  test.each(STEADY_FACTS)('of a wrong `%s`', (fact) => {
    const policy = compiled(first('', '', OPEN));
    const plain = facts({ capability: 'SCREENSHOT' });
    for (const kept of [{}, { team: 'a' }, { folder: '/srv' }]) {
      const good = { ...plain, ...kept };
      expect(policy.decide(good).decision).toBe('ALLOW');
      for (const wrong of [undefined, null, Symbol('x'), {}, 0.5])
        expect(policy.decide(Object.assign({ ...good }, { [fact]: wrong }))).toMatchObject({
          decision: 'DENY',
          because: [{ entry: 'request' }],
        });
      expect(policy.decide(good).decision).toBe('ALLOW');
    }
  });
});
