// `ghost serve`, `ghost start` and `ghost demo`: a gateway (or only the demo world) that stays until it is stopped.
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { failure, ok, type Result } from '#policy/language/failure.ts';
import { openInBrowser } from './ui.ts';
import { failWith, inWords, sayJson, tell } from '#ui/cli/console/output.ts';

export type ServeFlags = {
  readonly port?: number;
  readonly policy?: string[];
  readonly dataDir?: string;
  readonly demo?: boolean;
  readonly latency?: number;
  readonly open?: boolean;
  readonly json?: boolean;
  readonly navigator?: NavigatorName;
  readonly fleet?: string;
  readonly node?: boolean;
};

/** `npm start`: browser and UI made ready, the demo world beside the gateway, the UI opened. */
export async function start(flags: ServeFlags): Promise<void> {
  if (await runsAlready(flags, USE_IT)) return;
  const { ensureBrowser, ensureUi } = await import('#gateway/client/local/prepare.ts');
  // The UI is looked at, and where that is needed built, in a process of its own, and so is the browser: the gateway's modules come meanwhile.
  const ready = ensureUi();
  const { loadGateway } = await import('#gateway/client/local/local.ts');
  const [browser] = await Promise.all([ensureBrowser(), loadGateway()]);
  if (!browser.ok) return failWith(browser.error, { json: flags.json === true });
  await serveUntilStopped({ ...flags, demo: flags.demo ?? true, open: flags.open ?? true }, ready);
}

export async function serve(flags: ServeFlags): Promise<void> {
  if (await runsAlready(flags, USE_IT)) return;
  await serveUntilStopped(flags);
}

const USE_IT = 'use it, stop it, or give another directory with `--data-dir`';

/** Whether a gateway has this data directory; it is told then. */
export async function runsAlready(
  { dataDir, json }: Pick<ServeFlags, 'dataDir' | 'json'>,
  help: string,
): Promise<boolean> {
  if ((await findGateway(dataDir)) === null) return false;
  const running = failure('gateway.already-running', 'a gateway runs already for this data directory', {
    help,
  });
  failWith(running, { json: json === true });
  return true;
}

async function serveUntilStopped(flags: ServeFlags, ready?: Promise<Result<void>>): Promise<void> {
  const json = flags.json === true;
  const shared = await sharing(flags);
  if (!shared.ok) return failWith(shared.error, { json });
  const { openServing } = await import('#gateway/client/local/prepare.ts');
  // From here on a browser may run: a signal ends it with everything else, also one that comes before all is open.
  const stop = new AbortController();
  const stopped = untilStopped().then(() => stop.abort());
  const opened = await openServing({
    demo: flags.demo ?? false,
    ...(ready === undefined ? {} : { ready }),
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(flags.latency === undefined ? {} : { latencyMs: flags.latency }),
    ...(flags.navigator === undefined ? {} : { navigator: flags.navigator }),
    ...(shared.value === null ? {} : { lease: shared.value.lease, confirmed: shared.value.confirmed }),
  });
  if (!opened.ok) {
    // Whoever stopped it needs not be told that what was under way, the build of the UI above all, did not come to its end.
    if (!stop.signal.aborted) failWith(opened.error, { json });
    return;
  }
  const { gateway, serving, warmUp, warmUpAtRest, end } = opened.value;
  const node = shared.value === null ? ok(null) : await shared.value.join(gateway);
  if (!node.ok) {
    failWith(node.error, { json });
    return end(tellGivenUp);
  }
  if (flags.open === true) warmUpAtRest();
  else warmUp();
  const status = gateway.status();
  if (json) sayJson({ url: serving.url, status });
  else {
    tell(`Ghost Browser ${status.version} serves its UI. Open this within ten minutes; it works once:`);
    tell(`  ${serving.url}`);
    tell('Later, or in another browser: `ghost ui` (or `npm run -s ghost -- ui`).');
    if (!status.policy.loaded)
      tell(`no policy is in force, so every act is denied: ${status.policy.error.message}`);
    for (const site of status.sites) tell(`  ${site.name.padEnd(14)} ${site.url}`);
    if (status.demo) tell('Try: search the shop for a mechanical keyboard and tell me the cheapest price');
    if (node.value !== null) tell(`it takes tasks of the fleet as ${node.value.id}`);
    tell('Ctrl+C ends it.');
  }
  const handed = flags.open === true ? serving.handOver() : null;
  if (handed?.ok === true) openInBrowser(handed.value);
  else if (handed !== null) tell(`no browser was opened: ${handed.error.message}`);
  await stopped;
  await end(tellGivenUp, async () => node.value?.leave());
}

/** What makes it a node of a fleet; `null`: it is none. Errors: `fleet.bad-address`, `config.*`. */
async function sharing({ fleet, node, dataDir }: ServeFlags) {
  if (fleet === undefined && node !== true) return ok(null);
  const { nodeAt } = await import('#gateway/client/fleet/joining.ts');
  return nodeAt(fleet, dataDir, (error) =>
    tell(error === null ? 'the fleet’s database answers again' : inWords(error)),
  );
}

/** At the end of a gateway that would not end. */
export const tellGivenUp = (gaveUp: readonly string[], seconds: number): void =>
  tell(`gave up after ${seconds} s: ${gaveUp.join('; ')}`);

export async function demo(flags: { latency?: number; json?: boolean }): Promise<void> {
  const { startDemoWorld } = await import('#gateway/client/local/prepare.ts');
  const world = await startDemoWorld(flags.latency);
  if (!world.ok) return failWith(world.error, { json: flags.json === true });
  const { sites, hostMap } = world.value;
  if (flags.json === true) sayJson({ sites, hostMap });
  else
    for (const [host, { address, port }] of Object.entries(hostMap))
      tell(`  ${host.padEnd(20)} http://${address}:${port ?? 80}/`);
  await untilStopped();
  await world.value.close();
}

/** Resolves at the first signal; the second one of its kind ends the process at once. */
export function untilStopped(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  return promise;
}
