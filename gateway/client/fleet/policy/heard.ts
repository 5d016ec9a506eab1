// What a node heard of its policy and does not forget, whatever the database says later. INVARIANT: a file that cannot be read is an error, and
// the node denies; it is never taken for "heard nothing".
import { join } from 'node:path';
import { z } from 'zod';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const heard = z.strictObject({
  format: z.literal(1),
  /** Of the bundles. */
  id: z.string(),
  /** The highest revision that was for this node, and whose signature held. */
  least: z.number().int(),
  /** Stops that nothing signed has ended. */
  stops: z.array(z.string()),
});
export type Heard = Pick<z.output<typeof heard>, 'least' | 'stops'>;

const fileIn = (directory: string): string => join(directory, 'fleet-heard.json');

/** Of another policy nothing was heard. Errors: `fleet.unconfirmed`. */
export function readHeard(directory: string, id: string): Result<Heard> {
  const file = fileIn(directory);
  try {
    const text = readText(file);
    const nothing = { least: 0, stops: [] };
    if (text === null) return ok(nothing);
    const kept = heard.parse(JSON.parse(text));
    return ok(kept.id === id ? kept : nothing);
  } catch (thrown) {
    return fail('fleet.unconfirmed', `what this node heard of its policy cannot be read (\`${file}\`)`, {
      cause: describe(thrown).split('\n')[0],
      help: 'bring the file back; without it, it is not known whether the fleet was stopped',
    });
  }
}

/** Throws what writing throws. */
export function writeHeard(directory: string, id: string, { least, stops }: Heard): void {
  writeAtomically(fileIn(directory), `${JSON.stringify({ format: 1, id, least, stops })}\n`);
}
