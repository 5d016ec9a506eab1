// The same pages behind the real boundary: a gateway as the library opens it, Ghost Tabs opened and moved through it alone.
// INVARIANT: nothing here touches an executor; what the boundary lets out is a contact, and a permitted foreign connection is one too.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#gateway/settings/config.ts';
import type { ConsentCallback } from '#gateway/boundary/consent/contract.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { watchLookups } from './canaries/lookups.ts';
import { isLet, type AttackedPolicy } from './policies.ts';
import { needsOf } from './ways/needs.ts';
import { NAMES, SITE, type Way } from './way.ts';
import type { AttackPage, World } from './world.ts';

type Tab = Extract<Awaited<ReturnType<Gateway['openTab']>>, { ok: true }>['value'];

export type GuardedVisit = {
  /** The page was fetched and its scripts ran: a boundary that blocks everything must not look good. */
  readonly ran: boolean;
  /** The button was pressed, where there is one. */
  readonly pressed: boolean;
};

export type GuardedBrowser = {
  readonly visit: (page: AttackPage, windowMs: number) => Promise<GuardedVisit>;
  /** A new Ghost Tab for what follows: another task. */
  readonly renew: () => Promise<void>;
  /** Ends the tab, and looks through its directory for files that a way left. */
  readonly close: () => Promise<void>;
};

export type GuardedGateway = {
  readonly openBrowser: () => Promise<GuardedBrowser>;
  /** What was attacked: the browser, and what keeps it in. */
  readonly about: string;
  /** Connections to anything but the attacked site that the log calls allowed. */
  readonly permitted: () => readonly string[];
  /** The policy in force lets the site's pages do what the way reports. */
  readonly lets: (way: Way) => boolean;
  readonly close: () => Promise<void>;
};

const ACT_MS = 20_000;
/** A page's first script tells that it ran; a machine under load may take this long. */
const ARRIVAL_MS = 8_000;

export type Isolation = Config['isolation'];

export async function openGuardedGateway(
  world: World,
  attacked: AttackedPolicy,
  isolation: Isolation,
): Promise<GuardedGateway> {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-attack-'));
  chmodSync(directory, 0o711);
  const lookups = watchLookups((name) => {
    const way = new RegExp(`([a-z0-9-]+)\\.${NAMES}$`, 'u').exec(name)?.[1] ?? null;
    world.contacts.add({ way, by: 'dns', detail: `a look-up of ${name}` });
  });
  const gateway = await openGateway({
    dataDir: directory,
    policy: attacked.write(directory),
    world: { hostMap: world.hostMap(attacked.apart), sites: [], secrets: {} },
    headless: true,
    ...(attacked.approval === 'ANSWER' ? { consent: toTheSite } : {}),
    // What the boundary holds is to be seen, not what nobody asked for.
    config: { withhold: [], warmTabs: 0, isolation },
  });
  const { policy } = gateway;
  if (!policy.ok) {
    await gateway.close();
    lookups.stop();
    throw new Error(`${attacked.title}: ${policy.error.message}`);
  }
  const { browser, version } = gateway.status();
  return {
    about:
      'error' in browser
        ? browser.error.message
        : `Ghost Browser ${version}, ${browser.product} ${browser.version}, ${browser.network === 'NAMESPACE' ? 'proxy and network namespace' : 'proxy'}, isolation ${browser.isolation}`,
    openBrowser: async () => openBrowser(gateway, world, attacked.approval === 'INTENT' ? [SITE] : []),
    lets: ({ id }) => {
      const needs = needsOf(id);
      return needs.length > 0 && needs.every((kind) => isLet(policy.value, kind, attacked));
    },
    permitted: () =>
      gateway.audit
        .since(0, 1_000_000)
        .filter(({ type, verdict, where }) => type === 'connection' && verdict === 'ALLOW' && where !== SITE)
        .map(({ what }) => what),
    close: async () => {
      await gateway.close();
      lookups.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The person approves the attacked site, and nothing else that anybody asks. */
const toTheSite: ConsentCallback = async ({ site, capabilities }) =>
  site?.host === SITE && capabilities.every((one) => one === 'NAVIGATE_CROSS_ORIGIN')
    ? 'ALLOW_TASK_SITE'
    : 'DENY';

async function openBrowser(
  gateway: Gateway,
  world: World,
  namedHosts: readonly string[],
): Promise<GuardedBrowser> {
  const open = async (): Promise<Tab> => {
    const opened = await gateway.openTab({ namedHosts });
    if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`);
    return opened.value;
  };
  let tab = await open();
  const end = async (): Promise<void> => {
    for (const name of namesBelow(gateway.paths.profiles)) {
      const way = /loot-([a-z0-9-]+)\./u.exec(name)?.[1];
      if (way !== undefined) world.contacts.add({ way, by: 'report', detail: `a file: ${name}` });
    }
    // What a download brought has the browser's name for it in its quarantine, and a safe one of its own in the folder.
    for (const name of namesBelow(join(gateway.paths.data, 'downloads')))
      world.contacts.add({ way: null, by: 'report', detail: `a download: ${name}` });
    await tab.close();
  };
  const renew = async (): Promise<void> => {
    await end();
    tab = await open();
  };
  return {
    renew,
    close: end,
    visit: async (page, windowMs) => {
      const arrive = async (): Promise<boolean> => {
        await tab.act({ type: 'NAVIGATE', url: page.url }, { signal: AbortSignal.timeout(ACT_MS) });
        return world.contacts.watch(ARRIVAL_MS, () => world.ran(page));
      };
      // A way before may have left the tab in a state that takes no navigation; then the next one starts afresh.
      if (!(await arrive())) {
        await renew();
        await arrive();
      }
      const pressed = page.click && (await press(tab));
      await world.contacts.watch(windowMs, () => false);
      return { ran: world.ran(page), pressed };
    },
  };
}

async function press(tab: Tab): Promise<boolean> {
  const seen = await tab.act({ type: 'SNAPSHOT' }, { signal: AbortSignal.timeout(ACT_MS) });
  if (!seen.ok || seen.value.kind !== 'SNAPSHOT') return false;
  const button = seen.value.snapshot.nodes.find(({ name, ref }) => name === 'Go' && ref !== null);
  if (button === undefined || button.ref === null) return false;
  // What comes of the click is the way's business; a refusal of what it started is no failure of the press.
  await tab.act({ type: 'CLICK', ref: button.ref }, { signal: AbortSignal.timeout(ACT_MS) });
  return true;
}

/** Names of all files below a directory that is in use: what goes while one looks is not there. */
function namesBelow(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? namesBelow(join(directory, entry.name)) : [entry.name],
    );
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return [];
    throw thrown;
  }
}
