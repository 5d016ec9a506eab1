// What operators do to the policy of all nodes: publish, widen, go back, stop. INVARIANT: a revision is published once and never changed, and
// the next one is higher than whatever any node has; nobody is given a policy that is not signed.
import type { Database, Rows } from '#gateway/client/fleet/database/database.ts';
import type { PublicNoteKey } from '#gateway/audit/format/signed-note.ts';
import { readSecretKey } from '#gateway/policy/kept/keys.ts';
import { readBundleText } from '#gateway/policy/kept/sources.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { manifestDigest, openBundle } from '#policy/tools/gate/bundle.ts';
import type { Bundle } from '#policy/tools/gate/bundle.ts';
import { signBundle } from './signing.ts';
import { signGoingOn } from './going-on.ts';
import {
  fullOrders,
  giveOrder,
  highestRevision,
  inTurn,
  keep,
  orders,
  published,
  rememberedStops,
  rollOuts,
  stoppings,
} from './rows.ts';
import type { PolicyOrder } from './rows.ts';
import { beforeThat, sourceOf } from './target.ts';
import type { RollOut } from './target.ts';

export type To = {
  /** Of a hundred nodes. */
  readonly share?: number;
  readonly labels?: readonly string[];
};
export type Said = { readonly reason: string; readonly by: string };

export type Ordered = {
  readonly id: string;
  readonly revision: number;
  readonly source: number;
} & Required<To>;

export type FleetPolicyView = {
  readonly id: string;
  /** From the highest that all are to have upwards. */
  readonly rollOuts: readonly RollOut[];
  /** The newest first. */
  readonly orders: readonly PolicyOrder[];
};

const ORDERS_SHOWN = 20;
/** A revision so far above the others is a slip: it could never be gone below again. */
const LARGEST_STEP = 1_000_000;

/** A bundle as its file has it; whether its signature is trusted is for each node to say. Errors: `policy.bundle-*`. */
export function bundleIn(file: string): Result<{ readonly text: string; readonly bundle: Bundle }> {
  const text = readBundleText(file);
  if (!text.ok) return text;
  const bundle = openBundle(text.value, { file, now: new Date().toISOString(), verify: () => true });
  return bundle.ok ? ok({ text: text.value, bundle: bundle.value }) : bundle;
}

export class FleetPolicy {
  readonly #database: Database;
  readonly #id: string;

  /** `id`: of the bundles. */
  constructor(database: Database, id: string) {
    this.#database = database;
    this.#id = id;
  }

  /** Errors: `policy.bundle-older`, `fleet.*`. */
  publish(
    { text, bundle: { manifest } }: { readonly text: string; readonly bundle: Bundle },
    to: To,
    said: Said,
  ): Promise<Result<Ordered>> {
    const { revision } = manifest;
    return this.#inTurn(async (rows) => {
      const digest = manifestDigest(manifest);
      const held = await published(rows, this.#id, revision);
      const highest = await highestRevision(rows, this.#id);
      // The same one again is the next step of its roll-out, as long as nothing followed it.
      const isAgain = held?.digest === digest && revision === highest;
      if (!isAgain && highest !== null && revision <= highest) return older(this.#id, revision, highest);
      if (highest !== null && revision > highest + LARGEST_STEP) return tooFar(this.#id, revision, highest);
      if (!isAgain) await keep(rows, this.#id, { revision, digest, bundle: text, by: said.by });
      return this.#rolledOut(rows, { revision, source: revision }, to, said);
    });
  }

  /** The highest revision goes to more nodes. Errors: `fleet.no-policy`, `fleet.*`. */
  widen(to: To, said: Said): Promise<Result<Ordered>> {
    return this.#inTurn(async (rows) => {
      const [highest] = await rollOuts(rows, this.#id);
      if (highest === undefined) return this.#none();
      const { revision } = highest;
      const source = sourceOf(await fullOrders(rows, this.#id), revision);
      return this.#rolledOut(rows, { revision, source }, to, said);
    });
  }

  /** Gives what the revision is for by now: a share only grows. */
  async #rolledOut(
    rows: Rows,
    which: { readonly revision: number; readonly source: number },
    to: To,
    said: Said,
  ): Promise<Result<Ordered>> {
    await giveOrder(rows, this.#id, { what: 'ROLL_OUT', ...which, ...shareOf(to), ...said });
    const now = (await rollOuts(rows, this.#id)).find(({ revision }) => revision === which.revision);
    return ok({ id: this.#id, ...which, share: now?.share ?? 0, labels: now?.labels ?? [] });
  }

  /**
   * The documents of an earlier revision, signed as the next one, for all; nodes deny until they have it. `source`: default, the one that all
   * were to have before. `trusted`: keys that the earlier one may be signed with, beside the one that signs now.
   * Errors: `fleet.no-policy`, `policy.bad-key`, `policy.bundle-*`, `fleet.*`.
   */
  async revert(
    given: {
      readonly key: string;
      readonly source?: number;
      readonly trusted?: readonly PublicNoteKey[];
    } & Said,
  ): Promise<Result<Ordered>> {
    const { key, trusted = [], reason, by } = given;
    const secret = readSecretKey(key);
    if (!secret.ok) return secret;
    // What takes time is done before anybody has to wait for it.
    const looked = await this.#database.read(async (rows) => {
      const [highest] = await rollOuts(rows, this.#id);
      const all = await fullOrders(rows, this.#id);
      const source = given.source ?? (highest === undefined ? null : beforeThat(all, highest.revision));
      const held = source === null ? null : await published(rows, this.#id, source);
      return { held, source, next: 1 + ((await highestRevision(rows, this.#id)) ?? 0) };
    });
    if (!looked.ok) return looked;
    const { held, source, next: revision } = looked.value;
    if (source === null || held === null) return this.#none(source ?? undefined);
    const signed = signBundle(held, {
      id: this.#id,
      revision,
      secret: secret.value,
      trusted,
      now: new Date(),
    });
    if (!signed.ok) return signed;
    const { digest, text } = signed.value;
    return this.#inTurn(async (rows) => {
      const highest = (await highestRevision(rows, this.#id)) ?? 0;
      if (highest >= revision) return older(this.#id, revision, highest);
      await keep(rows, this.#id, { revision, digest, bundle: text, by });
      await giveOrder(rows, this.#id, { what: 'REVERT', revision, source, share: 100, reason, by });
      return ok({ id: this.#id, revision, source, share: 100, labels: [] });
    });
  }

  /** Every node denies every act from now on. It waits for nobody. Errors: `fleet.*`. */
  async stop(said: Said): Promise<Result<{ readonly id: string; readonly stop: string }>> {
    const stopped = await this.#database.change((rows) =>
      giveOrder(rows, this.#id, { what: 'STOP', ...said }),
    );
    return stopped.ok ? ok({ id: this.#id, stop: stopped.value }) : stopped;
  }

  /** Ends all stops that the database and the nodes know of, with a key that the nodes trust. Errors: `policy.bad-key`, `fleet.*`. */
  async goOn({
    key,
    ...said
  }: { readonly key: string } & Said): Promise<Result<{ readonly id: string; readonly ended: number }>> {
    const secret = readSecretKey(key);
    if (!secret.ok) return secret;
    return this.#inTurn(async (rows) => {
      const told = (await stoppings(rows, this.#id)).flatMap(({ id, what }) => (what === 'STOP' ? id : []));
      const ends = [...new Set([...told, ...(await rememberedStops(rows, this.#id))])];
      const signature = signGoingOn(this.#id, ends, secret.value);
      await giveOrder(rows, this.#id, { what: 'GO_ON', ends, signature, ...said });
      return ok({ id: this.#id, ended: ends.length });
    });
  }

  /** Errors: `fleet.*`. */
  view(): Promise<Result<FleetPolicyView>> {
    return this.#database.read(async (rows) => ({
      id: this.#id,
      rollOuts: await rollOuts(rows, this.#id),
      orders: await orders(rows, this.#id, ORDERS_SHOWN),
    }));
  }

  #none(revision?: number): Result<never> {
    const what = revision === undefined ? 'no earlier revision' : `no revision ${revision}`;
    return fail('fleet.no-policy', `${what} of \`${this.#id}\` was published to all nodes`, {
      help: '`ghost fleet policy status` says what there is; publish one with `ghost fleet policy publish`',
    });
  }

  /** What is refused changes nothing. */
  async #inTurn<T>(work: (rows: Rows) => Promise<Result<T>>): Promise<Result<T>> {
    const done = await this.#database.change(async (rows) => {
      await inTurn(rows);
      return work(rows);
    });
    return done.ok ? done.value : done;
  }
}

const shareOf = ({ share, labels = [] }: To): Required<To> => ({
  share: share ?? (labels.length === 0 ? 100 : 0),
  labels,
});

const older = (id: string, revision: number, highest: number): Result<never> =>
  fail(
    'policy.bundle-older',
    `it is revision ${revision} of \`${id}\`, and revision ${highest} was published`,
    {
      help: `sign it as revision ${highest + 1}; to go back on purpose, run \`ghost fleet policy revert\``,
      details: { id, revision, floor: highest },
    },
  );

const tooFar = (id: string, revision: number, highest: number): Result<never> =>
  fail(
    'policy.bundle-older',
    `it is revision ${revision} of \`${id}\`, and revision ${highest} was published: the step is too large`,
    { help: `sign it as revision ${highest + 1}: no node goes below a revision that it had` },
  );
