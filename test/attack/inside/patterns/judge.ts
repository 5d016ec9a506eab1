// Puts patterns to threads: several screen, then what looks slow is measured again by one thread with none beside it, and only
// what is slow there counts. A thread that does not get on is ended; who never comes back twice is slow.
import { Worker } from 'node:worker_threads';
import { attacksOn } from './adversarial.ts';
import type { Answer, Job, Pattern, Slow } from './worker.ts';

/** Looked at so often whether a thread got on. Counted, not timed: while this process stands still, nobody is late. */
const LOOK_MS = 250;
const LOOKS = 80;

export type Verdict = { readonly attacks: number; readonly why: string | null };
type Screened = { readonly suspects: readonly number[]; readonly isWhole: boolean };

export async function judge(
  patterns: readonly Pattern[],
  { threads = 2, looks = LOOKS }: { threads?: number; looks?: number } = {},
): Promise<readonly Verdict[]> {
  const screened: Screened[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    await using thread = new Thread(looks);
    for (;;) {
      const at = next;
      next += 1;
      const pattern = patterns[at];
      if (pattern === undefined) return;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they are timed
      screened[at] = await screen(thread, pattern);
    }
  };
  await Promise.all(Array.from({ length: threads }, lane));

  await using alone = new Thread(looks);
  const verdicts: Verdict[] = [];
  for (const [at, pattern] of patterns.entries()) {
    const first = screened[at];
    if (first === undefined) throw new Error(`/${pattern.source}/ was not screened`);
    // oxlint-disable-next-line no-await-in-loop -- alone
    let why = await confirmed(alone, pattern, first);
    // It stood still for another reason: what comes after that text has not been tried.
    // oxlint-disable-next-line no-await-in-loop
    if (why === null && !first.isWhole) why = await confirmed(alone, pattern, await screen(alone, pattern));
    verdicts.push({ attacks: attacksOn(pattern.source).length, why });
  }
  return verdicts;
}

async function screen(thread: Thread, pattern: Pattern): Promise<Screened> {
  const answer = await thread.ask({ pattern, confirm: null });
  if (answer.kind === 'screened') return { suspects: answer.suspects, isWhole: true };
  return { suspects: [thread.stuckAt], isWhole: false };
}

async function confirmed(alone: Thread, pattern: Pattern, { suspects }: Screened): Promise<string | null> {
  for (const confirm of suspects) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: they are timed
    const answer = await alone.ask({ pattern, confirm });
    if (answer.kind === 'stuck') return `did not come back, twice, within ${alone.patienceMs / 1_000} s`;
    if (answer.kind === 'confirmed' && answer.slow !== null) return inWords(answer.slow);
  }
  return null;
}

class Thread {
  readonly #looks: number;
  readonly #progress = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | null = null;
  constructor(looks: number) {
    this.#looks = looks;
  }

  get patienceMs(): number {
    return this.#looks * LOOK_MS;
  }

  /** The text at which it is, or was ended; -1 before the first. */
  get stuckAt(): number {
    return Atomics.load(this.#progress, 0);
  }

  async ask(job: Job): Promise<Answer | { readonly kind: 'stuck' }> {
    this.#worker ??= new Worker(new URL('worker.ts', import.meta.url), {
      execArgv: [],
      workerData: { progress: this.#progress },
    });
    // A thread that has not begun yet is not stuck: on a loaded machine it takes a while to start.
    Atomics.store(this.#progress, 0, -1);
    const answer = await this.#answerOf(this.#worker, job);
    if (answer.kind === 'stuck') await this[Symbol.asyncDispose]();
    return answer;
  }

  #answerOf(worker: Worker, job: Job): Promise<Answer | { readonly kind: 'stuck' }> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer | { readonly kind: 'stuck' }>();
    let [seen, without] = [-1, 0];
    const timer = setInterval(() => {
      const samples = Atomics.load(this.#progress, 1);
      without = samples === seen && this.stuckAt !== -1 ? without + 1 : 0;
      seen = samples;
      if (without >= this.#looks) resolve({ kind: 'stuck' });
    }, LOOK_MS);
    worker.once('error', reject);
    worker.once('message', (answer: Answer) => resolve(answer));
    worker.postMessage(job);
    return promise.finally(() => {
      clearInterval(timer);
      // By name: those of the thread itself stay.
      worker.removeAllListeners('error');
      worker.removeAllListeners('message');
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = null;
  }
}

function inWords({ attack, size, ms, times, than }: Slow): string {
  const cut = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `${Math.round(ms)} ms at ${size} characters, ${times.toFixed(0)} times ${than}: ${cut(attack.head)} + ${cut(attack.pump)} again and again + ${cut(attack.tail)}`;
}
