// What tells two counted events apart in the entry that stands for them, without their words. Where they are written and where they are
// read it is the same.
import { createHash } from 'node:crypto';

export const sampleOf = ({ where, what }: { readonly where: string; readonly what: string }): string =>
  `sha256:${createHash('sha256').update(`${where} ${what}`).digest('hex').slice(0, 32)}`;
