// Intents of which a clause is not understood, and acts that nothing shows the effect of, through the library, in the real Chromium.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AskingGateway, PEOPLE, TELL } from '#test/fixtures/asking-gateway.ts';

let world: AskingGateway;

const PAGE = `<!doctype html><title>Account</title><link rel="icon" href="data:,"><h1>Account</h1>
<button onclick="said('delete')">Delete account</button><button onclick="said('pay')">Pay now</button>
<button onclick="said('unfold')">Unfold</button><button onclick="tell('/pressed?unseen')">Ring</button>
<form action="/sent" method="post"><label>Colour <input name="colour"></label><button>Go</button></form>
<p role="status" id="said"></p>
<script>${TELL}
const said = (what) => { document.getElementById('said').textContent = 'now ' + what; tell('/pressed?' + what); };</script>`;

beforeAll(async () => {
  world = await AskingGateway.open('127.0.0.79');
  world.site.pages['/'] = PAGE;
  world.site.pages['/sent'] = '<title>Sent</title><h1>Sent</h1>';
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => world.forget());

const wasSent = (): boolean => world.site.hits.some((hit) => hit.includes('/sent'));

describe('a clause that is not understood', () => {
  test('is named by its words, and nothing is done', async () => {
    const { result } = await world.run('frobnicate the account');
    expect(result).toMatchObject({
      status: 'FAILED',
      notUnderstood: ['frobnicate the account'],
      error: {
        code: 'navigator.not-understood',
        message: expect.stringContaining('frobnicate'),
        details: { words: ['frobnicate the account'] },
      },
    });
    expect(world.pressed).toEqual([]);
  });

  test.each([
    ['press Delete account and frobnicate the widget'],
    ['press Pay now, then frobnicate the widget'],
    ['frobnicate the widget and press Delete account'],
    ['type green into the Colour field, press Go and frobnicate the widget'],
  ])('“%s”: nothing that cannot be taken back is done, and the words are named', async (intent) => {
    const { result } = await world.run(intent);
    expect(result).toMatchObject({
      status: 'FAILED',
      notUnderstood: ['frobnicate the widget'],
      error: { code: 'navigator.not-understood' },
    });
    expect(world.pressed).toEqual([]);
    expect(wasSent()).toBe(false);
  });

  test('what is read by its gist alone is done up to what binds, which is held back', async () => {
    const { result } = await world.run('as to the Colour, these days that is "green" with me, and Go');
    expect(result.status).toBe('FAILED');
    expect(world.pressed).toEqual([]);
    expect(wasSent()).toBe(false);
  });

  test('beside one whose act only shows something: that is done, and the task is not', async () => {
    const { result } = await world.run('press Unfold and frobnicate the widget');
    expect(result).toMatchObject({ status: 'FAILED', notUnderstood: ['frobnicate the widget'] });
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['unfold']);
  });

  test('beside one that cannot be found is named too', async () => {
    const { result } = await world.run('press Nowhere and frobnicate the widget');
    expect(result).toMatchObject({ status: 'FAILED', notUnderstood: ['frobnicate the widget'] });
  });

  test('that is said another way is carried out: the same acts, and no word is missing', async () => {
    const { result } = await world.run('type green into the Colour field and press Go');
    expect(result).toMatchObject({ status: 'DONE' });
    expect(result.notUnderstood).toBeUndefined();
    await expect.poll(wasSent, { timeout: 30_000 }).toBe(true);
    const deleted = await world.run('press Delete account');
    expect(deleted.result).toMatchObject({ status: 'DONE' });
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['delete']);
  });
});

describe('a clause that only the names of the page explain', () => {
  test('is carried out and done where each of its words is the act, the thing, or its value', async () => {
    const { result } = await world.run('Pay now please press');
    expect(result).toMatchObject({ status: 'DONE', evidence: [{ outcome: 'SEEN' }] });
    expect(result.notUnderstood).toBeUndefined();
    await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['pay']);
  });

  test.each([
    ['to press Delete account is great'],
    ['you like to press Pay now'],
    ['Pay now, press, the boss wants it'],
    ['Pay now pressed, great'],
    ['Delete account please press not'],
  ])('“%s” tells of an act: nothing is done, and it is not called done', async (intent) => {
    const { result } = await world.run(intent);
    expect(result.status).not.toBe('DONE');
    expect(world.pressed).toEqual([]);
  });

  test('does not make another clause understood', async () => {
    const { result } = await world.run('Pay now please press. frobnicate the widget');
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'navigator.not-understood' } });
    expect(world.pressed).toEqual([]);
  });
});

test('an act that nothing on the page shows is done as far as can be seen, and says so of its clause', async () => {
  const { result } = await world.run('press Ring', { startUrl: PEOPLE });
  expect(result).toMatchObject({
    status: 'UNCONFIRMED',
    error: null,
    evidence: [{ clause: 'press Ring', outcome: 'UNSEEN' }],
  });
  await expect.poll(() => world.pressed, { timeout: 30_000 }).toEqual(['unseen']);
});

describe('a form that posts', () => {
  const FORM = (method: string, button: string): string =>
    `<!doctype html><title>Contact</title><link rel="icon" href="data:,"><h1>Contact</h1>
    <form action="/sent" method="${method}"><label>Search <input name="q"></label>${button}</form>`;

  test.each([
    ['by itself', FORM('post', '<button>Go</button>')],
    ['by its button', FORM('get', '<button formmethod="post">Go</button>')],
  ])('%s: is not sent by a person who asks for a fact', async (_how, page) => {
    world.site.pages['/contact'] = page;
    const { result } = await world.run('what is the price of the Wool Mat?', {
      startUrl: 'http://shop.test/contact',
    });
    expect(result.status).toBe('FAILED');
    expect(wasSent()).toBe(false);
  });

  test('a form that asks is', async () => {
    world.site.pages['/contact'] = FORM('get', '<button>Go</button>');
    await world.run('what is the price of the Wool Mat?', { startUrl: 'http://shop.test/contact' });
    expect(world.site.hits.some((hit) => hit.includes('GET /sent?q=Wool'))).toBe(true);
  });
});
