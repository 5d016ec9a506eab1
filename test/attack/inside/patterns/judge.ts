// Puts patterns to the thread one after the other; one that does not come back is ended with its thread, and counts as slow.
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from './worker.ts';

const DEADLINE_MS = 20_000;

export type Verdict = { readonly attacks: number; readonly why: string | null };

export async function judge(
  jobs: readonly Omit<Job, 'id'>[],
  { threads = 2, deadlineMs = DEADLINE_MS }: { threads?: number; deadlineMs?: number } = {},
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    let worker = start();
    for (;;) {
      const id = next;
      next += 1;
      const job = jobs[id];
      if (job === undefined) break;
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they are timed
      const answer = await ask(worker, { ...job, id }, deadlineMs);
      verdicts[id] =
        answer === null
          ? { attacks: 0, why: `did not come back within ${deadlineMs / 1_000} s` }
          : { attacks: answer.attacks, why: inWords(answer) };
      if (answer !== null) continue;
      // oxlint-disable-next-line no-await-in-loop
      await worker.terminate();
      worker = start();
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: threads }, lane));
  return verdicts;
}

const start = (): Worker => new Worker(new URL('worker.ts', import.meta.url), { execArgv: [] });

function ask(worker: Worker, job: Job, deadlineMs: number): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), deadlineMs);
    worker.once('error', reject);
    worker.once('message', (answer: Answer) => {
      clearTimeout(timer);
      worker.removeAllListeners('error');
      resolve(answer);
    });
    worker.postMessage(job);
  });
}

function inWords({ slow }: Answer): string | null {
  if (slow === null) return null;
  const { attack, size, ms, growth } = slow;
  const cut = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  return `${Math.round(ms)} ms at ${size} characters, ${growth.toFixed(0)} times that of an eighth: ${cut(attack.head)} + ${cut(attack.pump)} again and again + ${cut(attack.tail)}`;
}
