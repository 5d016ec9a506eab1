// One gateway of a run, as its user has it: started and asked by the `ghost` command, in a data directory on a small disk.
// INVARIANT: whatever it is asked is asked by a process with a deadline, so that nothing of it can hold the run.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { errorCode } from '#executors/system/error-code.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { Faults } from '#test/fixtures/faults/preload.ts';
import { SmallDisk } from '#test/fixtures/faults/small-disk.ts';
import { policyText } from './policy.ts';
import { browsersBelow, isRunning, signal } from './processes.ts';

const GHOST = new URL('../../../ui/cli/ghost.js', import.meta.url).pathname;
const DISK_MEBIBYTES = 64;
/** Longer than every budget of the matrix. */
const COMMAND_MS = 60_000;
const READY_MS = 40_000;

export type Ended = {
  /** `null`: ended by a signal. */
  readonly code: number | null;
  /** Its standard output; of one that wrote nothing there, its errors. */
  readonly out: string;
  readonly ms: number;
  /** It did not end by itself in time. */
  readonly hung: boolean;
};
export type Command = {
  readonly ended: Promise<Ended>;
  readonly over: () => boolean;
  /** `true`: it was there to get it. Never another process, however soon its number is used again. */
  readonly signal: (name: NodeJS.Signals) => boolean;
};

export class Lane implements AsyncDisposable {
  readonly home: string;
  readonly data: string;
  readonly temporary: string;
  readonly profiles: string;
  readonly disk: SmallDisk;
  readonly faults: Faults;
  /** Every process that ever was this gateway. */
  readonly gateways = new Set<number>();
  #revision = 1;

  private constructor(home: string, disk: SmallDisk, library: string) {
    this.home = home;
    this.disk = disk;
    this.data = join(disk.path, 'data');
    this.temporary = join(home, 'tmp');
    this.profiles = pathsFor(this.data).profiles;
    this.faults = new Faults(library);
    mkdirSync(this.data, { mode: 0o700 });
    mkdirSync(this.temporary);
    chmodSync(this.temporary, 0o1777);
    this.writePolicy();
    writeFileSync(
      join(this.data, 'config.yaml'),
      `policy: [${this.policy}]\nwarmTabs: 0\nport: 0\nleastFreeMb: 1\n`,
      { mode: 0o600 },
    );
  }

  static open(base: string, library: string): Lane {
    const disk = SmallDisk.mount(DISK_MEBIBYTES);
    if (typeof disk === 'string') throw new Error(disk);
    return new Lane(mkdtempSync(join(base, 'lane-')), disk, library);
  }

  get policy(): string {
    return join(this.home, 'policy.yaml');
  }

  /** With a number that is one higher each time. */
  writePolicy(): void {
    writeFileSync(this.policy, policyText(this.#revision, join(this.data, 'downloads')), { mode: 0o600 });
    this.#revision += 1;
  }

  /** A `ghost` command as a user's terminal starts it. `faulty`: with the faults' library, and so is the gateway that it starts. */
  start(
    args: readonly string[],
    worker: string,
    options: { faulty?: boolean; deadlineMs?: number } = {},
  ): Command {
    const began = performance.now();
    const child = spawn(process.execPath, [GHOST, ...args], {
      env: {
        ...process.env,
        ...(options.faulty === true ? this.faults.env : {}),
        GHOST_DATA_DIR: this.data,
        GHOST_WORKER_ID: worker,
        TMPDIR: this.temporary,
        NODE_COMPILE_CACHE: join(this.home, '..', 'compiled'),
        CI: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    const errors: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    let hung = false;
    let over = false;
    const patience = setTimeout(() => {
      hung = true;
      child.kill('SIGKILL');
    }, options.deadlineMs ?? COMMAND_MS);
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (code) => {
        clearTimeout(patience);
        over = true;
        const [said, told] = [out, errors].map((parts) => Buffer.concat(parts).toString());
        resolve({ code, out: said || told || '', ms: performance.now() - began, hung });
      }),
    );
    return { ended, over: () => over, signal: (name) => child.kill(name) };
  }

  ask(args: readonly string[], worker = 'harness', deadlineMs = COMMAND_MS): Promise<Ended> {
    return this.start(args, worker, { deadlineMs }).ended;
  }

  /** Of the gateway that says it runs here; it may be dead. */
  get pid(): number | null {
    const text = readIfThere(join(this.data, 'run', 'gateway.json'));
    if (text === null) return null;
    const { pid } = z.object({ pid: z.number() }).parse(JSON.parse(text));
    this.gateways.add(pid);
    return pid;
  }

  get alive(): boolean {
    const { pid } = this;
    return pid !== null && isRunning(pid);
  }

  /** A gateway with the faults' library is there: one that an act under a fault has started has none. */
  async ready(): Promise<void> {
    const { pid } = this;
    if (this.alive && pid !== null && hasFaults(pid)) return;
    if (this.alive) await this.stop();
    const started = await this.start(['daemon', 'start'], 'harness', { faulty: true, deadlineMs: READY_MS })
      .ended;
    if (started.code !== 0 || this.pid === null) throw new Error(`no gateway was started: ${started.out}`);
  }

  async stop(): Promise<void> {
    await this.ask(['daemon', 'stop']);
    const { pid } = this;
    const until = performance.now() + READY_MS;
    const isOver = (): boolean => pid === null || !isRunning(pid) || performance.now() > until;
    while (!isOver()) await wait(20);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.faults.clear();
    this.disk.empty();
    await this.stop();
    const { pid } = this;
    if (pid !== null && this.gateways.has(pid)) signal(pid, 'SIGKILL');
    for (const { all } of await browsersBelow(this.profiles)) for (const one of all) signal(one, 'SIGKILL');
    rmSync(this.profiles, { recursive: true, force: true });
    this.faults[Symbol.dispose]();
    this.disk[Symbol.dispose]();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** A gateway that ends takes its file along, between any two calls. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(thrown))) return null;
    throw thrown;
  }
}

const hasFaults = (pid: number): boolean =>
  readIfThere(`/proc/${pid}/environ`)
    ?.split('\0')
    .some((one) => one.startsWith('GHOST_FAULTS=')) === true;
