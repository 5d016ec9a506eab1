// A test runner of Stryker for pure code: specs and sources are bundled once, and evaluated anew for each mutant in its
// own process, so that a mutant takes milliseconds. What a spec does while it is loaded counts as a test of its own.
// INVARIANT: no state of policy/ outlives a mutant; a test is left out only for its time, and then by name.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundle } from './bundle.ts';
import type { Evaluate } from './bundle.ts';
import { Collection } from './collect.ts';
import type { Collected } from './collect.ts';
import { specsBelow } from './specs.ts';

type Counts = Record<string, number>;
type Coverage = { static: Counts; perTest: Record<string, Counts> };
/** What the instrumented sources look at. */
type Namespace = {
  activeMutant: string | undefined;
  hitCount: number | undefined;
  hitLimit: number | undefined;
  currentTestId: string | undefined;
  mutantCoverage: Coverage | undefined;
};
type Ran = { readonly id: string; readonly name: string; readonly ms: number; readonly error: string | null };
type MutantRun = {
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
  readonly activeMutant: { readonly id: string };
};

const LOAD = '(load)';
/** In the sandbox: how long each test took in the dry run. */
const TIMES = 'mutation-times.json';
/** Tests that take longer say little per second. They are left out, so the score is a lower bound. */
const SLOW_MS = Number(process.env['GHOST_MUTATION_SLOW_MS'] ?? 400);

class InProcessRunner {
  #evaluate: Evaluate | undefined;
  readonly #specs = specsBelow(process.cwd());
  readonly #slow = new Set<string>();
  #times: ReadonlyMap<string, number> = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    // Vitest's assertions ask for a worker's state when they are loaded.
    Reflect.set(globalThis, '__vitest_worker__', { config: {}, ctx: {}, environment: {}, durations: {} });
    this.#evaluate = await bundle(process.cwd(), ['test/fixtures/seed', ...this.#specs]);
  }

  async dryRun() {
    const own = namespace();
    own.activeMutant = undefined;
    own.hitCount = undefined;
    own.mutantCoverage = { static: {}, perTest: {} };
    const ran: Ran[] = [];
    for (const spec of this.#specs) ran.push(...(await this.#run(spec, null, false)));
    const kept = ran.filter((one) => one.ms <= SLOW_MS || one.name === LOAD);
    const ids = new Set(kept.map((one) => one.id));
    const { perTest } = own.mutantCoverage;
    for (const one of ran) if (!ids.has(one.id)) this.#slow.add(one.id);
    // A process that is started after a time-out has no dry run of its own.
    writeFileSync(TIMES, JSON.stringify(kept.map((one) => [one.id, one.ms])));
    return {
      status: 'complete',
      tests: kept.map((one) => ({
        id: one.id,
        name: one.id,
        timeSpentMs: one.ms,
        ...(one.error === null ? { status: 0 } : { status: 1, failureMessage: one.error }),
      })),
      mutantCoverage: {
        static: {},
        perTest: Object.fromEntries(Object.entries(perTest).filter(([id]) => ids.has(id))),
      },
    };
  }

  async mutantRun({ testFilter, hitLimit, activeMutant }: MutantRun) {
    if (this.#times.size === 0) this.#times = readTimes();
    const own = namespace();
    own.activeMutant = activeMutant.id;
    own.hitCount = 0;
    own.hitLimit = hitLimit;
    own.mutantCoverage = undefined;
    let count = 0;
    for (const [spec, names] of bySpec(
      testFilter ?? this.#specs.map((spec) => `${spec}#${LOAD}`),
      this.#times,
    )) {
      const ran = await this.#run(spec, names, true);
      count += ran.length;
      if (hitLimit !== undefined && (own.hitCount ?? 0) > hitLimit) return { status: 'timeout' };
      const failed = ran.find((one) => one.error !== null);
      if (failed !== undefined)
        return { status: 'killed', killedBy: [failed.id], failureMessage: failed.error, nrOfTests: count };
    }
    return { status: 'survived', nrOfTests: count };
  }

  /** Runs the named tests of a spec, or all of them; where its loading is named, all of them too, for they stand on it. */
  async #run(spec: string, names: ReadonlySet<string> | null, bail: boolean): Promise<readonly Ran[]> {
    const own = namespace();
    const collection = new Collection();
    const ran: Ran[] = [];
    const step = async (name: string, body: () => Promise<void>): Promise<boolean> => {
      const id = `${spec}#${name}`;
      own.currentTestId = id;
      // Of the processor: what else runs on the machine does not decide which tests are slow.
      const start = process.cpuUsage();
      let error: string | null = null;
      try {
        await body();
      } catch (thrown) {
        error = thrown instanceof Error ? thrown.message : String(thrown);
      }
      ran.push({ id, name, ms: process.cpuUsage(start).user / 1000, error });
      return error === null;
    };
    const loaded = await step(LOAD, async () => {
      this.#evaluate?.('test/fixtures/seed', collection.module);
      this.#evaluate?.(spec, collection.module);
      await collection.start();
    });
    if (!loaded) return ran;
    const time = ({ name }: Collected): number => this.#times.get(`${spec}#${name}`) ?? 0;
    for (const { name, run } of collection.tests.toSorted((a, b) => time(a) - time(b))) {
      if (names !== null && !names.has(name) && !names.has(LOAD)) continue;
      if (names !== null && this.#slow.has(`${spec}#${name}`)) continue;
      if (!(await step(name, run)) && bail) break;
    }
    await collection.end();
    own.currentTestId = undefined;
    return ran;
  }
}

/** The tests by their specs; specs that take little time come first. */
function bySpec(
  ids: readonly string[],
  times: ReadonlyMap<string, number>,
): readonly (readonly [string, ReadonlySet<string>])[] {
  const out = new Map<string, Set<string>>();
  const cost = new Map<string, number>();
  for (const id of ids) {
    const at = id.indexOf('#');
    const spec = id.slice(0, at);
    out.set(spec, (out.get(spec) ?? new Set()).add(id.slice(at + 1)));
    cost.set(spec, (cost.get(spec) ?? 0) + (times.get(id) ?? 0));
  }
  return [...out].toSorted(([a], [b]) => (cost.get(a) ?? 0) - (cost.get(b) ?? 0));
}

function readTimes(): ReadonlyMap<string, number> {
  if (!existsSync(TIMES)) return new Map();
  const parsed: unknown = JSON.parse(readFileSync(TIMES, 'utf8'));
  if (!Array.isArray(parsed)) return new Map();
  return new Map(
    parsed.flatMap((one: unknown): [string, number][] =>
      Array.isArray(one) ? [[String(one[0]), Number(one[1])]] : [],
    ),
  );
}

function namespace(): Namespace {
  const known: unknown = Reflect.get(globalThis, '__stryker__');
  if (isNamespace(known)) return known;
  const made: Namespace = {
    activeMutant: undefined,
    hitCount: undefined,
    hitLimit: undefined,
    currentTestId: undefined,
    mutantCoverage: undefined,
  };
  Reflect.set(globalThis, '__stryker__', made);
  return made;
}

function isNamespace(value: unknown): value is Namespace {
  return typeof value === 'object' && value !== null;
}

function makeRunner(): InProcessRunner {
  return new InProcessRunner();
}
// Stryker's injector reads what a factory wants to be given.
makeRunner.inject = [] as const;

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: makeRunner }];
