// Orders of two clauses that speak of one thing: what the first says, the second does; what the first orders, the second says again. And
// what only tells of a press, or permits one, is no order.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { inFrames } from '#engines/navigator/offline/syntax/orders.ts';
import { patternOf } from '#engines/navigator/offline/syntax/pattern.ts';
import { CHOICES } from '#engines/navigator/offline/syntax/tables/choices.ts';
import { CONTROLS } from '#engines/navigator/offline/syntax/tables/controls.ts';
import { NOUN_CHOICES, NOUN_ROWS } from '#engines/navigator/offline/syntax/tables/noun-rows.ts';
import { STATED_ACTS } from '#engines/navigator/offline/syntax/tables/stated-acts.ts';
import { STATED_VALUES } from '#engines/navigator/offline/syntax/tables/stated-values.ts';
import { THINGS } from '#engines/navigator/offline/syntax/tables/things.ts';
import { VALUES } from '#engines/navigator/offline/syntax/tables/values.ts';
import { TOPICS, WANTED, WISHED } from '#engines/navigator/offline/syntax/tables/wished.ts';
import { tokensOf } from '#engines/navigator/offline/syntax/tokens.ts';
import { planSubtasks } from '#engines/planner/plan.ts';
import { meaning } from '#test/tasks/wordings/set.ts';

const clauses = (said: string): readonly string[] | null => inFrames(said)?.split('; ') ?? null;

describe('an act that is said twice', () => {
  test.each([
    ['the mail Rosa sent can go, remove it please', ['delete the email from Rosa']],
    ['Moreau should get the email from Rosa, forward it to him', ['forward the email from Rosa to Moreau']],
    ['"Kettle" belongs in the Basket, move it there', ['drag "Kettle" to the Basket']],
    ['my comment is "fine by me" - put it in the comment box', ['set my comment to "fine by me"']],
    [
      'the country is Norway, pick it in that dropdown and press Save',
      ['set the country to Norway', 'press Save'],
    ],
  ])('is done once: %s', (said, plain) => {
    expect(clauses(said)).toEqual(plain);
  });

  test('another act, or another thing, is no echo', () => {
    expect(clauses('the mail Rosa sent can go, star it')).toBeNull();
    expect(clauses('press Amber, then press it')).toBeNull();
  });
});

describe('a thing that is spoken of', () => {
  test.each([
    ["Rosa's mail is urgent, give it a star", ['star the email from Rosa']],
    ['Rosa wrote me. reply with "thanks"', ['reply to the email from Rosa with "thanks"']],
    ['Lantern. Click.', ['click Lantern']],
    ['"Ember" first. "Fjord" second. Press them in that order', ['press "Ember"', 'press "Fjord"']],
    ['the field needs "x7" in it, then you press Save', ['enter "x7" into the field', 'press Save']],
    ['start with a click on "Ember", then one on "Fjord"', ['click "Ember"', 'click "Fjord"']],
    ['where the form asks for the city, put Oslo and press Save', ['enter Oslo as the city', 'press Save']],
  ])('is what the next clause acts on: %s', (said, plain) => {
    expect(clauses(said)).toEqual(plain);
  });

  test.each(['Ember. Frobnicate.', '"Ember" first. "Fjord" second. Frobnicate them'])(
    'with a verb that nobody knows it stays unread: %s',
    (said) => {
      expect(clauses(said)).toBeNull();
    },
  );
});

describe('what only tells of a press, or permits one', () => {
  test.each([
    'you may press Delete',
    'you may now press Pay',
    'Pay pressed',
    'Delete button please',
    'the Pay button please',
  ])('is no order: %s', (said) => {
    expect(parseGoals(said).map(({ kind }) => kind)).not.toContain('PRESS');
  });
  test.each(['could you press Delete', 'I want Pay pressed', 'press the Delete button please'])(
    'beside one that is: %s',
    (said) => {
      expect(parseGoals(said).map(({ kind }) => kind)).toContain('PRESS');
    },
  );
});

describe('a part behind "then" that says nothing by itself', () => {
  test('stays with what it speaks of', () => {
    expect(planSubtasks('find Lantern, then tick it', [])).toHaveLength(1);
    expect(planSubtasks('the city is Oslo, then frobnicate', [])).toHaveLength(1);
  });
  test('and one that does is a step of its own', () => {
    expect(planSubtasks('enter "x" as the city, then press Save', [])).toHaveLength(2);
  });
});

describe('what a thing belongs to', () => {
  test.each([
    ["mark Rosa's email with a star", ['star the email from Rosa']],
    ['mark Rosa’s email with a star', ['star the email from Rosa']],
    ['answer Rosa\'s email: "thanks"', ['reply to the email from Rosa with "thanks"']],
    ["press Like on Moreau's post", ['press Like on the card by Moreau']],
  ])('is told from its name: %s', (said, plain) => {
    expect(clauses(said)).toEqual(plain);
  });
});

describe('several fields and their values', () => {
  const both = (field: string): readonly unknown[] => [
    expect.objectContaining({ kind: 'FILL', value: 'Ana' }),
    expect.objectContaining({ kind: 'FILL', field, value: 'Oslo' }),
    expect.objectContaining({ kind: 'PRESS' }),
  ];
  test.each([
    'fill name with "Ana", city with "Oslo" and press Send',
    'for the name use "Ana", for the city "Oslo", then press Send',
    'put "Ana" where the name goes, "Oslo" for the city and press Send',
    'the name is "Ana", the city "Oslo"; press Send once they are in',
    'send the form with "Ana" as the name, "Oslo" as the city',
  ])('%s', (said) => {
    expect(parseGoals(said)).toEqual(both('city'));
  });

  test('none of them where one has no field', () => {
    expect(clauses('fill name with "Ana", frobnicate with "Oslo" and press Send')).toBeNull();
  });
});

describe('boxes of which none is ticked', () => {
  test.each(["don't tick any box, just press Save", 'press Save without ticking any of the boxes'])(
    '%s',
    (said) => {
      expect(parseGoals(said)).toMatchObject([{ kind: 'CHECK_ALL', on: false }, { kind: 'PRESS' }]);
    },
  );
  test('but one that is named is only left alone', () => {
    expect(parseGoals('press Save without ticking Samples').map(({ kind }) => kind)).not.toContain(
      'CHECK_ALL',
    );
  });
});

describe('the words of the tables', () => {
  const said = (words: readonly string[]): readonly string[] =>
    tokensOf(words.join(' ')).map(({ low }) => low);
  const rowsIn = (of: unknown): readonly (readonly [string, string])[] =>
    Array.isArray(of)
      ? of.length === 2 && of.every((one) => typeof one === 'string')
        ? [[String(of[0]), String(of[1])]]
        : of.flatMap(rowsIn)
      : typeof of === 'object' && of !== null
        ? Object.values(of).flatMap(rowsIn)
        : [];
  test.each([
    ['controls', CONTROLS, CHOICES],
    ['things', THINGS, CHOICES],
    ['values', VALUES, CHOICES],
    ['stated', [...STATED_ACTS, ...STATED_VALUES], CHOICES],
    ['wished', [...WISHED, ...WANTED, ...TOPICS], CHOICES],
    ['nouns', NOUN_ROWS, NOUN_CHOICES],
  ])('are such as an order is cut into, or the row is never read: %s', (_, table, choices) => {
    const rows = rowsIn(table);
    expect(rows.length).toBeGreaterThan(10);
    const dead = rows.flatMap(([source]) =>
      patternOf(source, choices).parts.flatMap((part) =>
        part.kind === 'WORDS'
          ? part.choices.filter(
              (words) =>
                said(words).join(' ') !== words.join(' ') || words.some((word) => /^[A-Z]/u.test(word)),
            )
          : [],
      ),
    );
    expect(dead).toEqual([]);
    expect(
      rows.filter(([source]) =>
        /\([^()]*(?<![\p{L}\p{N}])[A-Z]{1,2}\d?(?![\p{L}\p{N}])[^()]*\)/u.test(source),
      ),
    ).toEqual([]);
  });
});

describe('the same in German and Spanish', () => {
  test.each([
    ['gib dem Beitrag von @mo ein Like', 'click Like on the card by @mo'],
    ['ins Feld kommt "Ana" rein', 'enter "Ana" into the field'],
    ['wie viele Leute kommen aus Oslo?', 'how many people are from Oslo?'],
    ['marca tanto "Ana" como "Oslo"', 'tick "Ana" and "Oslo"'],
    ['¿cuántas personas son de Oslo?', 'how many people are from Oslo?'],
    ['quítale la marca a "Ana"', 'untick "Ana"'],
  ])('%s', (foreign, plain) => {
    expect(meaning(parseGoals(foreign))).toEqual(meaning(parseGoals(plain)));
  });
});
