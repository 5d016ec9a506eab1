// `ghost connect`: has the tasks of the running gateway be guests in a running browser; without one, shows what it would be.
import { findGateway } from '#gateway/client/remote.ts';
import { fail } from '#policy/language/failure.ts';
import { askInTerminal } from '#ui/cli/console/terminal.ts';
import { attachedInWords, endpointOf } from '#ui/cli/console/endpoint.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';

export type ConnectFlags = {
  readonly cdpUrl?: string;
  readonly cdpPort?: number;
  /** As the command of the same name has it over the socket. */
  readonly port?: number;
  readonly auto?: boolean;
  readonly off?: boolean;
  readonly policy?: string[];
  readonly json?: boolean;
  readonly dataDir?: string;
};

export async function connect(flags: ConnectFlags): Promise<void> {
  const json = flags.json === true;
  const endpoint = endpointOf({ url: flags.cdpUrl, port: flags.cdpPort ?? flags.port, auto: flags.auto });
  if (flags.off !== true && endpoint === null) {
    const { error } = fail('attach.bad-endpoint', 'no running browser was named', {
      help: 'give `--cdp-url`, `--port` or `--auto`',
    });
    return failWith(error, { json });
  }
  const running = flags.policy === undefined ? await findGateway(flags.dataDir) : null;
  const opened = running === null ? await openOwn(flags) : { ok: true as const, value: running };
  if (!opened.ok) return failWith(opened.error, { json });
  await using client = opened.value;
  if (endpoint === null || flags.off === true) {
    const ended = await client.disconnect();
    if (!ended.ok) return failWith(ended.error, { json });
    return json ? sayJson(ended.value) : say('tasks have browsers of their own');
  }
  if (running !== null) tell('a person is asked in Ghost Browser’s window');
  const connected = await client.connect(endpoint);
  if (!connected.ok) return failWith(connected.error, { json });
  if (json) sayJson({ ...connected.value, kept: running !== null });
  else for (const line of attachedInWords(connected.value)) say(line);
  if (running === null)
    tell('no gateway is running, so nothing is kept: start `ghost serve`, or use `ghost run --cdp-url`');
}

async function openOwn(flags: ConnectFlags) {
  const { openLocal } = await import('#gateway/client/local/local.ts');
  const opened = await openLocal({
    demo: false,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(process.stdin.isTTY ? { consent: askInTerminal } : {}),
  });
  return opened.ok ? { ok: true as const, value: opened.value.client } : opened;
}
