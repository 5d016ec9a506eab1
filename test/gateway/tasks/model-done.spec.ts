// A navigator that is no part of the gateway says DONE: what it claims, leaves out or makes up, against what the gateway saw itself.
// INVARIANT: each refusal stands beside the same task done and shown, which is DONE.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Evidence } from '#engines/navigator/evidence.ts';
import type { Planner } from '#engines/planner/contract.ts';
import { openGateway, type Gateway, type TaskResult } from '#gateway/main.ts';
import { says } from '#test/fixtures/proposals.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';

const HERE = 'http://shop.test/';
const FORM = `<title>Form</title><link rel="icon" href="data:,"><h1>Registration</h1>
<p><label>City <input id="c"></label></p><p><label><input type="checkbox" id="t"> Terms</label></p>
<p><button id="s">Save</button> <button id="m">Menu</button> <button id="x">Cancel</button></p>
<p>The fee is €12.50 a year.</p><p role="status" id="o"></p>
<script>const $=(i)=>document.getElementById(i);
$('s').onclick=()=>{$('o').textContent='Saved: '+$('c').value};
$('m').onclick=()=>{$('o').textContent='Home, Help'};
$('x').onclick=()=>{$('o').textContent='Cancelled'};</script>`;

let site: Site;
let directory: string;
let gateway: Gateway;
let script: (observation: Observation, memory: Memory) => Proposal;
let planned: ((intent: string) => readonly string[]) | null;

const navigator: Navigator = {
  // The name of the gateway's own gives it nothing.
  id: 'offline',
  next: (observation, memory) => Promise.resolve(script(observation, memory)),
};
const planner: Planner = {
  id: 'scripted',
  async plan(asked) {
    const { offlinePlan } = await import('#engines/planner/plan.ts');
    const plan = offlinePlan(asked, null);
    const [first] = plan.subtasks;
    return planned === null || first === undefined
      ? plan
      : {
          ...plan,
          by: 'scripted',
          subtasks: planned(asked.intent).map((intent, at) => ({ ...first, id: `s${at + 1}`, intent })),
        };
  },
};

beforeAll(async () => {
  site = await startSite({ '/': FORM }, '127.0.0.78');
  directory = mkdtempSync(join(tmpdir(), 'ghost-model-done-'));
  gateway = await openGateway({
    dataDir: directory,
    navigator,
    planner,
    config: { maxTabs: 2, isolation: 'context' },
    world: {
      hostMap: { 'shop.test': { address: '127.0.0.78', port: site.port } },
      sites: [{ name: 'shop', url: HERE, about: [] }],
      secrets: {},
    },
  });
  need(await gateway.openTab());
});
afterAll(async () => {
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  planned = null;
});

type Step = readonly ['CLICK' | 'TYPE', string] | readonly ['CLICK' | 'TYPE', string, string];

const ENTER = 'enter "Lisbon" as the city';
const ENTER_AND_SAVE = `${ENTER} and press Save`;
const ENTER_NOT_SAVE = `${ENTER}, but do not press Save`;
/** What both clauses of it ask for. */
const LISBON_SAVED: readonly Step[] = [
  ['TYPE', 'City', 'Lisbon'],
  ['CLICK', 'Save'],
];

const refOf = ({ nodes }: Observation, name: string): string => {
  const found = nodes.find((node) => node.ref !== null && node.name === name);
  if (found?.ref == null) throw new Error(`nothing is called “${name}”`);
  return found.ref;
};
/** Makes these steps, then is done with what `end` says of it. */
function does(steps: readonly Step[], end: (observation: Observation) => Partial<Proposal>): void {
  script = (observation, { entries }) => {
    const step = steps[entries.length];
    if (step === undefined) return says('DONE', { text: 'it is done', ...end(observation) });
    const [action, name, text = null] = step;
    return says(action, { ref: refOf(observation, name), text });
  };
}
const claim = (clause: string, more: Partial<Evidence>): Evidence => ({
  clause,
  effect: 'CHANGE',
  entry: null,
  ref: null,
  role: '',
  name: '',
  url: HERE,
  quote: '',
  ...more,
});
const on = (observation: Observation, name: string): Pick<Evidence, 'ref' | 'role' | 'name'> => {
  const ref = refOf(observation, name);
  return { ref, role: observation.nodes.find((node) => node.ref === ref)?.role ?? '', name };
};
/** That the first step put it into the field for the city. */
const typed = (seen: Observation, quote: string): Partial<Evidence> => ({
  effect: 'VALUE',
  entry: 0,
  ...on(seen, 'City'),
  quote,
});
const run = (intent: string): Promise<TaskResult> => gateway.run(intent, { startUrl: HERE }).result;
const told = ({ status, evidence, error }: TaskResult): unknown => ({
  status,
  error: error?.code ?? null,
  clauses: evidence.map(({ clause, outcome }) => [clause, outcome]),
});

describe('a DONE without evidence', () => {
  test('is not DONE where nothing was done, and each clause says so', async () => {
    does([], () => ({}));
    const result = await run(ENTER_AND_SAVE);
    expect(told(result)).toMatchObject({
      status: 'UNCONFIRMED',
      clauses: [
        [ENTER, 'UNCHECKED'],
        ['press Save', 'UNCHECKED'],
      ],
    });
    for (const { said } of result.evidence) expect(said).toMatch(/^could not be checked: /u);
  });

  test('is DONE where the gateway itself sees every clause: its own reading says what would show them', async () => {
    does(LISBON_SAVED, () => ({}));
    expect(told(await run(ENTER_AND_SAVE))).toMatchObject({
      status: 'DONE',
      clauses: [
        [ENTER, 'SEEN'],
        ['press Save', 'SEEN'],
      ],
    });
  });

  test('is not DONE where the words ask for nothing: there is nothing that was seen', async () => {
    does([], () => ({}));
    expect(told(await run('the page says whether it is right'))).toEqual({
      status: 'UNCONFIRMED',
      error: null,
      clauses: [],
    });
  });

  test('of words that are not understood could not be checked', async () => {
    does([['CLICK', 'Save']], () => ({}));
    const result = await run('frobnicate the registration');
    expect(told(result)).toMatchObject({ status: 'UNCONFIRMED' });
    expect(result.evidence.map(({ said }) => said)).toEqual([
      expect.stringMatching(/^could not be checked: these words are not understood/u),
    ]);
  });

  test('of words that are not understood is DONE with a claim that is seen', async () => {
    does([['CLICK', 'Save']], () => ({
      evidence: [claim('frobnicate the registration', { entry: 0, quote: 'Saved:' })],
    }));
    expect(told(await run('frobnicate the registration'))).toMatchObject({ status: 'DONE' });
  });
});

describe('a claim', () => {
  test('for one clause is none for the one that was dropped', async () => {
    does([['TYPE', 'City', 'Lisbon']], (seen) => ({
      evidence: [claim(ENTER, typed(seen, 'Lisbon'))],
    }));
    expect(told(await run(ENTER_AND_SAVE))).toMatchObject({
      status: 'UNCONFIRMED',
      clauses: [
        [ENTER, 'SEEN'],
        ['press Save', 'UNCHECKED'],
      ],
    });
  });

  test('for every clause, each seen, is DONE', async () => {
    does(LISBON_SAVED, (seen) => ({
      evidence: [
        claim(ENTER, typed(seen, 'Lisbon')),
        claim('press Save', { entry: 1, quote: 'Saved: Lisbon' }),
      ],
    }));
    expect(told(await run(ENTER_AND_SAVE))).toMatchObject({ status: 'DONE' });
  });

  test.each<readonly [string, string, readonly Step[], (seen: Observation) => Partial<Evidence>]>([
    [
      'of another control’s effect',
      'press Save',
      [['CLICK', 'Cancel']],
      () => ({ entry: 0, quote: 'Saved' }),
    ],
    ['of words that stood there before', 'press Save', [], () => ({ effect: 'TEXT', quote: 'Registration' })],
    [
      'of another value in the right field',
      ENTER,
      [['TYPE', 'City', 'Paris']],
      (seen) => typed(seen, 'Paris'),
    ],
    [
      'of the opposite state of the right box',
      'tick Terms',
      [],
      (seen) => ({ effect: 'STATE', ...on(seen, 'Terms'), quote: 'not checked' }),
    ],
    [
      'of a state that the element cannot have',
      'press Save',
      [],
      (seen) => ({ effect: 'STATE', ...on(seen, 'Save'), quote: 'not expanded' }),
    ],
    [
      'of a made-up state',
      'press Save',
      [],
      (seen) => ({ effect: 'STATE', ...on(seen, 'Save'), quote: 'not unsaved' }),
    ],
  ])('%s is true and is no evidence', async (_, intent, steps, more) => {
    does(steps, (seen) => ({ evidence: [claim(intent, more(seen))] }));
    expect(told(await run(intent))).toMatchObject({ status: 'UNCONFIRMED' });
  });

  test.each<readonly [string, string, readonly Step[], (seen: Observation) => Partial<Evidence>]>([
    ['of the effect of the right control', 'press Save', [['CLICK', 'Save']], () => ({ entry: 0 })],
    [
      'of the state of the right box',
      'tick Terms',
      [['CLICK', 'Terms']],
      (seen) => ({ effect: 'STATE', ...on(seen, 'Terms'), quote: 'checked' }),
    ],
  ])('%s is evidence', async (_, intent, steps, more) => {
    does(steps, (seen) => ({ evidence: [claim(intent, more(seen))] }));
    const { evidence } = await run(intent);
    expect(evidence[0]).toMatchObject({ clause: intent, outcome: 'SEEN' });
  });

  test('of a box that was ticked and not saved leaves open whether it is kept', async () => {
    does([['CLICK', 'Terms']], (seen) => ({
      evidence: [claim('tick Terms', { effect: 'STATE', ...on(seen, 'Terms'), quote: 'checked' })],
    }));
    expect(told(await run('tick Terms'))).toMatchObject({
      status: 'UNCONFIRMED',
      clauses: [
        ['tick Terms', 'SEEN'],
        ['tick Terms', 'UNCHECKED'],
      ],
    });
  });

  test('of an act that was not made is NOT_DONE', async () => {
    does([], () => ({ evidence: [claim('press Save', { entry: 3, quote: 'Saved' })] }));
    expect(told(await run('press Save'))).toMatchObject({ status: 'FAILED', error: 'task.not-done' });
  });
});

describe('an answer', () => {
  const ASKED = 'tell me the fee';
  const quoted = (quote: string, text: string): void =>
    does([], () => ({ text, facts: [{ label: 'fee', value: quote, quote, url: HERE }] }));

  test('that rests on words of the page is DONE', async () => {
    quoted('€12.50 a year', 'The fee is €12.50 a year.');
    expect(told(await run(ASKED))).toMatchObject({ status: 'DONE' });
  });

  test.each([
    ['on words that stand on no page', '€99 a month', 'The fee is €99 a month.'],
    ['on other words of the page', 'Registration', 'It costs nothing.'],
  ])('that rests %s is UNCONFIRMED', async (_, quote, text) => {
    quoted(quote, text);
    expect(told(await run(ASKED))).toMatchObject({ status: 'UNCONFIRMED' });
  });
});

test('what the task forbids to press was pressed: that is not done, whatever else was', async () => {
  does(LISBON_SAVED, () => ({}));
  const result = await run(ENTER_NOT_SAVE);
  expect(told(result)).toMatchObject({ status: 'FAILED', error: 'task.not-done' });
  does([['TYPE', 'City', 'Lisbon']], () => ({}));
  expect(told(await run(ENTER_NOT_SAVE))).toMatchObject({
    status: 'DONE',
  });
});

test('a part of the intent that a plan leaves out is UNCHECKED, and the same plan with it is DONE', async () => {
  does(LISBON_SAVED.slice(0, 1), () => ({}));
  planned = () => [ENTER];
  const left = await run(ENTER_AND_SAVE);
  expect(told(left)).toMatchObject({ status: 'UNCONFIRMED' });
  expect(left.evidence.at(-1)).toMatchObject({ clause: 'press Save', outcome: 'UNCHECKED' });
  does(LISBON_SAVED, () => ({}));
  planned = () => [ENTER_AND_SAVE];
  expect(told(await run(ENTER_AND_SAVE))).toMatchObject({ status: 'DONE' });
});

test('nothing that a navigator made up stands in the evidence, and no word of what it typed', async () => {
  does([['TYPE', 'City', 'Lisbon']], (seen) => ({
    evidence: [
      claim('press Save', { effect: 'VALUE', ...on(seen, 'City'), quote: 'hunter22' }),
      claim('hunter22', {
        effect: 'TEXT',
        quote: 'hunter22',
        name: 'hunter22',
        url: 'http://hunter22.test/',
      }),
      claim('press Save', { effect: 'NONE', role: 'hunter22', name: 'hunter22', quote: 'hunter22' }),
    ],
  }));
  const result = await run('press Save');
  expect(result.status).not.toBe('DONE');
  expect(JSON.stringify(result)).not.toContain('hunter22');
  const entries = gateway.audit.since(0, 100_000).filter(({ taskId }) => taskId === result.taskId);
  expect(entries.length).toBeGreaterThan(3);
  expect(JSON.stringify(entries)).not.toContain('hunter22');
});
