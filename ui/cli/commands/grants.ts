// `ghost grants list|revoke`: what answers still allow at the running gateway. INVARIANT: nothing here allows anything.
import { findGateway } from '#gateway/client/remote.ts';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };

const NO_GATEWAY = failure('gateway.unreachable', 'no gateway is running', {
  help: 'grants end with the gateway; start one with `ghost serve` or `npm start`',
});

export async function list(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  const held = await client.grants();
  if (!held.ok) return failWith(held.error, { json });
  if (json) return sayJson(held.value);
  if (held.value.length === 0) tell('nothing is granted now');
  for (const grant of held.value) for (const line of inLines(grant)) say(line);
}

export async function revoke(id: string, flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  const revoked = await client.revokeGrant(id);
  if (!revoked.ok) return failWith(revoked.error, { json });
  if (json) sayJson(revoked.value);
  else tell(`${id}: taken back`);
}

const inLines = (grant: GrantView): readonly string[] => [
  `${grant.id}  ${visible(grant.where, 200)}: ${grant.says}`,
  `  for ${visible(grant.intent, 200)} (${grant.taskId})`,
  `  allowed by ${grant.by} at ${grant.grantedAt}, used ${grant.uses === 1 ? 'once' : `${grant.uses} times`}, ends ${grant.endsAt ?? 'with its task'}`,
];
