// The threads that read pages: one page that takes for ever fails alone.
import { afterEach, expect, test } from 'vitest';
import { Readers } from '#executors/perception/readers.ts';

const SCRIPT = new URL('../../fixtures/reading-thread.ts', import.meta.url);
const NEVER_ANSWERS = -1;
const ENDS = -2;

let readers: Readers;
afterEach(() => readers.close());

const read = (width: number): Promise<number> =>
  readers
    .read(
      { kind: 'READ', captures: [], frames: [], leftOut: [], viewport: { width, height: 0 } },
      [],
      () => {},
    )
    .then(({ scroll }) => scroll.y);

test('a thread that does not answer is ended with its page, and the next page is read by another', async () => {
  readers = new Readers(SCRIPT, { threads: 1, deadlineMs: 1_000, shareMs: 1_000 });
  await expect(read(NEVER_ANSWERS)).rejects.toThrow(/could not be read in 1000 ms/);
  expect(await read(7)).toBe(7);
});

test('pages of other tabs are read while one takes for ever, however many of them there are', async () => {
  readers = new Readers(SCRIPT, { threads: 2, deadlineMs: 600_000, shareMs: 600_000 });
  const heavy = read(NEVER_ANSWERS).catch((thrown: unknown) => String(thrown));
  expect(await Promise.all([1, 2, 3, 4, 5].map((width) => read(width)))).toEqual([1, 2, 3, 4, 5]);
  expect(await Promise.race([heavy, Promise.resolve('under way')])).toBe('under way');
});

test('where all threads are taken, whoever waits gets one as soon as a page had its share', async () => {
  readers = new Readers(SCRIPT, { threads: 2, deadlineMs: 600_000, shareMs: 200 });
  const heavy = [read(NEVER_ANSWERS), read(NEVER_ANSWERS)].map((one) =>
    one.then(
      () => 'read',
      () => 'ended',
    ),
  );
  expect(await read(9)).toBe(9);
  expect(await Promise.race(heavy)).toBe('ended');
});

test('a thread that ends by itself fails its own page alone', async () => {
  readers = new Readers(SCRIPT, { threads: 1 });
  const [gone, next] = await Promise.allSettled([read(ENDS), read(5)]);
  expect(gone).toMatchObject({ status: 'rejected' });
  expect(next).toMatchObject({ status: 'fulfilled', value: 5 });
});
