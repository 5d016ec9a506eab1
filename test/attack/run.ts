// Runs ways against an unguarded browser and behind the boundary, and counts. INVARIANT: a way counts only if it was alive
// unguarded, and held only if its page really ran behind the boundary and nothing reached a canary.
import { openBareBrowser } from './bare-browser.ts';
import { openGuardedGateway, type GuardedBrowser, type Isolation } from './guarded.ts';
import type { Contact } from './canaries/contacts.ts';
import type { Authority } from '#test/fixtures/certificate.ts';
import type { AttackedPolicy } from './policies.ts';
import { ownPolicy } from './policy.ts';
import { ownPage, type Way } from './way.ts';
import { openWorld, type AttackPage, type World } from './world.ts';

export type RunOptions = {
  readonly ways: readonly Way[];
  readonly unguarded: boolean;
  readonly guarded: boolean;
  /** Ghost Tabs at a time. */
  readonly tabs: number;
  /** How long a page is watched behind the boundary, at least. */
  readonly windowMs: number;
  /** Default: a browser for each tab. */
  readonly isolation?: Isolation;
  /** What holds behind the boundary; default: no storage, and storage for what has to persist. */
  readonly policy?: AttackedPolicy;
  /** For a policy that lets nothing be reached without TLS: whom the browsers trust (fixtures/trust.ts). */
  readonly authority?: Authority;
  readonly log?: (line: string) => void;
};

export type WayResult = {
  readonly way: Way;
  /** `null`: not tried unguarded in this run. */
  readonly alive: boolean | null;
  /** `null`: not tried behind the boundary. */
  readonly hits: readonly Contact[] | null;
  /** Its page was served behind the boundary and its scripts ran, and the button was pressed where there is one. */
  readonly ran: boolean;
  /** Its page got what the policy itself lets it have: no hit, and a sign of life. */
  readonly granted: boolean;
};

export type RunResult = {
  readonly ways: readonly WayResult[];
  /** Contacts behind the boundary that belong to no way, and foreign connections that the log calls allowed. */
  readonly strays: readonly string[];
  /** What was attacked; `null` without a guarded part. */
  readonly about: string | null;
};

/** Ways on one page. Unguarded each has to show that it is alive; behind the boundary more of them share a visit. */
const BATCH = { unguarded: 12, guarded: 24 };
const UNGUARDED_TABS = 5;
const UNGUARDED_MS = 4_000;

export async function runWays(options: RunOptions): Promise<RunResult> {
  const { ways } = options;
  const world = await worldFor(options);
  try {
    const alive = options.unguarded ? await runUnguarded(world, options) : null;
    const mark = world.contacts.mark;
    const guarded = options.guarded ? await runGuarded(world, options) : null;
    const contacts = world.contacts.since(mark);
    return {
      ways: ways.map((way) => {
        const lets = guarded?.lets.has(way.id) === true;
        const own = contacts.filter((contact) => contact.way === way.id);
        return {
          way,
          alive: alive === null ? null : alive.has(way.id),
          hits: guarded === null ? null : own.filter(({ by }) => !(lets && by === 'report')),
          ran: guarded?.ran.has(way.id) ?? false,
          granted: lets && own.some(({ by }) => by === 'report'),
        };
      }),
      strays: [
        ...contacts.filter((contact) => contact.way === null).map(({ by, detail }) => `${by}: ${detail}`),
        ...(guarded?.permitted ?? []),
      ],
      about: guarded?.about ?? null,
    };
  } finally {
    await world.close();
  }
}

async function worldFor({ ways, policy, authority }: RunOptions): Promise<World> {
  const { tls = false, apart = false, title = '' } = policy ?? {};
  if (tls && authority === undefined) throw new Error(`${title} wants TLS, and nobody is trusted`);
  return openWorld(ways, { apart, authority: tls ? (authority ?? null) : null });
}

async function runUnguarded(world: World, { ways, log }: RunOptions): Promise<ReadonlySet<string>> {
  const browser = await openBareBrowser(world);
  const alive = new Set<string>();
  const visit = (count: number, pages: readonly AttackPage[]): Promise<void> =>
    inParallel(count, pages, async (page) => {
      const [only] = page.ways;
      const later = only?.later === undefined ? null : world.page([only], 'later');
      const windowMs = Math.max(UNGUARDED_MS, ...page.ways.map((way) => way.windowMs ?? 0));
      const began = performance.now();
      for (const id of await browser.visit(page, later, windowMs)) alive.add(id);
      log?.(
        `unguarded ${page.path}: ${page.ways.filter(({ id }) => alive.has(id)).length} of ${page.ways.length}, ${Math.round(performance.now() - began)} ms`,
      );
    });
  try {
    await visit(UNGUARDED_TABS, pagesFor(world, ways, BATCH.unguarded));
    // On a page of its own and with nothing beside it, a way has its best chance.
    const silent = ways.filter(({ id }) => !alive.has(id));
    await visit(
      2,
      silent.map((way) => world.page([way])),
    );
  } finally {
    await browser.close();
  }
  return alive;
}

type Guarded = {
  readonly ran: ReadonlySet<string>;
  readonly lets: ReadonlySet<string>;
  readonly permitted: readonly string[];
  readonly about: string | null;
};

async function runGuarded(
  world: World,
  { ways, tabs, windowMs, isolation = 'process', policy, log }: RunOptions,
): Promise<Guarded> {
  const ran = new Set<string>();
  const lets = new Set<string>();
  const permitted: string[] = [];
  let about: string | null = null;
  for (const returns of [false, true]) {
    const mine = ways.filter((way) => (way.later !== undefined) === returns);
    if (mine.length === 0) continue;
    const attacked = policy ?? ownPolicy(returns ? 'roomy' : 'closed');
    const gateway = await openGuardedGateway(world, attacked, isolation);
    about = gateway.about;
    for (const way of mine) if (gateway.lets(way)) lets.add(way.id);
    const browsers: GuardedBrowser[] = [];
    const visit = async (browser: GuardedBrowser, page: AttackPage): Promise<void> => {
      const began = performance.now();
      const wanted = Math.max(windowMs, ...page.ways.map((way) => way.windowMs ?? 0));
      const seen = await browser.visit(page, wanted);
      const good = seen.ran && seen.pressed === page.click;
      if (good) for (const { id } of page.ways) ran.add(id);
      log?.(
        `guarded ${page.path}: ${good ? 'ran' : `ran ${seen.ran}, pressed ${seen.pressed}`}, ${Math.round(performance.now() - began)} ms`,
      );
    };
    try {
      const pages = pagesFor(world, mine, BATCH.guarded);
      const count = Math.min(returns ? 1 : tabs, pages.length);
      for (let at = 0; at < count; at += 1) browsers.push(await gateway.openBrowser());
      const free = [...browsers];
      await inParallel(count, pages, async (page) => {
        const browser = free.pop();
        if (browser === undefined) throw new Error('no tab is free');
        await visit(browser, page);
        free.push(browser);
      });
      const [browser] = browsers;
      if (returns && browser !== undefined) {
        await browser.renew();
        for (const way of mine) await visit(browser, world.page([way], 'later'));
      }
    } finally {
      await Promise.all(browsers.map((browser) => browser.close()));
      permitted.push(...gateway.permitted());
      await gateway.close();
    }
  }
  return { ran, lets, permitted, about };
}

function pagesFor(world: World, ways: readonly Way[], batch: number): readonly AttackPage[] {
  const together = ways.filter((way) => !ownPage(way));
  const pages = ways.filter(ownPage).map((way) => world.page([way]));
  for (let at = 0; at < together.length; at += batch) pages.push(world.page(together.slice(at, at + batch)));
  return pages;
}

async function inParallel<T>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
