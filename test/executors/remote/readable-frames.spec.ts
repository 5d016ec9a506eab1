// Which frames a program that drives a tab is told of, as a page's frames come, move and go. Pure.
import { expect, test } from 'vitest';
import { ReadableFrames } from '#executors/remote/readable-frames.ts';

const MAIN = 'main';
const reads = (url: string): boolean =>
  ['http://shop.test', 'http://pay.test'].some((one) => url.startsWith(`${one}/`)) || url === 'about:blank';
const frame = (id: string, url: string, parentId?: string) => ({
  id,
  url,
  loaderId: `of ${url}`,
  mimeType: 'text/html',
  ...(parentId === undefined ? {} : { parentId }),
});

function shop(): ReadableFrames {
  const frames = new ReadableFrames(MAIN, reads, (text) => text.replaceAll('hunter2', '***'));
  frames.set(frame(MAIN, 'http://shop.test/'));
  return frames;
}
const ids = (frames: ReadableFrames): readonly string[] => frames.all().map(({ id }) => id);

test('a frame of the page’s own origin and one of an origin that may be read are told, another is not', () => {
  const frames = shop();
  frames.set(frame('own', 'http://shop.test/inner', MAIN));
  frames.set(frame('readable', 'http://pay.test/', MAIN));
  frames.set(frame('foreign', 'http://forum.test/', MAIN));
  frames.set(frame('data', 'data:text/html,1', MAIN));
  expect(ids(frames)).toEqual([MAIN, 'own', 'readable']);
});

test('what stands in a frame is of its own origin, and of one that may not be read nobody’s', () => {
  const frames = shop();
  frames.set(frame('readable', 'http://pay.test/card', MAIN));
  frames.set(frame('written', 'about:srcdoc', 'readable'));
  frames.set(frame('foreign', 'http://forum.test/', MAIN));
  const from = [MAIN, 'readable', 'written', 'foreign', 'nobody'].map((id) => frames.from(id));
  expect(from).toEqual(['http://shop.test/', 'http://pay.test/', 'http://pay.test/', null, null]);
});

test('what stands within a frame that is not told is not told, whatever it shows', () => {
  const frames = shop();
  frames.set(frame('foreign', 'http://forum.test/', MAIN));
  frames.set(frame('blank', 'about:blank', 'foreign'));
  frames.set(frame('own', 'http://shop.test/', 'foreign'));
  expect(ids(frames)).toEqual([MAIN]);
});

test('a frame that comes to show what may not be read is told no more, with those within it', () => {
  const frames = shop();
  frames.set(frame('one', 'about:blank', MAIN));
  frames.set(frame('inner', 'about:srcdoc', 'one'));
  expect(ids(frames)).toEqual([MAIN, 'one', 'inner']);
  frames.set(frame('one', 'http://forum.test/', MAIN));
  expect(ids(frames)).toEqual([MAIN]);
  frames.set(frame('one', 'http://shop.test/back', MAIN));
  expect(ids(frames)).toEqual([MAIN, 'one']);
});

test('of a page that may not be read it is told that it is there, and nothing of it', () => {
  const frames = shop();
  frames.set({ ...frame(MAIN, 'http://forum.test/secret'), name: 'told by the page' });
  frames.set(frame('own', 'about:blank', MAIN));
  expect(frames.all()).toEqual([
    expect.objectContaining({ id: MAIN, url: 'about:blank', name: '', parentId: null }),
  ]);
});

test('a frame whose parent nobody knows is none', () => {
  const frames = shop();
  frames.set(frame('lost', 'http://shop.test/', 'nobody'));
  expect(ids(frames)).toEqual([MAIN]);
});

test('a credential is in no address and no name', () => {
  const frames = shop();
  frames.set({ ...frame('one', 'http://shop.test/?with=hunter2', MAIN), name: 'hunter2' });
  expect(frames.told('one')).toMatchObject({ url: 'http://shop.test/?with=***', name: '***' });
});

test('a page has as many frames as it likes, and so many are told', () => {
  const frames = shop();
  for (let at = 0; at < 500; at += 1) frames.set(frame(`f${at}`, 'about:blank', MAIN));
  expect(frames.all()).toHaveLength(200);
});
