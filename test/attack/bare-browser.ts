// An unguarded Chromium: same binary and same user as a Ghost Tab's, no proxy, no guard, every permission granted.
// INVARIANT: test-only; its sandbox is on, its profile is gone after `close`, and it starts nothing of the product's tabs.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { CdpConnection } from '#executors/cdp/connection.ts';
import { discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { killFamily } from '#executors/browsers/processes/processes.ts';
import { makeProfile, removeProfile } from '#executors/browsers/processes/profile.ts';
import { unprivilegedIdentity, type Unprivileged } from '#executors/browsers/processes/unprivileged.ts';
import { need, newProfileRoot } from '#test/fixtures/tab.ts';
import type { AttackPage, World } from './world.ts';

const FLAGS = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-popup-blocking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--use-fake-device-for-media-stream',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  // The address bar's own pages, which no attack needs, cost more than the rest of a start.
  '--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup',
];

const PERMISSIONS = [
  'geolocation',
  'notifications',
  'audioCapture',
  'videoCapture',
  'clipboardReadWrite',
  'clipboardSanitizedWrite',
  'idleDetection',
  'localFonts',
  'midi',
  'midiSysex',
  'sensors',
  'storageAccess',
  'wakeLockScreen',
  'windowManagement',
  'durableStorage',
  'backgroundSync',
  'backgroundFetch',
  'localNetworkAccess',
] as const;

export type BareBrowser = {
  /** Opens the page in a context of its own; resolves once every way has a contact, or when the window ends. */
  readonly visit: (
    page: AttackPage,
    later: AttackPage | null,
    windowMs: number,
  ) => Promise<ReadonlySet<string>>;
  readonly close: () => Promise<void>;
};

export async function openBareBrowser(world: World): Promise<BareBrowser> {
  const build = need(await discoverBrowser());
  const as = await unprivilegedIdentity();
  const profile = need(await makeProfile(await newProfileRoot(), as));
  // None of the product's preferences.
  await writeFile(join(profile.userData, 'Default', 'Preferences'), '{}');
  const args = [
    ...FLAGS,
    `--user-data-dir=${profile.userData}`,
    `--host-resolver-rules=${world.resolverRules}`,
    `--ignore-certificate-errors-spki-list=${world.spki}`,
    'about:blank',
  ];
  const resolver = await ownResolver(world.dns, profile.temporary, as);
  const [program, ...given] = [...resolver, build.path, ...args];
  const drop = as === null || resolver.length > 0 ? {} : { uid: as.uid, gid: as.gid };
  const child = spawn(program ?? build.path, given, {
    detached: true,
    cwd: profile.userData,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      HOME: profile.userData,
      TMPDIR: profile.temporary,
      XDG_CONFIG_HOME: profile.userData,
      XDG_CACHE_HOME: profile.userData,
      LANG: 'en_US.UTF-8',
    },
    ...drop,
  });
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable))
    throw new Error('no pipe to the browser');
  const connection = new CdpConnection(output, input);
  const { browser } = connection;
  const session = (id: string): ReturnType<CdpConnection['session']> => connection.session(id);
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
  await browser.send('Browser.grantPermissions', { permissions: [...PERMISSIONS] });
  browser.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const way = /loot-([a-z0-9-]+)\./u.exec(`${suggestedFilename} ${url}`)?.[1] ?? null;
    world.contacts.add({ way, by: 'report', detail: `download of ${suggestedFilename}` });
  });

  type Tab = { targetId: string; page: ReturnType<typeof session> };
  const openTab = async (): Promise<Tab> => {
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = session(sessionId);
    page.on('Page.javascriptDialogOpening', ({ message, type }) => {
      const way = /dialog-([a-z0-9-]+)/u.exec(message)?.[1];
      if (way !== undefined) world.contacts.add({ way, by: 'report', detail: `a dialog (${type})` });
      page.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => connection.forget(sessionId));
    });
    page.on('Page.fileChooserOpened', () => {
      const way = [...(current.get(targetId) ?? [])][0];
      if (way !== undefined) world.contacts.add({ way, by: 'report', detail: 'a file chooser' });
    });
    await page.send('Page.enable');
    await page.send('Page.setInterceptFileChooserDialog', { enabled: true });
    await page.send('Emulation.setGeolocationOverride', { latitude: 1, longitude: 1, accuracy: 1 });
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    return { targetId, page };
  };
  /** The ways whose page a tab shows. */
  const current = new Map<string, ReadonlySet<string>>();
  const free: Tab[] = [];
  const show = async ({ page, targetId }: Tab, shown: AttackPage): Promise<void> => {
    current.set(targetId, new Set(shown.ways.map(({ id }) => id)));
    const loaded = new Promise<void>((resolve) => {
      const stop = page.on('Page.domContentEventFired', () => {
        stop();
        resolve();
      });
    });
    await page.send('Page.navigate', { url: shown.url });
    if (!shown.click) return;
    await loaded;
    await page.send('Runtime.evaluate', {
      expression: `document.getElementById('go').click()`,
      userGesture: true,
    });
  };
  /** Windows that the tab's page opened. */
  const closePopups = async ({ targetId }: Tab, ids: ReadonlySet<string>): Promise<void> => {
    const { targetInfos } = await browser.send('Target.getTargets');
    const popups = targetInfos.filter(
      ({ type, url, openerId, targetId: id }) =>
        type === 'page' &&
        id !== targetId &&
        (openerId === targetId || [...ids].some((one) => url.includes(one))),
    );
    await Promise.all(
      popups.map((popup) => browser.send('Target.closeTarget', { targetId: popup.targetId })),
    );
  };

  return {
    visit: async (page, later, windowMs) => {
      const { contacts } = world;
      const mark = contacts.mark;
      const mine = new Set(page.ways.map(({ id }) => id));
      const hits = (): ReadonlySet<string> => {
        const found = contacts.since(mark).flatMap(({ way }) => (way !== null && mine.has(way) ? [way] : []));
        return new Set(found);
      };
      const enough = (): boolean => hits().size === mine.size;
      const tab = free.pop() ?? (await openTab());
      const shown = await withDeadline(show(tab, page), windowMs);
      if (later === null) await contacts.watch(windowMs, enough);
      else {
        await contacts.watch(windowMs / 3, () => false);
        await withDeadline(show(tab, later), windowMs);
        await contacts.watch(windowMs, enough);
      }
      // A tab that did not take the page (a dialog, a hang) is not used again.
      const usable = shown && (await withDeadline(closePopups(tab, mine), windowMs));
      if (usable) free.push(tab);
      else await withDeadline(browser.send('Target.closeTarget', { targetId: tab.targetId }), windowMs);
      return hits();
    },
    close: async () => {
      await killFamily(profile.directory, child.pid ?? null);
      await removeProfile(profile.directory);
    },
  };
}

/** Whether the work came to a good end in time. */
async function withDeadline(work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const deadline = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => deadline.resolve(false), deadlineMs);
  const done = work.then(
    () => true,
    () => false,
  );
  const good = await Promise.race([done, deadline.promise]);
  clearTimeout(timer);
  return good;
}

/** As root: a mount namespace in which our name server is the only one, then `nobody`. Elsewhere nothing. */
async function ownResolver(
  dns: string | null,
  directory: string,
  as: Unprivileged | null,
): Promise<readonly string[]> {
  if (dns === null || process.platform !== 'linux' || as === null) return [];
  const file = join(directory, `resolv-${randomUUID().slice(0, 8)}`);
  await writeFile(file, `nameserver ${dns}\n`, { mode: 0o644 });
  const script = `mount --bind "$0" /etc/resolv.conf && exec setpriv --reuid=${as.uid} --regid=${as.gid} --clear-groups -- "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, file];
}
