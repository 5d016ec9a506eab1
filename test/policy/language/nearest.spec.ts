// "Did you mean": what counts as near, and what is listed where nothing does.
import { describe, expect, test } from 'vitest';
import { nearest, suggest } from '#policy/language/nearest.ts';

describe('the nearest word', () => {
  test.each([
    ['hst', 'host', 'a letter left out'],
    ['hhost', 'host', 'a letter twice'],
    ['hsot', 'host', 'two letters swapped'],
    ['ohst', 'host', 'the first two swapped'],
    ['hots', 'host', 'the last two swapped'],
    ['hoxt', 'host', 'a letter for another'],
    ['HOST', 'host', 'other case'],
    ['FILE-DOWNLOAD', 'FILE_DOWNLOAD', 'another dash'],
    ['file download', 'FILE_DOWNLOAD', 'a space'],
    ['FILE_DWNLAOD', 'FILE_DOWNLOAD', 'two mistakes in a long word'],
    ['ab', 'ac', 'one mistake in a short word'],
  ])('of %s is %s: %s', (word, expected) => {
    expect(nearest(word, ['zzzzzzzz', expected, 'qqqqqqqqqqqqqq'])).toBe(expected);
  });

  test.each([
    ['host', 'h', 'three letters off'],
    ['host', 'hsto', 'two mistakes in four letters'],
    ['abcdef', 'fedcba', 'turned round'],
    ['abcd', 'cbad', 'swapped over a distance'],
    ['abc', 'bca', 'moved over two letters'],
    ['xab', 'bay', 'a swap beside two substitutions'],
    ['', 'ab', 'nothing'],
    ['ab', '', 'nothing to propose'],
  ])('%s is not near %s: %s', (word, candidate) => {
    expect(nearest(word, [candidate])).toBeNull();
  });

  test('six letters bear two mistakes, nine bear three, and not one more', () => {
    expect(nearest('abcdef', ['abxxef'])).toBe('abxxef');
    expect(nearest('abcdef', ['axxxef'])).toBeNull();
    expect(nearest('abcdefghi', ['abcxxxghi'])).toBe('abcxxxghi');
    expect(nearest('abcdefghi', ['abxxxxghi'])).toBeNull();
    expect(nearest('abcde', ['abcxx'])).toBeNull();
  });

  test('is the first of those that are equally near', () => {
    expect(nearest('hos', ['host', 'hose'])).toBe('host');
    expect(nearest('hose', ['host', 'hose'])).toBe('hose');
  });

  test('of two swaps counts both', () => {
    expect(nearest('badcef', ['abcdef'])).toBe('abcdef');
    expect(nearest('badc', ['abcd'])).toBeNull();
  });

  test('of a very long word is sought by its beginning', () => {
    const long = 'x'.repeat(100);
    expect(nearest(`${long}yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy`, [long])).toBe(
      long,
    );
  });
});

describe('the help', () => {
  const members = Array.from(
    { length: 21 },
    (_, index) => `member${String.fromCodePoint(65 + index).repeat(9)}`,
  );

  test('proposes what is near', () => {
    expect(suggest('hots', ['host', 'path'])).toBe('did you mean `host`?');
  });

  test('lists the members where nothing is near', () => {
    expect(suggest('zebra', ['host', 'path'])).toBe('use one of: host, path');
    expect(suggest('zebra', [])).toBe('use one of: ');
  });

  test('lists twenty, and says that there are more', () => {
    expect(suggest('zebra', members.slice(0, 20))).toBe(`use one of: ${members.slice(0, 20).join(', ')}`);
    expect(suggest('zebra', members)).toBe(`use one of: ${members.slice(0, 20).join(', ')}, …`);
  });
});
