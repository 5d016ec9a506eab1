// One fact asked for in many ways: with where to look said before, behind or inside, and by another name of the fact. The goals are those of
// the plain question; what is asked of stands in them unchanged.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';

const goals = (said: string): string => JSON.stringify(parseGoals(said));

describe('where to look', () => {
  test.each([
    ['use the wiki to find out what the capital of Norland is', 'what is the capital of Norland'],
    ["what's Norland's capital, the wiki will tell you", 'what is the capital of Norland'],
    ['look in the wiki how many people live in Norland', 'how many people live in Norland'],
    ['the library says who invented the stapler, tell me', 'who invented the stapler'],
    ["what is the store's price for the Brass Lamp?", 'what is the price for the Brass Lamp?'],
    ['is the Brass Lamp available in the store right now?', 'is the Brass Lamp in stock?'],
  ])('is beside what is asked: %s', (said, plain) => {
    expect(goals(said)).toBe(goals(plain));
  });

  test('and no place of a form is left out', () => {
    expect(goals('tick Samples in the list and press Save')).not.toBe(goals('press Save'));
    expect(goals('log in to my account, in my profile tick Samples, then press Save')).toContain('Samples');
  });
});

describe('another name of the fact', () => {
  test.each([
    ["Ana Vega's birthday, please", 'when was Ana Vega born'],
    ['find the date of birth of Ana Vega', 'when was Ana Vega born'],
    ['who is the inventor of the stapler', 'who invented the stapler'],
    ['the number of inhabitants of Norland, please', 'tell me the population of Norland'],
    ["what I'd have to pay for the Brass Lamp", 'tell me the price of the Brass Lamp'],
    ['has the store got the Brass Lamp in stock', 'is the Brass Lamp in stock'],
    ['check on order K-77 for me', 'what is the status of my order K-77'],
    ['which lamps have the best reviews', 'find the best rated lamps'],
    ['visit http://lamps.test/ and give me their address', 'open http://lamps.test/ and tell me the address'],
  ])('%s', (said, plain) => {
    expect(goals(said)).toBe(goals(plain));
  });

  test('what is asked politely is not pressed', () => {
    for (const said of ["Norland's height, please", 'the width of the bridge, please'])
      expect(parseGoals(said).map(({ kind }) => kind)).not.toContain('PRESS');
    expect(parseGoals('the Amber button, please').map(({ kind }) => kind)).toContain('PRESS');
  });
});
