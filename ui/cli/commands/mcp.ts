// `ghost mcp`: joins the gateway that runs, or starts one, and is a pipe from then on. INVARIANT: nothing but MCP is on stdout.
import { once } from 'node:events';
import { mcpOverSocket, watch } from '#gateway/client/local/daemon.ts';
import { EXIT, exitCodeOfFailure } from '#ui/cli/console/exit-codes.ts';
import { inWords, tell } from '#ui/cli/console/output.ts';

export async function mcp(flags: { readonly all?: boolean; readonly dataDir?: string }): Promise<void> {
  const joined = await mcpOverSocket({
    cwd: process.cwd(),
    all: flags.all === true,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
  });
  if ('code' in joined) {
    tell(inWords(joined));
    process.exitCode = exitCodeOfFailure(joined);
    return;
  }
  // The client went: what it has open ends with the connection.
  process.stdout.on('error', () => joined.destroy());
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => joined.destroy());
  let left = false;
  process.stdin.on('end', () => (left = true));
  process.stdin.pipe(joined);
  joined.pipe(process.stdout);
  // Something was asked, and nothing came since: does anybody get an answer there?
  let asked = false;
  process.stdin.on('data', () => (asked = true));
  joined.on('data', () => (asked = false));
  const unwatch = watch(
    flags.dataDir,
    () => asked,
    (hangs) => {
      tell(inWords(hangs));
      joined.destroy();
    },
  );
  joined.on('error', () => joined.destroy());
  await once(joined, 'close');
  unwatch();
  process.stdin.destroy();
  if (left) return;
  tell('the gateway ended');
  process.exitCode = EXIT.failed;
}
