// The desktop's main process: the one file that brings Electron in. Everything else takes it as an interface.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as electron from 'electron';
import updater from 'electron-updater';
import { Desktop } from './desktop.ts';
import type { ElectronPort } from './ports/electron.ts';
import type { PageSession } from './ports/contents.ts';
import { startUtility } from './process/utility-process.ts';
import { beginsAtLogin, HIDDEN_FLAG, setAtLogin } from './shell/at-login.ts';
import { linkIn, parseLink, SCHEME } from './tables/links.ts';
import { beginAnew } from './updates/begin-anew.ts';
import { FEED_FILE, feedBy, type Feed } from './updates/feed.ts';
import { Updates } from './updates/updates.ts';
import { readText } from './updates/read-text.ts';
import { SHELL_HEADERS, SHELL_SCHEME_TRAITS, SHELL_SCHEME, shellFile } from './tables/shell-pages.ts';

const real: ElectronPort = electron;
const { app, protocol } = real;

/** The packaged program, or `dist/desktop/app`. */
const ROOT = app.getAppPath();
/** Beside the archive, where a file can be run. */
const NODE = app.isPackaged
  ? join(process.resourcesPath, 'node', process.platform === 'win32' ? 'node.exe' : 'node')
  : process.env['GHOST_NODE'];
const PAGES = join(ROOT, 'desktop', 'pages');
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** A file of ours, under our headers; anything else is not there. */
function servePages(session: PageSession): void {
  session.protocol.handle(SHELL_SCHEME, async (request) => {
    const found = shellFile(request.url);
    const bytes = found === null ? null : await readFile(join(PAGES, found.path)).catch(() => null);
    return found === null || bytes === null
      ? new Response(null, { status: 404, headers: SHELL_HEADERS })
      : new Response(new Uint8Array(bytes), { headers: { ...SHELL_HEADERS, 'content-type': found.type } });
  });
}

/** Of an installed program that has makers. INVARIANT: with anything but `on` in `GHOST_UPDATES` it looks for none. */
async function releases(): Promise<Feed | null> {
  if (!app.isPackaged || (process.env['GHOST_UPDATES'] || 'on') !== 'on') return null;
  const found = await feedBy(() => readFile(join(ROOT, 'desktop', FEED_FILE), 'utf8'));
  if (!found.ok) process.stderr.write(`no newer version is looked for: ${found.error.message}\n`);
  return found.ok ? found.value : null;
}

/** What the system brought here (deb, rpm) the system updates: on Linux an AppImage alone is asked for, and asks for no more rights. */
const ownUpdater = () => (process.platform === 'linux' ? new updater.AppImageUpdater() : updater.autoUpdater);

function run(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SHELL_SCHEME, privileges: SHELL_SCHEME_TRAITS }]);
  app.enableSandbox();
  let desktop: Desktop | null = null;
  let isOver = false;
  let early = linkIn(process.argv);
  app.on('second-instance', (_event, argv) => {
    const link = linkIn(argv);
    if (link === null) desktop?.show({ kind: 'VIEW', view: 'tasks' });
    else desktop?.show(link);
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const link = parseLink(url);
    if (desktop === null) early = link ?? early;
    else if (link !== null) desktop.show(link);
  });
  app.on('activate', () => desktop?.show({ kind: 'VIEW', view: 'tasks' }));
  // It stays in the tray.
  app.on('window-all-closed', () => undefined);
  app.on('before-quit', (event) => {
    if (isOver) return;
    event.preventDefault();
    if (desktop === null) app.exit(0);
    else void desktop.close();
  });
  void app.whenReady().then(async () => {
    const feed = await releases();
    if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
    real.Menu.setApplicationMenu(null);
    const anew = {
      app,
      appImage: process.env['APPIMAGE'] ?? null,
      isThere: existsSync,
      say: (line: string) => void process.stderr.write(`${line}\n`),
    };
    const login = {
      app,
      platform: process.platform,
      // An AppImage runs from a place that is gone with it.
      program: process.env['APPIMAGE'] ?? process.execPath,
      configHome: process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'),
    };
    desktop = new Desktop({
      electron: real,
      startGateway: () =>
        startUtility(real, {
          program: join(ROOT, 'program', 'desktop-main.js'),
          args: [process.argv.includes('--demo') ? 'demo' : 'no', process.env['GHOST_DATA_DIR'] ?? ''],
          node: NODE ?? join(homedir(), 'no-node'),
        }),
      preloads: join(ROOT, 'desktop', 'preload'),
      servePages,
      now: () => performance.now(),
      clock: (at) => CLOCK.format(new Date(at)),
      ...(app.isPackaged
        ? { atLogin: { is: () => beginsAtLogin(login), set: (on) => setAtLogin(on, login) } }
        : {}),
      ...(feed === null
        ? {}
        : {
            updates: (onChange: () => void) =>
              new Updates({
                feed,
                updater: ownUpdater(),
                machine: {
                  platform: process.platform,
                  arch: process.arch,
                  ...(app.runningUnderARM64Translation ? { alsoRuns: 'arm64' } : {}),
                },
                beginAnew: (why, fetched) => beginAnew(anew, why, fetched),
                read: (url, most) => readText(real.net, url, most),
                onChange,
              }),
          }),
      log: (line) => process.stderr.write(`${line}\n`),
      quit: (leave = () => app.quit()) => {
        isOver = true;
        leave();
      },
    });
    desktop.begin({ hidden: process.argv.includes(HIDDEN_FLAG), link: early });
  });
}

if (app.requestSingleInstanceLock()) run();
else app.quit();
