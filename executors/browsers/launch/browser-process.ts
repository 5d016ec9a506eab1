// Starts one browser over a pipe, checks what really runs, and ends it without a trace.
// INVARIANT: a browser that is handed out has its sandbox on and exactly the planned flags; one that has not is dead.
import { spawn, type ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { CdpConnection, type TabConnection } from '#executors/cdp/connection.ts';
import type { BrowserSecurityContext, CloseReport } from '#executors/contract/tab.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';
import { agrees } from './agreement.ts';
import { launchArguments } from './flags.ts';
import { isNetworkIsolated, type NetworkNamespace } from '#executors/browsers/processes/namespace.ts';
import { killFamily, killGroup, killUser } from '#executors/browsers/processes/processes.ts';
import { readProcess } from '#executors/system/process-tree.ts';
import { onceStopped } from '#executors/system/stopped-process.ts';
import { makeProfile, removeProfile, type Profile } from '#executors/browsers/processes/profile.ts';
import type { Renderers } from '#executors/browsers/processes/renderers.ts';
import { readBackCommandLine, readSecurity } from './read-back.ts';
import { unprivilegedIdentity, type Unprivileged } from '#executors/browsers/processes/unprivileged.ts';
import { leaseUser, type LeasedUser, type UserRange } from '#executors/browsers/processes/users.ts';

export type BrowserStart = {
  readonly path: string;
  /** What the binary said of itself, where that was decided on: the running browser must agree. */
  readonly build?: BrowserBuild;
  readonly flags: readonly string[];
  readonly profileRoot: string;
  readonly proxyPort: number;
  readonly deadlineMs: number;
  /** `null`: in the gateway's own network. */
  readonly namespace?: NetworkNamespace | null;
  /** As root: the users that browsers get, one each. Default: `DEFAULT_USERS`. */
  readonly users?: UserRange;
  readonly onSpawned?: () => void;
};

export type RunningBrowser = {
  readonly pid: number;
  readonly connection: TabConnection;
  readonly profile: Profile;
  readonly commandLine: readonly string[];
  /** Of a browser of ours that several tabs share: the tab's context, and its processes among all. */
  readonly context?: { readonly id: string; readonly renderers: Renderers };
  /** Of somebody else's browser: the one context that is ours, and what its tabs go without. */
  readonly guest?: {
    readonly contextId: string;
    readonly withheld: ReadonlySet<PageActKind>;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
  };
  /** Reads the processes; there must be a renderer by now. */
  readonly security: () => Promise<BrowserSecurityContext>;
  /** Ends all that runs, at once; `true`: nothing does any more. Idempotent. */
  readonly kill: () => Promise<boolean>;
  /** It does not answer: the whole of it is ended, where it is ours; nothing is asked of it any more. */
  readonly giveUp: () => void;
  /** Ends all processes, removes the profile, looks whether both is so. Idempotent. */
  readonly end: () => Promise<CloseReport>;
};

/** A whole browser, to whoever started it. */
export type OwnBrowser = RunningBrowser & { readonly connection: CdpConnection };

/** For the kernel to take a killed browser apart; then it is looked whether it did. */
const EXIT_MS = 2_000;

/** Errors: `browser.launch-failed`, `.no-sandbox`, `.flags-differ`, `.crashed`; `task.cancelled` on abort. Nothing is left then. */
export async function startBrowser(start: BrowserStart, signal: AbortSignal): Promise<Result<OwnBrowser>> {
  if (signal.aborted) return fail('task.cancelled', 'the launch was cancelled');
  const leased = await browserUser(start.users);
  if (!leased.ok) return leased;
  const as = leased.value;
  const profile = await makeProfile(start.profileRoot, as);
  if (!profile.ok) {
    as?.release();
    return profile;
  }
  const { directory, userData } = profile.value;
  const planned = launchArguments(start.flags, userData, start.proxyPort);
  const child = spawnBrowser(start, planned, profile.value, as);
  const errors = tail(child);
  let killed: ReturnType<typeof killBrowser> | undefined;
  let report: Promise<CloseReport> | undefined;
  const ended = (): ReturnType<typeof killBrowser> => (killed ??= killBrowser(child, directory, as));
  const end = (): Promise<CloseReport> => (report ??= removeBehind(ended(), directory, as));
  const giveUp = async (error: Failure): Promise<Result<never>> => {
    await end();
    return { ok: false, error };
  };

  const connection = connect(child);
  if (connection === null || child.pid === undefined) {
    await end();
    return fail('browser.launch-failed', `\`${start.path}\` could not be started`, { cause: errors() });
  }
  const { pid } = child;
  start.onSpawned?.();
  const abort = (): void => connection.close();
  signal.addEventListener('abort', abort, { once: true });
  // How long one takes to start says nothing of it, on a machine that has much to do; that it is stopped does.
  const unwatch = onceStopped({ pid, startedAt: readProcess(pid)?.startedAt }, () => true, abort);
  let product: string;
  try {
    ({ product } = await connection.browser.send('Browser.getVersion', {}, { deadlineMs: start.deadlineMs }));
  } catch (thrown) {
    await end();
    if (signal.aborted) return fail('task.cancelled', 'the launch was cancelled');
    return startFailure(start.path, errors(), describe(thrown));
  } finally {
    unwatch();
    signal.removeEventListener('abort', abort);
  }
  const agreed = start.build === undefined ? ok(undefined) : agrees(start.build, product);
  if (!agreed.ok) return giveUp(agreed.error);
  const commandLine = await readBackCommandLine(pid, planned);
  if (!commandLine.ok) return giveUp(commandLine.error);
  if ((start.namespace ?? null) !== null && !(await isNetworkIsolated(pid))) {
    return giveUp(failure('browser.no-namespace', 'the browser did not enter its network namespace'));
  }
  const security = (): Promise<BrowserSecurityContext> => readSecurity(pid, profile.value, commandLine.value);
  return ok({
    pid,
    connection,
    profile: profile.value,
    commandLine: commandLine.value,
    security,
    kill: async () => (await ended()).gone,
    giveUp: () => void ended(),
    end,
  });
}

/** One of its own; where the platform has none to give, root drops to `nobody`. */
async function browserUser(users: UserRange | undefined): Promise<Result<LeasedUser | null>> {
  const leased = await leaseUser(users);
  if (!leased.ok || leased.value !== null) return leased;
  const nobody = await unprivilegedIdentity();
  return ok(nobody === null ? null : { ...nobody, shared: true, release: () => undefined });
}

function spawnBrowser(
  { path, namespace }: BrowserStart,
  planned: readonly string[],
  { userData: home, temporary, programs }: Profile,
  as: Unprivileged | null,
): ChildProcess {
  const inside = namespace?.enter(path, planned, as);
  const { file, args } = inside ?? { file: path, args: planned };
  return spawn(file, args, {
    // A session of its own: no terminal, and a whole family to end.
    detached: true,
    cwd: home,
    // 3 and 4 are the DevTools pipe.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Nothing of the gateway's environment (keys, tokens) is handed on, apart from where a screen is.
    env: {
      // What is in `programs` is found first: a page's `mailto:` opens nothing.
      PATH: `${programs}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      // Its number has no entry that these could be read from.
      USER: 'ghost',
      LOGNAME: 'ghost',
      TMPDIR: temporary,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      XDG_RUNTIME_DIR: home,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/dev/null',
      LANG: 'en_US.UTF-8',
      ...pick(['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'SystemRoot', 'LOCALAPPDATA']),
    },
    // Entering a namespace takes root, and drops it by itself.
    ...(as === null || inside !== undefined ? {} : { uid: as.uid, gid: as.gid }),
  });
}

function pick(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function connect(child: ChildProcess): CdpConnection | null {
  const [, , , input, output] = child.stdio;
  if (child.pid === undefined || !(input instanceof Writable) || !(output instanceof Readable)) return null;
  const connection = new CdpConnection(output, input);
  child.on('exit', () => connection.close());
  return connection;
}

/** The last words on standard error, for the message of a failed start. */
function tail(child: ChildProcess): () => string {
  let text = '';
  child.on('error', (thrown) => (text += describe(thrown)));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4_000);
  });
  return () => text.trim();
}

function startFailure(path: string, errors: string, thrown: string): Result<never> {
  if (/no usable sandbox|sandbox.*(suid|setuid)|running as root without --no-sandbox/i.test(errors)) {
    return fail('browser.no-sandbox', 'the browser cannot start its sandbox on this machine', {
      help: 'allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns=0) or install the setuid helper (apt-get install chromium-sandbox); the sandbox is never switched off',
      cause: errors.split('\n').find((line) => /sandbox/i.test(line)) ?? thrown,
    });
  }
  return fail('browser.launch-failed', `\`${path}\` did not start`, {
    cause: errors === '' ? thrown : errors.slice(-1_000),
    help: 'run it by hand with --headless --version to see what it lacks',
  });
}

/** INVARIANT: nothing is asked of a browser that is to end, and nothing waited for: it may be anything but willing. */
async function killBrowser(
  child: ChildProcess,
  directory: string,
  as: LeasedUser | null,
): ReturnType<typeof killFamily> {
  if (child.pid !== undefined && !hasExited(child)) {
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    killGroup(child.pid);
    await Promise.race([exited, wait(EXIT_MS, undefined, { ref: false })]);
  }
  const family = await killFamily(directory, child.pid ?? null);
  // What others run as, too, is not all ours to end.
  if (as === null || as.shared) return family;
  return { ...family, gone: (await killUser(as)) && family.gone };
}

async function removeBehind(
  killed: ReturnType<typeof killFamily>,
  directory: string,
  as: LeasedUser | null,
): Promise<CloseReport> {
  const { gone, again } = await killed;
  const profileRemoved = await removeProfile(directory);
  // INVARIANT: whoever comes next with this number finds no process and no file of it.
  if (gone && profileRemoved) as?.release();
  return { processesGone: gone, profileRemoved, forced: again };
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;
