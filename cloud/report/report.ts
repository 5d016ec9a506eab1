// What the log says of a time: how far each tier of perception got, tokens and cost of a task. INVARIANT: a line that is no entry of
// ours is counted and left out, and what stands there twice counts once; nothing is guessed for what an entry does not say.
import { z } from 'zod';
import { jsonOf } from '../system/json.ts';

const number = z.number().nullable().catch(null);
const word = z.string().nullable().catch(null);
const fields = z.object({
  task_id: word,
  model_used: word,
  tier_used: number,
  confidence: number,
  status: word,
  tokens_in: number,
  tokens_out: number,
  cost_usd: number,
  latency_ms: number,
  queue_wait_ms: number,
});
const labels = z.object({ kind: z.enum(['call', 'event', 'request']) });
/** As Cloud Logging exports an entry, and as the service writes it. */
const exported = z.object({ jsonPayload: fields, labels, insertId: word, timestamp: word });
const written = z
  .object({
    'logging.googleapis.com/labels': labels,
    'logging.googleapis.com/insertId': word,
    timestamp: word,
  })
  .and(fields)
  .transform(
    ({
      'logging.googleapis.com/labels': given,
      'logging.googleapis.com/insertId': insertId,
      timestamp,
      ...jsonPayload
    }) => ({ jsonPayload, labels: given, insertId, timestamp }),
  );
const entry = z.union([exported, written]);

type Tier = {
  calls: number;
  steps: number;
  sure: number;
  rated: number;
  input: number;
  output: number;
  cost: number;
};
type Task = { cost: number; tokens: number; tier: number };

export class Report {
  readonly #tiers = new Map<number, Tier>();
  readonly #tasks = new Map<string, Task>();
  #calls = 0;
  #limited = 0;
  #failed = 0;
  #strange = 0;
  #doubled = 0;
  readonly #seen = new Set<string>();
  #waits: number[] = [];

  add(line: string): void {
    const found = entry.safeParse(jsonOf(line));
    if (!found.success) {
      this.#strange += line.trim() === '' ? 0 : 1;
      return;
    }
    const { jsonPayload: one, labels: of } = found.data;
    if (this.#isDouble(found.data)) {
      this.#doubled += 1;
      return;
    }
    // No call of a model: a sign-out, a token that is not good, a path where nothing is.
    if (of.kind === 'request') return;
    const tier = one.tier_used === null ? null : this.#tier(one.tier_used);
    const task = one.task_id === null ? null : this.#task(one.task_id);
    if (task !== null) task.tier = Math.max(task.tier, one.tier_used ?? 0);
    if (of.kind === 'event') {
      if (tier === null) return;
      tier.steps += 1;
      if (one.confidence === null) return;
      tier.sure += one.confidence;
      tier.rated += 1;
      return;
    }
    this.#calls += 1;
    if (one.status === '429') this.#limited += 1;
    if (one.status?.startsWith('5') === true) this.#failed += 1;
    if (one.queue_wait_ms !== null) this.#waits.push(one.queue_wait_ms);
    const [input, output, cost] = [one.tokens_in ?? 0, one.tokens_out ?? 0, one.cost_usd ?? 0];
    if (tier !== null) {
      tier.calls += 1;
      tier.input += input;
      tier.output += output;
      tier.cost += cost;
    }
    if (task !== null) {
      task.cost += cost;
      task.tokens += input + output;
    }
  }

  lines(): readonly string[] {
    const tasks = [...this.#tasks.values()];
    const share = (tier: number): string =>
      tasks.length === 0
        ? '–'
        : `${Math.round((100 * tasks.filter((one) => one.tier <= tier).length) / tasks.length)} %`;
    const tiers = [...this.#tiers].sort(([a], [b]) => a - b);
    return [
      `${this.#calls} calls, ${this.#limited} refused with 429, ${this.#failed} failed, wait p95 ${p95(this.#waits)} ms`,
      ...tiers.map(
        ([tier, one]) =>
          `tier ${tier}: ${one.calls} calls, ${one.steps} steps, confidence ${mean(one.sure, one.rated)}, ` +
          `${one.input} tokens in, ${one.output} out, $${one.cost.toFixed(4)}; ${share(tier)} of the tasks needed no more`,
      ),
      `${tasks.length} tasks, each ${mean(sum(tasks, 'tokens'), tasks.length)} tokens and ` +
        `$${tasks.length === 0 ? '–' : (sum(tasks, 'cost') / tasks.length).toFixed(4)}`,
      ...(this.#doubled === 0 ? [] : [`${this.#doubled} entries stood there twice, and count once`]),
      ...(this.#strange === 0 ? [] : [`${this.#strange} lines are no entries of calls or events`]),
    ];
  }

  /** An export may hold an entry twice, and a gateway tells an event again where it heard no answer. */
  #isDouble({ insertId, timestamp, labels: { kind } }: z.infer<typeof entry>): boolean {
    if (insertId === null) return false;
    // An event's id is its own; one that the log itself gives is so at its time.
    const key = kind === 'event' ? insertId : `${timestamp} ${insertId}`;
    const isSeen = this.#seen.has(key);
    this.#seen.add(key);
    return isSeen;
  }

  #tier(tier: number): Tier {
    const known = this.#tiers.get(tier) ?? {
      calls: 0,
      steps: 0,
      sure: 0,
      rated: 0,
      input: 0,
      output: 0,
      cost: 0,
    };
    this.#tiers.set(tier, known);
    return known;
  }

  #task(id: string): Task {
    const known = this.#tasks.get(id) ?? { cost: 0, tokens: 0, tier: 0 };
    this.#tasks.set(id, known);
    return known;
  }
}

const sum = (tasks: readonly Task[], name: 'cost' | 'tokens'): number =>
  tasks.reduce((all, one) => all + one[name], 0);
const mean = (all: number, count: number): string =>
  count === 0 ? '–' : String(Math.round((100 * all) / count) / 100);
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
