// `ghost fleet policy publish|widen|revert|stop|go-on|status`: what operators say of the policy of all nodes.
import { setTimeout as wait } from 'node:timers/promises';
import { trustedKeysOf } from '#gateway/client/policy/life.ts';
import { bundleIn } from '#gateway/client/fleet/policy/publishing.ts';
import type { FleetPolicyView, Ordered, To } from '#gateway/client/fleet/policy/publishing.ts';
import { fleetPolicyOf } from '#gateway/client/fleet/fleet.ts';
import type { Fleet, FleetNodeView } from '#gateway/client/fleet/fleet.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { failWith, say, tell } from '#ui/cli/console/output.ts';
import { answer, LOST_SECONDS, ownName, shown } from './fleet.ts';
import type { Flags } from './fleet.ts';

type PolicyFlags = Flags & { readonly policy?: string };
type SaidFlags = PolicyFlags & { readonly reason: string };
type ToFlags = SaidFlags & { readonly share?: string; readonly label?: string[] };

export async function publish(file: string, flags: ToFlags): Promise<void> {
  const read = bundleIn(file);
  if (!read.ok) return failWith(read.error, { json: flags.json === true });
  const { id } = read.value.bundle.manifest;
  // Where nobody says which policy is meant, it is that of the bundle.
  const meant = fleetPolicyOf(flags.policy, flags.dataDir);
  if (meant.ok && meant.value !== id)
    return failWith(otherId(file, id, meant.value), { json: flags.json === true });
  return answer(
    flags,
    (fleet) => fleet.policy(id).publish(read.value, toOf(flags), saidOf(flags)),
    sayOrdered,
  );
}

export function widen(flags: ToFlags): Promise<void> {
  return withId(flags, (fleet, id) => fleet.policy(id).widen(toOf(flags), saidOf(flags)), sayOrdered);
}

export function revert({
  key,
  to,
  ...flags
}: SaidFlags & { readonly key: string; readonly to?: number }): Promise<void> {
  return withId(
    flags,
    async (fleet, id) => {
      const trusted = trustedKeysOf(flags.dataDir);
      if (!trusted.ok) return trusted;
      const given = { key, trusted: trusted.value, ...saidOf(flags) };
      const gone = await fleet.policy(id).revert(to === undefined ? given : { ...given, source: to });
      if (!gone.ok) return gone;
      const { revision } = gone.value;
      const nodes = await untilAll(fleet, id, (node) => node.revision === revision || node.denies !== null);
      return nodes.ok ? ok({ ...gone.value, nodes: nodes.value }) : nodes;
    },
    ({ nodes, ...gone }) => {
      sayOrdered(gone);
      sayReached(nodes, `have it, or deny until they do`, gone.id);
    },
  );
}

export function stop(flags: SaidFlags): Promise<void> {
  return withId(
    flags,
    async (fleet, id) => {
      const stopped = await fleet.policy(id).stop(saidOf(flags));
      if (!stopped.ok) return stopped;
      const nodes = await untilAll(fleet, id, ({ denies }) => denies !== null);
      return nodes.ok ? ok({ ...stopped.value, nodes: nodes.value }) : nodes;
    },
    ({ id, nodes }) => sayReached(nodes, 'deny every act until `ghost fleet policy go-on`', id),
  );
}

export function goOn({ key, ...flags }: SaidFlags & { readonly key: string }): Promise<void> {
  return withId(
    flags,
    (fleet, id) => fleet.policy(id).goOn({ key, ...saidOf(flags) }),
    ({ id, ended }) => tell(`${ended} ${ended === 1 ? 'stop' : 'stops'} of \`${shown(id)}\` ended`),
  );
}

type Reached = { readonly all: number; readonly reached: number };

const REACHED_MS = 5_000;
const LOOK_MS = 100;

/** How many of the nodes that are there did what was ordered, waited for a while. */
async function untilAll(
  fleet: Fleet,
  id: string,
  did: (node: FleetNodeView) => boolean,
): Promise<Result<Reached>> {
  for (let left = REACHED_MS / LOOK_MS; ; left -= 1) {
    // oxlint-disable-next-line no-await-in-loop -- looked at again until all did
    const nodes = await fleet.nodes();
    if (!nodes.ok) return nodes;
    const there = nodes.value.filter(
      (node) => node.followed === id && node.left_at === null && node.silent_seconds <= LOST_SECONDS,
    );
    const reached = there.filter(did).length;
    if (reached === there.length || left <= 0) return ok({ all: there.length, reached });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await wait(LOOK_MS);
  }
}

function sayReached({ all, reached }: Reached, what: string, id: string): void {
  if (all === 0) tell(`no node that is there has the policy \`${shown(id)}\`: see whether that is its id`);
  else tell(`${reached} of ${all} ${all === 1 ? 'node' : 'nodes'} ${what}`);
  if (reached < all)
    tell('the others were not heard of yet; one that is cut off denies after its `fleet.confirmSeconds`');
}

export function status(flags: PolicyFlags): Promise<void> {
  return withId(
    flags,
    async (fleet, id): Promise<Result<FleetPolicyView & { readonly nodes: readonly FleetNodeView[] }>> => {
      const [view, nodes] = [await fleet.policy(id).view(), await fleet.nodes()];
      if (!view.ok) return view;
      if (!nodes.ok) return nodes;
      const there = nodes.value.filter(({ followed, left_at }) => followed === id && left_at === null);
      return ok({ ...view.value, nodes: there });
    },
    (view) => {
      sayPolicy(view);
      for (const node of view.nodes) say(nodeLine(node));
      tell(`${view.nodes.length} ${view.nodes.length === 1 ? 'node' : 'nodes'}`);
    },
  );
}

function sayPolicy({ id, rollOuts, orders }: FleetPolicyView): void {
  for (const { what, ordered_at: at, ordered_by: by, reason } of orders.slice(0, 1))
    if (what === 'STOP') say(`stopped at ${shown(at ?? '')} by ${shown(by)}: ${shown(reason)}`);
  if (rollOuts.length === 0) say(`nothing was published as \`${shown(id)}\`: its nodes deny every act`);
  for (const { revision, share, labels } of rollOuts) {
    const said = orders.find((order) => order.revision === revision);
    const why =
      said === undefined
        ? ''
        : `  ${shown(said.ordered_at ?? '')} by ${shown(said.ordered_by)}: ${shown(said.reason)}`;
    say(`${shown(id)} revision ${revision} for ${whom(share, labels)}${why}`);
  }
}

function nodeLine(node: FleetNodeView): string {
  const {
    id,
    host,
    revision,
    denies,
    refused,
    beside_revision: beside,
    beside_differences: differences,
  } = node;
  const silent = node.silent_seconds;
  const words = [
    silent > LOST_SECONDS ? `lost, silent for ${Math.round(silent)} s` : null,
    revision === null ? 'no revision' : `revision ${revision}`,
    denies === null ? null : `denies every act: ${shown(denies)}`,
    refused === null ? null : `refused ${shown(refused)}`,
    beside === null ? null : `in shadow revision ${beside}: ${differences ?? 0} decided otherwise`,
  ];
  return [shown(id), shown(host), ...words.filter((word) => word !== null)].join('  ');
}

function sayOrdered({ id, revision, source, share, labels }: Ordered): void {
  const documents = source === revision ? '' : `, with the documents of revision ${source},`;
  tell(`${shown(id)} revision ${revision}${documents} is for ${whom(share, labels)}`);
}

function whom(share: number, labels: readonly string[]): string {
  if (share === 100) return 'all nodes';
  const some = labels.length === 0 ? null : `nodes labelled ${labels.map(shown).join(', ')}`;
  const of = share === 0 ? null : `${share} of 100 nodes`;
  return [of, some].filter((word) => word !== null).join(' and ');
}

const toOf = ({ share, label }: ToFlags): To => ({
  ...(share === undefined ? {} : { share: Number(share) }),
  ...(label === undefined ? {} : { labels: label }),
});

const saidOf = ({ reason }: SaidFlags) => ({ reason, by: ownName() });

async function withId<T>(
  flags: PolicyFlags,
  ask: (fleet: Fleet, id: string) => Promise<Result<T>>,
  tellOf: (value: T) => void,
): Promise<void> {
  const id = fleetPolicyOf(flags.policy, flags.dataDir);
  if (!id.ok) return failWith(id.error, { json: flags.json === true });
  return answer(flags, (fleet) => ask(fleet, id.value), tellOf);
}

const otherId = (file: string, id: string, asked: string) =>
  fail('policy.bundle-altered', `\`${file}\` is signed as \`${id}\`, and not as \`${asked}\``, {
    help: 'sign it with `--id`, or give its own id',
  }).error;
