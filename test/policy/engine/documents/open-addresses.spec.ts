// What names no address class opens public addresses alone, in every layer; and what the engine itself closes.
import { expect, describe, test } from 'vitest';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { prepareProof } from '#policy/tools/verify/verify.ts';
import { explain } from '#policy/tools/explain/explain.ts';
import { ADDRESS_CLASSES } from '#policy/language/vocabulary.ts';
import { TODAY, edited, facts, layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { ASKING, below, compiled, decided, documentOf, first, short } from '#test/fixtures/policy/small.ts';

const OWN = ADDRESS_CLASSES.filter((one) => one !== 'PUBLIC');
const SHOP = { capability: 'NAVIGATE_SAME_ORIGIN', host: 'shop.example', executor: 'HEADED_CHROMIUM' };
/** The classes at which a request is decided so. */
const classesOf = (policy: ReturnType<typeof compiled>, decision: string, more = {}): readonly string[] =>
  ADDRESS_CLASSES.filter(
    (addressClass) => decided(policy, { ...SHOP, ...more, addressClass }).decision === decision,
  );
const across = { capability: 'NAVIGATE_CROSS_ORIGIN' };
const rule = (decision: string, more = ''): string =>
  `{ id: r, decision: ${decision}, when: { capability: NAVIGATE_SAME_ORIGIN, host: shop.example${more} }, reason: r }`;
const ofDefault = (entry: string) => policyOf(edited(['\nrules:\n', `\nrules:\n  - ${entry}\n`]));
const belowDefault = (entry: string) => policyOf(shipped('default'), layer(`rules:\n  - ${entry}`));

describe('an ALLOW', () => {
  test.each([
    ['in the first layer', ofDefault],
    ['below a layer that delegates private addresses', belowDefault],
  ])('%s means PUBLIC where it names no class', (_where, made) => {
    const policy = made(rule('ALLOW'));
    expect(classesOf(policy, 'ALLOW')).toEqual(['PUBLIC']);
    expect(classesOf(policy, 'DENY')).toEqual(OWN);
  });

  test.each([
    ['in the first layer', ofDefault],
    ['below', belowDefault],
  ])('%s opens the classes that it names', (_where, made) => {
    const policy = made(rule('ALLOW', ', addressClass: [PUBLIC, PRIVATE]'));
    expect(classesOf(policy, 'ALLOW')).toEqual(['PUBLIC', 'PRIVATE']);
  });

  const acrossRule = rule('ALLOW').replace('NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN');
  test('names a class in `logic` too; what it excludes names none', () => {
    const logic = (text: string): readonly string[] =>
      classesOf(ofDefault(acrossRule.replace(', reason', `, logic: ${text}, reason`)), 'ALLOW', across);
    expect(logic('{ "==": [{ var: addressClass }, LOOPBACK] }')).toEqual(['LOOPBACK']);
    expect(logic('{ in: [{ var: addressClass }, [PUBLIC, PRIVATE]] }')).toEqual(['PUBLIC', 'PRIVATE']);
    expect(logic('{ "!=": [{ var: addressClass }, METADATA] }')).toEqual(['PUBLIC']);
    expect(logic('{ "!": [{ "!=": [{ var: addressClass }, PRIVATE] }] }')).toEqual(['PRIVATE']);
    const either =
      '{ or: [{ "==": [{ var: addressClass }, PRIVATE] }, { "==": [{ var: purpose }, DOCUMENT] }] }';
    expect(logic(either)).toEqual(['PUBLIC', 'PRIVATE']);
    const both =
      '{ and: [{ "==": [{ var: addressClass }, PRIVATE] }, { "==": [{ var: purpose }, SUBRESOURCE] }] }';
    expect(logic(both)).toEqual([]);
  });

  test('does not name a class by its `except`', () => {
    const text = acrossRule.replace(', reason', ', except: [{ addressClass: [PUBLIC, METADATA] }], reason');
    expect(classesOf(ofDefault(text), 'ALLOW', across)).toEqual([]);
  });

  test('of what goes to no address holds as it is written', () => {
    const policy = compiled(
      first('rules:\n  - { id: r, decision: ALLOW, when: { host: shop.example }, reason: r }'),
    );
    for (const addressClass of ADDRESS_CLASSES) {
      const ask = (capability: string) =>
        policy.decide(facts({ ...SHOP, capability, addressClass })).decision;
      expect([ask('FILE_DOWNLOAD'), ask('ACCESS_COOKIES')]).toEqual(['ALLOW', 'ALLOW']);
      expect(ask('NAVIGATE_SAME_ORIGIN') === 'ALLOW').toBe(addressClass === 'PUBLIC');
    }
  });
});

describe('a delegation', () => {
  test('gives nothing but public addresses where it names no class, whatever the layer below says', () => {
    const delegate = (more: string) =>
      compiled(
        first(
          `delegate:\n  - { id: d, to: ALLOW, when: { capability: NAVIGATE_SAME_ORIGIN${more} } }`,
          '',
          'defaults: [{ id: all, by: [addressClass], rows: { PUBLIC: ESCALATE, PRIVATE: DENY, LOOPBACK: DENY, LINK_LOCAL: DENY, METADATA: DENY } }]',
        ),
        below('low', 'base', `rules:\n  - ${rule('ALLOW', ', addressClass: [PUBLIC, PRIVATE, LOOPBACK]')}`),
      );
    expect(classesOf(delegate(''), 'ALLOW')).toEqual(['PUBLIC']);
    expect(classesOf(delegate(', addressClass: PRIVATE'), 'ALLOW')).toEqual(['PRIVATE']);
  });
});

describe('an ESCALATE', () => {
  test('that names no class relaxes no DENY but at public addresses', () => {
    const asked = { host: 'shop.example' };
    expect(classesOf(ofDefault(rule('ESCALATE')), 'ESCALATE', asked)).toEqual(['PUBLIC']);
    expect(classesOf(belowDefault(rule('ESCALATE')), 'ESCALATE', asked)).toEqual(['PUBLIC']);
    expect(classesOf(ofDefault(rule('ESCALATE', ', addressClass: LOOPBACK')), 'DENY')).not.toContain(
      'LOOPBACK',
    );
  });

  test('still asks wherever something is allowed', () => {
    const open = 'rows: { PUBLIC: ALLOW, PRIVATE: ALLOW, LOOPBACK: ALLOW, LINK_LOCAL: DENY, METADATA: DENY }';
    const policy = compiled(
      first(`rules:\n  - ${rule('ESCALATE')}`, '', `defaults: [{ id: all, by: [addressClass], ${open} }]`),
    );
    expect(classesOf(policy, 'ESCALATE')).toEqual(['PUBLIC', 'PRIVATE', 'LOOPBACK']);
    const named = compiled(
      first(
        `rules:\n  - ${rule('ESCALATE')}\n  - ${rule('ALLOW', ', addressClass: [PUBLIC, PRIVATE]').replace('id: r', 'id: s')}`,
        '',
        `defaults: [{ id: all, by: [addressClass], ${open.replaceAll('PRIVATE: ALLOW', 'PRIVATE: DENY')} }]`,
      ),
    );
    expect(classesOf(named, 'ESCALATE')).toEqual(['PUBLIC', 'PRIVATE', 'LOOPBACK']);
  });
});

describe('a table', () => {
  test('below another layer relaxes nothing at classes that it does not speak of', () => {
    const base =
      'rows: { PUBLIC: ESCALATE, PRIVATE: DENY, LOOPBACK: DENY, LINK_LOCAL: DENY, METADATA: DENY }';
    const given = `delegate:\n  - { id: d, to: ALLOW, when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: [PUBLIC, PRIVATE] } }`;
    const stack = (body: string) =>
      compiled(
        first(given, '', `defaults: [{ id: all, by: [addressClass], ${base} }]`),
        below('low', 'base', body),
      );
    expect(
      classesOf(
        stack('defaults: [{ id: t, by: [purpose], rows: { DOCUMENT: ALLOW, SUBRESOURCE: ALLOW } }]'),
        'ALLOW',
      ),
    ).toEqual(['PUBLIC']);
    const speaks =
      'rows: { PUBLIC: ALLOW, PRIVATE: ALLOW, LOOPBACK: DENY, LINK_LOCAL: DENY, METADATA: DENY }';
    expect(classesOf(stack(`defaults: [{ id: t, by: [addressClass], ${speaks} }]`), 'ALLOW')).toEqual([
      'PUBLIC',
      'PRIVATE',
    ]);
  });

  test('of a first layer that speaks of no class leaves public addresses alone open', () => {
    const policy = compiled(
      first('', '', 'defaults: [{ id: all, by: [namedByUser], rows: { false: ALLOW, true: ALLOW } }]'),
    );
    expect(classesOf(policy, 'ALLOW')).toEqual(['PUBLIC']);
    expect(short(decided(policy, { ...SHOP, addressClass: 'PRIVATE' }))).toBe(
      'DENY engine defaults.engine-addresses',
    );
    expect(decided(policy, { ...SHOP, capability: 'SCREENSHOT', addressClass: 'PRIVATE' }).decision).toBe(
      'ALLOW',
    );
  });
});

describe('link-local addresses and metadata services', () => {
  const wide = 'rows: { PUBLIC: ALLOW, PRIVATE: ALLOW, LOOPBACK: ALLOW, LINK_LOCAL: ALLOW, METADATA: ALLOW }';
  test('are reached by no file that leaves their floors out, named or not', () => {
    const policy = compiled(first('', '', `defaults: [{ id: all, by: [addressClass], ${wide} }]`));
    expect(classesOf(policy, 'DENY')).toEqual(['LINK_LOCAL', 'METADATA']);
    expect(short(decided(policy, { ...SHOP, addressClass: 'METADATA' }))).toBe(
      'DENY engine floors.engine-addresses',
    );
  });

  test('cannot be granted: such a rule does not load, such a delegation neither', () => {
    for (const entry of [
      `rules:\n  - ${rule('ALLOW', ', addressClass: METADATA')}`,
      `delegate:\n  - { id: d, to: ESCALATE, when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LINK_LOCAL } }`,
    ]) {
      const made = compilePolicy([first(entry, '', ASKING)], { today: TODAY });
      expect(made).toMatchObject({ ok: false, error: [{ code: 'policy.grant-in-floor' }] });
    }
  });

  test('are named by an invariant of the engine, which every policy proves, and by a floor of the default', () => {
    const proof = prepareProof([first()], { today: TODAY });
    if (!proof.ok) throw new Error(JSON.stringify(proof.error));
    const rows = proof.value.run();
    expect(rows.find(({ id }) => id === 'INV-12')).toMatchObject({ source: 'built-in', answer: 'PROVEN' });
    expect(
      decided(policyOf(shipped('default')), { ...SHOP, addressClass: 'LINK_LOCAL' }).because.map(
        ({ entry }) => entry,
      ),
    ).toContain('never.address');
  });
});

describe('what is proved of private addresses', () => {
  const row = (...texts: readonly string[]) => {
    const proof = prepareProof(
      texts.map((text, index) => documentOf(text, `${index}.yaml`)),
      { today: TODAY },
    );
    if (!proof.ok) throw new Error(JSON.stringify(proof.error));
    return proof.value.run().find(({ id }) => id === 'addresses');
  };
  const text = (name: 'default' | 'demo'): string => String(shipped(name).text);
  test('the entries that reach them by name, and that nothing else does', () => {
    expect(row(text('default'))).toMatchObject({
      answer: 'PROVEN',
      says: 'private and loopback addresses are reached only by delegate.named-private-sites, which names them',
    });
    expect(row(text('default'), text('demo'))).toMatchObject({
      answer: 'PROVEN',
      says: expect.stringContaining('rules.demo-named'),
    });
  });
});

describe('the word that an entry lacks', () => {
  test('is told where it would make the decision milder, with its place', () => {
    const { missing } = explain(belowDefault(rule('ALLOW')), facts({ ...SHOP, addressClass: 'PRIVATE' }));
    expect(missing).toEqual([
      {
        entry: 'rules.r',
        layer: expect.any(String),
        at: expect.stringMatching(/:\d+:\d+$/u),
        decision: 'ALLOW',
        add: 'addressClass: [PUBLIC, PRIVATE]',
      },
    ]);
  });

  test('is told of each entry that needs it, the delegation among them', () => {
    const table =
      'defaults: [{ id: all, by: [addressClass], rows: { PUBLIC: ESCALATE, PRIVATE: DENY, LOOPBACK: DENY, LINK_LOCAL: DENY, METADATA: DENY } }]';
    const policy = compiled(
      first('delegate:\n  - { id: d, to: ALLOW, when: { capability: NAVIGATE_SAME_ORIGIN } }', '', table),
      below('low', 'base', `rules:\n  - ${rule('ALLOW')}`),
    );
    const { missing } = explain(policy, facts({ ...SHOP, addressClass: 'PRIVATE' }));
    expect(missing?.map(({ entry }) => entry)).toEqual(['delegate.d', 'rules.r']);
  });

  test.each([
    ['no word opens a metadata service', rule('ALLOW'), { addressClass: 'METADATA' }],
    [
      'another entry than the class stands in the way',
      rule('ALLOW'),
      { addressClass: 'PRIVATE', scheme: 'OTHER' },
    ],
    ['the address is public', rule('DENY'), { addressClass: 'PUBLIC' }],
    ['the class is named', rule('ALLOW', ', addressClass: [PUBLIC, PRIVATE]'), { addressClass: 'PRIVATE' }],
    ['the entry is of another host', rule('ALLOW'), { addressClass: 'PRIVATE', host: 'other.example' }],
  ])('twin: nothing is told where %s', (_why, entry, more) => {
    expect(explain(belowDefault(entry), facts({ ...SHOP, ...more })).missing).toBeUndefined();
  });
});
