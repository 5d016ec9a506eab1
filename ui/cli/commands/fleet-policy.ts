// `ghost fleet policy publish|widen|revert|stop|go-on|status`: what operators say of the policy of all nodes.
import { userInfo } from 'node:os';
import { bundleIn } from '#gateway/client/fleet/policy/publishing.ts';
import type { FleetPolicyView, Ordered, To } from '#gateway/client/fleet/policy/publishing.ts';
import { fleetPolicyOf } from '#gateway/client/fleet/fleet.ts';
import type { Fleet, FleetNodeView } from '#gateway/client/fleet/fleet.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { failWith, say, tell } from '#ui/cli/console/output.ts';
import { answer, shown } from './fleet.ts';
import type { Flags } from './fleet.ts';

type PolicyFlags = Flags & { readonly policy?: string };
type SaidFlags = PolicyFlags & { readonly reason: string };
type ToFlags = SaidFlags & { readonly share?: string; readonly label?: string[] };

export async function publish(file: string, flags: ToFlags): Promise<void> {
  const read = bundleIn(file);
  if (!read.ok) return failWith(read.error, { json: flags.json === true });
  const { id } = read.value.bundle.manifest;
  if (flags.policy !== undefined && flags.policy !== id)
    return failWith(otherId(file, id, flags.policy), { json: flags.json === true });
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
  const given = {
    key,
    ...saidOf(flags),
    ...(to === undefined ? {} : { source: to }),
  };
  return withId(flags, (fleet, id) => fleet.policy(id).revert(given), sayOrdered);
}

export function stop(flags: SaidFlags): Promise<void> {
  return withId(
    flags,
    (fleet, id) => fleet.policy(id).stop('STOP', saidOf(flags)),
    ({ id }) => tell(`every node with \`${shown(id)}\` denies every act until \`ghost fleet policy go-on\``),
  );
}

export function goOn(flags: SaidFlags): Promise<void> {
  return withId(
    flags,
    (fleet, id) => fleet.policy(id).stop('GO_ON', saidOf(flags)),
    ({ id }) => tell(`nodes with \`${shown(id)}\` decide by it again`),
  );
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

function sayPolicy({ id, rollOuts, stopped, orders }: FleetPolicyView): void {
  if (stopped !== null)
    say(`stopped at ${stopped.ordered_at} by ${shown(stopped.ordered_by)}: ${shown(stopped.reason)}`);
  if (rollOuts.length === 0) say(`nothing was published as \`${shown(id)}\`: its nodes deny every act`);
  for (const { revision, share, labels } of rollOuts) {
    const said = orders.find((order) => order.revision === revision);
    const why =
      said === undefined ? '' : `  ${said.ordered_at} by ${shown(said.ordered_by)}: ${shown(said.reason)}`;
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
  const words = [
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

const saidOf = ({ reason }: SaidFlags) => ({ reason, by: userInfo().username });

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
