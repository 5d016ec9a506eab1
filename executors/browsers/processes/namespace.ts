// A network namespace of its own for one browser (Linux): only `lo` is in it, and only the proxy's socket listens there.
// INVARIANT: the proxy's socket is made inside and handed out to the gateway; no process of ours stays in the namespace.
import { spawn, type ChildProcess } from 'node:child_process';
import { access, constants, readFile, readlink, stat } from 'node:fs/promises';
import { Server, Socket } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, fail, ok, type Result } from '#policy/language/failure.ts';
import type { LaunchPlan, NamespaceSetting } from '#executors/contract/launch-plan.ts';
import { thisProcess, type Owner } from './owner.ts';
import { killProcess, listProcesses } from './processes.ts';
import type { Unprivileged } from './unprivileged.ts';

const PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].join(delimiter);
const HELPER = fileURLToPath(new URL('namespace-helper.js', import.meta.url));
const DEADLINE_MS = 8_000;
/** It has nothing to do but end: one that takes longer is stopped, or on a machine that does not keep up. */
const RELEASE_MS = 2_000;
const SPARE_MS = 5_000;
const HELP =
  'on Linux install util-linux and iproute2, and start as root or allow user namespaces (sysctl user.max_net_namespaces, kernel.apparmor_restrict_unprivileged_userns=0); or set network.namespace to `auto`';

export type Command = { readonly file: string; readonly args: readonly string[] };
/** `listener` listens inside. A server takes it over with `listen(listener)`. */
export type Listening = { readonly port: number; readonly listener: Server };
export type NetworkNamespace = Listening & {
  /** The command that becomes `program` inside by `exec` alone, so that the PID stays that of the spawned process. */
  readonly enter: (program: string, args: readonly string[], as: Unprivileged | null) => Command;
  /** One more socket that listens inside, until it is released. Rejects where the helper is gone. */
  readonly listen: () => Promise<Listening>;
  /** Ends the helper, once the browser is inside (or will not be). The namespace lives as long as what is in it. Idempotent. */
  readonly release: () => Promise<void>;
};

/** Whether the last one that was opened here came to be: then the machine is not asked before each plan. */
let works = false;
/** Under way: plans that are made beside one another open one. */
let probing: Promise<Result<void>> | null = null;
/** What the machine was asked with, for the browser that is about to start: a helper takes as long to come as a decision. */
let spare: Spare | null = null;

/**
 * How the browsers of a plan will be kept in. Errors: `browser.no-namespace` where one is required and the machine cannot. A machine
 * that could and cannot any more refuses the launch that was planned so, and is asked again for the next plan.
 */
export async function networkFor(setting: NamespaceSetting): Promise<Result<LaunchPlan['network']>> {
  if (setting === 'OFF') return ok('PROXY');
  if (works) return ok('NAMESPACE');
  probing ??= openSpare().finally(() => {
    probing = null;
  });
  const probed = await probing;
  if (probed.ok) return ok('NAMESPACE');
  return setting === 'REQUIRED' ? probed : ok('PROXY');
}

/** Errors: `browser.no-namespace` with what is missing. */
export async function openNamespace(): Promise<Result<NetworkNamespace>> {
  const kept = spare?.take() ?? null;
  if (kept !== null) return ok(kept);
  const opened = await enterable();
  works = opened.ok;
  return opened;
}

type Opened = NetworkNamespace & { readonly helper: ChildProcess };

/** One that nobody entered yet. It keeps nothing of this process running, and is let go where nobody comes for it. */
class Spare {
  readonly #opened: Opened;
  readonly #timer: NodeJS.Timeout;

  constructor(opened: Opened) {
    this.#opened = opened;
    held(opened, false);
    this.#timer = setTimeout(() => {
      if (spare === this) spare = null;
      void letGo(opened);
    }, SPARE_MS).unref();
  }

  /** Once. `null` where its helper is gone. */
  take(): NetworkNamespace | null {
    if (spare === this) spare = null;
    clearTimeout(this.#timer);
    const { helper } = this.#opened;
    held(this.#opened, true);
    if (helper.connected && helper.exitCode === null && helper.signalCode === null) return this.#opened;
    void letGo(this.#opened);
    return null;
  }
}

/** Whether this process goes on for it. */
function held({ helper, listener }: Opened, isHeld: boolean): void {
  const ends = [helper, helper.channel, helper.stdin, helper.stderr, listener];
  for (const one of ends) {
    if (one instanceof Socket || one instanceof Server || one === helper || one === helper.channel)
      if (isHeld) one?.ref();
      else one?.unref();
  }
}

async function letGo({ listener, release }: NetworkNamespace): Promise<void> {
  listener.close();
  await release();
}

/** Whether the machine gives one; it is kept for whoever opens the next. */
async function openSpare(): Promise<Result<void>> {
  const opened = await enterable();
  works = opened.ok;
  if (!opened.ok) return opened;
  spare ??= new Spare(opened.value);
  return ok(undefined);
}

async function enterable(): Promise<Result<Opened>> {
  if (process.platform !== 'linux') return unavailable('there are network namespaces on Linux only');
  const [unshare, nsenter] = await Promise.all([findProgram('unshare'), findProgram('nsenter')]);
  if (unshare === null || nsenter === null) return unavailable('`unshare` or `nsenter` is missing');
  // Without root the rights to set `lo` up come with a user namespace.
  const rights = process.geteuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const owner = await thisProcess();
  const words = [HELPER, String(owner.pid), owner.startTime];
  const helper = spawn(unshare, [...rights, '--net', '--', process.execPath, ...words], {
    // The first one carries nothing: its end is how the helper knows of ours.
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    env: { PATH, ELECTRON_RUN_AS_NODE: '1' },
  });
  const ended = new Promise<void>((resolve) => {
    helper.once('exit', () => resolve()).once('error', () => resolve());
  });
  const release = async (): Promise<void> => {
    helper.stdin?.destroy();
    const impatient = setTimeout(() => helper.kill('SIGKILL'), RELEASE_MS);
    await ended;
    clearTimeout(impatient);
  };
  try {
    let last = taken(helper);
    const { port, listener } = await last;
    const pid = helper.pid ?? 0;
    return ok({
      port,
      listener,
      helper,
      release,
      // One after the other: sockets come without a name.
      listen: () => {
        const more = (): Promise<Listening> => {
          if (!helper.connected) throw new Error('the namespace was released');
          helper.send('more');
          return taken(helper);
        };
        last = last.then(more, more);
        return last;
      },
      enter: (program, args, as) => ({
        file: nsenter,
        args: [...inside(pid, as, unshare), program, ...args],
      }),
    });
  } catch (thrown) {
    helper.kill('SIGKILL');
    await ended;
    return unavailable(describe(thrown));
  }
}

/**
 * Root joins the namespace and drops to `as` (nsenter clears the supplementary groups with it). Anyone else joins the helper's
 * user namespace too, and maps the own uid back in one more, since Chromium refuses its sandbox to what looks like root.
 */
function inside(pid: number, as: Unprivileged | null, unshare: string): readonly string[] {
  const net = `--net=/proc/${pid}/ns/net`;
  if (as !== null) return [net, `--setgid=${as.gid}`, `--setuid=${as.uid}`, '--'];
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const entry = [`--user=/proc/${pid}/ns/user`, net, '--preserve-credentials', '--'];
  return [...entry, unshare, '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
}

async function taken(helper: ChildProcess): Promise<Listening> {
  const received = await arriving(helper);
  helper.send('taken');
  return received;
}

function arriving(helper: ChildProcess): Promise<Listening> {
  return new Promise((resolve, reject) => {
    let errors = '';
    const heard = (chunk: string): string => (errors = (errors + chunk).slice(-2_000));
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      helper.off('error', failed).off('close', closed).off('message', came);
      helper.stderr?.off('data', heard);
      settle();
    };
    const failed = (thrown: Error): void => finish(() => reject(thrown));
    const closed = (): void => failed(new Error(lastWords(errors)));
    const came = (message: unknown, handle: unknown): void => {
      const port = typeof message === 'object' && message !== null && 'port' in message ? message.port : 0;
      if (typeof port === 'number' && port > 0 && handle instanceof Server)
        finish(() => resolve({ port, listener: handle }));
      else failed(new Error('the helper sent no socket'));
    };
    const timer = setTimeout(() => failed(new Error('the helper did not answer in time')), DEADLINE_MS);
    helper.stderr?.setEncoding('utf8').on('data', heard);
    helper.on('error', failed).on('close', closed).on('message', came);
  });
}

const lastWords = (errors: string): string =>
  errors.split('\n').find((line) => /unshare:|Error:/.test(line)) ?? 'the helper ended at once';

/** Whether the process is in another network namespace than we, and sees no interface but `lo` there. Read from the system. */
export async function isNetworkIsolated(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const [own, theirs, devices] = await Promise.all([
      readlink('/proc/self/ns/net'),
      readlink(`/proc/${pid}/ns/net`),
      readFile(`/proc/${pid}/net/dev`, 'utf8'),
    ]);
    const interfaces = [...devices.matchAll(/^\s*([^\s:]+):/gm)].map(([, name]) => name);
    return own !== theirs && interfaces.join() === 'lo';
  } catch {
    return false;
  }
}

/** Ends the helpers of this machine that are ours and whose gateway `isDead`: one that hangs hears no disconnection. */
export async function endHelpers(isDead: (gateway: Owner) => Promise<boolean>): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const { pid, args, zombie } of await listProcesses()) {
    const gateway = zombie ? null : gatewayIn(args);
    if (gateway === null) continue;
    // Anybody may call a process so; whose it is, is the kernel's word.
    const owned = await stat(`/proc/${pid}`).catch(() => null);
    if (owned?.uid === process.geteuid?.() && (await isDead(gateway))) killProcess(pid);
  }
}

/** Whose helper it is, by its words as we write them; `null`: an editor, a search, whatever else names that file. */
function gatewayIn(args: readonly string[]): Owner | null {
  const [file, pid = '', startTime = ''] = args.slice(-3);
  const isOurs = file === HELPER && [pid, startTime].every((word) => /^\d+$/u.test(word));
  return isOurs ? { pid: Number(pid), startTime } : null;
}

/** Opens one and lets it go. */
export async function probeNamespace(): Promise<Result<void>> {
  const opened = await openNamespace();
  if (!opened.ok) return opened;
  await letGo(opened.value);
  return ok(undefined);
}

async function findProgram(name: string): Promise<string | null> {
  for (const directory of PATH.split(delimiter)) {
    const path = join(directory, name);
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}

const unavailable = (cause: string): Result<never> =>
  fail('browser.no-namespace', 'the browser cannot be given a network namespace of its own', {
    cause,
    help: HELP,
  });
