// Makes sure that there is a browser: one that is here, else Debian's, else playwright's download, else a clear message.
// Run by `npm run browser`; imported by `npm start` and `npm test`. Progress goes to standard error, the path to standard output.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fail, type Result } from '#policy/language/failure.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';
import { discoverBrowser } from './discover.ts';

const PACKAGES = ['chromium', 'chromium-sandbox', 'fonts-liberation'];
const INSTALL_DEADLINE_MS = 15 * 60_000;
const NO_BROWSER_EXIT_CODE = 5;

type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

/** Errors: `browser.not-found` with what was tried. A browser that GHOST_BROWSER names is never replaced. */
export async function ensureBrowser(
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  signal?: AbortSignal,
): Promise<Result<BrowserBuild>> {
  const found = await discoverBrowser();
  if (found.ok || (process.env['GHOST_BROWSER'] ?? '') !== '') return found;
  const tried: string[] = [];
  for (const way of await waysToInstall()) {
    say(`no browser found: ${way.name}`);
    const done = await runAll(way.steps, signal);
    tried.push(done === null ? `${way.name}: done` : `${way.name}: ${done}`);
    if (done !== null) say(`  ${done}`);
    const now = await discoverBrowser();
    if (now.ok) {
      say(`installed ${now.value.product.toLowerCase()} ${now.value.version} at ${now.value.path}`);
      return now;
    }
  }
  return fail('browser.not-found', 'no browser was found and none could be installed', {
    help: 'install Chromium, Chrome or Edge (Debian: apt-get install chromium chromium-sandbox), or set GHOST_BROWSER to one',
    details: { tried },
  });
}

async function waysToInstall(): Promise<{ name: string; steps: readonly Step[] }[]> {
  const ways: { name: string; steps: readonly Step[] }[] = [];
  if (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    (await succeeds('apt-get', ['--version']))
  ) {
    const install = ['install', '-y', '--no-install-recommends', ...PACKAGES];
    ways.push({
      name: `installing ${PACKAGES.join(', ')} with apt-get`,
      steps: [
        { name: 'apt-get update', command: 'apt-get', args: ['update'] },
        { name: 'apt-get install', command: 'apt-get', args: install },
      ],
    });
  }
  const manifest = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const script = join(dirname(manifest), 'cli.js');
  ways.push({
    name: 'downloading Chromium with playwright-core',
    steps: [{ name: 'playwright-core', command: process.execPath, args: [script, 'install', 'chromium'] }],
  });
  return ways;
}

/** `null` if all went well, else what failed. */
async function runAll(steps: readonly Step[], signal: AbortSignal | undefined): Promise<string | null> {
  for (const { name, command, args } of steps) {
    const failed = await run(command, args, signal);
    if (failed !== null) return `${name}: ${failed}`;
  }
  return null;
}

function run(
  command: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      // Both of its outputs are progress.
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: INSTALL_DEADLINE_MS,
      ...(signal === undefined ? {} : { signal }),
    });
    child.on('error', (thrown) => resolve(thrown.message));
    child.on('close', (code, killed) => resolve(code === 0 ? null : `ended with ${code ?? killed}`));
  });
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', timeout: 10_000 });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

if (import.meta.main) {
  const browser = await ensureBrowser();
  if (browser.ok) {
    process.stdout.write(`${browser.value.path}\n`);
  } else {
    process.stderr.write(`error: ${browser.error.message}\n  ${browser.error.help ?? ''}\n`);
    process.exitCode = NO_BROWSER_EXIT_CODE;
  }
}
