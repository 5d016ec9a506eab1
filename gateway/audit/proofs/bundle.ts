// Many entries with their ways to one signed root, as one file: JSON, each hash once. INVARIANT: a bundle is whole where every entry folds
// to the root, and its last entry says of how many it is and what was asked for.
import { hash } from 'node:crypto';
import { z } from 'zod';
import { ok, type Result } from '#policy/language/failure.ts';
import type { Checkpoint } from '#gateway/audit/format/checkpoint.ts';
import type { ProvenEntries } from '#gateway/protocol/views/audit.ts';
import { badProof, checkEntry, checkSigned, jsonIn } from './proof.ts';

const FORMAT = 'ghost-audit-bundle@v1';

const bundle = z.strictObject({
  format: z.literal(FORMAT),
  checkpoint: z.string().max(10_000),
  hashes: z.array(z.string().max(44)),
  entries: z.array(
    z.strictObject({ seq: z.int().min(1), text: z.string(), path: z.array(z.int().min(0)).max(63) }),
  ),
});

export function bundleOf({ checkpoint, entries }: ProvenEntries): string {
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text) ?? places.size;
    places.set(text, known);
    return known;
  };
  const packed = entries.map(({ seq, text, path }) => ({ seq, text, path: path.map(placeOf) }));
  return `${JSON.stringify({ format: FORMAT, checkpoint, hashes: [...places.keys()], entries: packed })}\n`;
}

export type CheckedBundle = {
  readonly checkpoint: Checkpoint;
  /** Their texts, in order; without the one that tells of the export. */
  readonly entries: readonly string[];
  readonly query: string;
  /** Nothing that matched was left out, by the log's own word. */
  readonly complete: boolean;
};

const exported = z.object({
  type: z.literal('audit.exported'),
  details: z.object({
    form: z.literal('bundle'),
    query: z.string(),
    entries: z.int(),
    complete: z.boolean(),
    digest: z.string(),
  }),
});

/** Errors: `audit.bad-proof`. */
export function checkBundle(file: string, publicKey: string): Result<CheckedBundle> {
  const read = bundle.safeParse(jsonIn(file));
  if (!read.success) return badProof('it is no bundle of an audit log');
  const { checkpoint, hashes, entries } = read.data;
  const signed = checkSigned(checkpoint, publicKey);
  if (!signed.ok) return signed;
  for (const { seq, text, path } of entries) {
    const way = path.map((place) => hashes[place] ?? '');
    const checked = checkEntry({ seq, text, path: way }, signed.value);
    if (!checked.ok) return checked;
  }
  const said = exported.safeParse(jsonIn(entries.at(-1)?.text ?? ''));
  if (!said.success) return badProof('its last entry does not tell of the export');
  const { details } = said.data;
  const texts = entries.slice(0, -1).map(({ text }) => text);
  const digest = `sha256:${hash('sha256', texts.map((text) => `sha256:${hash('sha256', text)}\n`).join(''))}`;
  if (texts.length !== details.entries || digest !== details.digest)
    return badProof(`it is not what the log says was exported: ${details.entries} entries`);
  return ok({ checkpoint: signed.value, entries: texts, query: details.query, complete: details.complete });
}
