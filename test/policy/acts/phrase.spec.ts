// Words of acts as templates: what may stand in them, and what does not compile.
import { expect, test } from 'vitest';
import { actRow } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { ELEMENT, masked, own, quoted, say, shown } from '#policy/acts/phrase.ts';

test('a phrase is our own words, with the texts of others marked in their places', () => {
  expect(say`enter ${masked('pass')} into ${ELEMENT}`).toEqual([
    'enter ',
    { as: 'MASKED', text: 'pass' },
    ' into ',
    { as: 'ELEMENT' },
  ]);
  expect(say`go to ${shown('http://here.test/', 80)}, ${3} times`).toContainEqual({
    as: 'SHOWN',
    text: 'http://here.test/',
    limit: 80,
  });
});

test('phrases stand in phrases, and our own words in our own words', () => {
  const way = Math.min(1, 2) > 0 ? 'down' : 'up';
  expect(own`scroll ${way} ${own`by ${2} px`}`.join('')).toBe('scroll down by 2 px');
  expect(say`read ${say`the ${quoted('a')}`}`).toContainEqual({ as: 'QUOTED', text: 'a' });
});

test('a text that may be anything does not compile unless it is marked', () => {
  const url: string = 'http://here.test/';
  const refused = [
    // @ts-expect-error -- not marked
    say`go to ${url}`,
    // @ts-expect-error -- not marked, whatever stands before it
    say`go to ${`the page ${url}` as const}`,
    // @ts-expect-error -- not marked in one case of two
    say`go to ${url === '' ? ELEMENT : url}`,
    // @ts-expect-error -- not of our own words
    own`go to ${url}`,
  ];
  // @ts-expect-error -- our own words hold nobody else's, marked or not
  const marked = (): unknown => own`go to ${shown(url)}`;
  expect(say`go to ${shown(url)}`).toHaveLength(2);
  expect(marked).toThrow();
  expect(refused).toHaveLength(4);
});

test('a time to wait is told in seconds where it is one', () => {
  const told = [500, 1_000, 1_500, 30_000].map((milliseconds) =>
    actRow({ type: 'WAIT', milliseconds })
      .log(NO_EFFECT)
      .map((part) => (typeof part === 'string' ? part : 'no words of ours'))
      .join(''),
  );
  expect(told).toEqual(['wait 500 ms', 'wait a second', 'wait 1.5 seconds', 'wait 30 seconds']);
});
