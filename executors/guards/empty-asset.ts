// The answers for withheld pictures, fonts and sounds: an empty one of the same kind, so that the page goes on as if it had it.
// INVARIANT: no cache keeps them, so that a later request gets the real asset. Pure.
import type { AssetClass } from '#policy/language/vocabulary.ts';

/** One transparent pixel (GIF 89a). */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const SAMPLE_RATE_HZ = 8_000;
/** How long the silence is that is in a film's or a sound's place. */
export const EMPTY_SECONDS = 0.1;

export type EmptyAsset = {
  readonly responseCode: number;
  readonly responseHeaders: { name: string; value: string }[];
  readonly body: string;
};

/** `origin`: of the document that asks, where it says so; a page may read what is empty. */
export function emptyAsset(asset: AssetClass, origin: string): EmptyAsset {
  const headers = (type: string): { name: string; value: string }[] => [
    { name: 'content-type', value: type },
    { name: 'cache-control', value: 'no-store' },
    { name: 'access-control-allow-origin', value: origin },
    { name: 'access-control-allow-credentials', value: 'true' },
    { name: 'cross-origin-resource-policy', value: 'cross-origin' },
  ];
  switch (asset) {
    case 'IMAGE':
      return { responseCode: 200, responseHeaders: headers('image/gif'), body: PIXEL };
    case 'MEDIA':
      return { responseCode: 200, responseHeaders: headers('audio/wav'), body: SILENCE };
    case 'FONT':
      // No font without a glyph is one that the engine takes: with none, text is in the next of its family.
      return { responseCode: 204, responseHeaders: headers('font/woff2'), body: '' };
  }
}

const SILENCE = silence(SAMPLE_RATE_HZ * EMPTY_SECONDS).toString('base64');

/** RIFF, PCM, one channel, 8 bits: 0x80 is no sound. */
function silence(samples: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  head.writeUInt32LE(SAMPLE_RATE_HZ, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 0x80)]);
}
