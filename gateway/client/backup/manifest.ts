// What a backup says of itself: who wrote it and when, in which formats, and each file's size and digest.
// INVARIANT: read from a backup it is untrusted: a path is one of a closed list, so that nothing is written outside of its place.
import { z } from 'zod';
import { FORMAT, newerFormat } from '#gateway/settings/formats.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';

const KEPT = /^policy\/(?:bundles\/[0-9a-f]{64}\.gpb|kept\/[0-9a-f]{64}\.json)$/u;
const NAMED = new Set([
  'audit/audit.db',
  'audit/audit.checkpoint',
  'audit/audit.pub',
  'vault/vault.db',
  'vault/vault.json',
  'policy/in-force.note',
  'policy/in-force.next',
  'policy/revisions.json',
  'policy/trusted-keys',
  'config.yaml',
  'keys.json',
]);

const KIBIBYTE_BYTES = 1024;
const MEBIBYTE_BYTES = 1024 * KIBIBYTE_BYTES;
/** Of what is read into memory at a restore or start. Log, vault and bundles have the bound of the backup's own size. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  'audit/audit.checkpoint': 64 * KIBIBYTE_BYTES,
  'audit/audit.pub': 64 * KIBIBYTE_BYTES,
  'vault/vault.json': 64 * KIBIBYTE_BYTES,
  'policy/revisions.json': MEBIBYTE_BYTES,
  'policy/trusted-keys': MEBIBYTE_BYTES,
  'config.yaml': MEBIBYTE_BYTES,
  'keys.json': 64 * KIBIBYTE_BYTES,
};
const fits = ({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): boolean =>
  sizeBytes <= (MOST_BYTES[path] ?? Number.MAX_SAFE_INTEGER);

/** Keys in the clear are none of these. */
export const mayBeKept = (path: string): boolean => NAMED.has(path) || KEPT.test(path);

export const MOST_FILES = 20_000;

const digest = z.string().regex(/^[0-9a-f]{64}$/u);
const schema = z.strictObject({
  format: z.literal(FORMAT.backup),
  /** Program, version and user. */
  by: z.string().max(200),
  madeAt: z.iso.datetime(),
  formats: z.strictObject({ audit: z.number().int().min(0), vault: z.number().int().min(1).nullable() }),
  log: z.strictObject({
    entries: z.number().int().min(0),
    rootHash: z.string().max(100),
    publicKey: z.string().max(500),
  }),
  files: z
    .array(
      z
        .strictObject({
          path: z.string().max(200).refine(mayBeKept, 'is not a path of a data directory'),
          sizeBytes: z.number().int().min(0),
          sha256: digest,
        })
        .refine(fits, 'is larger than such a file can be'),
    )
    .min(3)
    .max(MOST_FILES)
    .refine((files) => new Set(files.map(({ path }) => path)).size === files.length, 'names a file twice'),
  keys: z.enum(['NONE', 'WRAPPED']),
  /** What of the data directory is not in it, in words. */
  without: z.array(z.string().max(500)).max(50),
});

export type Manifest = z.infer<typeof schema>;
export type KeptFile = Manifest['files'][number];

const later = z.object({
  format: z
    .number()
    .int()
    .min(FORMAT.backup + 1),
});

/** Errors: `backup.newer-format`, `audit.newer-format`, `vault.newer-format`, `backup.unreadable`. */
export function parseManifest(text: string, file: string): Result<Manifest> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const newer = later.safeParse(value);
  if (newer.success)
    return newerFormat('backup.newer-format', file, { format: newer.data.format, known: FORMAT.backup });
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail('backup.unreadable', `\`${file}\` is no backup that can be restored`, {
      cause: `its manifest: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
      help: 'nothing was written: take another copy of the backup',
    });
  }
  const { audit, vault } = parsed.data.formats;
  if (audit > FORMAT.audit)
    return newerFormat('audit.newer-format', file, { format: audit, known: FORMAT.audit });
  if (vault !== null && vault > FORMAT.vault)
    return newerFormat('vault.newer-format', file, { format: vault, known: FORMAT.vault });
  return ok(parsed.data);
}
