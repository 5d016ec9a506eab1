// What a document says of parameters and places: a grant holds where every server reads them so, a restriction where some server may.
import { describe, expect, test } from 'vitest';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { compiled, decided, first } from '#test/fixtures/policy/small.ts';

const ALL = (decision: string): string =>
  `defaults: [{ id: all, by: [sandbox], rows: { false: ${decision}, true: ${decision} } }]`;
const under = (table: string, entry: string): CompiledPolicy =>
  compiled(first(`rules:\n  - { id: r, ${entry} }`, '', ALL(table)));
const say = (policy: CompiledPolicy, behind: string): string => {
  const url = `https://a.test/index.php${behind}`;
  return decided(policy, { capability: 'NAVIGATE_SAME_ORIGIN', url }).decision;
};

describe('a parameter that is forbidden', () => {
  const denied = under('ALLOW', 'decision: DENY, when: { host: a.test, query: { module: [Leads] } }');
  const but = under(
    'ALLOW',
    'decision: DENY, when: { host: a.test }, except: [{ query: { module: [Accounts] } }]',
  );

  test.each([
    ['is cut at a NUL, as PHP does it', 'module%00=Leads'],
    ['is cut at a NUL with more behind it', 'module%00x=Leads'],
    ['is without the control characters that some servers drop', 'mod%0Bule=Leads'],
    ['is written as IIS decodes it', '%u006dodule=Leads'],
    ['is written as IIS decodes it, in full-width letters', '%uFF4Dodule=Leads'],
    ['is decoded twice', 'mod%2575le=Leads'],
    ['is decoded three times', 'mod%252575le=Leads'],
    ['is decoded twice and then cut', 'module%2500x=Leads'],
    ['has a percent sign that ASP drops', 'mod%ule=Leads'],
    ['holds bytes that are no UTF-8', 'm%C1%AFdule=Leads'],
    ['is divided once it is decoded', 'x%26module=Leads'],
    ['is in another case', 'MODULE=Leads'],
    ['has spaces around it', '%20module%20=Leads'],
    ['is an array', 'module[]=Leads'],
  ])('is forbidden where its name %s', (_why, search) => {
    expect(say(denied, `?${search}`)).toBe('DENY');
    expect(say(but, `?module=Accounts&${search}`)).toBe('DENY');
  });

  test.each([
    'module=Leads',
    'module=leads',
    'module=LEADS',
    'module=Leads%20',
    'module=+Leads',
    'module=Ｌeads',
    'module=L%C3%A9ads',
    'module=Lea%C2%ADds',
    'module=%254Ceads',
    'module=%25254Ceads',
    'module=%25u004Ceads',
    'module=Leads%2500',
  ])('is forbidden with what some server takes for the value: %s', (search) => {
    expect(say(denied, `?${search}`)).toBe('DENY');
  });

  test.each(['module=accounts', 'module=Accounts%20', 'module=%C3%81ccounts'])(
    'is excepted with the exact value alone, and not with %s',
    (search) => {
      expect([say(but, '?module=Accounts'), say(but, `?${search}`)]).toEqual(['ALLOW', 'DENY']);
    },
  );

  test.each([
    'module=Accounts',
    'module=Lead',
    'module=Leads2',
    'modules=Leads',
    'a=module&b=Leads',
    '100%25=Leads',
  ])('leaves everything else alone: %s', (search) => {
    expect(say(denied, `?${search}`)).toBe('ALLOW');
  });
});

test.each([
  ['a.b', 'a_b'],
  ['a[b', 'a_b'],
  ['a ', 'a_'],
  ['a  b', 'a__b'],
])('the parameter `%s` is forbidden as what PHP makes of it: `%s`', (written, name) => {
  const policy = under('ALLOW', `decision: DENY, when: { host: a.test, query: { ${name}: ['1'] } }`);
  expect(say(policy, `?${encodeURIComponent(written)}=1`)).toBe('DENY');
});

test('names that servers take for one are told apart, and are open where another of them stands', () => {
  const policy = under(
    'ALLOW',
    "decision: DENY, when: { host: a.test, query: { module: ['1'] } }, except: [{ query: { Module: ['2'] } }]",
  );
  expect(
    ['module=1', 'Module=2', 'Module=1', 'MODULE=3', 'module=1&Module=2', 'module=2'].map((one) =>
      say(policy, `?${one}`),
    ),
  ).toEqual(['DENY', 'ALLOW', 'DENY', 'DENY', 'DENY', 'ALLOW']);
});

test.each(['mod%75le', 'a[b', ' a', 'a&b', 'a=b', 'a;b', 'a\\tb'])(
  'a document cannot name the parameter "%s", which no server finds for certain',
  (name) => {
    const load = (): unknown =>
      first(`rules: [{ id: r, decision: DENY, when: { query: { "${name}": true } } }]`);
    expect(load).toThrow('a name that servers read in different ways');
  },
);

test('a document cannot name a value with a control character', () => {
  const load = (): unknown => first('rules: [{ id: r, decision: DENY, when: { query: { a: ["x\\0"] } } }]');
  expect(load).toThrow('a value that servers read in different ways');
});

describe('a place that is forbidden', () => {
  const denied = under('ALLOW', 'decision: DENY, when: { host: a.test, fragment: /admin }');

  test.each([
    '#/admin:~:text=x',
    '#!/admin:~:text=x',
    '#admin:~:',
    '#/admin/x:~:a:~:b',
    '#!!/admin',
    '#!!!admin',
  ])('is forbidden as the page sees it, without directives: %s', (hash) => {
    expect(say(denied, hash)).toBe('DENY');
  });

  test.each(['#:~:text=admin', '#/x:~:/admin', '#/x', '#/admin%3A~%3Ax'])('is no other one: %s', (hash) => {
    expect(say(denied, hash)).toBe('ALLOW');
  });
});
