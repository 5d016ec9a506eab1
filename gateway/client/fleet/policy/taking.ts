// A bundle of the fleet's on its way into force, and one beside it in shadow. INVARIANT: the database says which revision is wanted, and never
// what may be done: signature, id, revision, floor and tests are held against this node's own keys and state.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#executors/system/clock.ts';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import type { Database } from '#gateway/client/fleet/database/database.ts';
import { readTrusted, verifierFor } from '#gateway/policy/kept/keys.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { MAX_BUNDLE_BYTES } from '#policy/tools/gate/bundle.ts';
import type { Bundle } from '#policy/tools/gate/bundle.ts';
import { openPublished } from './opening.ts';
import { published } from './rows.ts';
import type { RollOut } from './target.ts';

export type Taking = {
  /** Of the bundles. */
  readonly id: string;
  /** Where the bundle lies that decides. */
  readonly file: string;
  /** `<data>/policy`, with the trusted keys. */
  readonly directory: string;
  readonly clock: Clock;
  readonly life: PolicyLife;
};

/** The fleet's bundle that is in force. */
export function ownOf({
  life,
  id,
  file,
}: Taking): { revision: number; digest: string; keyId: string } | null {
  const own = life.bundles.find(({ manifest, file: from }) => manifest.id === id && from === file);
  return own === undefined ? null : { revision: own.manifest.revision, digest: own.digest, keyId: own.keyId };
}

/** Puts it in force. `onVerified`: its signature holds, and nothing below it is to decide any more. Errors: `policy.*`, `fleet.*`. */
export async function take(
  database: Database,
  taking: Taking,
  wanted: RollOut,
  onVerified: () => void,
): Promise<Result<void>> {
  const fetched = await bundleOf(database, taking, wanted);
  if (!fetched.ok) return fetched;
  const { text, bundle } = fetched.value;
  onVerified();
  const { life, file } = taking;
  const { keyId } = bundle.signature;
  const taken = await life.takeFiles([file], () => writtenIn(file, text), {
    by: `fleet:${keyId}`,
    acknowledge: `revision ${wanted.revision} of the fleet’s policy, signed by ${keyId}`,
    proof: { authentication: 'SIGNED_BUNDLE', evidence: { digest: wanted.digest, keyId } },
  });
  if (!taken.ok) return taken;
  return ownOf(taking)?.digest === wanted.digest
    ? ok(undefined)
    : fail('policy.bundle-older', `revision ${wanted.revision} was read, and another one is in force`, {
        help: 'somebody went back at this node by its own files: publish a higher revision',
      });
}

/** Where one lies that is decided with in shadow. */
const besideIn = ({ directory }: Taking): string => join(directory, 'fleet-beside.gpb');

/** What others have already, in shadow; `null` ends that. Errors: `policy.*`, `fleet.*`. */
export async function takeBeside(
  database: Database,
  taking: Taking,
  beside: RollOut | null,
): Promise<Result<void>> {
  const file = besideIn(taking);
  const { life } = taking;
  const proof = { authentication: 'SIGNED_BUNDLE' } as const;
  if (beside === null) {
    const ended = await life.shadowWith([], 'fleet', proof);
    if (ended.ok) rmSync(file, { force: true });
    return ended.ok ? ok(undefined) : ended;
  }
  const fetched = await bundleOf(database, taking, beside);
  if (!fetched.ok) return fetched;
  writeAtomically(file, fetched.value.text);
  const begun = await life.shadowWith([file], 'fleet', proof);
  return begun.ok ? ok(undefined) : begun;
}

/** As it was published, and checked before it is anywhere near what decides. */
async function bundleOf(
  database: Database,
  { id, directory, clock }: Taking,
  { revision, digest }: RollOut,
): Promise<Result<{ readonly text: string; readonly bundle: Bundle }>> {
  const found = await database.read((rows) => published(rows, id, revision));
  if (!found.ok) return found;
  const file = `revision ${revision} of ${id}`;
  if (found.value === null)
    return fail('policy.bundle-altered', `the database does not have ${file} as a bundle`, {
      help: `publish it again; a bundle has at most ${MAX_BUNDLE_BYTES} bytes`,
    });
  const trusted = readTrusted(directory);
  if (!trusted.ok) return trusted;
  const opened = openPublished(found.value, {
    id,
    digest,
    now: new Date(clock.wallMs()),
    verify: verifierFor(trusted.value),
    help: 'see who may write there; a bundle is signed with its id and revision',
  });
  return opened.ok ? ok({ text: found.value.bundle, bundle: opened.value }) : opened;
}

function writtenIn(file: string, bundle: string): Result<() => void> {
  try {
    const before = readText(file);
    writeAtomically(file, bundle);
    return ok(() => (before === null ? rmSync(file, { force: true }) : writeAtomically(file, before)));
  } catch (thrown) {
    return fail('policy.unreadable', `\`${file}\` cannot be written`, {
      cause: describe(thrown),
      help: 'see whether the disk is full, and what rights the folder has',
    });
  }
}

/** What the database could not be asked, and no word on the bundle. */
export const isOfDatabase = ({ code }: Failure): boolean =>
  code === 'fleet.unreachable' || code === 'fleet.refused';
