// The rolling hash of the last five characters: one step for each character of a text.
import { MIN_TOKEN_CHARACTERS } from './tokens.ts';

const HASH_MULTIPLIER = 0x01_00_01_93;
const LEAVING = Array.from({ length: MIN_TOKEN_CHARACTERS }).reduce<number>(
  (power) => Math.imul(power, HASH_MULTIPLIER),
  1,
);

/** `next` comes in, `gone` (five characters before it, 0 for none) goes out. */
export const rolled = (hash: number, next: number, gone: number): number =>
  (Math.imul(hash, HASH_MULTIPLIER) + next - Math.imul(LEAVING, gone)) | 0;

export const stirred = (hash: number): number => Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d) >>> 0;
