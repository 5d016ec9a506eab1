// `ghost cdp`: a gateway of its own with a DevTools endpoint, until standard input closes or a signal comes, or until the program ends
// that it is for.
// INVARIANT: with `--json`, stdout has one line, `{ ws, http }` or `{ error }`; stderr says what is refused and what waits for a person,
// who answers it in the consent document.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { CdpEndpoint } from '#gateway/client/local/library.ts';
import { tellQuestion, tellRefusal } from '#ui/cli/console/cdp-news.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, sayLine, tell } from '#ui/cli/console/output.ts';
import { runsAlready, tellGivenUp, untilStopped } from './serve.ts';

export type CdpFlags = {
  /** A program and its words. */
  readonly command?: readonly string[];
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
  const [program, ...words] = flags.command ?? [];
  // From here on a browser may run: whatever ends the command ends it with everything else.
  const signalled = untilStopped();
  const stopped = program === undefined ? Promise.race([signalled, untilLeft()]) : signalled;
  const opened = await openServing({
    port: 0,
    demo: flags.demo ?? false,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
  });
  if (!opened.ok) return failWith(opened.error, { json });
  const { gateway, warmUp, end } = opened.value;
  const served = await serveCdpLocal(gateway, {
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(flags.worker === undefined ? {} : { worker: flags.worker }),
    onRefused: (refusal) => tellRefusal(refusal, json),
  });
  if (!served.ok) {
    await end(tellGivenUp);
    return failWith(served.error, { json });
  }
  const endpoint = served.value;
  gateway.subscribe((event) => tellQuestion(event, json));
  if (json) sayLine({ ws: endpoint.ws, http: endpoint.http });
  else if (program === undefined) tellAddress(endpoint);
  const { policy } = gateway.status();
  if (!policy.loaded) tell(`no policy is in force, so every act is denied: ${policy.error.message}`);
  warmUp();
  if (program === undefined) await stopped;
  else await untilProgramEnds([program, ...words], endpoint, { stopped, json });
  await end(tellGivenUp, () => endpoint.close());
}

function tellAddress({ ws, http, givesAddresses }: CdpEndpoint): void {
  tell('Give this address to a client; it works once, within five minutes:');
  tell(`  ${ws}`);
  if (givesAddresses) tell(`Clients that take a port ask for one of their own at ${http}/json/version.`);
  tell('Questions wait in the consent document: `ghost ui`, or `ghost consent`. Ctrl+C ends it.');
}

/** The second one is what Playwright’s MCP server reads. */
const VARIABLES = ['CDP_URL', 'PLAYWRIGHT_MCP_CDP_ENDPOINT'] as const;

/** A program that is asked to end and has not by then is ended. */
const ENDING_MS = 5_000;

/** Runs the program with the address in its environment; this command ends as it does, and a signal goes on to it. */
async function untilProgramEnds(
  [program, ...words]: readonly [string, ...string[]],
  { ws, http, givesAddresses }: CdpEndpoint,
  { stopped, json }: { readonly stopped: Promise<void>; readonly json: boolean },
): Promise<void> {
  // The one address of a system that does not tell users would be used up by the first client that asks twice.
  const address = givesAddresses ? http : ws;
  const env = { ...process.env, ...Object.fromEntries(VARIABLES.map((name) => [name, address])) };
  // With `--json` the one line of standard output is ours.
  const child = spawn(program, words, { stdio: ['inherit', json ? 2 : 'inherit', 'inherit'], env });
  const ended = new Promise<number>((resolve) => {
    child.once('error', (thrown) => {
      tell(`\`${program}\` did not start: ${thrown.message}; name a program that can be run`);
      resolve(EXIT.usage);
    });
    child.once('close', (code, signal) =>
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  let impatient: NodeJS.Timeout | undefined;
  void stopped.then(() => {
    child.kill('SIGTERM');
    impatient = setTimeout(() => child.kill('SIGKILL'), ENDING_MS);
  });
  process.exitCode = await ended;
  clearTimeout(impatient);
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
