// Which bytes may be a deflate stream, against zlib as the oracle, and that nothing is unpacked that cannot be.
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { base64 } from '#gateway/boundary/provenance/encodings/byte-encodings.ts';
import { mayBeDeflated } from '#gateway/boundary/provenance/encodings/deflated.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const RUNS = { numRuns: drawn({ quick: 3_000, long: 60_000 }) };

/** Any signs, or few of them, of which some come more often: these get codes of their own. */
const TEXT = fc.oneof(
  fc.string({ maxLength: 400 }),
  fc.string({ unit: fc.constantFrom(...'eeetta oinshrdlu'), minLength: 200, maxLength: 600 }),
);

function unpacks(bytes: Uint8Array): boolean {
  try {
    zlib.inflateRawSync(bytes);
    return true;
  } catch {
    return false;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('whatever was packed into one block may be one, with fixed codes and with codes of its own', () => {
  const kinds = new Set<number>();
  fc.assert(
    fc.property(TEXT, fc.integer({ min: 1, max: 8 }), (text, times) => {
      for (const strategy of [zlib.constants.Z_DEFAULT_STRATEGY, zlib.constants.Z_FIXED]) {
        const packed = zlib.deflateRawSync(text.repeat(times), { strategy, level: 9 });
        const kind = (packed[0] ?? 0) & 7;
        kinds.add(kind);
        // Text that does not pack is stored as it is.
        if (kind !== 3 && kind !== 5) continue;
        expect(mayBeDeflated(packed)).toBe(true);
        expect(mayBeDeflated(Buffer.concat([packed, Buffer.from('and more')]))).toBe(true);
      }
    }),
    RUNS,
  );
  expect([...kinds]).toEqual(expect.arrayContaining([3, 5]));
});

test('of bytes at random, and of streams with a byte changed, all that zlib unpacks may be one', () => {
  const packed = fc.string({ minLength: 1, maxLength: 60 }).chain((text) => {
    const bytes = zlib.deflateRawSync(text, { strategy: zlib.constants.Z_FIXED });
    return fc
      .tuple(fc.nat({ max: bytes.length - 1 }), fc.nat({ max: 255 }))
      .map(([at, byte]) => bytes.map((old, place) => (place === at ? byte : old)));
  });
  const random = fc
    .uint8Array({ minLength: 8, maxLength: 80 })
    .map((bytes) => bytes.map((byte, at) => (at === 0 ? (byte & ~7) | 3 : byte)));
  let refused = 0;
  fc.assert(
    fc.property(fc.oneof(packed, random), (bytes) => {
      const kind = (bytes[0] ?? 0) & 7;
      if (mayBeDeflated(bytes)) return;
      refused += 1;
      if (kind === 3 || kind === 5) expect(unpacks(bytes)).toBe(false);
    }),
    RUNS,
  );
  expect(refused).toBeGreaterThan(RUNS.numRuns / 10);
});

test('words of a program make no inflater, and what is packed is read', () => {
  const unpack = vi.spyOn(zlib, 'inflateRawSync');
  syncBuiltinESMExports();
  const words = Array.from({ length: 400 }, (_, at) => `${'dWlhbXk'[at % 7]}etElementByIdentifier${at}Name`);
  base64.decode(words.join(' '));
  expect(unpack.mock.calls.length).toBeLessThan(8);
  const secret = 'the order ZV-71350 goes to Lisbon, the order ZV-71351 to Porto';
  const packed = zlib.deflateRawSync(secret).toString('base64');
  expect(base64.decode(packed)).toContain(secret);
});
