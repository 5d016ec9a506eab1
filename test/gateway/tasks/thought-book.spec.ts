// What is kept of an agent's steps: what it was shown, told and answered, which acts came of it, and no value of a secret. Pure.
import { expect, test } from 'vitest';
import type { Memory, Observation, ObservedNode, Proposal } from '#engines/navigator/contract.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import { ThoughtBook, type Answered } from '#gateway/tasks/life/thought-book.ts';

const ORIGIN = 'http://account.test';
function aBook(secrets: Readonly<Record<string, Secret>> = {}, wants = true) {
  const kept: ThoughtView[] = [];
  const keeper = { wants, think: (_id: string, thought: ThoughtView) => void kept.push(thought) };
  const book = new ThoughtBook({ taskId: 't', keeper, secrets, wallMs: () => 0 });
  return { book, kept, lane: book.lane('offline') };
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
  };
  const lane = new ThoughtBook({ taskId: 't', keeper, secrets: {}, wallMs: () => 0 }).lane('offline');
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
  for (let step = 1; step <= 502; step += 1)
    lane.answered(answered({ reasoning: 'x'.repeat(50_000) }, { text: 'y'.repeat(50_000) }, step));
  expect(kept).toHaveLength(500);
  expect(kept[0]?.saw.text.length).toBeLessThan(10_010);
  expect(kept[0]?.said.reasoning.length).toBeLessThan(2_010);
});
