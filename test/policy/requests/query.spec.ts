// Parameters of queries: one canonical text, and what servers that read them in different ways would find.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalQuery, parameterState, queryOfUrl } from '#policy/requests/url-parts/query.ts';
import { urlFacts } from '#policy/requests/host.ts';

const stateOf = (search: string, name: string): string => {
  const state = parameterState(queryOfUrl(search), name);
  return state.is === 'ONE' ? `ONE ${state.value}` : state.is;
};

describe('a parameter', () => {
  test.each([
    ['', 'ABSENT'],
    ['?module=Accounts', 'ONE Accounts'],
    ['?a=1&module=Accounts&b=2', 'ONE Accounts'],
    ['?module=Accounts&module=Accounts', 'ONE Accounts'],
    ['?module=', 'ONE '],
    ['?module', 'ONE '],
    ['?modul%65=Acc+ounts', 'ONE Acc ounts'],
    ['?module=%41ccounts', 'ONE Accounts'],
    ['?xmodule=1&module2=2', 'ABSENT'],
  ])('of %j is what every server finds: %s', (search, state) => {
    expect(stateOf(search, 'module')).toBe(state);
  });

  test.each([
    ['twice with two values', '?module=Accounts&module=Leads'],
    ['in another case, which some servers take for the same', '?Module=Accounts'],
    ['as an array of PHP', '?module[]=Accounts'],
    ['as an index of PHP', '?module%5Bx%5D=Accounts'],
    ['behind a semicolon, by which some servers divide', '?a=1;module=Accounts'],
    ['before a semicolon', '?module=Accounts;a=1'],
    ['that does not decode', '?module=%FF'],
    ['that holds a control character', '?module=Acc%00ounts'],
    ['in full-width letters', '?ｍodule=Accounts'],
    ['encoded twice', '?module=1&modul%2565=Leads'],
  ])('is open where it stands %s', (_why, search) => {
    expect(stateOf(search, search.includes('2565') ? 'modul%65' : 'module')).toBe('OPEN');
  });

  test('whose name PHP would write otherwise is open under both names', () => {
    expect([stateOf('?x.y=1', 'x_y'), stateOf('?x_y=1', 'x.y'), stateOf('?x.y=1', 'x.y')]).toEqual([
      'OPEN',
      'OPEN',
      'ONE 1',
    ]);
  });
});

test('of a query with more odd names than anybody writes nothing is certain, and no time is spent on it', () => {
  const odd = (count: number): string => Array.from({ length: count }, (_, at) => `x.${at}%00=1`).join('&');
  expect(stateOf(`?module=Accounts&${odd(10)}`, 'module')).toBe('ONE Accounts');
  expect(stateOf(`?module=Accounts&${odd(20_000)}`, 'module')).toBe('OPEN');
  const many = `?module=Accounts&${Array.from({ length: 20_000 }, (_, at) => `p${at}=1`).join('&')}`;
  expect(stateOf(many, 'module')).toBe('ONE Accounts');
});

test('a canonical query is a fixed point, whatever the address holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (search) => {
      const query = queryOfUrl(search);
      expect(canonicalQuery(query)).toBe(query);
    }),
    { numRuns: 500 },
  );
});

test('the order of parameters tells nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a=1', 'b=2', 'a=2', 'c', '%61=1', 'd=%20')), (parts) => {
      expect(queryOfUrl(parts.join('&'))).toBe(queryOfUrl(parts.toReversed().join('&')));
    }),
  );
});

test.each(['?a=1', 'a=1;b=2', 'a b', 'a=1#x', 'a=1+2'])('%j is no canonical query', (text) => {
  expect(canonicalQuery(text)).toBeNull();
});

test.each([
  ['https://crm.test/index.php?module=Accounts&id=7#/list', 'id=7&module=Accounts', '/list', false],
  ['https://crm.test/#!/inbox/a%20b?x=1', '', '/inbox/a b', false],
  ['https://crm.test/#inbox', '', '/inbox', false],
  ['https://crm.test/#', '', '', false],
  ['https://crm.test/#/', '', '/', false],
  ['https://crm.test/#/a/../b', '', '/b', true],
  ['https://crm.test/#/a//b', '', '/a/b', true],
  ['https://crm.test/#/a%2Fb', '', '/a%2Fb', true],
])('the URL %s says query %j and fragment %j (ambiguous: %s)', (url, query, fragment, fragmentAmbiguous) => {
  expect(urlFacts(url)).toMatchObject({ ok: true, value: { query, fragment, fragmentAmbiguous } });
});
