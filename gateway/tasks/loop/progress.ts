// Keeps how far a task has come: the steps that it made, the facts and answers so far, and the refusals.
import type { ModelUsage } from '#engines/model/contract.ts';
import type {
  ExtractedFact,
  Memory,
  MemoryEntry,
  Observation,
  Proposal,
} from '#engines/navigator/contract.ts';
import type { Evidence as Claim } from '#engines/navigator/evidence.ts';
import { mergeTables } from '#engines/tables/merge.ts';
import type { Table } from '#engines/tables/table.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { ClauseView, TokensView } from '#gateway/protocol/views/task.ts';
import { verify, type Witness } from '#engines/navigator/verify.ts';
import { changeBetween } from '#gateway/tasks/judging/change.ts';
import { Evidence } from '#gateway/tasks/judging/evidence.ts';
import type { Telling } from '#gateway/boundary/off-page/decide-telling.ts';
import { stringsIn } from './strings-in.ts';
import { Spent } from './tiers.ts';

/** UX-RULES 9: refusals after which a task does not go on asking. */
const MAX_REFUSALS = 3;
/** Of more pages than these the site alone is kept. */
const MOST_ADDRESSES = 200;
/** The same step so often in vain, and the next one like it ends the subtask. */
const MAX_STEPS_IN_VAIN = 2;

export class Progress {
  readonly #evidence = new Evidence();
  readonly #spent = new Spent();
  readonly #entries: MemoryEntry[] = [];
  readonly #facts: ExtractedFact[] = [];
  readonly #answers: string[] = [];
  readonly #tables: Table[] = [];
  /** Of other tabs. */
  readonly #confirmed: ExtractedFact[] = [];
  readonly #looks = { taken: 0, reused: 0 };
  #refusals = 0;
  #lastRefusal: Failure | null = null;
  #confidence: number | null = null;
  #fingerprint = '';
  #seen: PageSnapshot | null = null;
  /** The look before the last act. */
  #before: PageSnapshot | null = null;
  readonly #clauses: ClauseView[] = [];
  readonly #held = new Set<string>();
  readonly #lookedAt = new Set<string>();
  /** Entries that a look has followed. */
  #judged = 0;
  #mark = { entries: 0, facts: 0, answers: 0, clauses: 0, tables: 0 };

  /** Takes in a look at the page. A step after which nothing differs is told to the navigator as `unchanged`. */
  saw(snapshot: PageSnapshot, how: 'taken' | 'reused' = 'taken'): void {
    this.#looks[how] += 1;
    this.#evidence.saw(snapshot);
    this.#looksAt(snapshot);
    const seen = snapshot.nodes.map(({ role, name, value, states }) => [role, name, value ?? '', states]);
    const fingerprint = digestOf({ url: snapshot.document.url, scroll: snapshot.scroll.y, seen });
    const last = this.#entries.at(-1);
    // A step that an earlier look judged is not judged again: a subtask's first look sees what the last one's did.
    const isNew = this.#entries.length > this.#judged;
    this.#judged = this.#entries.length;
    if (isNew) this.#before = this.#seen;
    // A later look says what is left of what an act did.
    if (last !== undefined && this.#entries.length > this.#mark.entries) {
      const before = this.#before;
      const outcome =
        isNew && last.outcome === 'done' && fingerprint === this.#fingerprint ? 'unchanged' : last.outcome;
      const change = before === null ? null : changeBetween(before, snapshot, last.proposal.ref);
      this.#entries[this.#entries.length - 1] = { ...last, outcome, ...(change === null ? {} : { change }) };
    }
    this.#fingerprint = fingerprint;
    this.#seen = snapshot;
  }

  /** The page and each frame of another origin whose words were in the look. */
  #looksAt({ document, nodes }: PageSnapshot): void {
    const frames = new Set(nodes.flatMap(({ origin }) => (origin === undefined ? [] : [`${origin}/`])));
    for (const url of [document.url, ...frames])
      this.#lookedAt.add(this.#lookedAt.size < MOST_ADDRESSES ? url : `${URL.parse(url)?.origin ?? 'null'}/`);
  }

  /** A subtask begins here. */
  mark(): void {
    this.#mark = {
      entries: this.#entries.length,
      facts: this.#facts.length,
      answers: this.#answers.length,
      clauses: this.#clauses.length,
      tables: this.#tables.length,
    };
  }

  /** The tab in which the subtask ran is lost: what was done in it is undone, and is no memory. */
  backToMark(): void {
    this.#entries.length = this.#mark.entries;
    this.#judged = Math.min(this.#judged, this.#mark.entries);
    this.#facts.length = this.#mark.facts;
    this.#answers.length = this.#mark.answers;
    this.#clauses.length = this.#mark.clauses;
    this.#tables.length = this.#mark.tables;
    this.#fingerprint = '';
    this.#seen = null;
    this.#before = null;
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

  /** The largest call for it that was over the bound of tokens, if one was. */
  learned(proposal: Proposal): number | null {
    this.#facts.push(...(proposal.facts ?? []));
    return this.#spent.add(proposal.usage ?? []);
  }

  spent(usage: readonly ModelUsage[]): void {
    this.#spent.add(usage);
  }

  /** Since the subtask began: facts whose words stood on a page, and what was answered. */
  get sinceMark(): { readonly facts: number; readonly answer: string | null } {
    const answers = this.#answers.slice(this.#mark.answers);
    return {
      facts: this.#factsSinceMark().length,
      answer: answers.length === 0 ? null : answers.join('\n'),
    };
  }

  #factsSinceMark(): readonly ExtractedFact[] {
    return this.#evidence.confirmed(this.#facts.slice(this.#mark.facts));
  }

  /** Since the subtask began: all the words that it would be told with, and every address that was looked at on the way to them. */
  get untold(): Telling {
    const facts = this.#factsSinceMark();
    const clauses = this.#clauses.slice(this.#mark.clauses);
    const tables = this.#tables.slice(this.#mark.tables);
    return {
      said: this.#answers.slice(this.#mark.answers),
      // Whatever of them is a text is told, so nothing of them is left out.
      read: [
        ...stringsIn(facts),
        ...stringsIn(clauses),
        ...tables.map((table) => stringsIn(table).join('\n')),
      ],
      sources: [...this.#lookedAt],
    };
  }

  /** The very step that was in vain twice in a row. Waiting may help the third time. */
  isStuck({ url, nodes }: Observation, { action, ref, text }: Proposal): boolean {
    if (action === 'WAIT') return false;
    const node = nodes.find((one) => one.ref !== null && one.ref === ref);
    const last = this.#entries.slice(-MAX_STEPS_IN_VAIN);
    return (
      last.length === MAX_STEPS_IN_VAIN &&
      last.every(
        (entry) =>
          entry.outcome !== 'done' &&
          entry.url === url &&
          entry.proposal.action === action &&
          entry.proposal.text === text &&
          entry.element?.role === node?.role &&
          entry.element?.name === node?.name,
      )
    );
  }

  /** What another tab of the task came to: its facts were confirmed there. */
  take(other: Progress): void {
    this.#confirmed.push(...other.facts);
    this.#clauses.push(...other.#clauses);
    this.#tables.push(...other.#tables);
    this.#looks.taken += other.#looks.taken;
    this.#looks.reused += other.#looks.reused;
    this.#spent.take(other.#spent);
    if (other.#confidence !== null) this.doubted(other.#confidence);
  }

  get tokens(): TokensView | null {
    return this.#spent.tokens;
  }

  /** What was done for a clause without knowing what it means: it is not seen to be done, whatever else is seen. */
  guessed(clause: ClauseView): void {
    if (!this.#clauses.some(({ said }) => said === clause.said)) this.#clauses.push(clause);
  }

  /** What the clauses of a part came to. */
  settled(clauses: readonly ClauseView[]): void {
    this.#clauses.push(...clauses);
  }

  /** What every clause so far came to. */
  get clauses(): readonly ClauseView[] {
    return [...this.#clauses];
  }

  /** Whether anything was done on the page since the subtask began. */
  get hasActed(): boolean {
    return this.#entries.slice(this.#mark.entries).some(({ proposal }) => !LOOKS.includes(proposal.action));
  }

  /** Notes what of these claims is seen now, so that it counts once the page is another one. */
  hold(claims: readonly Claim[], observation: Observation): void {
    const witness = this.witness(observation);
    for (const claim of claims) if (verify(claim, witness) === 'SEEN') this.#held.add(keyOf(claim));
  }

  witness(observation: Observation): Witness {
    return {
      observation,
      entries: this.#entries,
      stood: (quote, url) => this.#evidence.confirmed([{ label: '', value: '', quote, url }]).length > 0,
      heldBefore: (claim) => this.#held.has(keyOf(claim)),
    };
  }

  /** Rows that the subtask was for: what was said and noted on the way to them is no answer beside them. */
  collected(table: Table, answer: string): void {
    this.#tables.push(table);
    this.#facts.length = this.#mark.facts;
    this.#answers.length = this.#mark.answers;
    this.answered(answer, 1);
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
    return error.details?.['stopTask'] === true || this.#refusals >= MAX_REFUSALS;
  }

  get answers(): readonly string[] {
    return [...this.#answers];
  }

  get answer(): string | null {
    return this.#answers.length === 0 ? null : this.#answers.join('\n');
  }

  /** Whose quotation was really seen, in this tab or in those that it took. */
  get facts(): readonly ExtractedFact[] {
    return [...this.#confirmed, ...this.#evidence.confirmed(this.#facts)];
  }

  get looks(): { readonly taken: number; readonly reused: number } {
    return { ...this.#looks };
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
    evidence: readonly ClauseView[];
    table?: Table;
  } {
    const { facts } = this;
    const table = this.#tables.length === 0 ? null : mergeTables(this.#tables);
    const quoted = [...new Set([...facts, ...(table?.sources ?? [])].map((from) => from.url))];
    return {
      answer: this.answer,
      facts,
      sources: quoted.length > 0 || url === null || this.#answers.length === 0 ? quoted : [url],
      confidence: this.#confidence,
      usage: this.#spent.list(),
      evidence: this.clauses,
      ...(table === null ? {} : { table }),
    };
  }
}

const LOOKS: readonly string[] = ['EXTRACT', 'SCROLL', 'WAIT'];
const keyOf = ({ clause, effect, ref, role, name, url, quote }: Claim): string =>
  JSON.stringify([clause, effect, ref, role, name, url, quote]);
