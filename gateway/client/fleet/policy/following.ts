// A node that has the policy of all: it looks for what it is to have, checks it itself, and denies everything while it cannot confirm it.
// INVARIANT: the database says which revision is wanted, and never what may be done: signature, id, floor and tests are this node's own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#executors/system/clock.ts';
import { readText, writeAtomically } from '#gateway/audit/format/files.ts';
import type { Database } from '#gateway/client/fleet/database/database.ts';
import { readTrusted, verifierFor } from '#gateway/policy/kept/keys.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { manifestDigest, openBundle } from '#policy/tools/gate/bundle.ts';
import { lastStop, published, rollOuts } from './rows.ts';
import type { PolicyOrder, PublishedPolicy } from './rows.ts';
import { targetOf } from './target.ts';
import type { Place, RollOut, Target } from './target.ts';

/** One that was refused is tried again: a key may be trusted by then, or a clock set. */
const AGAIN_MS = 30_000;

/** What the node says of its policy in its row. */
export type Followed = {
  readonly id: string;
  readonly revision: number | null;
  /** Why every act is denied; `null`: it is not. */
  readonly denies: string | null;
  /** Why it does not have what it is to have. */
  readonly refused: string | null;
  readonly beside: { readonly revision: number; readonly differences: number } | null;
};

export type FollowerParts = {
  /** Of the bundles. */
  readonly id: string;
  readonly place: Place;
  /** Where the bundle lies that decides; `<data>/policy` with the trusted keys is its folder. */
  readonly file: string;
  readonly directory: string;
  readonly confirmSeconds: number;
  readonly clock: Clock;
  readonly life: PolicyLife;
};

type Seen = {
  readonly target: Target;
  readonly stop: PolicyOrder | null;
};

export class PolicyFollower {
  readonly #parts: FollowerParts;
  readonly #besideFile: string;
  /** Denied whatever was confirmed: stopped, going back, or not what it is to be. */
  #held: Failure | null = null;
  #confirmed: { readonly monotonicMs: number; readonly wallMs: number } | null = null;
  #refused: { readonly wanted: string; readonly error: Failure; readonly atMs: number } | null = null;
  #beside: RollOut | null = null;
  /** As the log says it. */
  #told = false;
  #looking: Promise<unknown> = Promise.resolve();

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#besideFile = join(parts.directory, 'fleet-beside.gpb');
  }

  /** Asked for every act; that it denies from now on, or no more, goes into the log. Errors: `fleet.stopped`, `fleet.unconfirmed`, `fleet.no-policy`. */
  confirmed(): Result<void> {
    const confirmed = this.#isConfirmed();
    if (this.#told === confirmed.ok) {
      this.#told = !confirmed.ok;
      // Not waited for: should it not reach the disk, the log refuses every act.
      void this.#parts.life.noteHeld(confirmed.ok ? null : confirmed.error, 'fleet');
    }
    return confirmed;
  }

  #isConfirmed(): Result<void> {
    if (this.#held !== null) return err(this.#held);
    const { clock, confirmSeconds } = this.#parts;
    const since = this.#confirmed;
    // Whichever says more: one of the clocks stands while a machine sleeps, the other one may be set back.
    const ms =
      since === null
        ? Infinity
        : Math.max(clock.monotonicMs() - since.monotonicMs, clock.wallMs() - since.wallMs);
    return ms <= confirmSeconds * 1_000 ? ok(undefined) : unconfirmed(confirmSeconds);
  }

  /** Looks at what is wanted, and takes it. One look after the other. Errors: `fleet.unreachable`, `fleet.refused`. */
  look(database: Database): Promise<Result<void>> {
    const looked = this.#looking.then(() => this.#look(database));
    this.#looking = looked.catch(() => undefined);
    return looked;
  }

  state(): Followed {
    const { id, life } = this.#parts;
    const confirmed = this.confirmed();
    const { candidate } = life;
    return {
      id,
      revision: this.#own()?.revision ?? null,
      denies: confirmed.ok ? null : confirmed.error.message,
      refused: this.#refused === null ? null : inWords(this.#refused.error),
      beside:
        this.#beside === null || candidate?.loaded !== true
          ? null
          : { revision: this.#beside.revision, differences: candidate.differences },
    };
  }

  async #look(database: Database): Promise<Result<void>> {
    const { id, place } = this.#parts;
    const seen = await database.read(async (rows): Promise<Seen> => {
      const [all, stop] = [await rollOuts(rows, id), await lastStop(rows, id)];
      return { target: targetOf(all, place), stop };
    });
    if (!seen.ok) return seen;
    const { target, stop } = seen.value;
    const stopped = stop?.what === 'STOP' ? stoppedBy(stop) : null;
    const { wanted, beside } = target;
    const has = wanted !== null && this.#own()?.digest === wanted.digest;
    // Denied before it is gone back, and until it is: so no act is decided by what is on its way out.
    this.#held =
      stopped ?? (wanted === null ? nothingFor(id) : wanted.isRevert && !has ? goingBack(wanted) : null);
    const taken = wanted === null || has ? ok(undefined) : await this.#take(database, wanted);
    if (taken.ok) {
      const { clock } = this.#parts;
      if (stopped === null && wanted !== null) this.#held = null;
      this.#confirmed = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
      this.#refused = null;
    }
    const besides = await this.#takeBeside(database, beside);
    this.confirmed();
    if (!besides.ok && isOfDatabase(besides.error)) return besides;
    return taken.ok || !isOfDatabase(taken.error) ? ok(undefined) : taken;
  }

  /** The one in force, where it is one of the fleet's. */
  #own(): { readonly revision: number; readonly digest: string } | null {
    const { life, id, file } = this.#parts;
    const own = life.bundles.find(({ manifest, file: from }) => manifest.id === id && from === file);
    return own === undefined ? null : { revision: own.manifest.revision, digest: own.digest };
  }

  async #take(database: Database, wanted: RollOut): Promise<Result<void>> {
    const { life, file } = this.#parts;
    const nowMs = this.#parts.clock.monotonicMs();
    const before = this.#refused;
    if (before?.wanted === nameOf(wanted) && nowMs - before.atMs < AGAIN_MS)
      return { ok: false, error: before.error };
    const fetched = await this.#fetch(database, wanted);
    if (!fetched.ok && isOfDatabase(fetched.error)) return fetched;
    const { bundle, published_by: by } = fetched.ok ? fetched.value : { bundle: '', published_by: '' };
    const taken = fetched.ok
      ? await life.takeFiles([file], () => writtenIn(file, bundle), {
          by: `fleet:${by}`,
          acknowledge: `revision ${wanted.revision} of the fleet’s policy, published by ${by}`,
          proof: { authentication: 'SIGNED_BUNDLE', evidence: { digest: wanted.digest } },
        })
      : fetched;
    if (taken.ok) return ok(undefined);
    this.#refused = { wanted: nameOf(wanted), error: taken.error, atMs: nowMs };
    return taken;
  }

  /** As it was published, and checked before it is anywhere near what decides. Errors: `policy.bundle-*`, `fleet.*`. */
  async #fetch(database: Database, wanted: RollOut): Promise<Result<PublishedPolicy>> {
    const { id, directory, clock } = this.#parts;
    const found = await database.read((rows) => published(rows, id, wanted.revision));
    if (!found.ok) return found;
    const trusted = readTrusted(directory);
    if (!trusted.ok) return trusted;
    const file = `revision ${wanted.revision} of ${id}`;
    const opened = openBundle(found.value?.bundle ?? '', {
      file,
      now: new Date(clock.wallMs()).toISOString(),
      verify: verifierFor(trusted.value),
    });
    if (!opened.ok) return opened;
    const { manifest } = opened.value;
    if (found.value === null || manifest.id !== id || manifest.revision !== wanted.revision)
      return fail('policy.bundle-altered', `what the database has as ${file} is another bundle`, {
        help: 'see who may write there; a bundle is signed with its id and revision',
        details: { id: manifest.id, revision: manifest.revision },
      });
    return manifestDigest(manifest) === wanted.digest
      ? ok(found.value)
      : fail('policy.bundle-altered', `what the database has as ${file} is not what its row says`, {
          help: 'publish it again',
        });
  }

  /** What others have already, in shadow; one that does not load stops nothing here. */
  async #takeBeside(database: Database, beside: RollOut | null): Promise<Result<void>> {
    if (this.#beside?.digest === beside?.digest) return ok(undefined);
    const { life } = this.#parts;
    if (beside === null) {
      const ended = await life.shadowWith([], 'fleet', NOT_BY_PERSON);
      if (!ended.ok) return ended;
      rmSync(this.#besideFile, { force: true });
      this.#beside = null;
      return ok(undefined);
    }
    const fetched = await this.#fetch(database, beside);
    if (!fetched.ok && isOfDatabase(fetched.error)) return fetched;
    if (fetched.ok) writeAtomically(this.#besideFile, fetched.value.bundle);
    const begun = fetched.ok ? await life.shadowWith([this.#besideFile], 'fleet', NOT_BY_PERSON) : fetched;
    // Its text stands in the view of the shadow, or in the log; it is not asked for again before there is another one.
    this.#beside = beside;
    return begun.ok ? ok(undefined) : begun;
  }
}

function writtenIn(file: string, bundle: string): Result<() => void> {
  const before = readText(file);
  writeAtomically(file, bundle);
  return ok(() => (before === null ? rmSync(file, { force: true }) : writeAtomically(file, before)));
}

const NOT_BY_PERSON = { authentication: 'SIGNED_BUNDLE' } as const;

const nameOf = ({ revision, digest }: RollOut): string => `${revision} ${digest}`;

const isOfDatabase = ({ code }: Failure): boolean => code === 'fleet.unreachable' || code === 'fleet.refused';

const inWords = ({ code, message }: Failure): string => `${code}: ${message}`;

const stoppedBy = ({ reason, ordered_by: by, ordered_at: at }: PolicyOrder): Failure =>
  failure('fleet.stopped', `the fleet was stopped by ${by} at ${at}: ${reason}`, {
    help: '`ghost fleet policy go-on` lets it go on',
  });

const goingBack = ({ revision }: RollOut): Failure =>
  failure('fleet.unconfirmed', `the policy is gone back on, and revision ${revision} is not in force yet`, {
    help: '`ghost fleet policy status` says why a node does not have it',
  });

const unconfirmed = (seconds: number): Result<never> =>
  fail('fleet.unconfirmed', `the policy of all nodes was not confirmed within the last ${seconds} s`, {
    help: '`ghost fleet policy status` says what each node has; see whether the fleet’s database answers',
  });

const nothingFor = (id: string): Failure =>
  failure('fleet.no-policy', `nothing was published for this node as \`${id}\``, {
    help: 'publish a signed bundle with `ghost fleet policy publish`',
  });
