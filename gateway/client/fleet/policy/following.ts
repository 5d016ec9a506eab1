// A node that has the policy of all: it hears what it is to have, takes it, and denies everything while it cannot confirm it.
// INVARIANT: what stops or goes back holds as soon as it was heard; a confirmation is as old as the question, and is one of the very bundle that
// decides.
import type { Database } from '#gateway/client/fleet/database/database.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { readTrusted, keyIdOf } from '#gateway/policy/kept/keys.ts';
import { describe, err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { endedStops } from './going-on.ts';
import { readHeard, writeHeard } from './heard.ts';
import type { Heard } from './heard.ts';
import { revertFloor, rollOuts, stoppings } from './rows.ts';
import type { Stopping } from './rows.ts';
import { isOfDatabase, ownOf, take, takeBeside } from './taking.ts';
import type { Taking } from './taking.ts';
import { targetOf } from './target.ts';
import type { Place, RollOut, Target } from './target.ts';

/** One that was refused is tried again: a key may be trusted by then, or a clock set. */
const AGAIN_MS = 30_000;
const MOST_CHARACTERS = 500;

/** What the node says of its policy in its row. */
export type Followed = {
  readonly id: string;
  readonly revision: number | null;
  /** Why every act is denied; `null`: it is not. */
  readonly denies: string | null;
  /** Why it does not have what it is to have. */
  readonly refused: string | null;
  /** Those that it heard of, and that nothing signed has ended. */
  readonly stops: readonly string[];
  readonly beside: { readonly revision: number; readonly differences: number } | null;
};

export type FollowerParts = Taking & { readonly place: Place; readonly confirmSeconds: number };

type Moment = { readonly monotonicMs: number; readonly wallMs: number };
type Tried = { readonly name: string; readonly error: Failure; readonly atMs: number };
type Seen = {
  readonly target: Target;
  readonly floor: number | null;
  readonly stoppings: readonly Stopping[];
};

export class PolicyFollower {
  readonly #parts: FollowerParts;
  /** Denied whatever was confirmed: stopped, going back, or by a key that is trusted no more. */
  #held: Failure | null = null;
  #confirmed: (Moment & { readonly digest: string }) | null = null;
  #heard: Result<Heard> | null = null;
  #refused: Tried | null = null;
  /** What is decided with in shadow, or could not be: by its name. */
  #beside: { readonly name: string; readonly rollOut: RollOut; readonly error: Failure | null } | null = null;
  /** As the log says it. */
  #told = '';
  #looking: Promise<Result<void>> | null = null;
  #again = false;
  #taking: Promise<void> | null = null;

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Of the bundles. */
  get id(): string {
    return this.#parts.id;
  }

  /** Asked for every act; that it denies from now on, and why, or no more, goes into the log. Errors: `fleet.*`, `policy.bundle-untrusted`. */
  confirmed(): Result<void> {
    const confirmed = this.#isConfirmed();
    const told = confirmed.ok ? '' : `${confirmed.error.code} ${confirmed.error.message}`;
    if (told !== this.#told) {
      this.#told = told;
      // Not waited for: should it not reach the disk, the log refuses every act.
      void this.#parts.life.hold(confirmed.ok ? null : confirmed.error, 'fleet');
    }
    return confirmed;
  }

  #isConfirmed(): Result<void> {
    if (this.#held !== null) return err(this.#held);
    const { clock, confirmSeconds } = this.#parts;
    const since = this.#confirmed;
    if (since === null || ownOf(this.#parts)?.digest !== since.digest) return unconfirmed(confirmSeconds);
    // Whichever says more: one of the clocks stands while a machine sleeps, the other one may be set back.
    const ms = Math.max(clock.monotonicMs() - since.monotonicMs, clock.wallMs() - since.wallMs);
    return ms <= confirmSeconds * 1_000 ? ok(undefined) : unconfirmed(confirmSeconds);
  }

  /** Looks at what is wanted, and has it taken. Whoever asks meanwhile is answered by the next look. Errors: `fleet.*`. */
  look(database: Database): Promise<Result<void>> {
    if (this.#looking !== null) this.#again = true;
    this.#looking ??= this.#lookOn(database);
    return this.#looking;
  }

  /** The first one, until it has what it is to have, or could not take it. */
  async begin(database: Database): Promise<Result<void>> {
    const looked = await this.look(database);
    await this.#taking;
    return looked.ok ? this.look(database) : looked;
  }

  async #lookOn(database: Database): Promise<Result<void>> {
    let looked: Result<void>;
    do {
      this.#again = false;
      // oxlint-disable-next-line no-await-in-loop -- once more for those who asked meanwhile
      looked = await this.#look(database).catch((thrown: unknown) => cannot(thrown));
    } while (this.#again);
    this.#looking = null;
    this.confirmed();
    return looked;
  }

  state(): Followed {
    const { life } = this.#parts;
    const inForce = life.inForce();
    const { candidate } = life;
    const beside = this.#beside;
    const notBeside = beside?.error ?? null;
    const refused = [
      this.#refused === null ? null : inWords(this.#refused.error),
      notBeside === null ? null : `in shadow: ${inWords(notBeside)}`,
    ].filter((words) => words !== null);
    return {
      id: this.#parts.id,
      revision: ownOf(this.#parts)?.revision ?? null,
      denies: inForce.ok ? null : visible(inForce.error.message, MOST_CHARACTERS),
      refused: refused.length === 0 ? null : refused.join('; '),
      stops: this.#heard?.ok === true ? this.#heard.value.stops : [],
      beside:
        beside === null || notBeside !== null || candidate?.loaded !== true
          ? null
          : { revision: beside.rollOut.revision, differences: candidate.differences },
    };
  }

  async #look(database: Database): Promise<Result<void>> {
    const { id, place, clock } = this.#parts;
    const asked = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() };
    const seen = await database.read(async (rows): Promise<Seen> => ({
      target: targetOf(await rollOuts(rows, id), place),
      floor: await revertFloor(rows, id),
      stoppings: await stoppings(rows, id),
    }));
    if (!seen.ok) return seen;
    const { wanted, beside } = seen.value.target;
    this.#held = this.#reasonToHold(seen.value);
    const own = ownOf(this.#parts);
    if (wanted !== null && own?.digest === wanted.digest && own.revision >= this.#least()) {
      this.#confirmed = { ...asked, digest: own.digest };
      this.#refused = null;
    }
    this.#takeApart(database, wanted, beside);
    return ok(undefined);
  }

  /** INVARIANT: what it heard of a stop stays, also where the database does not say it any more. */
  #reasonToHold({ target: { wanted }, floor, stoppings: all }: Seen): Failure | null {
    const { id, directory } = this.#parts;
    const trusted = readTrusted(directory);
    if (!trusted.ok) return trusted.error;
    this.#heard = this.#heard?.ok === true ? this.#heard : readHeard(directory, id);
    if (!this.#heard.ok) return this.#heard.error;
    const before = this.#heard.value;
    const ended = endedStops(id, all, trusted.value);
    const told = all.filter(({ what }) => what === 'STOP').map((stop) => stop.id);
    const stops = [...new Set([...before.stops, ...told])].filter((stop) => !ended.has(stop));
    this.#remember({ ...before, stops });
    const [stop] = stops;
    if (stop !== undefined) return stoppedBy(all.find((one) => one.id === stop) ?? null);
    if (wanted === null) return nothingFor(id);
    const own = ownOf(this.#parts);
    if (own !== null && !trusted.value.some((key) => keyIdOf(key) === own.keyId)) return untrusted(own.keyId);
    return floor !== null && (own?.revision ?? 0) < floor ? goingBack(floor) : null;
  }

  #least(): number {
    return this.#heard?.ok === true ? this.#heard.value.least : Infinity;
  }

  #remember(heard: Heard): void {
    const { directory, id } = this.#parts;
    const before = this.#heard?.ok === true ? this.#heard.value : null;
    this.#heard = ok(heard);
    if (JSON.stringify([before?.least, before?.stops]) !== JSON.stringify([heard.least, heard.stops]))
      writeHeard(directory, id, heard);
  }

  /** Beside the looks: what stops the node is heard while it compiles. */
  #takeApart(database: Database, wanted: RollOut | null, beside: RollOut | null): void {
    if (this.#taking !== null) return;
    const isWanted = wanted !== null && ownOf(this.#parts)?.digest !== wanted.digest && this.#mayTry(wanted);
    const isBeside = nameOf(beside) !== (this.#beside?.name ?? NONE);
    if (!isWanted && !isBeside) return;
    this.#taking = (async () => {
      if (isWanted) await this.#take(database, wanted);
      if (isBeside) await this.#takeBeside(database, beside);
      this.#taking = null;
      await this.look(database);
    })();
  }

  #mayTry(wanted: RollOut): boolean {
    const before = this.#refused;
    return (
      before === null ||
      before.name !== nameOf(wanted) ||
      this.#parts.clock.monotonicMs() - before.atMs >= AGAIN_MS
    );
  }

  async #take(database: Database, wanted: RollOut): Promise<void> {
    const taken = await take(database, this.#parts, wanted, () => {
      if (this.#heard?.ok === true)
        this.#remember({ ...this.#heard.value, least: Math.max(this.#least(), wanted.revision) });
    }).catch((thrown: unknown) => cannot(thrown));
    this.#refused = taken.ok
      ? null
      : { name: nameOf(wanted), error: taken.error, atMs: this.#parts.clock.monotonicMs() };
  }

  /** One that does not load stops nothing here. */
  async #takeBeside(database: Database, beside: RollOut | null): Promise<void> {
    const taken = await takeBeside(database, this.#parts, beside).catch((thrown: unknown) => cannot(thrown));
    if (!taken.ok && isOfDatabase(taken.error)) return;
    const error = taken.ok ? null : taken.error;
    this.#beside = beside === null ? null : { name: nameOf(beside), rollOut: beside, error };
  }
}

const NONE = 'none';
const nameOf = (rollOut: RollOut | null): string =>
  rollOut === null ? NONE : `${rollOut.revision} ${rollOut.digest}`;

/** What was not expected: a full disk, above all. */
const cannot = (thrown: unknown): Result<never> =>
  fail('fleet.unconfirmed', 'the policy of all nodes cannot be taken here', {
    cause: describe(thrown),
    help: 'see whether the disk is full, and what rights the data directory has',
  });

const inWords = ({ code, message, cause }: Failure): string =>
  visible(`${code}: ${message}${cause === undefined ? '' : ` (${describe(cause)})`}`, MOST_CHARACTERS);

/** What a person wrote into the database is shown as such, wherever it goes from here. */
const stoppedBy = (stop: Stopping | null): Failure =>
  failure(
    'fleet.stopped',
    stop === null
      ? 'the fleet was stopped, and the order to is not in the database any more'
      : `the fleet was stopped by ${visible(stop.ordered_by, 100)} at ${visible(stop.ordered_at ?? '', 40)}: ${visible(stop.reason)}`,
    { help: '`ghost fleet policy go-on` ends that' },
  );

const goingBack = (revision: number): Failure =>
  failure('fleet.unconfirmed', `the policy is gone back on, and revision ${revision} is not in force yet`, {
    help: '`ghost fleet policy status` says why a node does not have it',
  });

const untrusted = (keyId: string): Failure =>
  failure(
    'policy.bundle-untrusted',
    `the bundle in force is signed with \`${keyId}\`, which is trusted no more`,
    {
      help: 'publish one that another key signed, or trust this one again with `ghost policy trust`',
    },
  );

const unconfirmed = (seconds: number): Result<never> =>
  fail('fleet.unconfirmed', `the policy of all nodes was not confirmed within the last ${seconds} s`, {
    help: '`ghost fleet policy status` says what each node has; see whether the fleet’s database answers',
  });

const nothingFor = (id: string): Failure =>
  failure('fleet.no-policy', `nothing was published for this node as \`${id}\``, {
    help: 'publish a signed bundle with `ghost fleet policy publish`',
  });
