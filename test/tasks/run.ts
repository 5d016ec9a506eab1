// Runs generated tasks with the offline navigator on real pages in one Ghost Tab: one page load a task, and what came of it.
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { GhostError } from '#policy/language/failure.ts';
import { drive, type Drive } from '#test/fixtures/drive.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';
import { Random, type Kind, type State, type Task } from './contract.ts';

export type TaskRun = {
  readonly kind: string;
  readonly seed: number;
  readonly passed: boolean;
  readonly task: Task;
  readonly reports: readonly State[];
  readonly drive: Drive;
};

const STEPS = 40;

/** The browser failed, or a machine that is busy with something else: such a task begins once more, in a new tab. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['browser.crashed', 'page.unresponsive']);

export class TaskRunner {
  readonly #site: Site;
  #tab: TestTab;
  /** Browsers that ended by themselves: the task was done again in a fresh one, as the gateway would. */
  crashes = 0;
  readonly #reports: State[] = [];

  constructor(site: Site, tab: TestTab) {
    this.#site = site;
    this.#tab = tab;
    site.pages['/report'] = (_request, response) => {
      const said: unknown = JSON.parse(site.bodies.at(-1) ?? '{}');
      if (typeof said === 'object' && said !== null)
        this.#reports.push(
          Object.fromEntries(Object.entries(said).map(([key, value]) => [key, String(value)])),
        );
      response.end('');
    };
  }

  static async start(): Promise<TaskRunner> {
    const site = await startSite({});
    return new TaskRunner(site, await openTab());
  }

  async run(kind: Kind, seed: number): Promise<TaskRun> {
    try {
      return await this.#once(kind, seed);
    } catch (thrown) {
      if (!(thrown instanceof GhostError) || !OF_THE_MACHINE.has(thrown.failure.code)) throw thrown;
      this.crashes += 1;
      await this.#tab.tab.close();
      this.#tab = await openTab();
      return this.#once(kind, seed);
    }
  }

  async #once(kind: Kind, seed: number): Promise<TaskRun> {
    const task = kind.make(new Random(seed, kind.name));
    const { pages, port, origin } = this.#site;
    for (const path of Object.keys(pages)) if (path !== '/report') delete pages[path];
    Object.assign(pages, task.pages);
    this.#reports.length = 0;
    const secrets = Object.entries(task.secrets ?? {}).map(([name, value]) => [
      `login:${URL.parse(origin)?.hostname ?? ''}/${name}`,
      { origin: `http://127.0.0.1:${port}`, value },
    ]);
    const done = await drive(createOfflineNavigator(), this.#tab, task.intent, {
      sites: [],
      secrets: Object.fromEntries(secrets),
      start: `${origin}/`,
      stepLimit: STEPS,
    });
    const reports = [...this.#reports];
    return {
      kind: kind.name,
      seed,
      passed: isRight(task, done) && task.check({ reports, answer: done.answer }),
      task,
      reports,
      drive: done,
    };
  }

  async close(): Promise<void> {
    await this.#tab.tab.close();
    await this.#site.close();
  }
}

/** What cannot be done may end as done as far as can be seen: that is no DONE. */
const isRight = ({ ending }: Task, { need, clauses }: Drive): boolean =>
  ending === undefined ? need === null : need !== null || clauses.some(({ outcome }) => outcome !== 'SEEN');

async function openTab(): Promise<TestTab> {
  const tab = await openTestTab();
  tab.rules.pageAct = () => true;
  return tab;
}
