// `ghost mcp`: joins the gateway that runs, or starts one, and hands on what client and gateway say; a gateway that ends is followed by
// another. INVARIANT: nothing but MCP is on stdout.
import { once } from 'node:events';
import { mcpOverSocket, watch } from '#gateway/client/local/daemon.ts';
import { McpRelay, onLine } from '#gateway/client/local/mcp-relay.ts';
import type { McpCaps, McpDialect } from '#gateway/protocol/rpc.ts';
import { EXIT, exitCodeOfFailure } from '#ui/cli/console/exit-codes.ts';
import { inWords, tell } from '#ui/cli/console/output.ts';

export type McpFlags = {
  readonly all?: boolean;
  readonly dialect?: McpDialect;
  readonly allowOrigin?: readonly string[];
  readonly outputDir?: string;
  readonly caps?: McpCaps;
  readonly dataDir?: string;
};

export async function mcp(flags: McpFlags): Promise<void> {
  let unwatch = (): void => undefined;
  // Something was asked, and nothing came since: does anybody get an answer there?
  const watched = (): void => {
    unwatch();
    unwatch = watch(
      flags.dataDir,
      () => relay.owes,
      (hangs) => {
        tell(inWords(hangs));
        process.exitCode = EXIT.failed;
        relay.end();
        process.stdin.destroy();
      },
    );
  };
  const connect = async () => {
    const joined = await mcpOverSocket({
      cwd: process.cwd(),
      all: flags.all === true,
      ...(flags.dialect === undefined ? {} : { dialect: flags.dialect }),
      ...(flags.allowOrigin === undefined ? {} : { allowOrigins: flags.allowOrigin }),
      ...(flags.outputDir === undefined ? {} : { outputDir: flags.outputDir }),
      ...(flags.caps === undefined ? {} : { caps: flags.caps }),
      ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    });
    if (!('code' in joined)) watched();
    return joined;
  };
  const relay = new McpRelay({ output: process.stdout, connect, say: tell });
  const joined = await connect();
  if ('code' in joined) {
    tell(inWords(joined));
    process.exitCode = exitCodeOfFailure(joined);
    return;
  }
  relay.attach(joined);
  const left = once(process.stdin, 'close');
  process.stdout.on('error', () => process.stdin.destroy());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      relay.end();
      process.stdin.destroy();
    });
  process.stdin.on('end', () => process.stdin.destroy());
  onLine(process.stdin, (line) => void relay.fromClient(line));
  await left;
  await relay.leave();
  unwatch();
}
