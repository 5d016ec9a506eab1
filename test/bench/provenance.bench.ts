// What examining an outgoing value costs, beside one plain look through it (`String.includes`) in the same run: a task that has
// read 30 pages of an account, and the values that tasks really send.
import { randomBytes } from 'node:crypto';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import type { Sending } from '#gateway/boundary/provenance/examine.ts';
import { bodySending, textSending, urlSending } from '#test/fixtures/leaving.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const TO = 'http://shop.test/';
const PAGES = 30;
const ROUNDS = 200;
const READINGS = 5;
const WARM_UP = 50;
const PROSE =
  'a word or two that a person types into a form, with a comma; and more of the same to fill it up to its size. ';
const prose = (length: number): string => PROSE.repeat(Math.ceil(length / PROSE.length)).slice(0, length);

function aTask(): Provenance {
  const provenance = new Provenance('check the status of my latest order', {
    pass: { origin: 'http://account.test', value: 'tangerine-lantern-42' },
  });
  for (let page = 0; page < PAGES; page += 1) {
    const rows = Array.from(
      { length: 60 },
      (_, row) =>
        `Order D-${20_000 + page * 97 + row * 13}, ${row} items, shipped by carrier number ${page * row} to the neighbour`,
    );
    provenance.readText(`http://account.test/orders/${page}`, rows.join('\n'));
  }
  return provenance;
}

/** A page with many links whose codes all begin alike: more than are kept. */
function aListOf(links: number): void {
  const provenance = new Provenance('find a product', {});
  const url = 'http://shop.test/';
  const nodes = Array.from({ length: links }, (_, at) => ({
    ref: `e${at}`,
    role: 'link',
    name: `Product AB-${100_000 + at}`,
    states: [],
    depth: 1,
    box: null,
    inView: true,
    url: `${url}product/${at}`,
  }));
  const scroll = { y: 0, height: 0, viewportHeight: 0 };
  provenance.read({
    kind: 'SNAPSHOT',
    snapshot: { document: { id: 'd', url, title: 'Shop' }, generation: 1, nodes, scroll, status: 200 },
  });
}

const CASES: readonly { name: string; sending: Sending; target?: string; rounds?: number }[] = [
  {
    name: 'an address, 70 characters',
    sending: urlSending(`${TO}search?q=mechanical%20keyboards&sort=price-asc&page=2`),
  },
  { name: 'a typed sentence, 200 characters', sending: textSending(TO, prose(200)) },
  { name: 'a text, 2 KB', sending: textSending(TO, prose(2_048)), target: '< 1 ms' },
  { name: 'base64, 2 KB', sending: textSending(TO, Buffer.from(prose(1_536)).toString('base64')) },
  { name: 'a random token, 2 KB', sending: textSending(TO, randomBytes(1_536).toString('base64')) },
  { name: 'a body, 30 KB', sending: bodySending(TO, prose(30_000)), rounds: 20 },
  { name: 'a body, 1 MB', sending: bodySending(TO, prose(1_000_000)), target: '< 50 ms', rounds: 20 },
];

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const provenance = aTask();
  const rows: BenchRow[] = [
    { name: 'memory of a task that read 30 pages', value: provenance.bytes / 1e6, unit: 'MB' },
  ];
  for (const { name, sending, target, rounds = ROUNDS } of CASES) {
    const times: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds + Math.min(WARM_UP, rounds); round += 1) {
      const examined = timed(() => provenance.examine([sending]));
      const looked = timed(() => sending.whole.includes(`D-${round}`));
      if (round < Math.min(WARM_UP, rounds)) continue;
      times.push(examined);
      plain.push(looked);
    }
    rows.push({ name, value: median(times), unit: 'ms', ...(target === undefined ? {} : { target }) });
    rows.push({ name: `${name}: to a plain look`, value: median(times) / median(plain), unit: '×' });
  }
  const [few = 0, many = 0] = [5_000, 20_000].map((links) =>
    median(Array.from({ length: READINGS }, () => timed(() => aListOf(links)))),
  );
  rows.push({
    name: 'four times as many links to remember: how much longer',
    value: many / few,
    unit: '×',
    target: '< 6',
  });
  return { rows };
}

function timed(act: () => unknown): number {
  const began = performance.now();
  act();
  return performance.now() - began;
}
