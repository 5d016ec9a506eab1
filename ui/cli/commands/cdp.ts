// `ghost cdp`: a gateway of its own with a DevTools endpoint, until standard input closes or a signal comes.
// INVARIANT: with `--json`, stdout has one line, `{ ws, http }` or `{ error }`; questions are answered in the consent document.
import { once } from 'node:events';
import { failWith, sayLine, tell } from '#ui/cli/console/output.ts';
import { runsAlready, tellGivenUp, untilStopped } from './serve.ts';

export type CdpFlags = {
  readonly port?: number;
  readonly worker?: string;
  readonly policy?: string[];
  readonly demo?: boolean;
  readonly dataDir?: string;
  readonly json?: boolean;
};

export async function cdp(flags: CdpFlags): Promise<void> {
  const json = flags.json === true;
  const help =
    'stop it, or give another directory with `--data-dir`: the endpoint is of a gateway of its own';
  if (await runsAlready({ ...flags, json }, help)) return;
  try {
    await serveClients(flags, json);
  } finally {
    // As long as it is listened to, the process stays: after a signal too, and after a failure.
    process.stdin.destroy();
  }
}

async function serveClients(flags: CdpFlags, json: boolean): Promise<void> {
  const { openServing, serveCdpLocal } = await import('#gateway/client/local/prepare.ts');
  // From here on a browser may run: whatever ends the command ends it with everything else.
  const stopped = Promise.race([untilStopped(), untilLeft()]);
  const opened = await openServing({
    port: 0,
    demo: flags.demo ?? false,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
  });
  if (!opened.ok) return failWith(opened.error, { json });
  const { gateway, warmUp, end } = opened.value;
  const endpoint = await serveCdpLocal(gateway, {
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.worker === undefined ? {} : { worker: flags.worker }),
  });
  if (!endpoint.ok) {
    await end(tellGivenUp);
    return failWith(endpoint.error, { json });
  }
  const { ws, http } = endpoint.value;
  if (json) sayLine({ ws, http });
  else {
    tell('Give this address to a client; it works once, within five minutes:');
    tell(`  ${ws}`);
    if (endpoint.value.givesAddresses)
      tell(`Clients that take a port ask for one of their own at ${http}/json/version.`);
    tell('Questions wait in the consent document: `ghost ui`, or `ghost consent`. Ctrl+C ends it.');
  }
  const { policy } = gateway.status();
  if (!policy.loaded) tell(`no policy is in force, so every act is denied: ${policy.error.message}`);
  warmUp();
  await stopped;
  await end(tellGivenUp, () => endpoint.value.close());
}

/** Whoever started it is gone. A person at a terminal ends it with a signal. */
async function untilLeft(): Promise<void> {
  if (process.stdin.isTTY) return new Promise<void>(() => undefined);
  const left = once(process.stdin, 'close');
  process.stdin.on('error', () => process.stdin.destroy());
  process.stdin.on('end', () => process.stdin.destroy());
  process.stdin.resume();
  await left;
}
