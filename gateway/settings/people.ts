// Who is in which team and in which groups: `people:` of the settings; and whose account this process runs as. INVARIANT: closed; nobody
// says of themselves where they belong.
import { userInfo } from 'node:os';
import { z } from 'zod';
import { canonicalPlain } from '#policy/requests/names.ts';

const name = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (text) => canonicalPlain(text) === text && !text.includes(','),
    'has no comma, and no space at its ends',
  );

export const peopleSchema = z
  .record(
    name,
    z.strictObject({
      team: name.optional(),
      groups: z.array(name).max(64).default([]),
    }),
  )
  .default({});

export function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // what `Intl` does not know
  }
}

/** `''` where the machine has no name for it: then no policy names it, and nobody else is taken for it. */
export function ownAccount(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a uid without an entry in the machine's list
  }
}
