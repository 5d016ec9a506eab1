// What the audit log never holds: values of secrets, whoever hands them in and wherever they stand.
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clean, maskDetails, maskSentence, secrecyOf } from '#gateway/audit/mask/mask.ts';
import { maskText } from '#gateway/audit/mask/mask-text.ts';
import { saidSecrets } from '#gateway/audit/mask/said-secrets.ts';
import { aDirectory, anEvent, open } from './audit-chain.ts';

const details = (value: Record<string, unknown>): unknown => JSON.parse(maskDetails(value).json);

test.for([
  'password',
  'newPassword',
  'new_password',
  'PASSWORD',
  'user-password',
  'passwd',
  'secret',
  'clientSecret',
  'token',
  'accessToken',
  'csrf_token',
  'authorization',
  'Authorization',
  'cookie',
  'Set-Cookie',
  'cookies',
  'otp',
  'otpCode',
  'cardNumber',
  'card',
  'cvc',
  'pin',
  'apiKey',
  'api_key',
  'x-api-key',
  'privateKey',
  'credentials',
])('a value under `%s` is masked to its length', (key) => {
  expect(details({ [key]: 'hunter2' })).toEqual({ [key]: '•••(7)' });
  expect(details({ a: [{ [key]: { b: ['hunter2'] } }] })).toEqual(
    key === 'card' ? { a: [{ card: { b: ['hunter2'] } }] } : { a: [{ [key]: { b: ['•••(7)'] } }] },
  );
});

test.for([
  'requestId',
  'policyHash',
  'host',
  'tokenCount',
  'authorizationId',
  'passwordField',
  'passwordLength',
  'keyboard',
  'discard',
  'pinned',
  'tabAction',
  'secretary',
  'COOKIES',
  'ACCESS_PASSWORDS',
  'COOKIE_READ',
  'FORM_SUBMIT_CREDENTIALS',
])('a value under `%s` stays readable', (key) => {
  expect(secrecyOf(key)).toBe('none');
  expect(details({ [key]: 'DENY' })).toEqual({ [key]: 'DENY' });
});

test('yes, no and nothing under a telling key stay; numbers stay where they count and go where they are secret', () => {
  expect(details({ password: true, otp: null, cookie: '', tokens: 1204, pin: 1234, cvc: 987 })).toEqual({
    password: true,
    otp: null,
    cookie: '',
    tokens: 1204,
    pin: '•••(4)',
    cvc: '•••(3)',
  });
});

test.for<readonly [text: string, secret: string]>([
  ['log in as ana with the password hunter22', 'hunter22'],
  ['my password is hunter22, and then read the orders', 'hunter22'],
  ['set the passcode to x-9-y, twice', 'x-9-y'],
  ['enter hunter22 as the password', 'hunter22'],
  ['type hunter22 into the password field', 'hunter22'],
  ['sign in as ana with hunter22', 'hunter22'],
  ['sign in with ana and hunter22', 'hunter22'],
  ['use the PIN 1234', '1234'],
  ['the verification code is 493021.', '493021'],
  ['the password “blue Horse 7”', 'blue Horse 7'],
])('what a sentence says as a secret is masked: %s', ([text, secret]) => {
  expect(maskSentence(text)).toBe(text.replace(secret, `•••(${secret.length})`));
});

test.for([
  'click “Forgot your password?”',
  'the password field is empty, and the password is wrong',
  'a page asked for a password or card',
  'log in as ana with the saved password',
  'sign in with Google and open http://shop.test/orders/48213',
  'pin the message 3 times, then read the login code again',
  'send the verification code to ana@example.com',
  'change my password on account.test',
])('a sentence about passwords stays as it is: %s', (text) => {
  expect(maskSentence(text)).toBe(text);
});

test('of a person’s own words, a plain word that is said as a password is one as well', () => {
  expect(saidSecrets('log in as ana with the password sunshine and read the orders', 'ANY')).toEqual([
    'sunshine',
  ]);
  expect(saidSecrets('the password is "two words"', 'ANY')).toEqual(['two words']);
  expect(saidSecrets('use the code 482913 to log in', 'ANY')).toEqual(['482913']);
  expect(saidSecrets('my code is 482-913, and 5512 as the code', 'SHAPED')).toEqual(['482-913', '5512']);
  for (const open of ['the error code 40412', 'the postal code 10115', 'the code SAVE20', 'code 10 lamps'])
    expect(saidSecrets(open, 'ANY')).toEqual([]);
  expect(saidSecrets('my password is correct horse and read the orders', 'ANY')).toContain('correct horse');
  expect(saidSecrets('my password is required to log in', 'ANY')).toEqual([]);
  expect(saidSecrets('reset the password for account.test, pin message 5', 'ANY')).toEqual([]);
  expect(maskSentence('the password sunshine')).toBe('the password sunshine');
});

describe('in a text', () => {
  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
  test.for([
    ['Authorization: Bearer abcdefgh12345678', 'abcdefgh'],
    ['sent header bearer mF_9.B5f-4.1JqM', 'mF_9'],
    ['Basic dXNlcjpwYXNzd29yZA==', 'dXNlcjp'],
    [`cookie is ${JWT} here`, 'eyJ'],
    ['pay with 4111111111111111 now', '41111'],
    ['pay with 4242 4242 4242 4242 now', '4242'],
    ['pay with 5555-5555-5555-4444', '5555'],
    ['amex 378282246310005', '3782'],
    ['https://ana:hunter2@shop.test/', 'hunter2'],
    ['https://shop.test/reset?token=abc123&x=1', 'abc123'],
    ['https://shop.test/#access_token=abc123', 'abc123'],
    ['password: hunter2', 'hunter2'],
    ['the password = "correct horse battery"', 'horse'],
    ['{"otp":"123456"}', '123456'],
    ['export API_KEY=abcd1234', 'abcd1234'],
    ['key sk-proj-Ab12Cd34Ef56Gh78Ij90', 'Ab12'],
    ['AIzaSyA-1234567890abcdefghijklmnopqrstuv', 'AIzaSy'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'ghp_abc'],
    ['AKIAIOSFODNN7EXAMPLE', 'AKIAIOS'],
    ['wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY3fB', 'wJalr'],
    ['q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng=', 'q83v'],
    ['-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----', 'MC4CAQ'],
  ])('`%s` loses its secret', ([text, secret]) => {
    const masked = maskText(text ?? '');
    expect(masked).not.toContain(secret);
    expect(masked).toMatch(/•••\(\d+\)/);
    expect(maskText(masked)).toBe(masked);
  });

  test.for([
    'click link “Orders” at account.test',
    'fill field “Password” at account.test',
    'rules.named-by-user:31',
    `policy sha256:${'0123456789abcdef'.repeat(4)}`,
    'sha256-q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng=',
    'https://en.test/wiki/How_To_Build_A_Mechanical_Keyboard_In_2026_And_Keep_It',
    'https://shop.test/products/Category/Keyboards/Mechanical/Model-K2-Wireless-2026',
    'order 1234567890123456',
    'at 1763766540000 ms',
    '550e8400-e29b-41d4-a716-446655440000',
    'FORM_SUBMIT_CREDENTIALS and ACCESS_COOKIES are denied',
    'a bearer of good news, a basic question',
    'http://127.0.0.1:8080/search?q=tokens',
  ])('`%s` stays readable', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

test('a card number that comes as a number is masked, an identifier is not', () => {
  expect(details({ value: 4111111111111111, id: 1763766540000 })).toEqual({
    value: '•••(16)',
    id: 1763766540000,
  });
});

test('what is masked stays as it is when it is masked again', () => {
  expect(details({ password: '•••(7)' })).toEqual({ password: '•••(7)' });
});

test('details come out as plain JSON of bounded size whatever goes in', () => {
  const circle: Record<string, unknown> = { name: 'circle' };
  circle['self'] = circle;
  expect(details(circle)).toEqual({ name: 'circle', self: '[circular]' });
  expect(
    details({
      at: new Date(0),
      never: new Date(Number.NaN),
      big: 10n,
      not: Number.NaN,
      gone: undefined,
      f: () => 1,
    }),
  ).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    never: 'Invalid Date',
    big: '10',
    not: 'NaN',
  });
  expect(
    details({
      url: new URL('https://a:b@shop.test/'),
      map: new Map([['k', 1]]),
      set: new Set([1]),
      bytes: Buffer.alloc(3),
    }),
  ).toEqual({
    url: 'https://a:•••(1)@shop.test/',
    map: { k: 1 },
    set: [1],
    bytes: '[3 bytes]',
  });
  expect(maskDetails(JSON.parse('{"__proto__":{"x":1}}')).json).toBe('{"__proto__":{"x":1}}');
  expect(clean('x'.repeat(20_000))).toHaveLength(16_384 + '…(20000 characters)'.length);
  const huge = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`k${index}`, 'x'.repeat(10_000)]),
  );
  expect(details(huge)).toMatchObject({ omitted: { digest: expect.stringMatching(/^sha256:/) } });
});

test('no text makes masking fail, and no secret under a telling key survives it', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), fc.string({ unit: 'binary' }), (rest, text) => {
      expect(maskSentence(text)).toBe(maskSentence(maskSentence(text)));
      const secret = 'Xq7-the-secret-value-7qX';
      expect(maskDetails({ ...rest, password: secret, nested: [{ token: secret }] }).json).not.toContain(
        secret,
      );
    }),
  );
});

test('a secret in any field of an event is in no file of the log', async () => {
  const directory = aDirectory();
  const log = await open(directory);
  const secret = 'Bearer s3cr3tS3CR3Ts3cr3t';
  const card = '4111 1111 1111 1111';
  const event = anEvent({
    what: `type ${secret}`,
    why: `because ${card}`,
    where: 'https://a:hunter22@shop.test',
    outcome: secret,
  });
  await log.append({
    ...event,
    who: `client:${secret}`,
    details: { password: 'hunter22', note: card, headers: { cookie: 'sid=hunter22' } },
  });
  const files = ['audit.db', 'audit.db-wal', 'audit.checkpoint'].map((name) =>
    readFileSync(`${directory}/${name}`, 'latin1'),
  );
  await log.close();
  files.push(readFileSync(`${directory}/audit.db`, 'latin1'));
  for (const text of files)
    for (const value of ['s3cr3t', '4111', 'hunter22']) expect(text).not.toContain(value);
});
