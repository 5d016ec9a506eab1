// The gateway's process as Electron starts it: a utility process, with nothing of the shell's environment that it does not need.
import type { Port } from '#gateway/protocol/desktop/channel.ts';
import type { ElectronPort, UtilityPort } from '../ports/electron.ts';
import type { GatewayProcess } from './supervisor.ts';

/** What the gateway reads of it; a token of the shell's own desktop session is none of its business. */
const PASSED =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|SystemRoot|XDG_(?:CONFIG|DATA|RUNTIME|STATE|CACHE)_\w+|DBUS_SESSION_BUS_ADDRESS|GEMINI_API_KEY|GHOST_\w+)$/u;

export const environmentFor = (given: NodeJS.ProcessEnv, node: string): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(given).filter(([name]) => PASSED.test(name))),
  // A program of Electron's is no Node: threads and helpers of the gateway's go on with the one that comes with it.
  GHOST_NODE: node,
});

export function startUtility(
  { utilityProcess }: Pick<ElectronPort, 'utilityProcess'>,
  {
    program,
    args,
    node,
  }: { readonly program: string; readonly args: readonly string[]; readonly node: string },
): GatewayProcess {
  const child = utilityProcess.fork(program, [...args], {
    serviceName: 'Ghost Browser gateway',
    stdio: 'inherit',
    env: Object.fromEntries(
      Object.entries(environmentFor(process.env, node)).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  });
  return { port: portOf(child), kill: () => void child.kill() };
}

function portOf(child: UtilityPort): Port {
  let isGone = false;
  child.on('exit', () => (isGone = true));
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onClose: (listener) => void (isGone ? listener() : child.on('exit', () => listener())),
  };
}
