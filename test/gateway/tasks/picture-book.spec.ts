// Which acts a task's pictures stand around, and where quoted words stand on them. Pure: looks and pictures as an executor gives them.
import { expect, test } from 'vitest';
import type { PagePicture, PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import { PictureBook } from '#gateway/tasks/life/picture-book.ts';
import type { PictureNotes } from '#gateway/protocol/views/pictures.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { KeptPicture } from '#gateway/vault/pictures/contract.ts';
import { aResult } from '#test/fixtures/views.ts';

const URL_OF_SHOP = 'http://shop.test/';

type Said = { readonly kept: (KeptPicture & { readonly notes: PictureNotes })[]; last: PictureNotes | null };
function aBook(wants = true): { readonly book: PictureBook; readonly said: Said } {
  const said: Said = { kept: [], last: null };
  const keeper = {
    wants,
    keep: (_id: string, picture: KeptPicture, notes: PictureNotes) => {
      said.kept.push({ ...picture, notes });
      said.last = notes;
    },
    note: (_id: string, notes: PictureNotes) => {
      said.last = notes;
    },
  };
  return { book: new PictureBook({ taskId: 't', keeper, wallMs: () => 0 }), said };
}

const node = (name: string, x: number, y: number, change: Partial<SnapshotNode> = {}): SnapshotNode => ({
  ref: null,
  role: 'text',
  name,
  states: [],
  depth: 0,
  box: { x, y, width: 100, height: 20 },
  inView: true,
  ...change,
});
const look = (nodes: readonly SnapshotNode[], url = URL_OF_SHOP): PageSnapshot => ({
  document: { id: 'd', url, title: '' },
  generation: 1,
  nodes,
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  status: 200,
});
const picture = (sign: number): PagePicture => ({
  jpeg: Uint8Array.of(sign),
  width: 640,
  height: 450,
  scale: 0.5,
  black: 0,
});
const act = (step: number, ref: string | null = null) => ({
  requestId: `r${step}`,
  step,
  at: `at ${step}`,
  ref,
});
const result = (...quotes: readonly string[]): TaskResult =>
  aResult({
    evidence: [],
    facts: quotes.map((quote) => ({ label: 'x', value: 'y', quote, url: `${URL_OF_SHOP}#part` })),
  });

test('the picture after an act is the one before the next, and its element has its place on the one before', () => {
  const { book, said } = aBook();
  const lane = book.lane();
  lane.acted(act(0));
  lane.saw(look([node('Orders', 40, 60, { ref: 'e1' })]), picture(1), 0);
  lane.acted(act(1, 'e1'));
  lane.saw(look([]), picture(2), 1);
  expect(said.kept.map(({ number, step }) => [number, step])).toEqual([
    [1, 0],
    [2, 1],
  ]);
  expect(said.last?.acts).toEqual([
    { requestId: 'r0', step: 0, at: 'at 0', before: null, after: 1, box: null },
    {
      requestId: 'r1',
      step: 1,
      at: 'at 1',
      before: 1,
      after: 2,
      box: { x: 20, y: 30, width: 50, height: 10 },
    },
  ]);
});

test('a page that looks the same has no second picture, and an act without a look has none after it', () => {
  const { book, said } = aBook();
  const lane = book.lane();
  lane.saw(look([]), picture(1), 0);
  lane.acted(act(1));
  lane.saw(look([]), picture(1), 1);
  lane.acted(act(2));
  lane.acted(act(3));
  lane.saw(look([]), picture(2), 3);
  book.end(result());
  expect(said.kept).toHaveLength(2);
  expect(said.last?.acts.map(({ before, after }) => [before, after])).toEqual([
    [1, 1],
    [1, null],
    [1, 2],
  ]);
});

test('what is remembered of a page that writes without end has an end, and what is short is found all the same', () => {
  const { book, said } = aBook();
  const long = 'word '.repeat(30_000);
  book
    .lane()
    .saw(
      look([
        node(`Terms ${long}`, 40, 60),
        node('', 40, 90, { value: `Note ${long}` }),
        node('Orders', 40, 120),
      ]),
      picture(1),
      0,
    );
  book.end(result('Terms word', 'Note word', 'Orders'));
  expect(said.last?.quotes.map(({ quote }) => quote)).toEqual(['Orders']);
});

test('a look without a picture ends what is known: no older picture stands for it', () => {
  const { book, said } = aBook();
  const lane = book.lane();
  lane.saw(look([]), picture(1), 0);
  lane.saw(look([]), undefined, 0);
  lane.acted(act(1));
  book.end(result());
  expect(said.last?.acts).toMatchObject([{ before: null, after: null }]);
});

test('tabs side by side have pictures of one count, each around its own acts', () => {
  const { book, said } = aBook();
  const [one, other] = [book.lane(), book.lane()];
  one.saw(look([]), picture(1), 1);
  other.saw(look([]), picture(2), 2);
  one.acted(act(3));
  other.acted(act(4));
  other.saw(look([]), picture(3), 4);
  one.saw(look([]), picture(4), 3);
  book.end(result());
  expect(said.last?.acts.map(({ before, after }) => [before, after])).toEqual([
    [1, 4],
    [2, 3],
  ]);
});

test('words have a place where they stand once and whole: not twice, not at an edge, not on another page', () => {
  const { book, said } = aBook();
  const lane = book.lane();
  lane.saw(
    look([
      node('Sent  on Monday', 10, 20, { box: { x: 0, y: 0, width: 400, height: 100 } }),
      node('sent on Monday', 10, 20),
      node('twice', 0, 100),
      node('twice', 0, 300),
      node('below', 0, 890),
      node('not in view', 0, 0, { inView: false }),
      node('status: ready to go', 200, 200),
    ]),
    picture(1),
    0,
  );
  lane.saw(look([node('elsewhere', 0, 0)], 'http://other.test/'), picture(2), 1);
  book.end(result('sent on Monday', 'twice', 'below', 'not in view', 'elsewhere', 'ready to go', 'go away'));
  expect(said.last?.quotes).toEqual([
    {
      quote: 'sent on Monday',
      page: `${URL_OF_SHOP}#part`,
      picture: 1,
      box: { x: 5, y: 10, width: 50, height: 10 },
    },
    {
      quote: 'ready to go',
      page: `${URL_OF_SHOP}#part`,
      picture: 1,
      box: { x: 100, y: 100, width: 50, height: 10 },
    },
  ]);
});

test('where nothing is kept no look is asked for a picture', () => {
  expect(aBook(false).book.lane().wants).toBe(false);
  expect(aBook().book.lane().wants).toBe(true);
});
