// What the running browser really is: its command line and its renderers' sandbox, read from the operating system.
// INVARIANT: the process is believed, never the plan. A difference ends the launch.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { BrowserSecurityContext } from '#executors/contract/tab.ts';
import { isNetworkIsolated } from '#executors/browsers/processes/namespace.ts';
import type { Profile } from '#executors/browsers/processes/profile.ts';
import { familyOf, readProcess, type ProcessEntry } from '#executors/browsers/processes/processes.ts';

const LINUX = process.platform === 'linux';
const MAX_LOOKS = 10;
const BETWEEN_LOOKS_MS = 50;

/** What Chromium's headless mode adds of its own accord, and shows in the title that it gives its process. */
export const OWN_ADDITIONS = [
  /^--noerrdialogs$/,
  /^--ozone-platform=headless$/,
  /^--ozone-override-screen-size=\d+,\d+$/,
  /^--use-angle=swiftshader(-webgl)?$/,
];

/** Errors: `browser.flags-differ` with what is there too much and what is missing. */
export async function readBackCommandLine(
  pid: number,
  planned: readonly string[],
): Promise<Result<readonly string[]>> {
  const entry = await readProcess(pid);
  if (entry === null) return fail('browser.crashed', 'the browser ended while it started');
  const real = entry.args.slice(1).map((flag) => flag.trim());
  // A wrapper that adds a flag of its own shows here, since the browser prints what it was given and what it made of it.
  const missing = planned.filter((flag) => !real.includes(flag));
  const added = real.filter(
    (flag) => !planned.includes(flag) && !OWN_ADDITIONS.some((own) => own.test(flag)),
  );
  if (missing.length === 0 && added.length === 0) return ok(entry.args);
  return fail('browser.flags-differ', 'the browser runs with other flags than were decided', {
    help: 'start the browser binary itself: a wrapper script or a configuration file changes its flags',
    details: { added, missing },
  });
}

/** Phase-38 section 8.4, from the process and its profile. */
export async function readSecurity(
  pid: number,
  { userData, cleared }: Profile,
  commandLine: readonly string[],
): Promise<BrowserSecurityContext> {
  const has = (flag: string): boolean => commandLine.includes(flag);
  return Object.freeze({
    sandbox_enabled: await isSandboxed(pid, userData, commandLine),
    site_isolation_enabled: has('--site-per-process'),
    extensions_disabled: has('--disable-extensions'),
    remote_debugging_disabled: !commandLine.some((flag) => /^--remote-debugging-(?!pipe$)/.test(flag)),
    profile_isolated: has(`--user-data-dir=${userData}`),
    storage_cleared: cleared,
    network_isolated: await isNetworkIsolated(pid),
  });
}

/**
 * On Linux every renderer must run under a seccomp filter (2) and in a PID namespace of its own (two numbers in NSpid);
 * there must be one. Elsewhere the flags are all that can be read without privileges.
 */
export async function isSandboxed(
  pid: number,
  userData: string | null,
  commandLine: readonly string[],
): Promise<boolean> {
  if (
    commandLine.some((flag) => /^--(no-sandbox|disable-(setuid|namespace|seccomp)|single-process)/.test(flag))
  ) {
    return false;
  }
  if (!LINUX) return true;
  // A renderer that was made this moment is not confined yet, and one that ends shows nothing: one look says it of all, or none does.
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const renderers = (await familyOf(userData, pid)).filter(isRenderer);
    const sandboxed = await Promise.all(renderers.map(isConfined));
    if (sandboxed.length > 0 && sandboxed.every(Boolean)) return true;
    await wait(BETWEEN_LOOKS_MS);
  }
  return false;
}

const isRenderer = (entry: ProcessEntry): boolean => entry.args.includes('--type=renderer');

async function isConfined(entry: ProcessEntry): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${entry.pid}/status`, 'utf8');
    const seccomp = /^Seccomp:\s*(\d)/m.exec(status)?.[1];
    const namespaces = /^NSpid:\s*(.*)$/m.exec(status)?.[1]?.trim().split(/\s+/).length ?? 0;
    return seccomp === '2' && namespaces > 1;
  } catch {
    return true; // it ended meanwhile: nothing left that could be unconfined
  }
}
