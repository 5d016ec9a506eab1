// `ghost ui`, and how `npm start` opens the UI. INVARIANT: no link and no code stands on a command line: the browser is sent to a
// private file, which other users cannot read.
import { spawn } from 'node:child_process';
import { findGateway } from '#gateway/client/remote.ts';
import type { HandOver } from '#gateway/protocol/http.ts';
import { failure } from '#policy/language/failure.ts';
import { failWith, sayJson, tell } from '#ui/cli/console/output.ts';

export type UiFlags = {
  readonly json?: boolean;
  readonly dataDir?: string;
  readonly open?: boolean;
  readonly for?: string;
};

export async function ui(flags: UiFlags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null)
    return failWith(
      failure('gateway.unreachable', 'no gateway is running', { help: 'start one with `npm start`' }),
      { json },
    );
  const handed = await client.handOver(flags.for);
  if (!handed.ok) return failWith(handed.error, { json });
  if (json) return sayJson(handed.value);
  tell(
    flags.for === undefined
      ? 'Open this within ten minutes, in the browser that is to answer questions; it works once:'
      : `For ${flags.for}, within ten minutes; it works once, and in a browser of that user alone:`,
  );
  tell(`  ${handed.value.url}`);
  if (flags.open !== false && flags.for === undefined) openInBrowser(handed.value);
}

/** Nothing depends on it: the link is in the terminal. */
export function openInBrowser({ file }: HandOver): void {
  if (hasScreen()) openFile(file);
}

export const hasScreen = (): boolean =>
  process.env['CI'] === undefined &&
  (process.platform !== 'linux' ||
    process.env['DISPLAY'] !== undefined ||
    process.env['WAYLAND_DISPLAY'] !== undefined);

/** With the person's own browser, where there is a screen. */
export function openFile(file: string): void {
  if (!hasScreen()) return;
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [file]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', file]]
        : ['xdg-open', [file]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () =>
    tell(`could not open a browser (\`${command}\` is missing): open the address above`),
  );
  child.unref();
}
