// What a task has come to: steps that lie behind, facts and answers so far, refusals.
import type {
  ExtractedFact,
  Memory,
  MemoryEntry,
  ModelUsage,
  Observation,
  Proposal,
} from '#engines/navigator/contract.ts';
import type { PageSnapshot } from '#executors/contract.ts';
import { digestOf } from '#executors/authorization.ts';
import type { Failure } from '#policy/failure.ts';
import { Evidence } from './evidence.ts';
import { Spent } from './tiers.ts';

/** UX-RULES 9: refusals after which a task does not go on asking. */
const REFUSAL_LIMIT = 3;

export class Progress {
  readonly #evidence = new Evidence();
  readonly #spent = new Spent();
  readonly #entries: MemoryEntry[] = [];
  readonly #facts: ExtractedFact[] = [];
  readonly #answers: string[] = [];
  #refusals = 0;
  #lastRefusal: Failure | null = null;
  #confidence: number | null = null;
  #fingerprint = '';
  #mark = { entries: 0, facts: 0, answers: 0 };

  /** Takes in a look at the page. A step after which nothing differs is told to the navigator as `unchanged`. */
  saw(snapshot: PageSnapshot): void {
    this.#evidence.saw(snapshot);
    const seen = snapshot.nodes.map(({ role, name, value, states }) => [role, name, value ?? '', states]);
    const fingerprint = digestOf({ url: snapshot.document.url, scroll: snapshot.scroll.y, seen });
    const last = this.#entries.at(-1);
    if (last?.outcome === 'done' && fingerprint === this.#fingerprint) {
      this.#entries[this.#entries.length - 1] = { ...last, outcome: 'unchanged' };
    }
    this.#fingerprint = fingerprint;
  }

  /** A subtask begins here. */
  mark(): void {
    this.#mark = {
      entries: this.#entries.length,
      facts: this.#facts.length,
      answers: this.#answers.length,
    };
  }

  /** The tab in which the subtask ran is lost: what was done in it is undone, and is no memory. */
  backToMark(): void {
    this.#entries.length = this.#mark.entries;
    this.#facts.length = this.#mark.facts;
    this.#answers.length = this.#mark.answers;
    this.#fingerprint = '';
  }

  remember(
    observation: Observation,
    proposal: Proposal,
    outcome: MemoryEntry['outcome'],
    note: string,
  ): void {
    const node = observation.nodes.find(({ ref }) => ref !== null && ref === proposal.ref);
    const element = node === undefined ? null : { role: node.role, name: node.name };
    this.#entries.push({ url: observation.url, proposal, outcome, note, element });
  }

  learned(proposal: Proposal): void {
    this.#facts.push(...(proposal.facts ?? []));
    this.#spent.add(proposal.usage ?? []);
  }

  answered(text: string | null, confidence: number): void {
    if (text !== null && text.trim() !== '') this.#answers.push(text.trim());
    this.doubted(confidence);
  }

  /** The task is as sure as its least sure ending. */
  doubted(confidence: number): void {
    this.#confidence = Math.min(this.#confidence ?? 1, confidence);
  }

  /** Whether the task has to end: the person said so, or refused too often. */
  refused(error: Failure): boolean {
    this.#lastRefusal = error;
    this.#refusals += 1;
    return error.details?.['stopTask'] === true || this.#refusals >= REFUSAL_LIMIT;
  }

  get hasAnswer(): boolean {
    return this.#answers.length > 0;
  }

  get lastRefusal(): Failure | null {
    return this.#lastRefusal;
  }

  memory(given: Omit<Memory, 'entries' | 'facts'>): Memory {
    return { ...given, entries: [...this.#entries], facts: [...this.#facts] };
  }

  /** For the result: what was answered, and the facts whose quotation was really seen. */
  result(url: string | null): {
    answer: string | null;
    facts: readonly ExtractedFact[];
    sources: readonly string[];
    confidence: number | null;
    usage: readonly ModelUsage[];
  } {
    const facts = this.#evidence.confirmed(this.#facts);
    const quoted = [...new Set(facts.map((fact) => fact.url))];
    return {
      answer: this.#answers.length === 0 ? null : this.#answers.join('\n'),
      facts,
      sources: quoted.length > 0 || url === null || this.#answers.length === 0 ? quoted : [url],
      confidence: this.#confidence,
      usage: this.#spent.list(),
    };
  }
}
