// Which cards a person can read: the whole of what a script is and is given counts, not each part for itself.
import { expect, test } from 'vitest';
import { illegible, MAX_SCRIPT_CHARACTERS, MAX_SCRIPT_LINES } from '#gateway/boundary/words/legible.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';

const script = (value: string): CardRow => ({
  kind: 'SCRIPT',
  label: 'script',
  value,
  by: 'GATEWAY',
  masked: false,
});

test('a script at its bounds is read; one beyond them is not', () => {
  expect(illegible([script('x'.repeat(MAX_SCRIPT_CHARACTERS))])).toBeNull();
  expect(illegible([script('x'.repeat(MAX_SCRIPT_CHARACTERS + 1))])?.code).toBe('consent.too-long');
  expect(illegible([script('x\n'.repeat(MAX_SCRIPT_LINES))])?.code).toBe('consent.too-long');
});

test('code that is spread over many arguments is as long as it is', () => {
  const parts = Array.from({ length: 46 }, () => script('x'.repeat(9_000)));
  expect(illegible(parts)).toMatchObject({
    code: 'consent.too-long',
    message: expect.stringContaining('a script and what it is given'),
  });
  expect(illegible(Array.from({ length: 40 }, () => script('x'.repeat(200))))).toBeNull();
});
