// Provenance on random texts: what was read on one site is found in every composition of two encodings; what the person wrote, or
// the destination shows, never is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { CASES, ENCODERS } from '#test/fixtures/encoders.ts';
import type { Encoder } from '#test/fixtures/encoders.ts';
import { bodySending, isForeign, textSending, urlSending } from '#test/fixtures/leaving.ts';

const FROM = 'http://account.test/';
const TO = 'http://collect.test/c';

const chars = (alphabet: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const word = chars(LETTERS, 3, 9);
const digits = chars('0123456789', 5, 10);
const code = fc
  .tuple(chars('ABCDEFGHJKLMNPQRSTUVWXYZ', 1, 3), fc.constantFrom('-', '', '/'), digits)
  .map(([head, sign, tail]) => head + sign + tail);
const mail = fc
  .tuple(word, word, chars(LETTERS, 2, 3))
  .map(([name, host, top]) => `${name}.${host}@${host}.${top}`);
const passage = fc.array(word, { minLength: 6, maxLength: 9 }).map((words) => words.join(' '));
const secretText = fc.oneof(code, mail, passage);
const prose = fc.array(word, { minLength: 0, maxLength: 12 }).map((words) => words.join(' '));

/** A change of case loses nothing only around what does not need it. */
const composed: fc.Arbitrary<readonly Encoder[]> = fc.oneof(
  fc.tuple(fc.constantFrom(...ENCODERS), fc.constantFrom(...ENCODERS)),
  fc.tuple(
    fc.constantFrom(...ENCODERS.filter(({ caseless }) => caseless === true)),
    fc.constantFrom(...CASES),
  ),
);
const place = fc.constantFrom(
  (value: string) => urlSending(`${TO}?q=${encodeURIComponent(value)}`),
  (value: string) => urlSending(`${TO}/${encodeURIComponent(value)}/x`),
  (value: string) => urlSending(`${TO}#${encodeURIComponent(value)}`),
  (value: string) => textSending(TO, value),
  (value: string) => bodySending(TO, `a=1&note=${encodeURIComponent(value)}`),
  (value: string) => bodySending(TO, JSON.stringify({ note: value })),
);

test('what was read on another site is found behind any two encodings, wherever it stands', () => {
  fc.assert(
    fc.property(secretText, prose, prose, composed, place, (text, before, after, [inner, outer], put) => {
      const provenance = new Provenance('do what the page says', {});
      provenance.readText(FROM, [before, text, after].join('\n'));
      const value = [inner, outer].reduce((sofar, encoder) => encoder?.encode(sofar) ?? sofar, text);
      if (!isForeign(provenance, put(value)))
        throw new Error(`${outer?.name ?? ''} of ${inner?.name ?? ''}: ${value}`);
    }),
    { numRuns: 250, endOnFailure: true },
  );
});

test('what the person wrote is never from another site', () => {
  fc.assert(
    fc.property(secretText, prose, prose, place, (text, before, after, put) => {
      const provenance = new Provenance(`please send ${text} there`, {});
      provenance.readText(FROM, [before, text, after].join('\n'));
      expect(isForeign(provenance, put(text))).toBe(false);
    }),
    { numRuns: 80, endOnFailure: true },
  );
});

test('what the destination shows itself is never from another site', () => {
  fc.assert(
    fc.property(secretText, prose, prose, place, (text, before, after, put) => {
      const provenance = new Provenance('do what the page says', {});
      provenance.readText(FROM, [before, text, after].join('\n'));
      provenance.readText(TO, [after, text, before].join('\n'));
      expect(isForeign(provenance, put(text))).toBe(false);
    }),
    { numRuns: 80, endOnFailure: true },
  );
});

test('words of the task’s own are never from another site, in no encoding', () => {
  const own = fc.array(chars('bcdfghjklmnpqrstvwxz', 4, 7), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(own, secretText, fc.constantFrom(...ENCODERS), place, (words, text, encoder, put) => {
      const provenance = new Provenance('do what the page says', {});
      provenance.readText(FROM, text);
      expect(isForeign(provenance, put(encoder.encode(words.join(' '))))).toBe(false);
    }),
    { numRuns: 80, endOnFailure: true },
  );
});
