// The pages as they were seen come into an applet when it is opened in the app: as many as there is room for, and none of them is kept with it.
import { expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkApplet } from '#engines/maker/check/check.ts';
import { filmsOf } from '#gateway/extraction/films.ts';
import { joinedApplet } from '#gateway/extraction/joined.ts';
import { openApplet } from '#gateway/extraction/kept-applets.ts';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import { keyFile } from '#gateway/vault/keys.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { need } from '#test/fixtures/tab.ts';
import { aResult } from '#test/fixtures/views.ts';

const table = keyboards(3);
const box = { x: 1, y: 2, width: 3, height: 4 };
const filmWith = (numbers: readonly number[], quoted: readonly number[]): PicturesView => ({
  pictures: numbers.map((number) => ({ number, at: '', step: 1, page: '', width: 640, height: 400 })),
  acts: [],
  quotes: quoted.map((picture, at) => ({
    quote: table.rows[at % 3]?.[0]?.quote ?? '',
    page: table.sources[0]?.url ?? '',
    picture,
    box,
  })),
});
/** What was asked for, in its order. */
function picturesWith(film: PicturesView, bytes = 10) {
  const asked: string[] = [];
  return {
    asked,
    list: async (taskId: string, who: string): Promise<Result<PicturesView>> => {
      asked.push(`${who} ${taskId}`);
      return ok(film);
    },
    show: async (taskId: string, number: number): Promise<Result<Uint8Array>> => {
      asked.push(`${taskId} ${number}`);
      return ok(new Uint8Array(bytes));
    },
  };
}

test('of a task’s pictures those are taken on which quoted words stand, and of several tasks each once', async () => {
  const pictures = picturesWith(filmWith([1, 2, 3], [2]));
  const films = await filmsOf(pictures, ['t-1', 't-2', 't-1'], 'person:a');
  expect(pictures.asked).toEqual(['person:a t-1', 't-1 2', 'person:a t-2', 't-2 2']);
  expect(films.map(({ pictures: taken }) => taken.map(({ number }) => number))).toEqual([[2], [2]]);
});

test('there is room for so many pictures, and for so many bytes', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const many = await filmsOf(picturesWith(filmWith(numbers, numbers)), ['t-1'], 'a');
  expect(many[0]?.pictures).toHaveLength(24);
  const large = await filmsOf(picturesWith(filmWith(numbers, numbers), 1_500_000), ['t-1'], 'a');
  expect(large[0]?.pictures).toHaveLength(2);
});

test('pictures that the log or the vault does not give out are left out, and the rows are shown without them', async () => {
  const shut = fail('vault.no-key', 'the key is gone');
  const { list, show } = picturesWith(filmWith([1], [1]));
  expect(await filmsOf({ list: async () => shut, show }, ['t-1'], 'a')).toEqual([]);
  expect(await filmsOf({ list, show: async () => shut }, ['t-1'], 'a')).toEqual([]);
});

test('a kept result is opened with its pages in it, at once and later; what is kept of it has none', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-films-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await using results = resultStore({
    directory,
    keys: [keyFile(directory)],
    keepDays: 30,
    mostBytes: 100_000_000,
    now: () => 1_000_000,
  });
  const result = aResult();
  need(await results.keep({ ...result, taskId: 't-1', status: 'DONE', error: null, table, shows: 'cards' }));
  const films = await filmsOf(picturesWith(filmWith([2], [2])), ['t-1'], 'a');
  const [first, again] = [
    need(await openApplet(results, 't-1', null, films)),
    need(await openApplet(results, 't-1', null, films)),
  ];
  expect(first).toEqual(again);
  expect(first.html).toContain('"seen":[[0,0,0,1,2,3,4]]');
  expect(checkApplet(first.html)).toMatchObject({ accepted: true });
  const { applet } = need(await results.applet('t-1', null));
  expect(applet).toMatchObject({ form: 'cards', html: expect.stringContaining('"seen":[]') });
  const joined = need(await joinedApplet((id) => results.show(id), ['t-1'], 'table', films));
  expect(joined.html).toContain('"seen":[[0,0,0,1,2,3,4]]');
  expect(need(await openApplet(results, 't-1', null)).html).toContain('"seen":[]');
});
