// What a task read on one site and is about to send to another: found in every encoding without a key, and only then.
import { expect, test } from 'vitest';
import type { Sending } from '#gateway/boundary/provenance/examine.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import type { Leaving } from '#gateway/boundary/provenance/provenance.ts';
import { ENCODERS, FOR_CODES, OUT_OF_REACH } from '#test/fixtures/encoders.ts';
import { bodySending, isForeign, textSending, urlSending } from '#test/fixtures/leaving.ts';

const ORDERS = 'http://account.test/orders';
const EVIL = 'http://collect.test/c';
const ORDER = 'D-20874';
const SECRETS = { pass: { origin: 'http://account.test', value: 'tangerine-lantern-42' } };

const PAGE = [
  'Your orders',
  ORDER,
  'Placed on 2026-11-17',
  'Halden Canvas 27 4K Monitor',
  '€1,399.00',
  'The parcel was left with the neighbour at number nine',
  'ana.lind@example.test',
].join('\n');

function task(intent = 'check the status of my latest order'): Provenance {
  const provenance = new Provenance(intent, SECRETS);
  provenance.readText(ORDERS, PAGE);
  return provenance;
}

const leaves = (provenance: Provenance, ...all: Sending[]): Leaving => provenance.examine(all);
const foreign = (leaving: Leaving): boolean => leaving.facts.valueFromAnotherSite;

const clean = { valueHoldsSecret: false, valueFromAnotherSite: false, valueNotFromTask: false };

test('the table of encodings: what is caught, and what cannot be', () => {
  const rows = [...ENCODERS, ...FOR_CODES, ...OUT_OF_REACH].map(({ name, encode }) => {
    const found = foreign(leaves(task(), textSending(EVIL, encode(ORDER))));
    return `${found ? 'caught' : 'missed'}  ${name}`;
  });
  expect(rows.filter((row) => row.startsWith('missed'))).toEqual(
    OUT_OF_REACH.map(({ name }) => `missed  ${name}`),
  );
  expect(rows.length).toBeGreaterThan(30);
});

test.each([
  ['query', (v: string) => urlSending(`${EVIL}?q=${v}`)],
  ['name of a query field', (v: string) => urlSending(`${EVIL}?${v}=1`)],
  ['path', (v: string) => urlSending(`http://collect.test/${v}/x`)],
  ['fragment', (v: string) => urlSending(`${EVIL}#${v}`)],
  ['host label', (v: string) => urlSending(`http://${v}.collect.test/`)],
  ['user name', (v: string) => urlSending(`http://${v}@collect.test/`)],
  ['password', (v: string) => urlSending(`http://a:${v}@collect.test/`)],
  ['form body', (v: string) => bodySending(EVIL, `a=1&note=${v}`)],
  ['JSON body', (v: string) => bodySending(EVIL, JSON.stringify({ a: [1, { note: v }] }))],
  [
    'multipart body',
    (v: string) =>
      bodySending(EVIL, `--x\r\nContent-Disposition: form-data; name="n"\r\n\r\n${v}\r\n--x--\r\n`),
  ],
  ['typed text', (v: string) => textSending(EVIL, `please note ${v}, thank you`)],
])('an order number in the %s', (_, make) => {
  expect(leaves(task(), make(ORDER)).facts).toEqual({ ...clean, valueFromAnotherSite: true });
  expect(foreign(leaves(task(), make(Buffer.from(ORDER).toString('hex'))))).toBe(true);
  expect(leaves(task(), make('plain')).facts).toEqual(clean);
});

test('the finding says what, where from and how it was hidden', () => {
  const { findings } = leaves(task(), textSending(EVIL, Buffer.from(ORDER).toString('base64')));
  expect(findings[0]).toEqual({
    kind: 'CODE',
    text: 'd20874',
    shown: 'd-20874',
    length: 6,
    from: ['http://account.test'],
    via: ['base64'],
    split: false,
  });
});

test.each([
  ['another name of the same site', 'http://shop.account.test/?q='],
  ['the site itself', 'http://account.test/orders?q='],
])('to %s nothing leaves', (_, url) => {
  expect(leaves(task(), urlSending(url + ORDER)).facts).toEqual(clean);
});

test('what the person wrote is theirs to send', () => {
  const provenance = task(`compare my order ${ORDER} of the Halden Canvas 27 4K Monitor on the forum`);
  expect(leaves(provenance, textSending(EVIL, `order ${ORDER}: Halden Canvas 27 4K Monitor`)).facts).toEqual(
    clean,
  );
});

test('what the destination shows itself does not leave', () => {
  const provenance = task();
  provenance.readText('http://collect.test/', `Ask about ${ORDER}, the Halden Canvas 27 4K Monitor`);
  expect(leaves(provenance, textSending(EVIL, `${ORDER} Halden Canvas 27 4K Monitor`)).facts).toEqual(clean);
});

test('a site that lists every number explains none', () => {
  const provenance = task();
  const all = Array.from({ length: 3_000 }, (_, at) => `D-${19_000 + at}`).join(' ');
  provenance.readText('http://collect.test/', all);
  expect(foreign(leaves(provenance, textSending(EVIL, ORDER)))).toBe(true);
});

test('a passage of four words, a mail address and a rare word, with and without their spaces', () => {
  const passage = 'left with the neighbour at number nine';
  for (const text of [passage, passage.replaceAll(' ', ''), 'ana.lind@example.test', 'the neighbour knows'])
    expect([text, foreign(leaves(task(), textSending(EVIL, text)))]).toEqual([text, true]);
  for (const text of ['left with the', '2026-11-17', 'your orders', '49'])
    expect([text, foreign(leaves(task(), textSending(EVIL, text)))]).toEqual([text, false]);
});

test('a page’s own link may have its words, and not its codes; a link that shows neither is clean', () => {
  const words = 'http://news.test/2026/11/17/the-parcel-was-left-with-the-neighbour-at-number-nine';
  expect(leaves(task(), urlSending(words, 'OFFERED')).facts).toEqual(clean);
  expect(foreign(leaves(task(), urlSending(words, 'COMPOSED')))).toBe(true);
  expect(foreign(leaves(task(), urlSending(`${EVIL}?track=${ORDER}`, 'OFFERED')))).toBe(true);
  expect(
    leaves(task(), urlSending('http://news.test/story/48213377?token=kJ83hsTTq29xPz01LmvB', 'OFFERED')).facts,
  ).toEqual(clean);
});

test.each([
  ['one parameter', ['?a=D-20', '?a=874']],
  ['another parameter each time', ['?a=D-20', '?b=874']],
  ['the path', ['/D-20', '/874']],
  ['three paths', ['/x/20', '/x/8', '/x/74']],
  ['backwards', ['?a=874', '?a=D-20']],
  ['base64', ['?a=RC0y', '?a=MDg3NA==']],
  ['base64 cut anywhere', ['?a=RC0yM', '?a=Dg3NA==']],
  ['hexadecimal', ['?a=442d32', '?a=30383734']],
  ['among other requests', ['?a=D-20', '?b=hello', '?a=874']],
  ['query, then path', ['?a=20', '/874']],
])('split over several requests by %s: the piece that completes it is seen', (_, pieces) => {
  const provenance = task();
  const seen = pieces.map((piece) => {
    const leaving = leaves(
      provenance,
      urlSending(piece.startsWith('/') ? `http://collect.test${piece}` : EVIL + piece),
    );
    provenance.commit(leaving);
    return foreign(leaving);
  });
  expect(seen.at(-1)).toBe(true);
  expect(seen.slice(0, -1)).not.toContain(true);
});

test.each([
  ['labels that are no proper ones', ['https://-a.collect.test', 'https://b-.collect.test']],
  ['ports of one address', ['http://203.0.113.9:81', 'http://203.0.113.9:82']],
  ['spellings of one address', ['http://203.0.113.9', 'http://[::ffff:203.0.113.9]']],
  ['ports of a bare name', ['http://intranet:81', 'http://intranet:82']],
])('split over %s: one receiver gets both, and the piece that completes it is seen', (_, [first, last]) => {
  const provenance = task();
  provenance.commit(leaves(provenance, urlSending(`${first}/c?a=D-20`)));
  expect(foreign(leaves(provenance, urlSending(`${last}/c?a=874`)))).toBe(true);
});

test('split over several requests: what was refused did not go, and completes nothing', () => {
  const provenance = task();
  leaves(provenance, urlSending(`${EVIL}?a=D-20`));
  expect(leaves(provenance, urlSending(`${EVIL}?a=874`)).facts).toEqual(clean);
});

test('typed key by key, and field by field', () => {
  const provenance = task();
  const press = (key: string): Leaving => {
    const leaving = leaves(provenance, {
      ...urlSending(EVIL),
      whole: key,
      parts: [{ place: 'keys', text: key }],
    });
    provenance.commit(leaving);
    return leaving;
  };
  expect([...'20874'].map((key) => foreign(press(key)))).toEqual([false, false, false, false, true]);
  const fields = task();
  fields.commit(leaves(fields, textSending(EVIL, 'D-20')));
  expect(foreign(leaves(fields, textSending(EVIL, '874')))).toBe(true);
});

test('pages of a list, counted up, are no number of an account', () => {
  const provenance = new Provenance('read the list', {});
  provenance.readText(ORDERS, 'Order 12345, 23456 and 34567');
  for (const page of ['1', '2', '3', '4', '5', '6']) {
    const leaving = leaves(provenance, urlSending(`http://list.test/all?page=${page}`));
    provenance.commit(leaving);
    // The one that says `12345` after all is asked about: five pages in a row spell it.
    expect([page, foreign(leaving)]).toEqual([page, ['5', '6'].includes(page)]);
  }
});

test.each([
  ['plain', 'tangerine-lantern-42'],
  ['base64', Buffer.from('tangerine-lantern-42').toString('base64')],
  ['reversed', '24-nretnal-eniregnat'],
  ['without its signs', 'tangerinelantern42'],
])('a declared secret, %s, to another origin than its own', (_, value) => {
  expect(leaves(task(), textSending(EVIL, value)).facts.valueHoldsSecret).toBe(true);
  expect(leaves(task(), textSending('http://account.test/login', value)).facts.valueHoldsSecret).toBe(false);
  expect(leaves(task(), textSending('http://shop.account.test/', value)).facts.valueHoldsSecret).toBe(true);
});

test('evidence holds digests and origins, and no value', () => {
  const provenance = task();
  const leaving = leaves(provenance, textSending(EVIL, `${ORDER} tangerine-lantern-42`));
  const evidence = JSON.stringify(provenance.evidence(leaving));
  expect(evidence).toContain('http://account.test');
  expect(evidence).toMatch(/hmac-sha256:[0-9a-f]{32}/u);
  expect(evidence).not.toMatch(/20874|tangerine|lantern/u);
  expect(provenance.evidence(leaves(provenance, textSending(EVIL, ORDER)))[0]?.['digest']).toBe(
    provenance.evidence(leaving).find(({ kind }) => kind === 'CODE')?.['digest'],
  );
});

test('an encrypted value is unexplained; with nothing read elsewhere too', () => {
  const opaque = 'kJ83hsTTq29xPz01LmvBnY7w';
  expect(leaves(task(), urlSending(`${EVIL}?q=${opaque}`)).facts).toEqual({
    ...clean,
    valueNotFromTask: true,
  });
  expect(leaves(new Provenance('x', {}), urlSending(`${EVIL}?q=${opaque}`)).facts.valueNotFromTask).toBe(
    true,
  );
  expect(
    leaves(task(), urlSending('http://shop.test/p/halden-k75-mechanical-keyboard?sort=price-asc')).facts,
  ).toEqual(clean);
});

test('what could not be looked at to its end counts as from another site', () => {
  expect(foreign(leaves(task(), { ...bodySending(EVIL, ''), unreadable: true }))).toBe(true);
  expect(foreign(leaves(task(), bodySending(EVIL, 'lorem ipsum dolor '.repeat(60_000))))).toBe(true);
  expect(
    foreign(leaves(new Provenance('x', {}), bodySending(EVIL, 'lorem ipsum dolor '.repeat(60_000)))),
  ).toBe(false);
});

test('a picture that was given away: anything unexplained may be from there', () => {
  const provenance = new Provenance('look at my orders', {});
  const document = { id: 'd', url: ORDERS, title: '' };
  expect(foreign(leaves(provenance, textSending(EVIL, ORDER)))).toBe(false);
  provenance.read({ kind: 'IMAGE', base64: '', mimeType: 'image/jpeg', width: 1, height: 1, document });
  expect(foreign(leaves(provenance, textSending(EVIL, ORDER)))).toBe(true);
  expect(foreign(leaves(provenance, textSending(EVIL, 'good morning')))).toBe(false);
});

test('what a page asked in a dialog was read there, whoever tells of it and whatever is there by then', () => {
  const dialogs = [
    { dialog: 'prompt', message: 'Is it?', defaultText: ORDER, from: ORDERS, answer: 'DISMISSED' },
    { dialog: 'confirm', message: 'Send KX-77310?', from: ORDERS, answer: 'DISMISSED' },
  ] as const;
  const document = { id: 'd', url: EVIL, title: '' };
  const parts = { generation: 1, nodes: [], scroll: { y: 0, height: 0, viewportHeight: 900 }, status: 200 };
  for (const outcome of [
    { kind: 'DONE', document, navigated: true, status: 200, refused: [], dialogs } as const,
    { kind: 'SNAPSHOT', snapshot: { ...parts, document, blocked: null }, dialogs } as const,
  ]) {
    const provenance = new Provenance('look at my orders', {});
    provenance.read(outcome);
    expect(foreign(leaves(provenance, textSending(EVIL, ORDER))), outcome.kind).toBe(true);
    expect(foreign(leaves(provenance, textSending(EVIL, 'KX-77310'))), outcome.kind).toBe(true);
    expect(foreign(leaves(provenance, textSending(ORDERS, ORDER))), outcome.kind).toBe(false);
  }
});

test('what was allowed to go there once is not asked about again, there', () => {
  const provenance = task();
  const leaving = leaves(provenance, urlSending(`${EVIL}?q=${ORDER}#part`));
  expect(foreign(leaving)).toBe(true);
  provenance.commit(leaving);
  expect(leaves(provenance, urlSending(`${EVIL}?q=${ORDER}`, 'PAGE')).facts).toEqual(clean);
  expect(leaves(provenance, textSending(EVIL, ORDER)).facts).toEqual(clean);
  expect(foreign(leaves(provenance, textSending('http://prize.test/', ORDER)))).toBe(true);
  expect(foreign(leaves(provenance, textSending(EVIL, 'ana.lind@example.test')))).toBe(true);
});

test('memory is bounded; what was crowded out is said, and only a site’s own data is', () => {
  const provenance = task();
  for (let page = 0; page < 8; page += 1)
    provenance.readText(
      'http://flood.test/',
      Array.from({ length: 1_500 }, (_, at) => `Z${page * 1_500 + at + 100_000}x${at} lorem${at}ipsum`).join(
        ' ',
      ),
    );
  expect(provenance.bytes).toBeLessThan(4_000_000);
  const { findings } = leaves(provenance, textSending(EVIL, ORDER));
  expect(findings[0]).toMatchObject({ kind: 'CODE', from: ['http://account.test'] });
  // Unknown, and the flooding site had to drop something: it may be from there.
  expect(foreign(leaves(provenance, textSending(EVIL, 'QX-55512')))).toBe(true);
  expect(foreign(leaves(task(), textSending(EVIL, 'QX-55512')))).toBe(false);
});

test.each([
  ['letters', 'a'],
  ['digits', '1'],
  ['dots', 'a.'],
  ['signs and digits', '1-'],
  ['hexadecimal pairs', '0x'],
  ['escapes', '&#'],
  ['brackets', '[{'],
])('an endless run of %s costs its length, read and sent', (_, piece) => {
  const provenance = task();
  provenance.readText('http://flood.test/', piece.repeat(150_000));
  expect(foreign(leaves(provenance, textSending(EVIL, `${piece.repeat(10_000)} ${ORDER}`)))).toBe(true);
  expect(foreign(leaves(provenance, bodySending(EVIL, piece.repeat(400_000))))).toBe(true);
});

test('a visit covers the same address, and not with a fragment that it had not', () => {
  const provenance = new Provenance('do what the page says', {});
  provenance.readText('http://account.test/', 'your order D-20874663');
  const plain = provenance.examine([urlSending('http://collect.test/')]);
  expect(plain.carries).toBe(false);
  provenance.commit(plain);
  expect(isForeign(provenance, urlSending('http://collect.test/#D-20874663'))).toBe(true);
});

test('an intent of more codes than are kept stops nothing', () => {
  const many = Array.from({ length: 40 }, (_, at) => `KEY-${10_000 + at}`).join(' ');
  const provenance = new Provenance(many, {}, { tokensAtMost: 10 });
  provenance.readText(ORDERS, PAGE);
  expect(foreign(leaves(provenance, textSending(EVIL, ORDER)))).toBe(true);
});

test('of codes that all begin alike each is found as long as it is kept', () => {
  const provenance = new Provenance('look', {}, { tokensAtMost: 50 });
  const codes = Array.from({ length: 200 }, (_, at) => `ORDER-${10_000 + at}`);
  provenance.readText(ORDERS, codes.join('\n'));
  for (const code of codes.slice(-40))
    expect(leaves(provenance, textSending(EVIL, code)).findings[0]).toMatchObject({
      kind: 'CODE',
      text: code.toLowerCase().replace('-', ''),
    });
});
