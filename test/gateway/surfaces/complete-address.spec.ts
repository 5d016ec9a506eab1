// What a person writes without a scheme is completed, and nothing else is touched.
import { expect, test } from 'vitest';
import { completeAddress } from '#gateway/surfaces/commands/call/complete-address.ts';

test.each([
  ['example.com', 'https://example.com'],
  ['example.com/a?b#c', 'https://example.com/a?b#c'],
  [' Example.com:8443/a ', 'https://Example.com:8443/a'],
  ['shop.test/cart', 'http://shop.test/cart'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1/x', 'http://127.0.0.1/x'],
  ['[::1]:80/x', 'http://[::1]:80/x'],
])('`%s` is %s', (written, whole) => {
  expect(completeAddress(written)).toBe(whole);
});

test.each([
  'https://example.com/',
  'http:example.com',
  'about:blank',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'mailto:a@b.test',
  'a@b.test',
  'user:1@b.test',
  'hello',
  'two words.test and more',
  '//shop.test/x',
  '/etc/passwd',
  '..',
  '',
])('`%s` stays as it is', (written) => {
  expect(completeAddress(written)).toBe(written);
});
