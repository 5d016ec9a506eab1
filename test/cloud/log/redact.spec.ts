// Text for the log: what looks like a secret or names a person is left out, and the rest stays readable.
import { expect, test } from 'vitest';
import { redacted } from '#cloud/log/redact.ts';

test.each([
  ['mail ana.b+c@mail.example.co.uk now', 'mail [address] now'],
  ['password: hunter2, then go on', 'password: [left out], then go on'],
  ['my api key is abc123 and so on', 'my api key is [left out] and so on'],
  ['log in with password hunter2', 'log in with password [left out]'],
  ['use the password "tr0ub4dor" there', 'use the password "[left out]" there'],
  ['PIN 4711 please', 'PIN [left out] please'],
  ['Passwort lautet geheim12', 'Passwort lautet [left out]'],
  ['Kennwort: geheim12', 'Kennwort: [left out]'],
  ['contraseña: secreta9', 'contraseña: [left out]'],
  ['password: correct horse battery staple', 'password: [left out]'],
  ['{"password":"hunter2"}', '{"password":"[left out]"}'],
  ['pass the salt, and the token of thanks', 'pass the salt, and the token of thanks'],
  ['pay with 4111 1111 1111 1111 today', 'pay with [number] today'],
  ['call +49 (30) 123-4567.', 'call [number].'],
  ['https://shop.test/a?q=lamp#t=1 is it', 'https://shop.test/a?[left out] is it'],
  ['AIzaSyA1234567890abcdefghijklmnopqrstu', '[key]'],
  ['eyJhbGciOi.eyJzdWIiOiIx.c2lnbmF0dXJl', '[token]'],
  ['two lamps for 25 euros by 6 May', 'two lamps for 25 euros by 6 May'],
  ['half a pair \ud800 of signs', 'half a pair \ufffd of signs'],
])('`%s`', (text, left) => {
  expect(redacted(text)).toBe(left);
});

test('a long text is cut between two words, so that no secret is torn apart and left', () => {
  const text = `${'word '.repeat(799)}ana@example.com and more`;
  expect(redacted(text)).toBe('word '.repeat(799));
});

test.each([
  'a'.repeat(4_000),
  '1 '.repeat(2_000),
  'a1+'.repeat(1_333),
  'http://'.repeat(570),
  '@a.'.repeat(1_300),
])('whatever is written takes no longer than its length: %#', (text) => {
  expect(redacted(text).length).toBeLessThanOrEqual(text.length + 10);
});
