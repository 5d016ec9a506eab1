// What persists, and the number of its format. INVARIANT: what a newer program wrote is named as such, is read by nobody and written
// by nobody; a number goes up by one with each change that an earlier program would misread.
import { fail } from '#policy/language/failure.ts';
import type { Err, ErrorCode } from '#policy/language/failure.ts';
import { VERSION } from './version.ts';

/** The formats that this program writes; it reads these and every earlier one. */
export const FORMAT = {
  audit: 1,
  vault: 1,
  /** Within the vault, which tells it only to whom has the key. */
  vaultTables: 3,
  inForce: 1,
  /** Of the same, where a document includes lists: an earlier program would compare with a policy that does not load. */
  inForceWithLists: 2,
  revisions: 1,
  backup: 1,
} as const;

type Store = {
  readonly name: string;
  /** Below the data directory, unless it says where. */
  readonly place: string;
  /** `null`: it needs no number. */
  readonly format: number | null;
  /** Where the number stands, or why none is needed. */
  readonly why: string;
};

/** Everything that a start leaves for the next one. */
export const STORES: readonly Store[] = [
  {
    name: 'audit log',
    place: 'audit/audit.db',
    format: FORMAT.audit,
    why: '`PRAGMA user_version`; 0: before numbers',
  },
  {
    name: 'checkpoint and keys of the log',
    place: 'audit/audit.checkpoint, audit.pub, audit.key',
    format: null,
    why: 'C2SP texts: their key says the algorithm; another one is refused',
  },
  { name: 'vault', place: 'vault/vault.json', format: FORMAT.vault, why: '`format` in it' },
  {
    name: 'tables of the vault',
    place: 'vault/vault.db',
    format: FORMAT.vaultTables,
    why: '`user_version`; 1: sessions alone; 2: no pictures',
  },
  {
    name: 'policy in force',
    place: 'policy/in-force.note',
    format: FORMAT.inForce,
    why: 'its first line; 2: with the lists that documents include',
  },
  {
    name: 'revisions of bundles',
    place: 'policy/revisions.json',
    format: FORMAT.revisions,
    why: '`format`; none: before numbers',
  },
  {
    name: 'edit of the policy that was cut off',
    place: 'policy/edit.json',
    format: null,
    why: 'of one start: taken back by the next; one that is not understood changes nothing',
  },
  {
    name: 'trusted keys and kept bundles',
    place: 'policy/trusted-keys, policy/bundles',
    format: null,
    why: 'texts of signed notes, and bundles, whose manifest is checked as any bundle’s',
  },
  {
    name: 'settings',
    place: 'config.yaml',
    format: null,
    why: 'written by people: a key that is not known is refused with its line',
  },
  {
    name: 'recordings and exported sessions',
    place: 'where a person put them',
    format: null,
    why: '`version` in the file, refused when it is another',
  },
  {
    name: 'downloads, pictures and states of agents',
    place: 'downloads, workers',
    format: null,
    why: 'files as they came',
  },
  {
    name: 'profiles, sockets and rendezvous files',
    place: 'profiles, run',
    format: null,
    why: 'of one start: swept by the next',
  },
];

/** Errors: the code that is given. */
export function newerFormat(
  code: Extract<ErrorCode, `${string}.newer-format`>,
  path: string,
  { format, known }: { readonly format: number; readonly known: number },
): Err {
  return fail(
    code,
    `\`${path}\` was written by a newer Ghost Browser: format ${format}, and this program (${VERSION}) reads up to ${known}`,
    {
      help: 'nothing was written to it: update Ghost Browser, or restore a backup that this version made (`ghost restore`)',
      details: { path, format, reads: known },
    },
  );
}
