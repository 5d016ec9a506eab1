// What an act sends, in every field, spelling and split: a secret is read on one site, and nothing of it reaches another one without
// a question. The boundary itself, on two sites without a browser that write down what they come to know.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { provenanceOfAgents } from '#gateway/boundary/provenance/agents.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { ok } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { SimulatedTab } from '#test/fixtures/simulated-tab.ts';
import type { Received } from '#test/fixtures/simulated-tab.ts';
import { aTaskContext, NOBODY_NAMED } from '#test/fixtures/task-context.ts';
import { drawn } from '#test/fixtures/how-much.ts';

/** `GHOST_PAYLOAD_RUNS=10000` for the whole of it. */
const RUNS = Number(process.env['GHOST_PAYLOAD_RUNS'] ?? drawn({ quick: 50, long: 150, fuzz: 2_000 }));
const signal = new AbortController().signal;
const [FROM, TO] = ['a.example', 'b.example'];

/** Everything is allowed, but for data of another site: that is asked about, and nobody grants it. No document says so little. */
const OPEN: EffectivePolicy = {
  id: 'open',
  revision: 1,
  semanticHash: 'sha256:open',
  sourceHash: 'sha256:open',
  layers: [],
  prefixOf: (path) => path,
  // It names none.
  textsOf: () => [''],
  decide: ({ valueFromAnotherSite }) => {
    const decision = valueFromAnotherSite ? 'ESCALATE' : 'ALLOW';
    return {
      decision,
      violation: null,
      because: [{ entry: 'data-leaves', decision, layer: 'open', at: '', reason: 'a test' }],
      obligations: [],
      escalation: valueFromAnotherSite ? { approvers: ['user'], timeoutSeconds: 120 } : null,
    };
  },
};

const directory = mkdtempSync(join(tmpdir(), 'ghost-payload-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
let files = 0;
/** A file of this name, and with this in it. */
function fileOf(name: string, content: string): string {
  const folder = join(directory, String((files += 1)));
  mkdirSync(folder);
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const to = `https://${TO}`;
const encode = encodeURIComponent;
/** A way for one piece: an act on B, or on the way to it. */
const WAYS: readonly ((piece: string) => BrowserAction)[] = [
  (piece) => ({ type: 'TYPE', ref: 'e1', text: piece }),
  (piece) => ({ type: 'FILL', ref: 'e1', text: piece }),
  (piece) => ({ type: 'NAVIGATE', url: `${to}/?q=${encode(piece)}` }),
  (piece) => ({ type: 'NAVIGATE', url: `${to}/${encode(piece)}` }),
  (piece) => ({ type: 'NAVIGATE', url: `${to}/#${encode(piece)}` }),
  (piece) => ({ type: 'NAVIGATE', url: `${to}/?${encode(piece)}` }),
  (piece) => ({ type: 'OPEN_TAB', url: `${to}/?t=${encode(piece)}` }),
  (piece) => ({ type: 'DOWNLOAD', url: `${to}/?d=${encode(piece)}` }),
  (piece) => ({ type: 'EVALUATE', expression: piece }),
  (piece) => ({ type: 'WAIT', script: piece }),
  (piece) => ({ type: 'SELECT', ref: 'e1', options: [piece] }),
  (piece) => ({ type: 'SELECT', ref: 'e1', options: [...piece] }),
  (piece) => ({ type: 'STORAGE_WRITE', storage: 'LOCAL_STORAGE', key: piece, value: '' }),
  (piece) => ({ type: 'STORAGE_WRITE', storage: 'SESSION_STORAGE', key: '', value: piece }),
  (piece) => ({ type: 'COOKIE_WRITE', cookie: { name: piece, value: '' } }),
  (piece) => ({ type: 'COOKIE_WRITE', cookie: { name: '', value: piece } }),
  (piece) => ({ type: 'COOKIE_WRITE', cookie: { name: '', value: '', path: piece } }),
  (piece) => ({ type: 'ROUTE_MOCK', pattern: piece, status: 200, body: '' }),
  (piece) => ({ type: 'ROUTE_MOCK', pattern: '', status: 200, body: piece }),
  (piece) => ({ type: 'ROUTE_MOCK', pattern: '', status: 200, body: '', headers: { [piece]: '' } }),
  (piece) => ({ type: 'ROUTE_MOCK', pattern: '', status: 200, body: '', contentType: piece }),
  (piece) => ({ type: 'UPLOAD', ref: 'e1', paths: [fileOf(piece.replaceAll('/', '-') || 'x', '')] }),
];
/** A piece, key by key. */
const SPELLINGS: readonly ((sign: string) => BrowserAction)[] = [
  (sign) => ({ type: 'PRESS', key: sign }),
  (sign) => ({ type: 'PRESS', key: sign, ref: 'e1' }),
  (sign) => ({ type: 'PRESS', key: `Shift+${sign}` }),
  (sign) => ({ type: 'PRESS', key: `Alt+${sign}` }),
  (sign) => ({ type: 'PRESS', key: `Control+Shift+${sign === 'v' || sign === 'V' ? 'Shift+v' : sign}` }),
];

type Step =
  | { readonly kind: 'PIECE'; readonly acts: readonly BrowserAction[] }
  | { readonly kind: 'KEYPAD'; readonly signs: readonly string[] }
  | { readonly kind: 'CLOSE' | 'AGAIN' | 'LOOK' | 'LEAVE_AND_BACK' };

const NOISE: readonly Step['kind'][] = ['CLOSE', 'AGAIN', 'LOOK', 'LEAVE_AND_BACK'];
const quiet = fc.constantFrom(...NOISE).map((kind): Step => ({ kind }) as Step);

const alphabet = (signs: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...signs), minLength: least, maxLength: most });
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const code = fc
  .tuple(alphabet('BCDFGHJKLMNPQRSTVWXZ', 2, 3), alphabet('0123456789', 6, 12))
  .map(([head, tail]) => `${head}-${tail}`);
const mail = fc
  .tuple(alphabet(LETTERS, 5, 8), alphabet(LETTERS, 5, 8))
  .map(([name, host]) => `${name}@${host}.org`);
const secret = fc.oneof({ weight: 3, arbitrary: code }, mail);

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => Buffer.from(text).toString('hex'),
  (text) => [...text].toReversed().join(''),
];

/** The text cut at the places that were drawn. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % text.length))].toSorted((a, b) => a - b);
  return [0, ...at.filter((place) => place > 0)].map((from, index, all) => text.slice(from, all[index + 1]));
}

const way = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...WAYS).map((make) => (piece: string): Step => ({
      kind: 'PIECE',
      acts: [make(piece)],
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...SPELLINGS).map((make) => (piece: string): Step => ({
      kind: 'PIECE',
      acts: [...piece].map(make),
    })),
  },
  { weight: 1, arbitrary: fc.constant((piece: string): Step => ({ kind: 'KEYPAD', signs: [...piece] })) },
);

const plan = fc.record({
  secret,
  encoding: fc.nat(ENCODINGS.length - 1),
  places: fc.array(fc.nat(60), { maxLength: 8 }),
  ways: fc.array(way, { minLength: 9, maxLength: 9 }),
  noise: fc.array(quiet, { maxLength: 6 }),
  firstPass: fc.boolean(),
  backwards: fc.boolean(),
  clipboard: fc.constantFrom(null, 'Control+v', 'Meta+v', 'Shift+Insert', 'Control+Shift+v'),
  copies: fc.constantFrom('Control+c', 'Meta+C', 'Control+Insert', 'Control+x', 'Shift+Delete'),
  reads: fc.constantFrom('TEXT', 'TITLE', 'COPY'),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** `shown`: what stands on A, where that is not what is sent. */
async function carryOut(
  given: Plan,
  shown: string = given.secret,
): Promise<{ readonly received: readonly Received[]; readonly asked: number }> {
  const authority = createAuthority();
  const received: Received[] = [];
  const isTitle = given.reads === 'TITLE';
  const pages = {
    [FROM]: { text: isTitle ? 'hello' : `note ${shown} end`, title: isTitle ? shown : 'A' },
    [TO]: { text: 'welcome', title: 'B' },
  };
  let asked = 0;
  const parts = {
    policy: () => ok(OPEN),
    audit: memoryLog(),
    consent: new ConsentBroker({
      callback: {
        answer: async () => ((asked += 1), 'DENY'),
        principal: { kind: 'person', channel: 'library', id: 'l' },
      },
    }),
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  const boundary = new Boundary(parts);
  const agents = provenanceOfAgents({});
  const open = (name: string) => ({
    tab: new SimulatedTab(authority.verify, pages, received),
    task: aTaskContext({
      intent: `an agent’s tab (${name})`,
      initiator: 'CLIENT',
      provenance: agents,
      signal,
    }),
  });
  let names = 0;
  let now = open('w0');
  const act = async (action: BrowserAction): Promise<void> => {
    await boundary.perform(
      {
        task: now.task,
        by: { kind: 'client', id: `w${names}`, channel: 'CLI' },
        initiator: 'CLIENT',
        action,
        says: null,
      },
      now.tab,
      signal,
    );
  };
  const visit = (site: string) => act({ type: 'NAVIGATE', url: `https://${site}/` });

  await visit(FROM);
  if (given.reads === 'COPY') {
    await act({ type: 'PRESS', key: 'Control+a' });
    await act({ type: 'PRESS', key: given.copies });
  } else if (given.reads === 'TEXT') await act({ type: 'EXTRACT' });
  await visit(TO);
  const inOrder = <T>(all: readonly T[]): readonly T[] => (given.backwards ? all.toReversed() : all);
  const goOn = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'PIECE':
        for (const one of inOrder(step.acts)) await act(one);
        return;
      case 'KEYPAD':
        for (const sign of inOrder(step.signs)) {
          now.tab.elementName = sign;
          await act({ type: 'CLICK', ref: 'e1' });
        }
        now.tab.elementName = 'Go';
        return;
      case 'LOOK':
        return act({ type: 'EXTRACT' });
      case 'LEAVE_AND_BACK':
        await visit(FROM);
        return visit(TO);
      case 'CLOSE':
        now = open(`w${names}`);
        return visit(TO);
      case 'AGAIN':
        now = open(`w${(names += 1)}`);
        return visit(TO);
    }
  };
  if (given.clipboard !== null) await act({ type: 'PRESS', key: given.clipboard });
  const text = ENCODINGS[given.encoding]?.(given.secret) ?? given.secret;
  if (given.firstPass) for (const sign of new Set(text)) await act({ type: 'TYPE', ref: 'e1', text: sign });
  const before = received.length;
  const pieces = cut(text, given.places);
  const steps = inOrder(pieces).flatMap((piece, index) => {
    const next = given.ways[index]?.(piece);
    const between = given.noise[index];
    return [...(next === undefined ? [] : [next]), ...(between === undefined ? [] : [between])];
  });
  for (const step of steps) await goOn(step);
  return { received: received.slice(before), asked };
}

const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/gu, '');
/** What B can read off, in order: addresses by what varies in them. */
const knows = (received: readonly Received[]): string =>
  bare(
    received
      .filter(({ site }) => site === TO)
      .map(({ text }) => text.replace(/^https:\/\/b\.example\/(?:\?[qtd]=)?/u, ''))
      .join(''),
  );

test('a secret that was read on one site reaches no other, in no field, spelling, split or order, without a question', async () => {
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(plan, async (given) => {
      const came = await carryOut(given);
      asked += came.asked;
      const text = ENCODINGS[given.encoding]?.(given.secret) ?? given.secret;
      for (const all of [knows(came.received), knows(came.received.toReversed())])
        for (const form of [bare(text), bare(given.secret)])
          if (all.includes(form)) throw new Error(`B came to know ${form}: ${JSON.stringify(came.received)}`);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // It was tried each time, and somebody was asked nearly each time: so few questions are no chance.
  expect(asked).toBeGreaterThan(RUNS * 0.7);
}, 3_600_000);

test('the same ways with words of the agent’s own: nobody is asked, and all of it arrives', async () => {
  // Without the letter that pastes when it is struck with Control: what was copied on A then is what goes, and is asked about.
  const own = alphabet('bcdfghjklmnpqrstwxz', 8, 14);
  await fc.assert(
    fc.asyncProperty(plan, own, async (given, words) => {
      const came = await carryOut({ ...given, secret: words, encoding: 0, clipboard: null }, given.secret);
      expect(came.asked).toBe(0);
    }),
    { numRuns: Math.ceil(RUNS / 5), endOnFailure: true },
  );
}, 3_600_000);
