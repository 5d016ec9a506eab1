// What operators do to the policy of all nodes: publish, widen, go back, stop. INVARIANT: a revision is published once and never changed, and
// the next one is higher than whatever any node has; nobody is given a policy that is not signed.
import type { Database, Rows } from '#gateway/client/fleet/database/database.ts';
import { readSecretKey } from '#gateway/policy/kept/keys.ts';
import { readBundleText } from '#gateway/policy/kept/sources.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { manifestDigest, openBundle } from '#policy/tools/gate/bundle.ts';
import type { Bundle } from '#policy/tools/gate/bundle.ts';
import { signBundle } from './signing.ts';
import {
  fullBelow,
  giveOrder,
  highestRevision,
  inTurn,
  keep,
  lastStop,
  orders,
  published,
  rollOuts,
  sourceOf,
} from './rows.ts';
import type { PolicyOrder } from './rows.ts';
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
  readonly stopped: PolicyOrder | null;
  /** The newest first. */
  readonly orders: readonly PolicyOrder[];
};

const ORDERS_SHOWN = 20;

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
      // The same one again is the next step of its roll-out.
      if (held?.digest !== digest) {
        const highest = await highestRevision(rows, this.#id);
        if (highest !== null && revision <= highest) return older(this.#id, revision, highest);
        await keep(rows, this.#id, { revision, digest, bundle: text, by: said.by });
      }
      const order = { what: 'ROLL_OUT', revision, source: revision, ...shareOf(to), ...said } as const;
      await giveOrder(rows, this.#id, order);
      return ok({ id: this.#id, revision, source: revision, ...shareOf(to) });
    });
  }

  /** The highest revision goes to more nodes. Errors: `fleet.no-policy`, `fleet.*`. */
  widen(to: To, said: Said): Promise<Result<Ordered>> {
    return this.#inTurn(async (rows) => {
      const [highest] = await this.#highestFirst(rows);
      if (highest === undefined) return this.#none();
      const { revision } = highest;
      const source = await sourceOf(rows, this.#id, revision);
      const order = { what: 'ROLL_OUT', revision, source, ...shareOf(to), ...said } as const;
      await giveOrder(rows, this.#id, order);
      return ok({ id: this.#id, revision, source, ...shareOf(to) });
    });
  }

  /**
   * The documents of an earlier revision, signed as the next one, for all; nodes deny until they have it. `source`: default, the one that all
   * were to have before. Errors: `fleet.no-policy`, `policy.bad-key`, `policy.bundle-*`, `fleet.*`.
   */
  revert(given: { readonly key: string; readonly source?: number } & Said): Promise<Result<Ordered>> {
    const { key, reason, by } = given;
    const secret = readSecretKey(key);
    if (!secret.ok) return Promise.resolve(secret);
    return this.#inTurn(async (rows) => {
      const [highest] = await this.#highestFirst(rows);
      if (highest === undefined) return this.#none();
      const current = highest.revision;
      const source =
        given.source ?? (await fullBelow(rows, this.#id, await sourceOf(rows, this.#id, current)));
      const found = source === null ? null : await published(rows, this.#id, source);
      if (source === null || found === null) return this.#none(source ?? undefined);
      const revision = 1 + ((await highestRevision(rows, this.#id)) ?? highest.revision);
      const signed = signBundle(found.bundle, {
        id: this.#id,
        revision,
        secret: secret.value,
        now: new Date(),
      });
      if (!signed.ok) return signed;
      const { digest, text } = signed.value;
      await keep(rows, this.#id, { revision, digest, bundle: text, by });
      const order = { what: 'REVERT', revision, source, share: 100, reason, by } as const;
      await giveOrder(rows, this.#id, order);
      return ok({ id: this.#id, revision, source, share: 100, labels: [] });
    });
  }

  /** Every node denies every act, or no more for that reason. Errors: `fleet.*`. */
  stop(what: 'STOP' | 'GO_ON', said: Said): Promise<Result<{ readonly id: string; readonly what: string }>> {
    return this.#inTurn(async (rows) => {
      await giveOrder(rows, this.#id, { what, ...said });
      return ok({ id: this.#id, what });
    });
  }

  /** Errors: `fleet.*`. */
  view(): Promise<Result<FleetPolicyView>> {
    return this.#database.read(async (rows) => {
      const all = await this.#highestFirst(rows);
      const stop = await lastStop(rows, this.#id);
      return {
        id: this.#id,
        rollOuts: all,
        stopped: stop?.what === 'STOP' ? stop : null,
        orders: await orders(rows, this.#id, ORDERS_SHOWN),
      };
    });
  }

  async #highestFirst(rows: Rows): Promise<readonly RollOut[]> {
    const all = await rollOuts(rows, this.#id);
    return all.toSorted((one, other) => other.revision - one.revision);
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
