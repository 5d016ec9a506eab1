// Help of words that lead to verbs.
import { expect, test } from 'vitest';
import { GROUPS } from '#ui/cli/console/groups.ts';
import { VERBS } from '#ui/cli/rows/verbs.ts';

test('every word that leads to verbs says what it is about, and none is left of one that leads nowhere', () => {
  const named = VERBS.flatMap(({ name }) => {
    const words = name.split(' ');
    return words.slice(0, -1).map((_, at) => words.slice(0, at + 1).join(' '));
  });
  const verbs = new Set(VERBS.map(({ name }) => name));
  const leading = [...new Set(named)].filter((group) => !verbs.has(group)).toSorted();
  expect(leading).toContain('applet');
  for (const group of leading) expect(GROUPS[group], group).toMatch(/\w/u);
});
