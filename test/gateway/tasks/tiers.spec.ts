// The tiers of perception, case by case of the specification's decision matrix, and the sum of what models cost.
import type { ModelUsage } from '#engines/model/contract.ts';
import { describe, expect, test } from 'vitest';
import type { Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import { matchesLabelAlone } from '#gateway/tasks/loop/label-match.ts';
import { Spent, Tiers, MAX_INPUT_TOKENS } from '#gateway/tasks/loop/tiers.ts';
import type { StepTier } from '#gateway/protocol/views/task.ts';
import { observe, remember } from '#test/fixtures/observations.ts';
import { need } from '#test/fixtures/tab.ts';

const signal = new AbortController().signal;
const RICH = observe('http://site.example/', '  link A -> /a\n'.repeat(8), {
  scroll: { y: 0, height: 20_000, viewportHeight: 900 },
});
const POOR = observe('http://site.example/', '  link A -> /a\n  text drawn on a canvas');

const used = (tier: 1 | 2): ModelUsage => ({
  tier,
  model: tier === 1 ? 'flash' : 'pro',
  requests: 1,
  inputTokens: 100 * tier,
  outputTokens: 10,
  cachedTokens: 0,
  costUsd: tier / 100,
  milliseconds: 5,
});
const click = (confidence: number, tier: 1 | 2): Proposal => ({
  action: 'CLICK',
  ref: 'e1',
  target: null,
  text: null,
  confidence,
  reasoning: 'it looks right',
  usage: [used(tier)],
});

/** The step and its tier as one. */
function flat(chosen: Awaited<ReturnType<Tiers['propose']>>): Proposal & { readonly by: StepTier } {
  const { proposal, tier } = need(chosen);
  return { ...proposal, by: tier };
}

/** Answers with these confidences without and with a picture; tells what it was asked. */
function seeing(text: number, picture: number) {
  const asked: string[] = [];
  const navigator: Navigator = {
    id: 'seeing',
    seesPictures: true,
    next(observation) {
      const tier = observation.picture === undefined ? 1 : 2;
      asked.push(`tier ${tier}`);
      return Promise.resolve(tier === 1 ? click(text, 1) : click(picture, 2));
    },
  };
  let looks = 0;
  const look = (): Promise<string> => {
    looks += 1;
    return Promise.resolve('/9j/4AAQ');
  };
  const tiers = new Tiers(navigator);
  return {
    asked,
    looks: () => looks,
    step: async (
      observation: Observation,
      picture: typeof look | (() => Promise<null>) = look,
      intent = 'go on',
    ) => flat(await tiers.propose(observation, remember(intent), picture, signal)),
  };
}

describe('the decision matrix', () => {
  test('enough elements and a sure answer: the page as text, no picture', async () => {
    const { step, asked, looks } = seeing(0.75, 1);
    expect(await step(RICH)).toMatchObject({ action: 'CLICK', confidence: 0.75, by: 1 });
    expect([asked, looks()]).toEqual([['tier 1'], 0]);
  });

  test('enough elements and an unsure answer: again with a picture, and both are counted', async () => {
    const { step, asked } = seeing(0.74, 0.9);
    const proposal = await step(RICH);
    expect(proposal).toMatchObject({ action: 'CLICK', confidence: 0.9, by: 2 });
    expect(asked).toEqual(['tier 1', 'tier 2']);
    expect(proposal.usage).toEqual([used(1), used(2)]);
  });

  test('a page with fewer than five elements: the picture at once', async () => {
    const { step, asked } = seeing(1, 0.9);
    await step(POOR);
    expect(asked).toEqual(['tier 2']);
  });

  test('unsure with a picture: one screen further, then from the first tier anew, eight screens at most', async () => {
    const { step, asked } = seeing(0.2, 0.3);
    for (let screen = 0; screen < 8; screen += 1) expect((await step(RICH)).action).toBe('SCROLL');
    expect(asked.slice(0, 4)).toEqual(['tier 1', 'tier 2', 'tier 1', 'tier 2']);
    const last = await step(RICH);
    expect(last.action).toBe('FAILED');
    expect(last.text).toContain('not found on 9 screens of http://site.example/');
  });

  test('at the end of the page there is no further screen', async () => {
    const { step } = seeing(0.2, 0.3);
    expect((await step({ ...RICH, scroll: { y: 19_100, height: 20_000, viewportHeight: 900 } })).action).toBe(
      'FAILED',
    );
  });

  test('a sure step in between starts the count of screens anew', async () => {
    let sure = false;
    const navigator: Navigator = {
      id: 'seeing',
      seesPictures: true,
      next: () => Promise.resolve(click(sure ? 0.9 : 0.2, 1)),
    };
    const tiers = new Tiers(navigator);
    const step = async () =>
      flat(await tiers.propose(RICH, remember('go on'), () => Promise.resolve('/9j/'), signal));
    for (let screen = 0; screen < 8; screen += 1) expect((await step()).action).toBe('SCROLL');
    sure = true;
    expect((await step()).action).toBe('CLICK');
    sure = false;
    expect((await step()).action).toBe('SCROLL');
  });

  test('a page that cannot be pictured leaves the first answer as it is', async () => {
    const { step, asked } = seeing(0.3, 0.9);
    expect(await step(RICH, () => Promise.resolve(null))).toMatchObject({ action: 'CLICK', confidence: 0.3 });
    expect(asked).toEqual(['tier 1']);
  });

  test('a navigator that sees no pictures is asked once', async () => {
    const asked: unknown[] = [];
    const blind: Navigator = {
      id: 'blind',
      next(observation) {
        asked.push(observation.picture);
        return Promise.resolve(click(0.1, 1));
      },
    };
    const look = () => Promise.reject(new Error('nobody looks'));
    expect(flat(await new Tiers(blind).propose(POOR, remember('go on'), look, signal))).toMatchObject({
      action: 'CLICK',
    });
    expect(asked).toEqual([undefined]);
  });
});

test('what is done instead of an unsure answer stands beside it, and a picture is told only where one went along', async () => {
  const propose = async (text: number, picture: number, jpeg: string | null) => {
    const navigator: Navigator = {
      id: 'seeing',
      seesPictures: true,
      next: ({ picture: seen }) => Promise.resolve(click(seen === undefined ? text : picture, 1)),
    };
    return need(await new Tiers(navigator).propose(POOR, remember('go on'), async () => jpeg, signal));
  };
  expect(await propose(0.2, 0.3, '/9j/')).toMatchObject({
    proposal: { action: 'FAILED' },
    own: { action: 'CLICK', confidence: 0.3, reasoning: 'it looks right' },
    pictured: true,
  });
  expect(await propose(0.2, 0.9, '/9j/')).toMatchObject({ proposal: { action: 'CLICK' }, pictured: true });
  const blind = await propose(0.2, 0.9, null);
  expect([blind.tier, blind.pictured, blind.own]).toEqual([2, undefined, undefined]);
});

describe('the bypass by words', () => {
  const PAGE = observe(
    'http://site.example/',
    '  button Export report\n  button Print\n  button Export\n  link A -> /a\n  link B -> /b\n  link C -> /c',
  );
  const meaning = (ref: string, confidence: number) => {
    const asked: number[] = [];
    const navigator: Navigator = {
      id: 'seeing',
      seesPictures: true,
      next({ picture }) {
        asked.push(picture === undefined ? 1 : 2);
        return Promise.resolve({ ...click(picture === undefined ? confidence : 0.9, 1), ref });
      },
    };
    const step = async (intent: string) =>
      flat(await new Tiers(navigator).propose(PAGE, remember(intent), () => Promise.resolve('/9j/'), signal));
    return { asked, step };
  };

  test('the only element that has the person’s words needs no picture', async () => {
    const { step, asked } = meaning('e1', 0.6);
    expect(await step('export the report')).toMatchObject({ by: 'DOM', ref: 'e1', confidence: 0.6 });
    expect(asked).toEqual([1]);
  });

  test.each([
    ['two elements have them', 'e3', 0.6, 'export the report and export it again'],
    ['the element has other words', 'e2', 0.6, 'export the report'],
    ['the navigator has no opinion', 'e1', 0.3, 'export the report'],
    ['an element is meant that another one names better', 'e3', 0.6, 'export the report'],
  ])('where %s, the picture is looked at', async (_why, ref, confidence, intent) => {
    const { step, asked } = meaning(ref, confidence);
    expect((await step(intent)).by).toBe(2);
    expect(asked).toEqual([1, 2]);
  });

  test('words of a planning model name nothing: only the person’s do', () => {
    const unsure = { ...click(0.6, 1), ref: 'e2' };
    expect(matchesLabelAlone(unsure, PAGE, remember('see to the papers', { subtask: 'press print' }))).toBe(
      false,
    );
    expect(
      matchesLabelAlone(unsure, PAGE, remember('open it, then press print', { subtask: 'press print' })),
    ).toBe(true);
  });
});

test('a call over the bound is told once, and the largest one stands in the sum', () => {
  const spent = new Spent();
  expect(spent.tokens).toBeNull();
  expect(spent.add([used(1)])).toBeNull();
  expect(spent.add([{ ...used(1), inputTokens: MAX_INPUT_TOKENS + 1 }])).toBe(MAX_INPUT_TOKENS + 1);
  expect(spent.tokens).toEqual({ most: MAX_INPUT_TOKENS + 1, bound: MAX_INPUT_TOKENS, over: 1 });
  const all = new Spent();
  all.add([used(1)]);
  all.take(spent);
  expect(all.tokens).toEqual(spent.tokens);
  expect(all.list()[0]?.requests).toBe(3);
});

test('what was spent is summed by tier and model, and an unknown price makes an unknown sum', () => {
  const spent = new Spent();
  spent.add([used(1), used(2)]);
  spent.add([used(1)]);
  expect(spent.list()).toEqual([
    { ...used(1), requests: 2, inputTokens: 200, outputTokens: 20, costUsd: 0.02, milliseconds: 10 },
    used(2),
  ]);
  spent.add([{ ...used(1), costUsd: null }]);
  expect(spent.list()[0]?.costUsd).toBeNull();
});
