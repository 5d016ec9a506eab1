// The clues of a pattern: what is left out because its words do not occur would not have matched, and most of the tables are left out.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cluesOf, heard, mayMatch, rewritten } from '#engines/navigator/offline/lexicon/phrases/clues.ts';
import { openingsOf } from '#engines/navigator/offline/lexicon/phrases/openings.ts';
import { ACT_TURNS } from '#engines/navigator/offline/lexicon/phrases/acts.ts';
import { PHRASES } from '#engines/navigator/offline/lexicon/phrases/foreign.ts';
import { THING_TURNS } from '#engines/navigator/offline/lexicon/phrases/things.ts';
import { VALUE_TURNS } from '#engines/navigator/offline/lexicon/phrases/values.ts';
import { SAME } from '#engines/navigator/offline/lexicon/sentences.ts';
import { crossed } from '#test/tasks/wordings/frames.ts';
import { FILES, wordingsIn } from '#test/tasks/wordings/set.ts';

const TABLES = [...ACT_TURNS, ...VALUE_TURNS, ...THING_TURNS, ...PHRASES.de, ...PHRASES.es, ...SAME];

/** Patterns of all that the tables are made of, over few letters, so that they often match. */
const { pattern } = fc.letrec<{ pattern: string; sequence: string; term: string }>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((all) => all.join('|')),
  sequence: fc.array(tie('term'), { minLength: 1, maxLength: 4 }).map((all) => all.join('')),
  term: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(
      'a',
      'B',
      'ab',
      's',
      'k',
      'é',
      'ß',
      ' ',
      String.raw`\b`,
      '^',
      '$',
      '.',
      '[ab]',
      '[^\\]a]',
    ),
    fc.constantFrom(
      String.raw`\p{L}`,
      String.raw`\S`,
      String.raw`\.`,
      String.raw`\u0061`,
      String.raw`\u{62}`,
    ),
    fc
      .tuple(
        fc.constantFrom('a', 'b', '.', '[ab]', String.raw`\d`),
        fc.constantFrom('?', '*', '+', '+?', '{0,2}', '{2}', '{1,}'),
      )
      .map((all) => all.join('')),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!', '(?<=', '(?<!'), tie('pattern'))
      .map(([opening, inside]) => `${opening}${inside})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('', '?', '*', '+', '{0,1}', '{2}'))
      .map(([inside, often]) => `(?:${inside})${often}`),
  ),
}));
const text = fc
  .array(
    fc.constantFrom('a', 'b', 'A', 'B', 's', 'ſ', 'k', '\u212A', 'é', 'É', 'ß', 'ẞ', ' ', '.', 'x', '1'),
    {
      maxLength: 12,
    },
  )
  .map((all) => all.join(''));

describe('the clues of a pattern', () => {
  test('what matches has its clues, whatever the pattern is made of', () => {
    let matched = 0;
    let ruledOut = 0;
    fc.assert(
      fc.property(pattern, text, fc.constantFrom('u', 'iu', 'gu'), (source, said, flags) => {
        const made = new RegExp(source, flags);
        const matches = said.search(made) >= 0;
        const may = mayMatch(made, heard(said));
        if (matches) matched++;
        if (!may) ruledOut++;
        expect(matches && !may, `/${source}/${flags} on ${JSON.stringify(said)}`).toBe(false);
      }),
      { numRuns: 5_000 },
    );
    expect(matched).toBeGreaterThan(100);
    expect(ruledOut).toBeGreaterThan(100);
  });

  test('the words of a pattern are read from it', () => {
    expect(cluesOf(/^give (?:an? )?click to (?<x>.+)$/iu)).toEqual([['click to '], ['give ']]);
    expect(cluesOf(/colou?r (?:red|blue)$/i)).toContainEqual(['red', 'blue']);
    // What need not be there is no clue.
    expect(cluesOf(/(?:please )?(?!not )x*/)).toEqual([]);
    expect(cluesOf(/now|.+/)).toEqual([]);
  });

  test('each row of the tables that matches an order in other words is tried on it', () => {
    const said = FILES.flatMap((file) => wordingsIn(file, 1)).map((wording) => wording.said);
    const missed = said.flatMap((order) =>
      TABLES.filter(([row]) => order.search(row) >= 0 && !mayMatch(row, heard(order))).map(
        ([row]) => `${row.source} on ${order}`,
      ),
    );
    expect(missed).toEqual([]);
  });

  test('of the rows of the tables an order meets less than a tenth', () => {
    const said = crossed(1).map((one) => heard(one.said));
    const tried = said.map((order) => TABLES.filter(([row]) => mayMatch(row, order)).length);
    const mean = tried.reduce((sum, count) => sum + count, 0) / tried.length;
    expect(mean).toBeLessThan(TABLES.length / 10);
  });

  test('a row sees what the rows before it wrote', () => {
    const rows = [
      [/first/g, 'second'],
      [/second/g, 'third'],
    ] as const;
    expect(rewritten('the first', rows)).toBe('the third');
  });

  test('an opening is the first of the list that fits, as in one pattern of them all', () => {
    const opening = openingsOf(['look up', 'look', 'summari[sz]e', 'see'], '(?![\\p{L}])');
    const told = (order: string): string | undefined => opening(order)?.[1];
    expect([told('Look up it'), told('look upon it'), told('summarize it'), told('seen'), told('')]).toEqual([
      'Look up',
      'look',
      'summarize',
      undefined,
      undefined,
    ]);
  });
});
