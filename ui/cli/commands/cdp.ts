// `ghost cdp`: a gateway of its own with a DevTools endpoint, until standard input closes or a signal comes.
// INVARIANT: with `--json`, stdout has one line, `{ ws, http }` or `{ error }`; questions are answered in the consent document.
import { once } from 'node:events';
import { findGateway } from '#gateway/client/remote.ts';
import { failure } from '#policy/language/failure.ts';
import { failWith, sayLine, tell } from '#ui/cli/console/output.ts';
import { untilStopped } from './serve.ts';

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
  if ((await findGateway(flags.dataDir)) !== null) {
    return failWith(
      failure('gateway.already-running', 'a gateway runs already for this data directory', {
        help: 'stop it, or give another directory with `--data-dir`: the endpoint is of a gateway of its own',
      }),
      { json },
    );
  }
  try {
    await serveClients(flags, json);
  } finally {
    // As long as it is listened to, the process stays: after a signal too, and after a failure.
    process.stdin.destroy();
  }
}

async function serveClients(flags: CdpFlags, json: boolean): Promise<void> {
  const { openLocal } = await import('#gateway/client/local/local.ts');
  const { serveCdpLocal, serveLocal } = await import('#gateway/client/local/prepare.ts');
  // From here on a browser may run: whatever ends the command ends it with everything else.
  const stopped = Promise.race([untilStopped(), untilLeft()]);
  const opened = await openLocal({
    demo: flags.demo ?? false,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
  });
  if (!opened.ok) return failWith(opened.error, { json });
  const { gateway, close } = opened.value;
  const serving = await serveLocal(gateway, 0);
  if (!serving.ok) {
    await close();
    return failWith(serving.error, { json });
  }
  const endpoint = await serveCdpLocal(gateway, {
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.worker === undefined ? {} : { worker: flags.worker }),
  });
  if (!endpoint.ok) {
    await serving.value.close();
    await close();
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
  const warm = gateway.warmUp();
  await stopped;
  const { endWithin } = await import('#gateway/client/local/ending.ts');
  await endWithin(
    async () => {
      await endpoint.value.close();
      await serving.value.close();
      await Promise.all([close(), warm]);
    },
    () => gateway.unfinished(),
    (gaveUp, seconds) => tell(`gave up after ${seconds} s: ${gaveUp.join('; ')}`),
  );
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
