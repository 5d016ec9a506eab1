// What a tab knows as credentials, whatever its pages put into their fields.
import { expect, test } from 'vitest';
import { CredentialsOfTab } from '#executors/guards/known-credentials.ts';

const SHOP = 'https://shop.example/login';
const THIEF = 'https://thief.example/';

/** A page whose credential fields hold these. */
const pageOf = (url: string, fields: readonly (readonly [name: string, value: string])[]) => ({
  url,
  run: <T>(_: string, _args: readonly unknown[], parse: (value: unknown) => T): Promise<T> =>
    Promise.resolve(parse(fields)),
  session: { connection: { closed: false } },
});
const junk = (count: number, name = 'junk') =>
  Array.from({ length: count }, (_, at) => [`${name}-name-${at}`, `${name}-value-${at}`] as const);
const takes = (value: string): string => `${THIEF}?taken=${value}`;

test('fields full of junk push out nothing that an act entered or the vault lent', async () => {
  const known = new CredentialsOfTab();
  known.entered('hunter2-of-shop', SHOP);
  known.lent('one-time-code');
  for (const batch of ['first', 'second', 'third']) {
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    await known.read(pageOf(SHOP, junk(400, batch)));
  }
  expect(known.inPictures()).toEqual(expect.arrayContaining(['hunter2-of-shop', 'one-time-code']));
  expect(known.standsIn(takes('hunter2-of-shop'))).toBe(true);
  expect(known.known().values).toContain('hunter2-of-shop');
});

test('nor what stood in the fields of another origin, or their names', async () => {
  const known = new CredentialsOfTab();
  await known.read(pageOf(SHOP, [['pass', 'filled-in-by-hand']]));
  await known.read(pageOf(THIEF, junk(400)));
  for (let at = 0; at < 40; at += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await known.read(pageOf(`https://${at}.thief.example/`, junk(100, `of-${at}`)));
  }
  expect(known.standsIn(takes('filled-in-by-hand'))).toBe(true);
  expect([...known.known().names]).toContain('pass');
  expect(known.known().values.length).toBeLessThanOrEqual(1_000);
});

test('a value that two sites have is neither’s alone, and a short one says nothing', async () => {
  const known = new CredentialsOfTab();
  known.entered('of-both-sites', SHOP);
  await known.read(pageOf('https://other.example/', [['pass', 'of-both-sites']]));
  known.entered('123', SHOP);
  expect(known.foreignTo(SHOP)).toEqual([]);
  expect(known.foreignTo('https://other.example/in')).toEqual([]);
  expect(known.foreignTo(THIEF)).toEqual(['of-both-sites']);
});

test('a long value is known by pieces of bounded length, of which none holds half a character', async () => {
  const known = new CredentialsOfTab();
  await known.read(pageOf(SHOP, [['pass', `${'a'.repeat(999)}\u{1f511}${'b'.repeat(100_000)}\ud800`]]));
  const { values } = known.known();
  expect(Math.max(...values.map(({ length }) => length))).toBeLessThanOrEqual(1_000);
  expect(values.length).toBeLessThanOrEqual(8);
  expect(values.every((one) => one.isWellFormed())).toBe(true);
  expect(known.standsIn(takes(`\u{1f511}${'b'.repeat(998)}`))).toBe(true);
});
