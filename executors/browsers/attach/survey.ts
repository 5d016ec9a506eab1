// A running browser as the operating system shows it: which process, which binary, which flags. Nobody speaks to it yet.
// INVARIANT: a name decides nothing; what cannot be read is UNKNOWN, and what is not known is never better than what is.
import { readlink, stat } from 'node:fs/promises';
import { ok, type Result } from '#policy/language/failure.ts';
import type { AttachPoint, BrowserBuild, LaunchPlan } from '#executors/contract/launch-plan.ts';
import { probeBrowser } from '#executors/browsers/launch/discover.ts';
import { executorType } from '#executors/browsers/launch/executor-type.ts';
import { readProcess, startTime } from '#executors/browsers/processes/processes.ts';
import { parseEndpoint, type Endpoint } from './endpoint.ts';
import { classifyAttached } from './flags.ts';
import { usersOf } from '#executors/system/running-users.ts';
import { listenerAt } from './listener.ts';
import { ownedByUs } from './whose.ts';

/** What holds in a browser of our own and in none that somebody else started. */
const NEVER = [
  'a network namespace of its own: past the proxy its own settings hold',
  'our preferences: saved passwords, extensions and other programs stay its own matter',
  'an end of its process: it lives on',
];

/**
 * Errors: `attach.bad-endpoint`, `attach.foreign-user`. A browser that cannot be looked at is planned as UNKNOWN, for the policy to
 * refuse. `users`: whose browsers root may attach to, beside its own.
 */
export async function planAttach(text: string, users: readonly number[] = []): Promise<Result<LaunchPlan>> {
  const endpoint = parseEndpoint(text);
  if (!endpoint.ok) return endpoint;
  const { url, address, port, path } = endpoint.value;
  const listener = await listenerAt(address, port);
  const pid = listener?.pid ?? null;
  const uids = listener === null ? [] : [listener.uid, ...(pid === null ? [] : usersOf(pid))];
  const owned = ownedByUs(url, uids, users);
  if (!owned.ok) return owned;
  const running = pid === null ? null : await runningAs(pid);
  if (listener === null || pid === null || running === null)
    return ok(planOf(endpoint.value, nothingKnown(url)));
  const { args, startedAt, build } = running;
  const judged = classifyAttached(args.slice(1));
  const headless = args.some((arg) => /^--headless(?:=|$)/.test(arg));
  const beyond = listener.open ? [`its port \`${port}\` takes calls from other machines`] : [];
  return ok(
    planOf(endpoint.value, {
      build,
      executor: executorType(build.product, headless),
      headless,
      flags: args.slice(1),
      flagClass: listener.open ? 'FORBIDDEN_FLAG' : judged.class,
      flagFindings: [...beyond, ...judged.findings],
      attach: {
        endpoint: url,
        path,
        process: { pid, startTime: startedAt },
        lacks: [...judged.missing.map((flag) => `the required flag \`${flag}\``), ...NEVER],
      },
    }),
  );
}

type Known = Omit<LaunchPlan, 'network' | 'isolation' | 'attach'> & { readonly attach: AttachPoint };

const planOf = ({ path }: Endpoint, known: Known): LaunchPlan =>
  Object.freeze({
    ...known,
    attach: Object.freeze({ ...known.attach, path }),
    network: 'PROXY',
    isolation: 'CONTEXT',
  });

function nothingKnown(endpoint: string): Known {
  return {
    build: { path: '', product: 'UNKNOWN', version: '' },
    executor: 'HEADED_UNKNOWN',
    headless: false,
    flags: [],
    flagClass: 'UNKNOWN_FLAG',
    flagFindings: [`no process of this machine that can be looked at listens at \`${endpoint}\``],
    attach: {
      endpoint,
      path: null,
      process: null,
      lacks: ['any knowledge of its binary and flags', ...NEVER],
    },
  };
}

type Running = { readonly args: readonly string[]; readonly startedAt: string; readonly build: BrowserBuild };

/** The process by its number, and its binary by what that says of itself; `null` where either cannot be read. */
export async function runningAs(pid: number): Promise<Running | null> {
  const [entry, startedAt] = await Promise.all([readProcess(pid), startTime(pid)]);
  if (entry === null || startedAt === null) return null;
  return { args: entry.args.map((arg) => arg.trim()), startedAt, build: await buildOf(pid) };
}

/** The file at the path may be another one by now, after an update or in another mount namespace: then nothing is known of it. */
async function buildOf(pid: number): Promise<BrowserBuild> {
  const link = `/proc/${pid}/exe`;
  const path = await readlink(link).catch(() => '');
  const unknown: BrowserBuild = { path, product: 'UNKNOWN', version: '' };
  try {
    const [own, there] = await Promise.all([stat(link), stat(path)]);
    if (own.ino !== there.ino || own.dev !== there.dev) return unknown;
  } catch {
    return unknown;
  }
  return (await probeBrowser(path)) ?? unknown;
}
