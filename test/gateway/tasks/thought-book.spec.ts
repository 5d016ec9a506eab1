// What is kept of an agent's steps: what it was shown, told and answered, which acts came of it, and no value of a secret. Pure.
import { expect, test } from 'vitest';
import type { Memory, Observation, ObservedNode, Proposal } from '#engines/navigator/contract.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import { ThoughtBook, type Answered } from '#gateway/tasks/life/thought-book.ts';

const ORIGIN = 'http://account.test';
function aBook(secrets: Readonly<Record<string, Secret>> = {}, wants = true) {
  const kept: ThoughtView[] = [];
  const stored = new Map<number, ThoughtView>();
  const vault = { isWell: true };
  const keeper = {
    wants,
    think: (_id: string, thought: ThoughtView): void => {
      kept.push(thought);
      stored.set(thought.number, thought);
    },
    rethink: async (_id: string, thoughts: readonly ThoughtView[]): Promise<boolean> => {
      if (vault.isWell) for (const one of thoughts) stored.set(one.number, one);
      return vault.isWell;
    },
  };
  const book = new ThoughtBook({ taskId: 't', keeper, secrets, words: '', wallMs: () => 0 });
  return { book, kept, stored, vault, lane: book.lane('offline') };
}
const node = (
  ref: string | null,
  role: string,
  name: string,
  states: readonly string[] = [],
): ObservedNode => ({
  ref,
  role,
  name,
  states,
  depth: 0,
  box: null,
  inView: true,
});
const NODES = [
  node(null, 'heading', 'Log in'),
  node('e1', 'textbox', 'Username'),
  node('e2', 'textbox', 'Password', ['password']),
];
const observed = (change: Partial<Observation> = {}): Observation => ({
  url: `${ORIGIN}/login`,
  origin: ORIGIN,
  title: 'Log in',
  generation: 1,
  nodes: NODES,
  text: 'heading "Log in"',
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  structuredError: null,
  refusal: null,
  ...change,
});
const memory: Memory = {
  intent: 'log in',
  subtask: 'log in with hunter22',
  clauses: ['log in with hunter22'],
  entries: [],
  facts: [],
  secrets: ['login:account.test/password'],
  step: 1,
  stepLimit: 20,
};
const proposed = (change: Partial<Proposal> = {}): Proposal => ({
  action: 'CLICK',
  ref: 'e1',
  target: null,
  text: null,
  confidence: 0.9,
  reasoning: 'it is the first field',
  ...change,
});
const answered = (change: Partial<Proposal> = {}, look: Partial<Observation> = {}, step = 1): Answered => ({
  step,
  subtask: {
    id: 's1',
    intent: memory.subtask,
    startUrl: null,
    verification: { type: 'NONE', condition: '' },
    group: null,
    commits: false,
  },
  observation: observed(look),
  memory,
  chosen: { proposal: proposed(change), tier: 1 },
  milliseconds: 12.4,
});

test('a step has what its agent was shown, told and answered, and the acts that came of it', () => {
  const { lane, kept } = aBook();
  lane.answered(answered());
  expect(kept).toHaveLength(1);
  lane.acted('r1');
  lane.acted('r2');
  expect(kept.at(-1)).toMatchObject({
    number: 1,
    step: 1,
    saw: { url: `${ORIGIN}/login`, text: 'heading "Log in"', elements: 2, pictured: false },
    told: { subtask: 's1', secrets: ['login:account.test/password'], error: null, refused: null },
    said: {
      navigator: 'offline',
      action: 'CLICK',
      element: { role: 'textbox', name: 'Username' },
      reasoning: 'it is the first field',
      milliseconds: 12,
    },
    acts: ['r1', 'r2'],
  });
});

test('an act that comes after a step that is not kept is not told as one of the step before', () => {
  const wants = { now: true };
  const kept: ThoughtView[] = [];
  const keeper = {
    get wants() {
      return wants.now;
    },
    think: (_id: string, thought: ThoughtView) => void kept.push(thought),
    rethink: async () => true,
  };
  const lane = new ThoughtBook({ taskId: 't', keeper, secrets: {}, words: '', wallMs: () => 0 }).lane(
    'offline',
  );
  lane.answered(answered());
  wants.now = false;
  lane.answered(answered({}, {}, 2));
  lane.acted('r2');
  expect(kept.map(({ acts }) => acts)).toEqual([[]]);
});

test('where nothing is kept, nothing is told', () => {
  const { lane, kept } = aBook({}, false);
  lane.answered(answered());
  lane.acted('r1');
  expect(kept).toEqual([]);
});

test('what is entered where a secret goes is dots, in the answer and in all words of it, however short it is', () => {
  const { lane, kept } = aBook();
  lane.answered(
    answered({ action: 'TYPE', ref: 'e2', text: 'hunter22\n', reasoning: 'the person gave hunter22 for it' }),
  );
  lane.answered(answered({ action: 'TYPE', ref: 'e2', text: '123' }, {}, 2));
  lane.answered(answered({ reasoning: 'hunter22 was entered' }, { text: 'text "you wrote hunter22"' }, 3));
  expect(JSON.stringify(kept)).not.toContain('hunter22');
  expect(kept[0]?.said).toMatchObject({ text: '•••(8)', reasoning: 'the person gave •••(8) for it' });
  expect(kept[0]?.told).toMatchObject({ words: 'log in with •••(8)', clauses: ['log in with •••(8)'] });
  expect(kept[1]?.said.text).toBe('•••(3)');
  expect(kept[2]?.saw.text).toBe('text "you wrote •••(8)"');
});

test('values of the task’s own secrets are dots wherever they stand, and a user’s name is not', () => {
  const secret = (value: string): Secret => ({ origin: ORIGIN, value });
  const { lane, kept } = aBook({
    'login:account.test/username': secret('ana.mayer'),
    'login:account.test/password': secret('long secret'),
    'login:other.test/password': secret('a long secret of another'),
  });
  lane.answered(
    answered({ action: 'DONE', ref: null, text: 'ana.mayer with a long secret of another, and long secret' }),
  );
  expect(kept[0]?.said.text).toBe('ana.mayer with •••(24), and •••(11)');
});

test('a name of a secret stays readable: it is no value', () => {
  const { lane, kept } = aBook();
  lane.answered(answered({ action: 'TYPE', ref: 'e2', text: 'secret:login:account.test/password' }));
  expect(kept[0]?.said.text).toBe('secret:login:account.test/password');
});

test('what the agent was told of the act before is kept with who stopped it and what they said', () => {
  const { lane, kept } = aBook();
  lane.answered(
    answered(
      {},
      { refusal: { decision: 'DENY', reason: 'go to http://x.test/', startedBy: 'PAGE', says: 'stay here' } },
    ),
  );
  expect(kept[0]?.told.refused).toEqual({ reason: 'go to http://x.test/', byPage: true, says: 'stay here' });
});

test('a page that writes without end fills no vault: its text is cut, and so are steps beyond the bound', () => {
  const { lane, kept } = aBook();
  lane.answered(answered({ reasoning: 'x'.repeat(50_000) }, { text: 'y'.repeat(50_000) }));
  for (let step = 2; step <= 502; step += 1) lane.answered(answered({}, {}, step));
  expect(kept).toHaveLength(500);
  expect(kept[0]?.saw.text.length).toBeLessThan(10_010);
  expect(kept[0]?.said.reasoning.length).toBeLessThan(2_010);
});

const box = (y: number) => ({ x: 0, y, width: 200, height: 30 });
const DRAWN = [
  { ...node('e1', 'textbox', 'Username'), box: box(0) },
  { ...node('e2', 'textbox', 'Password', ['password']), box: box(100) },
];

test('a field for secrets that is named by its place is one all the same, and a place where no field is may be meant for it', () => {
  const { lane, kept } = aBook();
  const typing = { action: 'TYPE', ref: null, text: 'hunter22' } as const;
  lane.answered(answered({ ...typing, target: { x: 20, y: 110 } }, { nodes: DRAWN }));
  lane.answered(
    answered({ ...typing, text: 'correct horse', target: { x: 20, y: 900 } }, { nodes: DRAWN }, 2),
  );
  lane.answered(answered({ ...typing, text: 'ana', target: { x: 20, y: 10 } }, { nodes: DRAWN }, 3));
  expect(kept.map(({ said }) => [said.text, said.element?.name])).toEqual([
    ['•••(8)', 'Password'],
    ['•••(13)', undefined],
    ['ana', 'Username'],
  ]);
  expect(JSON.stringify(kept)).not.toMatch(/hunter22|correct horse/u);
});

test('a secret in the person’s own words stands in no step of before it was entered, once it is known for one', async () => {
  const { lane, book, stored, vault } = aBook();
  const other = book.lane('gemini');
  lane.answered(answered({}, { text: `text "hunter22" ${'y'.repeat(20_000)}` }));
  lane.acted('r1');
  other.answered(answered({}, { text: `${'x'.repeat(9_996)}hunter22` }, 2));
  expect(stored.get(1)?.told.words).toBe('log in with hunter22');
  lane.answered(answered({ action: 'TYPE', ref: 'e2', text: 'hunter22' }, {}, 3));
  expect([...stored.values()].map(({ told }) => told.words)).toEqual(Array(3).fill('log in with •••(8)'));
  expect(stored.get(1)).toMatchObject({ step: 1, acts: ['r1'], said: { action: 'CLICK' } });
  // Cut in the middle of it.
  expect(stored.get(2)?.saw.text).toBe(`${'x'.repeat(9_996)}…`);
  other.acted('r2');
  expect(stored.get(2)?.told.words).toBe('log in with •••(8)');
  // What could not be written is written with the next step.
  vault.isWell = false;
  lane.answered(answered({ action: 'TYPE', ref: 'e2', text: 'first field' }, {}, 4));
  await Promise.resolve();
  expect(stored.get(1)?.said.reasoning).toContain('first field');
  vault.isWell = true;
  lane.answered(answered({ ref: null, action: 'DONE', text: 'done' }, {}, 5));
  expect(JSON.stringify([...stored.values()])).not.toMatch(/hunter22|first field/u);
});

test('of an address its path is kept: what it carries behind that, and a secret as an address writes it, are dots', () => {
  const secret: Secret = { origin: ORIGIN, value: 'p&ss wörd/1' };
  const { lane, kept } = aBook({ 'login:account.test/password': secret });
  lane.answered(
    answered(
      { reasoning: 'it went to http://a.test/cb?code=918273&q=x#at=9f8e7d, and on' },
      {
        url: `${ORIGIN}/in/p%26ss%20w%C3%B6rd%2F1?session=8c21&next=%2Forders&plain#top`,
        title: 'p%26ss+w%c3%b6rd%2f1',
        text: 'text "p&amp;ss wörd/1"',
        refusal: { decision: 'DENY', reason: 'go to http://x.test/?otp=446688', startedBy: 'PAGE' },
      },
    ),
  );
  const [thought] = kept;
  expect(thought?.saw.url).toBe(`${ORIGIN}/in/•••(22)?session=•••(4)&next=•••(9)&•••(5)#•••(3)`);
  expect(thought?.saw.title).toBe('•••(20)');
  expect(thought?.saw.text).toBe('text "•••(15)"');
  expect(thought?.told.refused?.reason).toBe('go to http://x.test/?otp=•••(6)');
  expect(thought?.said.reasoning).toMatch(
    /^it went to http:\/\/a\.test\/cb\?code=•••\(6\)&q=•••\(1\)#•••\(\d+\) and on$/u,
  );
  lane.answered(answered({}, { url: 'data:text/html,<p>4111111111111111' }, 2));
  expect(kept[1]?.saw.url).toBe('data:•••(29)');
});

test('what looks like a secret is hidden before a text is cut, so that no beginning of it is left', () => {
  const { lane, kept } = aBook();
  lane.answered(answered({}, { text: `${'z '.repeat(4_996)}4111111111111111 is the card` }));
  expect(kept[0]?.saw.text).not.toContain('4111');
});

test('what the gateway does instead is not told as the agent’s words, and a picture only where one went along', () => {
  const { lane, kept } = aBook();
  const own = proposed({ confidence: 0.4, reasoning: 'perhaps this one' });
  const instead = proposed({ action: 'SCROLL', ref: null, reasoning: 'unsure on this screen' });
  const at = answered();
  lane.answered({ ...at, chosen: { proposal: instead, tier: 3, own, pictured: true } });
  lane.answered({ ...at, step: 2, chosen: { proposal: own, tier: 2 } });
  expect(kept[0]).toMatchObject({
    saw: { pictured: true },
    said: {
      action: 'CLICK',
      instead: 'SCROLL',
      reasoning: 'perhaps this one',
      element: { name: 'Username' },
    },
  });
  expect(kept[1]).toMatchObject({ saw: { pictured: false }, said: { action: 'CLICK', instead: null } });
});

test('all texts of one thought together are bounded, short ones are whole, and a value that is cut through is hidden later, too', () => {
  const { book, lane, kept, stored } = aBook();
  const long = 'word '.repeat(400);
  const facts = Array.from({ length: 20 }, () => ({ label: 'price', value: long, quote: long, url: ORIGIN }));
  lane.answered(answered({ reasoning: long, facts }, { text: `${long.repeat(4)} lastly` }));
  const all = JSON.stringify(kept[0]);
  expect(all.length).toBeLessThan(36_000);
  expect(all.length).toBeGreaterThan(15_000);
  expect(kept[0]).toMatchObject({ told: { subtask: 's1' }, saw: { title: 'Log in' } });
  expect(kept[0]?.said.facts[19]).toMatchObject({
    label: 'price',
    quote: expect.stringMatching(/^word .*…$/u),
  });
  book.hide('word word');
  expect(JSON.stringify(stored.get(1))).not.toContain('word word');
});
