// A plan at a terminal: run, run what is left, deny. Whatever else is typed allows nothing. Pure.
import { expect, test } from 'vitest';
import type { ConsentCard, PlanKind } from '#gateway/protocol/views/consent.ts';
import { answerToPlan } from '#ui/cli/console/plan-answer.ts';
import { aCard } from '#test/fixtures/views.ts';

const [SHOP, MARKET] = ['http://shop.test', 'http://market.test'] as const;
const covers = (site: string, kind: PlanKind): ConsentCard['details'][number] => ({
  kind: 'COVERS',
  label: 'for this task covers',
  host: site,
  value: kind,
  by: 'GATEWAY',
  masked: false,
  plans: { site, kind },
});
const plan = aCard({
  plan: true,
  digest: 'sha256:plan',
  leavable: { sites: [SHOP, MARKET], kinds: ['SEND'] },
  details: [covers(SHOP, 'GO'), covers(SHOP, 'SEND'), covers(MARKET, 'GO'), covers(MARKET, 'SEND')],
});
/** Types a line at each question. A question more than that is an error. */
function typed(...lines: readonly string[]) {
  const left = [...lines];
  const asked: string[] = [];
  const ask = async (prompt: string): Promise<string> => {
    asked.push(prompt);
    const line = left.shift();
    if (line === undefined) throw new Error(`asked once more: ${prompt}`);
    return line;
  };
  return { ask, asked };
}

test('run allows all of it, and nothing, a wrong word and the words of another question deny', async () => {
  expect(await answerToPlan(plan, typed(' Run ').ask)).toEqual({ answer: 'ALLOW_TASK_SITE' });
  for (const word of ['', 'deny', 'y', 'allow', 'run the rest', 'stop'])
    expect(await answerToPlan(plan, typed(word).ask)).toEqual({ answer: 'DENY' });
});

test('change lists sites and kinds, takes numbers, and is answered once more before anything is allowed', async () => {
  const { ask, asked } = typed('change', '2, 3', 'run the rest');
  expect(await answerToPlan(plan, ask)).toEqual({
    answer: 'ALLOW_TASK_SITE',
    leftOut: { digest: 'sha256:plan', sites: [MARKET], kinds: ['SEND'] },
  });
  expect(asked).toEqual([
    'deny, run, change [deny]: ',
    `  1  ${SHOP}\n  2  ${MARKET}\n  3  entering text and sending forms\nleave out (numbers, nothing: all of it stays): `,
    `left out: ${MARKET}, entering text and sending forms\nstays: ${SHOP}\ndeny, run the rest, change [deny]: `,
  ]);
  expect(await answerToPlan(plan, typed('change', '2', 'run').ask)).toEqual({ answer: 'DENY' });
});

test('a second change starts from what is left out, and brings back what is named again', async () => {
  const { ask, asked } = typed('change', '2', 'change', '', 'change', '2 3', 'run the rest');
  expect(await answerToPlan(plan, ask)).toEqual({
    answer: 'ALLOW_TASK_SITE',
    leftOut: { digest: 'sha256:plan', sites: [], kinds: ['SEND'] },
  });
  expect(asked[3]).toContain(`  2  ${MARKET} (left out)\n`);
  expect(asked[4]).toBe(asked[2]);
  expect(asked[4]).toContain(`left out: ${MARKET}\nstays: ${SHOP}, entering text and sending forms\n`);
  expect(await answerToPlan(plan, typed('change', '2', 'change', '2', 'run').ask)).toEqual({
    answer: 'ALLOW_TASK_SITE',
  });
});

test('a number that does not stand there, and leaving out all of it, are said and asked again', async () => {
  const { ask, asked } = typed('change', '9', '1 2', '', 'run');
  expect(await answerToPlan(plan, ask)).toEqual({ answer: 'ALLOW_TASK_SITE' });
  expect(asked[2]).toContain('there is no such number: 9');
  expect(asked[3]).toContain('nothing of the plan would be left');
});

test('where there is nothing to leave out, change is not offered and denies', async () => {
  const whole = { ...plan, leavable: { sites: [SHOP], kinds: [] } };
  const { ask, asked } = typed('change');
  expect(await answerToPlan(whole, ask)).toEqual({ answer: 'DENY' });
  expect(asked).toEqual(['deny, run [deny]: ']);
});
