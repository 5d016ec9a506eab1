// Which of a shared browser's processes are whose. The browser tells it nowhere, but the name of each request that a document
// makes begins with the PID of its process. INVARIANT: what is known to be one tab's is never counted as another's.
import type { CdpSession } from '#executors/cdp/connection.ts';
import { familyOf } from './processes.ts';

/** A request that goes nowhere: what counts is that the browser tells of it. */
export const ASK_NOTHING = "fetch('data:,').then(() => 0, () => 0)";
const OF_PROCESS = /^(\d+)\.\d+$/u;

/** Of one tab. */
export class Renderers {
  readonly #all: AllRenderers;
  readonly pids = new Set<number>();
  /** The process of the document in front did not name itself yet. */
  unknown = true;

  constructor(all: AllRenderers) {
    this.#all = all;
  }

  /** The session of a page or of a frame with a process of its own. */
  watch(session: CdpSession): void {
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.unknown = true;
    });
    session.on('Network.requestWillBeSent', ({ requestId }) => {
      const pid = Number(OF_PROCESS.exec(requestId)?.[1] ?? 0);
      if (pid === 0) return;
      this.pids.add(pid);
      this.unknown = false;
    });
  }

  /** How much of each process is this tab's, from 0 to 1. */
  weigh(): Promise<ReadonlyMap<number, number>> {
    return this.#all.weigh(this);
  }

  end(): void {
    this.#all.remove(this);
  }
}

/** Of one browser. */
export class AllRenderers {
  readonly #browserPid: number;
  readonly #tabs = new Set<Renderers>();
  /** Those that were there before any tab. */
  readonly #before: ReadonlySet<number>;

  constructor(browserPid: number, before: ReadonlySet<number>) {
    this.#browserPid = browserPid;
    this.#before = before;
  }

  static async of(browserPid: number): Promise<AllRenderers> {
    return new AllRenderers(browserPid, new Set(await renderersOf(browserPid)));
  }

  add(): Renderers {
    const tab = new Renderers(this);
    this.#tabs.add(tab);
    return tab;
  }

  remove(tab: Renderers): void {
    this.#tabs.delete(tab);
  }

  /** What nobody has named is shared by those tabs whose document does not answer: a page in a loop names nothing. */
  async weigh(tab: Renderers): Promise<ReadonlyMap<number, number>> {
    const weights = new Map([...tab.pids].map((pid) => [pid, 1]));
    if (!tab.unknown) return weights;
    const tabs = [...this.#tabs];
    const silent = tabs.filter(({ unknown }) => unknown).length;
    const named = new Set(tabs.flatMap(({ pids }) => [...pids]));
    for (const pid of await renderersOf(this.#browserPid)) {
      if (!named.has(pid) && !this.#before.has(pid)) weights.set(pid, 1 / Math.max(1, silent));
    }
    return weights;
  }
}

async function renderersOf(browserPid: number): Promise<readonly number[]> {
  const family = await familyOf(null, browserPid);
  return family.filter(({ args }) => args.includes('--type=renderer')).map(({ pid }) => pid);
}
