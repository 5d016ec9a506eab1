// A recording holds no value that was entered where a secret goes: not in the person's words, not in the plan, not in a step, and a
// replay says so instead of entering dots.
import { expect, test } from 'vitest';
import type { Memory, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import { parseRecording } from '#gateway/protocol/recording.ts';
import { Recorder } from '#gateway/tasks/life/recorder.ts';
import { replayOf } from '#gateway/tasks/life/replay.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const SECRET = 'hunter22';
const WORDS = `log in as ana with the password ${SECRET}`;
const PAGE = 'http://account.test/login';
const observation: Observation = {
  url: PAGE,
  origin: 'http://account.test',
  title: 'Log in',
  generation: 1,
  nodes: [
    ['e1', 'Username', []],
    ['e2', 'Password', ['password']],
  ].map(([ref, name, states]) => ({
    ref: String(ref),
    role: 'textbox',
    name: String(name),
    states: [...(states ?? [])],
    depth: 0,
    box: null,
    inView: true,
  })),
  text: '',
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  structuredError: null,
  refusal: null,
};
const subtask: Subtask = {
  id: 's1',
  intent: WORDS,
  startUrl: PAGE,
  verification: { type: 'TEXT', condition: `signed in with ${SECRET}` },
  group: null,
  commits: true,
};
const types = (ref: string, text: string): Proposal => ({
  action: 'TYPE',
  ref,
  target: null,
  text,
  confidence: 0.9,
  reasoning: `the intent says “${text}”`,
});
function recorded(...entered: readonly (readonly [ref: string, text: string])[]) {
  const recorder = new Recorder({ navigator: 'offline', startUrl: PAGE, plan: [subtask] });
  for (const [at, [ref, text]] of entered.entries())
    recorder.proposed(at + 1, subtask, observation, { proposal: types(ref, text), tier: 1 });
  return recorder.recording(
    aTask({ intent: WORDS }),
    aResult({ answer: `You are in, ${SECRET} was right.` }),
  );
}

test('a password in the person’s own words is dots in the whole recording, also where it was said before it was entered', () => {
  const recording = recorded(['e1', SECRET], ['e2', SECRET]);
  expect(JSON.stringify(recording)).not.toContain(SECRET);
  expect(recording.intent).toBe('log in as ana with the password •••(8)');
  expect(recording.steps.map(({ proposal }) => proposal.text)).toEqual(['•••(8)', '•••(8)']);
  expect(parseRecording(JSON.parse(JSON.stringify(recording))).ok).toBe(true);
});

test('one that is too short to be hidden everywhere is not in its step, and a text for another field stays', () => {
  const recording = recorded(['e1', 'ana'], ['e2', 'pw']);
  expect(recording.steps.map(({ proposal }) => proposal.text)).toEqual(['ana', '•••(2)']);
  expect(recording.intent).toBe(WORDS);
});

test('a replay enters no dots: it departs at that step, and says why', async () => {
  const replay = replayOf(recorded(['e2', SECRET]));
  const memory: Memory = {
    intent: WORDS,
    subtask: 'log in as ana with the password •••(8)',
    entries: [],
    facts: [],
    secrets: [],
    step: 1,
    stepLimit: 20,
  };
  const proposal = await replay.next(observation, memory, new AbortController().signal);
  expect(proposal.action).not.toBe('TYPE');
  expect(replay.departed).toEqual({
    step: 1,
    why: 'a secret was entered there, which no recording holds',
  });
});
