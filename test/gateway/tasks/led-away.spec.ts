// A page that leads itself to where the boundary lets nobody: a task goes back once and reads what it came for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AskingGateway } from '#test/fixtures/asking-gateway.ts';

let world: AskingGateway;

beforeAll(async () => {
  world = await AskingGateway.open('127.0.0.81');
  world.site.pages['/'] =
    '<!doctype html><title>Home</title><link rel="icon" href="data:,"><h1>Home</h1><a href="/mats">Mats</a>';
  // Between two acts or within one: it tries all the time.
  world.site.pages['/mats'] = `<!doctype html><title>Mats</title><link rel="icon" href="data:,"><h1>Mats</h1>
<table><tr><th>Name</th><th>Price</th></tr><tr><td>Wool Mat</td><td>$ 41.50</td></tr><tr><td>Cork Mat</td><td>$ 12.00</td></tr></table>
<script>setInterval(() => { location = 'http://elsewhere.test/x'; }, 30);</script>`;
});
afterAll(async () => world[Symbol.asyncDispose]());

test.each([
  ['open Mats and tell me the price of the Wool Mat', 'http://shop.test/', '$ 41.50'],
  ['what is the price of the Wool Mat?', 'http://shop.test/mats', '$ 41.50'],
  ['press Mats', 'http://shop.test/', 'http://shop.test/mats'],
])('“%s”', async (intent, startUrl, answer) => {
  const { result, events } = await world.run(intent, { startUrl });
  expect(result).toMatchObject({ status: 'DONE', answer: expect.stringContaining(answer) });
  const backs = events.filter((event) => event.type === 'task.step' && event.step.action === 'BACK');
  expect(backs.length).toBeLessThanOrEqual(1);
});
