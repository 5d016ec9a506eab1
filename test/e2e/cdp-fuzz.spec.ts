// Whatever a client sends: each command of the installed protocol with parameters made by its schema, and with spoilt ones. The door
// answers or closes, and another connection's page has what it had. `GHOST_CDP_FUZZ=20000` sends so many, `GHOST_CDP_SEED` repeats a run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { Fuzz, readProtocol } from '#test/fixtures/cdp-fuzz.ts';
import type { Protocol } from '#test/fixtures/cdp-fuzz.ts';
import { startPersonBrowser } from '#test/fixtures/person-browser.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const SEED = Number(process.env['GHOST_CDP_SEED'] ?? 156);
let door: CdpDoor;
let protocol: Protocol;
beforeAll(async () => {
  const bare = await startPersonBrowser();
  try {
    protocol = readProtocol(await (await fetch(`${bare.endpoint}/json/protocol`)).json());
  } finally {
    await bare.close();
  }
  // The shop's page is gone to; nothing else is allowed that anybody is asked for.
  door = await openCdpDoor({
    patience: UNTIRING,
    shop: { '/': '<title>Shop</title><input id=name><button>Go</button>' },
    consent: ({ site, capabilities }) =>
      Promise.resolve(
        capabilities.every((one) => one.startsWith('NAVIGATE')) && site?.host === 'shop.test'
          ? 'ALLOW_TASK_SITE'
          : 'DENY',
      ),
  });
});
afterAll(() => door.close());

const versioned = z.object({ webSocketDebuggerUrl: z.string() });
const opened = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const infos = z.object({ targetInfos: z.array(z.object({ targetId: z.string(), url: z.string() })) });

async function page() {
  const { webSocketDebuggerUrl } = versioned.parse(
    await (await fetch(`${door.endpoint.http}/json/version`)).json(),
  );
  const client = await RawCdp.open(webSocketDebuggerUrl);
  const { targetId } = opened.parse(await client.must('Target.createTarget', { url: 'http://shop.test/' }));
  const { sessionId } = attached.parse(
    await client.must('Target.attachToTarget', { targetId, flatten: true }),
  );
  return { client, targetId, sessionId, closed: client.closed().then(() => 'CLOSED' as const) };
}
type Opened = Awaited<ReturnType<typeof page>>;

test('every command, with parameters as its schema has them and spoilt, is answered or closes the connection', async () => {
  await using victim = (await page()).client;
  const before = infos.parse(await victim.must('Target.getTargets')).targetInfos;
  victim.heard.length = 0;
  const fuzz = new Fuzz(protocol, SEED, before[0]?.targetId ?? '');
  const most = Number(process.env['GHOST_CDP_FUZZ'] ?? fuzz.commands.length);
  let own: Opened | null = null;
  const answered = { results: 0, errors: 0, unanswered: [] as string[] };
  for (let at = 0; at < most; at += 1) {
    own ??= await page(); // oxlint-disable-line no-await-in-loop -- one after the other
    const { client, sessionId, targetId } = own;
    const { method, params } = fuzz.message(at, { targetId, sessionId });
    const on = fuzz.chance(0.8) ? sessionId : undefined;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const answer = await Promise.race([
      client.call(method, params, on).catch(() => 'CLOSED' as const),
      own.closed,
    ]);
    if (answer === 'CLOSED') answered.unanswered.push(`${method} closed it`);
    else if (answer.error === undefined) answered.results += 1;
    else {
      answered.errors += 1;
      // An error that nobody expected is a mistake of the door's.
      expect(answer.error.code, `seed ${SEED}, ${method} ${JSON.stringify(params)}`).not.toBe(-32_603);
    }
    const isGone =
      answer === 'CLOSED' || client.heard.some(({ method: of }) => of === 'Target.detachedFromTarget');
    client.heard.length = 0;
    if (!isGone) continue;
    await client[Symbol.asyncDispose](); // oxlint-disable-line no-await-in-loop -- one after the other
    own = null;
  }
  await own?.client[Symbol.asyncDispose]();
  expect(answered.results + answered.errors + answered.unanswered.length).toBe(most);
  expect(answered.unanswered).toEqual([]);
  expect(answered.results).toBeGreaterThan(0);
  expect(victim.heard.filter(({ method }) => method !== undefined)).toEqual([]);
  expect(infos.parse(await victim.must('Target.getTargets')).targetInfos).toEqual(before);
});

const DEPTH = 20_000;
test.each([
  ['no JSON', '{"id":'],
  ['a number', '1'],
  ['a list', '[{"id":1,"method":"Browser.getVersion"}]'],
  ['no id', '{"method":"Browser.getVersion"}'],
  ['a text as its id', '{"id":"1","method":"Browser.getVersion"}'],
  ['parameters that are a list', '{"id":1,"method":"Browser.getVersion","params":[]}'],
  ['a prototype', '{"id":1,"method":"Browser.getVersion","params":{"__proto__":{"a":1}}}'],
  ['more than it has', '{"id":1,"method":"Browser.getVersion","more":1}'],
  ['a session that is a number', '{"id":1,"method":"Browser.getVersion","sessionId":1}'],
  ['a method that is too long', `{"id":1,"method":"${'x'.repeat(5_000)}"}`],
  [
    'what is nested too deep',
    `{"id":1,"method":"Browser.getVersion","params":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`,
  ],
])('a message with %s is answered with an error, and the connection goes on', async (_, message) => {
  const { client } = await page();
  await using clients = new AsyncDisposableStack();
  clients.use(client);
  client.heard.length = 0;
  client.write(message);
  const { error } = await client.hears((one) => one.error !== undefined);
  expect(error?.code).toBeLessThan(0);
  client.heard.length = 0;
  expect(await client.must('Browser.getVersion')).toHaveProperty('product');
});
