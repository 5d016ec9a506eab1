// A context of our own in a browser that runs already, behind our proxy. The browser is somebody else's and lives on.
// INVARIANT: what is attached to is the process that was decided on, seen again with the same flags; our context goes with our
// connection, whatever ends that.
import { fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { describe } from '#policy/language/failure.ts';
import { CdpConnection } from '#executors/cdp/connection.ts';
import type { BrowserSecurityContext, CloseReport } from '#executors/contract/tab.ts';
import type { AttachPoint, LaunchPlan } from '#executors/contract/launch-plan.ts';
import { agrees } from '#executors/browsers/launch/agreement.ts';
import type { RunningBrowser } from '#executors/browsers/launch/browser-process.ts';
import { startTime } from '#executors/browsers/processes/processes.ts';
import { makeProfile, removeProfile } from '#executors/browsers/processes/profile.ts';
import { isSandboxed } from '#executors/browsers/launch/read-back.ts';
import type { Unprivileged } from '#executors/browsers/processes/unprivileged.ts';
import { usersOf } from '#executors/system/running-users.ts';
import { parseEndpoint } from './endpoint.ts';
import { listenerAt } from './listener.ts';
import { openSocket } from './socket.ts';
import { runningAs } from './survey.ts';
import { HEADERS, WITHHELD } from './terms.ts';

export type AttachStart = {
  readonly plan: LaunchPlan;
  readonly attach: AttachPoint;
  readonly profileRoot: string;
  readonly proxyPort: number;
  readonly deadlineMs: number;
};

const END_MS = 3_000;

/** Errors: `attach.unreachable`, `attach.other-browser`, `browser.other-build`, `browser.launch-failed`; nothing of ours is left then. */
export async function attachBrowser(
  start: AttachStart,
  signal: AbortSignal,
): Promise<Result<RunningBrowser>> {
  const { attach, plan, proxyPort, profileRoot, deadlineMs } = start;
  const { process } = attach;
  if (process === null) return other('nothing is known of what listens there');
  const connected = await connectTo(plan, attach, deadlineMs, signal);
  if (!connected.ok) return connected;
  const { connection, url } = connected.value;
  // Files for an upload are copied there, for its user to read.
  const profile = await makeProfile(profileRoot, userOfProcess(process.pid));
  const giveUp = async (error: Failure): Promise<Result<never>> => {
    connection.close();
    if (profile.ok) await removeProfile(profile.value.directory);
    return { ok: false, error };
  };
  if (!profile.ok) return giveUp(profile.error);
  let contextId: string;
  try {
    ({ browserContextId: contextId } = await connection.browser.send(
      'Target.createBrowserContext',
      {
        // INVARIANT: a gateway that is killed leaves nothing in the person's browser.
        disposeOnDetach: true,
        proxyServer: `http://127.0.0.1:${proxyPort}`,
        proxyBypassList: '<-loopback>',
      },
      { deadlineMs },
    ));
  } catch (thrown) {
    return giveUp(
      failure('browser.launch-failed', 'the browser gives no context of its own', { cause: thrown }),
    );
  }
  let killed: Promise<boolean> | undefined;
  let report: Promise<CloseReport> | undefined;
  const kill = (): Promise<boolean> => (killed ??= endContext({ connection, url, contextId, process }));
  const end = (): Promise<CloseReport> => (report ??= removeBehind(kill(), profile.value.directory));
  return ok({
    pid: process.pid,
    connection,
    profile: profile.value,
    commandLine: [plan.build.path, ...plan.flags],
    guest: { contextId, withheld: WITHHELD, headers: HEADERS },
    security: () => securityOf(process.pid, plan.flags),
    kill,
    giveUp: () => connection.close(),
    end,
  });
}

/** `null`: it runs as we do. */
function userOfProcess(pid: number): Unprivileged | null {
  const [uid = 0] = usersOf(pid);
  return uid === 0 || uid === globalThis.process.geteuid?.() ? null : { uid, gid: uid };
}

type Connected = { readonly connection: CdpConnection; readonly url: string };

/** A connection to exactly the process that was decided on. */
export async function connectTo(
  plan: LaunchPlan,
  attach: AttachPoint,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<Connected>> {
  const before = await isStill(plan, attach);
  if (!before.ok) return before;
  const url = await socketOf(attach, deadlineMs, signal);
  if (!url.ok) return url;
  const opened = await openSocket(url.value, deadlineMs, signal);
  if (!opened.ok) return opened;
  const connection = new CdpConnection(opened.value.input, opened.value.output);
  const known = await identify(connection, plan, attach, deadlineMs);
  // Nobody else can have taken the call, if it listened before and listens now.
  const after = known.ok ? await listensStill(attach) : known;
  if (after.ok) return ok({ connection, url: url.value });
  connection.close();
  return after;
}

async function listensStill({ endpoint, process }: AttachPoint): Promise<Result<number>> {
  const at = parseEndpoint(endpoint);
  if (!at.ok) return at;
  const listener = await listenerAt(at.value.address, at.value.port);
  const pid = listener?.pid ?? null;
  const same = pid !== null && pid === process?.pid && (await startTime(pid)) === process.startTime;
  return same ? ok(pid) : other('another process listens there');
}

/** The same process listens there, and has the same flags and the same binary behind it. */
async function isStill(plan: LaunchPlan, attach: AttachPoint): Promise<Result<void>> {
  const listener = await listensStill(attach);
  if (!listener.ok) return listener;
  const running = await runningAs(listener.value);
  const same =
    running !== null &&
    running.args.slice(1).join('\0') === plan.flags.join('\0') &&
    running.build.path === plan.build.path &&
    running.build.version === plan.build.version;
  return same ? ok(undefined) : other('it is not what it was when it was decided on');
}

/** What answers says that it is the binary that was seen, in the process that was seen. */
async function identify(
  connection: CdpConnection,
  { build, headless }: LaunchPlan,
  { process }: AttachPoint,
  deadlineMs: number,
): Promise<Result<void>> {
  try {
    const [version, { processInfo }] = await Promise.all([
      connection.browser.send('Browser.getVersion', {}, { deadlineMs }),
      connection.browser.send('SystemInfo.getProcessInfo', {}, { deadlineMs }),
    ]);
    const agreed = agrees(build, version.product);
    if (!agreed.ok) return agreed;
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (pid !== process?.pid) return other(`it says that its process is ${pid ?? 'none'}`);
    if (/\bHeadlessChrome\//.test(version.userAgent) !== headless) {
      return other(`it runs ${headless ? 'with' : 'without'} a window, against its flags`);
    }
    return ok(undefined);
  } catch (thrown) {
    return fail('attach.unreachable', 'the browser does not say what it is', { cause: thrown });
  }
}

/** The browser's socket has a name that it tells at its port: the name alone is taken from there, never the address. */
async function socketOf(
  { endpoint, path }: AttachPoint,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<string>> {
  const { host } = new URL(endpoint);
  if (path !== null) return ok(`ws://${host}${path}`);
  const at = `${endpoint}/json/version`;
  try {
    const answer = await fetch(at, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    const said: unknown = await answer.json();
    const named =
      typeof said === 'object' && said !== null && 'webSocketDebuggerUrl' in said
        ? String(said.webSocketDebuggerUrl)
        : '';
    const parsed = parseEndpoint(named);
    const name = parsed.ok ? parsed.value.path : null;
    if (name === null) return fail('attach.unreachable', `\`${at}\` names no browser`);
    return ok(`ws://${host}${name}`);
  } catch (thrown) {
    if (signal.aborted) return fail('task.cancelled', 'the attach was cancelled');
    return fail('attach.unreachable', `\`${at}\` does not answer`, { cause: describe(thrown) });
  }
}

/** Phase-38 8.4 as far as it can be said of a browser that was started by somebody else. */
async function securityOf(pid: number, flags: readonly string[]): Promise<BrowserSecurityContext> {
  return Object.freeze({
    sandbox_enabled: await isSandboxed(pid, null, flags),
    site_isolation_enabled: flags.includes('--site-per-process'),
    extensions_disabled: flags.includes('--disable-extensions'),
    remote_debugging_disabled: false,
    profile_isolated: false,
    storage_cleared: true,
    network_isolated: false,
  });
}

type Ending = {
  readonly connection: CdpConnection;
  readonly url: string;
  readonly contextId: string;
  readonly process: { readonly pid: number; readonly startTime: string };
};

/** Disposes of the context and looks whether it is gone, on a connection of its own where ours broke. */
async function endContext({ connection, url, contextId, process }: Ending): Promise<boolean> {
  const gone = (await disposed(connection, contextId)) || (await goneAnyhow({ url, contextId, process }));
  connection.close();
  return gone;
}

async function removeBehind(killed: Promise<boolean>, directory: string): Promise<CloseReport> {
  const gone = await killed;
  const removed = await removeProfile(directory);
  return { processesGone: gone, profileRemoved: gone && removed, forced: false };
}

async function disposed(connection: CdpConnection, contextId: string): Promise<boolean> {
  const { browser } = connection;
  const deadline = { deadlineMs: END_MS };
  try {
    await browser.send('Target.disposeBrowserContext', { browserContextId: contextId }, deadline);
    const { browserContextIds } = await browser.send('Target.getBrowserContexts', {}, deadline);
    return !browserContextIds.includes(contextId);
  } catch {
    return false; // looked at again by whoever asks
  }
}

async function goneAnyhow({ url, contextId, process }: Omit<Ending, 'connection'>): Promise<boolean> {
  if ((await startTime(process.pid)) !== process.startTime) return true;
  const opened = await openSocket(url, END_MS, AbortSignal.timeout(END_MS));
  if (!opened.ok) return (await startTime(process.pid)) !== process.startTime;
  const again = new CdpConnection(opened.value.input, opened.value.output);
  try {
    const { browserContextIds } = await again.browser.send(
      'Target.getBrowserContexts',
      {},
      { deadlineMs: END_MS },
    );
    return !browserContextIds.includes(contextId) || (await disposed(again, contextId));
  } catch {
    return false; // it does not answer: the report says that nobody knows
  } finally {
    again.close();
  }
}

const other = (why: string): Result<never> =>
  fail(
    'attach.other-browser',
    `what listens at the endpoint is not the browser that was decided on: ${why}`,
    {
      help: 'ask again: it is looked at anew',
    },
  );
