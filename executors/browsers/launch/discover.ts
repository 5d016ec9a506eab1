// Finds a Chromium-family browser and classifies it by what it says of itself. INVARIANT: a file name decides nothing.
import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';
import { versionLine } from './version-line.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'microsoft-edge-stable',
  'msedge',
];

// The binaries behind distributions' wrapper scripts. A wrapper adds flags of its own (Debian's adds
// `--disable-extensions-except`, which Phase-38 forbids), so the binary itself is started.
const BINARIES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/opt/chromium.org/chromium/chromium-browser',
];

const USUAL_PLACES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: BINARIES,
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const root = process.env[variable];
    if (root === undefined) return [];
    return [
      join(root, 'Chromium', 'Application', 'chrome.exe'),
      join(root, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(root, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
  }),
};

/** Errors: `browser.not-found`. `path` (or GHOST_BROWSER) names one browser, and no other is tried. */
export async function discoverBrowser(path?: string): Promise<Result<BrowserBuild>> {
  const named = path ?? process.env['GHOST_BROWSER'];
  if (named !== undefined && named !== '') {
    const build = await probeBrowser(isAbsolute(named) ? named : ((await which(named)) ?? named));
    if (build !== null) return ok(build);
    return fail('browser.not-found', `\`${named}\` is not a browser that can be started`, {
      help: 'give the path of Chromium, Chrome or Edge, or leave it out to have one found',
    });
  }
  for await (const candidate of candidates()) {
    const build = await probeBrowser(candidate);
    if (build !== null) return ok(build);
  }
  return fail('browser.not-found', 'no Chromium, Chrome or Edge was found on this machine', {
    help: 'run `ghost install` (or `npm run browser`) to install one, or set GHOST_BROWSER to its path',
  });
}

async function* candidates(): AsyncGenerator<string> {
  for (const name of NAMES) {
    const found = await which(name);
    if (found !== null) yield found;
  }
  yield* USUAL_PLACES[process.platform] ?? [];
  const downloaded = await playwrightDownload();
  if (downloaded !== null) yield downloaded;
}

/** What the program says of itself; `null` for one that is no browser. */
export async function probeBrowser(path: string): Promise<BrowserBuild | null> {
  const binary = await behindWrapper(path);
  const said = (await isExecutable(binary)) ? await versionLine(binary) : null;
  return said === null ? null : classify(binary, said);
}

/** Phase-38 6.3: only what it says of itself counts. What is none of the three is UNKNOWN, and a policy decides on it. */
export function classify(path: string, said: string): BrowserBuild | null {
  const version = /\b(\d+(?:\.\d+){1,3})\b/.exec(said)?.[1];
  if (version === undefined) return null;
  const says = (name: string): boolean => said.startsWith(`${name} `);
  const product = says('Microsoft Edge')
    ? 'EDGE'
    : says('Google Chrome') || says('Google Chrome for Testing')
      ? 'CHROME'
      : says('Chromium')
        ? 'CHROMIUM'
        : 'UNKNOWN';
  return { path, product, version };
}

async function behindWrapper(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    const file = await open(real);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8192), 0, 8192, 0);
      const text = buffer.toString('latin1', 0, bytesRead);
      if (!text.startsWith('#!')) return real;
      const app = /^APPNAME=(\S+)$/m.exec(text)?.[1];
      const guesses = [
        ...(app === undefined ? [] : [`/usr/lib/${app}/${app}`]),
        join(real, '..', 'chrome'),
        join(real, '..', 'msedge'),
        ...BINARIES.filter((binary) => text.includes(binary)),
      ];
      for (const guess of guesses) if (await isExecutable(guess)) return guess;
      return real;
    } finally {
      await file.close();
    }
  } catch {
    return path;
  }
}

async function which(name: string): Promise<string | null> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, name + suffix);
    if (directory !== '' && (await isExecutable(path))) return path;
  }
  return null;
}

/** Where playwright-core's own download stands, if it was made. */
async function playwrightDownload(): Promise<string | null> {
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return (await isExecutable(path)) ? path : null;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
