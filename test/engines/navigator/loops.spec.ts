// Goals that end by what the page shows: each loop is played against a small page that answers, and each has a bound.
import { expect, test } from 'vitest';
import type { MemoryEntry, Observation, Proposal } from '#engines/navigator/contract.ts';
import { pursue } from '#engines/navigator/offline/pursue/pursue.ts';
import { outlineOf } from '#engines/navigator/offline/page/outline.ts';
import { tag, triedSteps } from '#engines/navigator/offline/page/progress.ts';
import type { Move } from '#engines/navigator/offline/page/situation.ts';
import { describeGoal, type Goal } from '#engines/navigator/offline/words/goals.ts';
import { entryOf, observe, remember } from '#test/fixtures/observations.ts';

type Page = { readonly look: () => string; readonly act: (step: Step) => void };
type Step = { readonly action: string; readonly name: string; readonly text: string | null };
type Run = { readonly end: Move; readonly steps: readonly Step[] };

const STEP_LIMIT = 40;

/** The goal alone, step by step, until it is reached or nothing helps. */
function play(goal: Goal, page: Page): Run {
  const entries: MemoryEntry[] = [];
  const steps: Step[] = [];
  let before: Observation | null = null;
  for (let step = 1; step <= STEP_LIMIT; step++) {
    const observation = observe('https://page.test/', page.look());
    const memory = remember('a goal', { entries: [...entries], step, stepLimit: STEP_LIMIT });
    const move = pursue(
      {
        observation,
        outline: outlineOf(observation),
        memory,
        goals: [goal],
        index: 0,
        tried: triedSteps(memory, [describeGoal(goal)]),
      },
      goal,
    );
    if (move.kind !== 'ACT') return { end: move, steps };
    const proposal: Proposal = {
      action: move.action,
      ref: move.item?.node.ref ?? null,
      target: null,
      text: move.text,
      confidence: move.confidence,
      reasoning: `${tag(0, 1, move.onTheWay)}${describeGoal(goal)}: ${move.why}`,
    };
    const acted = { action: move.action, name: move.item?.node.name ?? '', text: move.text };
    steps.push(acted);
    page.act(acted);
    before = observe('https://page.test/', page.look());
    const same = JSON.stringify(before.nodes) === JSON.stringify(observation.nodes);
    entries.push(entryOf(observation, proposal, same ? 'unchanged' : 'done'));
    if (!move.onTheWay && !same) return { end: { kind: 'REACHED', confidence: 1 }, steps };
  }
  throw new Error('no end');
}

test.each([0, 3, 7, 12, 20])(
  'the number %i is found by halves, from what the page says to each guess',
  (secret) => {
    let typed = '';
    let said = 'Make your guess';
    const { end, steps } = play(
      { kind: 'GUESS', what: 'the number', low: 0, high: 20 },
      {
        look: () => `text ${said}\nspinbutton  = "${typed}"\nbutton Try`,
        act: ({ action, text }) => {
          if (action === 'TYPE') typed = text ?? '';
          else
            said =
              Number(typed) === secret
                ? 'That is correct!'
                : `The number is ${Number(typed) < secret ? 'higher' : 'lower'} than ${typed}.`;
        },
      },
    );
    expect(end.kind).toBe('REACHED');
    expect(Number(typed)).toBe(secret);
    expect(steps.length).toBeLessThanOrEqual(10);
  },
);

test('a guess that the page does not answer is not followed by another', () => {
  let typed = '';
  const { end, steps } = play(
    { kind: 'GUESS', what: 'the number', low: 1, high: 9 },
    {
      look: () => `text Guess away\nspinbutton  = "${typed}"\nbutton Try`,
      act: ({ action, text }) => void (action === 'TYPE' && (typed = text ?? '')),
    },
  );
  expect(end.kind).toBe('STUCK');
  expect(steps.filter(({ action }) => action === 'TYPE')).toHaveLength(1);
});

test('words that point both ways are no answer', () => {
  let typed = '';
  const { end } = play(
    { kind: 'GUESS', what: 'the number', low: 1, high: 9 },
    {
      look: () => `text The number is higher\ntext The number is lower\nspinbutton  = "${typed}"\nbutton Try`,
      act: ({ action, text }) => void (action === 'TYPE' && (typed = text ?? '')),
    },
  );
  expect(end.kind).toBe('STUCK');
});

const ROLL: Goal = {
  kind: 'UNTIL',
  act: { kind: 'PRESS', what: 'Roll' },
  until: { kind: 'NUMBER', of: '', is: 'MORE', than: 4 },
};

test('a button is pressed until the number that it brings forth is as asked, and no further', () => {
  const rolls = ['2', '2', '4', '6', '1'];
  let at = 0;
  let shown = '9';
  const { end, steps } = play(ROLL, {
    look: () => `text ${shown}\nbutton Roll\nbutton Keep`,
    act: () => void (shown = rolls[at++] ?? ''),
  });
  expect(end.kind).toBe('REACHED');
  expect(shown).toBe('6');
  expect(steps.map(({ name }) => name)).toEqual(['Roll', 'Roll', 'Roll', 'Roll']);
});

test('a loop whose condition never comes about is not said to have ended well', () => {
  expect(() => play(ROLL, { look: () => 'text 1\nbutton Roll', act: () => undefined })).toThrow('no end');
});

test('an act is repeated so many times as was said', () => {
  let presses = 0;
  const { end } = play(
    { kind: 'REPEAT', act: { kind: 'PRESS', what: 'Louder' }, times: 3 },
    { look: () => `text Volume ${presses}\nbutton Louder\nbutton Mute`, act: () => void (presses += 1) },
  );
  expect(end.kind).toBe('REACHED');
  expect(presses).toBe(3);
});

test('a value is waited for, seldom as the steps run out, and never for ever', () => {
  let ticks = 0;
  const price = (): string => (ticks > 6 ? '$41.10' : `$5${ticks}.00`);
  const goal: Goal = { kind: 'AWAIT', until: { kind: 'NUMBER', of: 'price', is: 'LESS', than: 45 } };
  const { end, steps } = play(goal, {
    look: () => `text Price: ${price()}\nbutton Get it`,
    act: () => void (ticks += 1),
  });
  expect(end.kind).toBe('REACHED');
  expect(steps.every(({ action }) => action === 'WAIT')).toBe(true);
  const never = play(goal, { look: () => 'text Price: $50.00\nbutton Get it', act: () => undefined });
  expect(never.end.kind).toBe('STUCK');
  expect(never.steps.length).toBeLessThan(STEP_LIMIT);
});

const MENU = (soup: number, cake: number): string => `
heading Starters [level=2]
text Onion soup
button -
text ${soup}
button +
text Plum cake
button -
text ${cake}
button +`;

test('so many of a thing are taken by the buttons of its own row, up or down', () => {
  const counts = { soup: 0, cake: 4 };
  const page: Page = {
    look: () => MENU(counts.soup, counts.cake),
    act: ({ name }) => void (counts.cake += name === '+' ? 1 : -1),
  };
  expect(play({ kind: 'QUANTITY', of: 'Plum cake', count: 2 }, page).end.kind).toBe('REACHED');
  expect(counts).toEqual({ soup: 0, cake: 2 });
});

test('a thing that the page does not have is not taken', () => {
  const page: Page = { look: () => MENU(0, 0), act: () => undefined };
  expect(play({ kind: 'QUANTITY', of: 'Fish pie', count: 1 }, page).end.kind).toBe('STUCK');
});
