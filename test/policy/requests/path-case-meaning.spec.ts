// What a document says with `pathCase`: a grant holds by A to Z, a restriction by every letter that some server folds.
import { describe, expect, test } from 'vitest';
import { pathDigests } from '#gateway/audit/format/path-digests.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import { restOf } from '#policy/tools/logs/logged-path.ts';
import { possibleDecisions, possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { TODAY, facts, layer } from '#test/fixtures/policy/policies.ts';
import { below, compiled, decided, first } from '#test/fixtures/policy/small.ts';

const NAVIGATE = { capability: 'NAVIGATE_SAME_ORIGIN', host: 'a.test' };
const ALL = (decision: string): string =>
  `defaults: [{ id: all, by: [sandbox], rows: { false: ${decision}, true: ${decision} } }]`;
const IN_ANY = 'pathCase: INSENSITIVE';
const under = (table: string, entry: string, floors = ''): CompiledPolicy =>
  compiled(first(`rules:\n  - { id: r, ${entry} }`, floors, ALL(table)));
const say = (policy: CompiledPolicy, ...paths: readonly string[]): readonly string[] =>
  paths.map((path) => decided(policy, { ...NAVIGATE, path }).decision);

/** Casings that every server that folds case serves as `/kiss`. */
const CERTAIN = ['/kiss', '/KISS', '/Kiss/x', '/kIsS/X/y', '/%4BISS'];
/** Casings that some server serves as `/kiss`: the Kelvin sign, both other kinds of `i`, long and sharp `s`. */
const OPEN = [
  '/\u212Aiss',
  '/k\u0131ss',
  '/KI\u017FS',
  '/K\u0130SS/x',
  '/ki\u00DF',
  '/%E2%84%AAiss',
  '/ki\u0307ss',
  '/KI\u0307SS',
];
const OTHERS = ['/', '/kis', '/kisses', '/x/kiss', '/k\u00EDss', '/kis5'];

describe('a path in any case', () => {
  test('is denied in every case that some server takes for it, and nothing else is', () => {
    const policy = under('ALLOW', `decision: DENY, when: { host: a.test, path: /Kiss, ${IN_ANY} }`);
    expect(say(policy, ...CERTAIN, ...OPEN)).toEqual([...CERTAIN, ...OPEN].map(() => 'DENY'));
    expect(say(policy, ...OTHERS)).toEqual(OTHERS.map(() => 'ALLOW'));
    expect(decided(policy, { ...NAVIGATE, host: 'b.test', path: '/kiss' }).decision).toBe('ALLOW');
  });

  test('is allowed by A to Z alone: whoever registers a name with another `k` or `i` is not meant', () => {
    const policy = under('DENY', `decision: ALLOW, when: { host: a.test, path: /Kiss, ${IN_ANY} }`);
    expect(say(policy, ...CERTAIN)).toEqual(CERTAIN.map(() => 'ALLOW'));
    expect(say(policy, ...OPEN, ...OTHERS)).toEqual([...OPEN, ...OTHERS].map(() => 'DENY'));
    // What stands below it may have any letters.
    expect(say(policy, '/KISS/Stra\u00DFe/K\u0131rk/\u017F')).toEqual(['ALLOW']);
  });

  test('without the word is compared letter by letter', () => {
    const policy = under('ALLOW', 'decision: DENY, when: { host: a.test, path: /Kiss }');
    expect(say(policy, '/Kiss', '/Kiss/x', '/kiss', '/KISS')).toEqual(['DENY', 'DENY', 'ALLOW', 'ALLOW']);
  });

  test('is asked about: as a restriction of what would be allowed, as a grant of what would be denied', () => {
    const entry = `decision: ESCALATE, when: { host: a.test, path: /kiss, ${IN_ANY} }`;
    const paths = ['/KISS', '/k\u0131ss', '/x'];
    expect(say(under('ALLOW', entry), ...paths)).toEqual(['ESCALATE', 'ESCALATE', 'ALLOW']);
    expect(say(under('DENY', entry), ...paths)).toEqual(['ESCALATE', 'DENY', 'DENY']);
  });

  test('is left out of a grant as a restriction is, and of a restriction as a grant is', () => {
    const except = `when: { host: a.test }, except: [{ path: /kiss, ${IN_ANY} }]`;
    const paths = ['/KISS', '/k\u0131ss', '/x'];
    expect(say(under('DENY', `decision: ALLOW, ${except}`), ...paths)).toEqual(['DENY', 'DENY', 'ALLOW']);
    expect(say(under('ALLOW', `decision: DENY, ${except}`), ...paths)).toEqual(['ALLOW', 'DENY', 'DENY']);
  });

  test('is said in `logic` too, and is read by what stands around it', () => {
    const logic = '{ path_under_any_case: [{ var: path }, [/Kiss]] }';
    const paths = ['/KISS', '/k\u0131ss', '/x'];
    const of = (table: string, decision: string, text: string) =>
      say(under(table, `decision: ${decision}, when: { host: a.test }, logic: ${text}`), ...paths);
    expect(of('DENY', 'ALLOW', logic)).toEqual(['ALLOW', 'DENY', 'DENY']);
    expect(of('ALLOW', 'DENY', logic)).toEqual(['DENY', 'DENY', 'ALLOW']);
    expect(of('DENY', 'ALLOW', `{ "!": [${logic}] }`)).toEqual(['DENY', 'DENY', 'ALLOW']);
  });

  test('in a delegation gives nothing where letters are open', () => {
    const box = `when: { host: a.test, path: /kiss, ${IN_ANY} }`;
    const upper = first(`delegate: [{ id: d, to: ALLOW, ${box} }]`, '', ALL('DENY'));
    const lower = below('team', 'base', 'rules: [{ id: r, decision: ALLOW, when: { host: a.test } }]');
    expect(say(compiled(upper, lower), '/KISS', '/k\u0131ss')).toEqual(['ALLOW', 'DENY']);
  });

  test('in an invariant is a claim about every case', () => {
    const claim = (rule: string): readonly string[] => {
      const invariant = `invariants: [{ id: i, at_least: DENY, over: { host: a.test, path: /kiss, ${IN_ANY} } }]`;
      const document = first(
        `rules: [{ id: r, decision: DENY, when: { host: a.test, path: /kiss${rule} } }]\n${invariant}`,
        '',
        ALL('ALLOW'),
      );
      const made = compilePolicy([document], { today: TODAY });
      return made.ok ? [] : made.error.map(({ code }) => code);
    };
    expect(claim(`, ${IN_ANY}`)).toEqual([]);
    expect(claim('')).toEqual(['policy.invariant-violated']);
  });

  test('in a floor is not granted in any case, and what it leaves may be', () => {
    const floor = `\n  - { id: shut, decision: DENY, when: { path: /Kiss, ${IN_ANY} } }`;
    const made = (path: string) =>
      compilePolicy(
        [first(`rules: [{ id: r, decision: ALLOW, when: { host: a.test, ${path} } }]`, floor, ALL('DENY'))],
        { today: TODAY },
      );
    for (const path of ['/kISS', '/KISS/x', '/k\u0131ss'])
      expect(made(`path: ${path}`)).toMatchObject({
        ok: false,
        error: [{ code: 'policy.grant-in-floor', message: expect.stringContaining(path) }],
      });
    expect(made(`path: [/x, /kisses], ${IN_ANY}`)).toMatchObject({ ok: true });
  });
});

describe('a document', () => {
  const problems = (body: string): readonly Failure[] => {
    const loaded = loadPolicy(layer(body).text, { file: 'p.yaml' });
    return loaded.ok ? [] : loaded.error;
  };
  const rule = (when: string): string => `rules: [{ id: r, decision: DENY, when: { ${when} } }]`;

  test('that says `pathCase` where no path stands is told where, and what to do', () => {
    expect(problems(rule(`host: a.test, ${IN_ANY}`))).toMatchObject([
      {
        code: 'policy.missing-key',
        message: '`pathCase` says how `path` is compared, and there is none beside it',
        help: 'add the `path`, or remove `pathCase`',
        span: { line: 4, column: expect.any(Number) },
      },
    ]);
    expect(problems(rule(`path: /a, ${IN_ANY}`))).toEqual([]);
    expect(problems(rule('path: /a, pathCase: insensitive'))).toMatchObject([
      { code: 'policy.unknown-member' },
    ]);
  });

  test('means the same however its paths are written, and another thing without the word', () => {
    const hash = (when: string): string =>
      under('ALLOW', `decision: DENY, when: { host: a.test, ${when} }`).semanticHash;
    const own = hash(`path: [/kiss, /b], ${IN_ANY}`);
    expect(hash(`path: [/B, /KISS], ${IN_ANY}`)).toBe(own);
    expect(hash(`path: [/b, /kiss/x, /k\u0131\u00DF], ${IN_ANY}`)).toBe(own);
    expect(hash('path: [/kiss, /b]')).not.toBe(own);
    expect(hash(`path: /7, ${IN_ANY}`)).toBe(hash('path: /7'));
  });

  test('keeps the word when it is laid out', () => {
    const text = String(layer(rule(`path: /a, ${IN_ANY}`)).text);
    const laidOut = formatPolicy({ file: 'p.yaml', text });
    expect(laidOut).toMatchObject({ ok: true, value: expect.stringContaining(`path: /a, ${IN_ANY}`) });
  });
});

describe('a log', () => {
  const digests = pathDigests('PRIVATE+KEY+ghost.local/audit/1');
  const decisions = (policy: CompiledPolicy, path: string, key: typeof digests | null): readonly string[] => {
    const written: unknown = JSON.parse(
      JSON.stringify({
        facts: facts({ ...NAVIGATE, path: '/' }),
        decision: 'ALLOW',
        rest: restOf(path, '/', digests),
      }),
    );
    const [gate] = readLogged(written, 'entry 1').gates;
    if (gate === undefined) throw new Error('not read');
    const possible = possibleFacts(policy, gate, key);
    return [...(possibleDecisions(possible, (one) => policy.decide(one).decision) ?? [])].sort();
  };
  const policy = under('ALLOW', `decision: DENY, when: { host: a.test, path: /Kiss, ${IN_ANY} }`);
  const grant = under('DENY', `decision: ALLOW, when: { host: a.test, path: /Kiss, ${IN_ANY} }`);

  test('that kept `/` answers for a rule in any case with its key, and is not guessed without', () => {
    for (const path of ['/KISS/x', '/kiss', '/k\u0131ss'])
      expect([path, decisions(policy, path, digests)]).toEqual([path, ['DENY']]);
    expect(decisions(policy, '/kisses', digests)).toEqual(['ALLOW']);
    expect(decisions(grant, '/KISS/x', digests)).toEqual(['ALLOW']);
    expect(decisions(grant, '/k\u0131ss', digests)).toEqual(['DENY']);
    expect(decisions(policy, '/KISS/x', null)).toEqual(['ALLOW', 'DENY']);
  });

  test('of before the word leaves open what a rule in any case decides', () => {
    const { folded: _, ...before } = restOf('/KISS', '/', digests);
    const gate = {
      place: 'entry 1',
      at: '',
      decision: 'ALLOW' as const,
      facts: facts({ ...NAVIGATE, path: '/' }),
    };
    const of = (rest: typeof before): readonly string[] =>
      [
        ...(possibleDecisions(
          possibleFacts(policy, { ...gate, rest }, digests),
          (one) => policy.decide(one).decision,
        ) ?? []),
      ].sort();
    expect(of(before)).toEqual(['ALLOW', 'DENY']);
    expect(of(restOf('/', '/', digests))).toEqual(['ALLOW']);
  });

  test('says the folded path only where it is another one, and a forged count is no log', () => {
    expect(restOf('/a/b', '/', digests).folded).toEqual({ ascii: [], unicode: [] });
    expect(restOf('/A/b', '/', digests).folded).toMatchObject({
      ascii: [expect.any(String), expect.any(String)],
      unicode: [],
    });
    expect(restOf('/\u212A', '/', digests).folded).toMatchObject({
      ascii: [],
      unicode: [expect.any(String)],
    });
    const rest = { ...restOf('/A', '/', digests), folded: { ascii: ['a', 'b'], unicode: [] } };
    const read = readLogged({ facts: facts(NAVIGATE), decision: 'ALLOW', rest }, 'entry 1');
    expect(read.problems).toMatchObject([{ code: 'policy.bad-log' }]);
  });
});
