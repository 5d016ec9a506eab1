// Every text of a value, however deep it lies: what a result gets later is in it by itself.
import { expect, test } from 'vitest';
import { stringsIn } from '#gateway/tasks/loop/strings-in.ts';

test('texts come in their order, from lists and objects alike, and nothing else does', () => {
  const value = {
    a: 'one',
    b: [{ c: 'two', d: 3, e: null }, 'three', ['four', undefined, ' ']],
    f: true,
    g: 'five',
  };
  expect(stringsIn(value)).toEqual(['one', 'two', 'three', 'four', 'five']);
  expect(stringsIn('alone')).toEqual(['alone']);
  expect(stringsIn(null)).toEqual([]);
});
