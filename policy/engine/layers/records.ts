// Interned answers: a severity with the entries that it comes from. Equal answers are one number, and decisions are made
// once, frozen, when first needed. Record 0 is "nothing to say": ALLOW without an entry.
import type { Severity } from '#policy/engine/documents/document.ts';
import type { PolicyDecision } from '#policy/language/facts.ts';
import { NodeTable } from '#policy/collections/node-table.ts';
import { PairMemo } from '#policy/collections/pair-memo.ts';
import type { Stack } from './stack.ts';
import { decisionFor } from './verdict.ts';
import type { Voice } from './verdict.ts';

/** Joined records are remembered up to this many pairs; beyond it they are made again, with the same result. */
const MAX_JOINS = 1 << 16;

export class Records {
  readonly #stack: Stack;
  readonly #voices: Voice[] = [];
  readonly #voiceIds = new Map<string, number>();
  readonly #severities: Severity[] = [];
  readonly #members: (readonly number[])[] = [];
  readonly #ids = new NodeTable();
  readonly #alone = new PairMemo();
  readonly #joins = new PairMemo();
  readonly #decisions: (PolicyDecision | undefined)[] = [];

  constructor(stack: Stack) {
    this.#stack = stack;
    this.intern(0, []);
  }

  get size(): number {
    return this.#severities.length;
  }

  /** The number of an entry saying one thing. `entry` is its index in the stack: the order in which reasons are given. */
  voice(entry: number, voice: Voice): number {
    const key = `${entry} ${voice.severity} ${voice.violation}`;
    const known = this.#voiceIds.get(key);
    if (known !== undefined) return known;
    this.#voiceIds.set(key, this.#voices.length);
    return this.#voices.push(voice) - 1;
  }

  /** What one entry says. */
  alone(severity: Severity, voice: number): number {
    const known = this.#alone.get(severity, voice);
    if (known !== undefined) return known;
    const made = this.#intern(severity, [voice]);
    this.#alone.set(severity, voice, made);
    return made;
  }

  intern(severity: Severity, voices: readonly number[]): number {
    return this.#intern(severity, voices.length < 2 ? voices : [...new Set(voices)].sort((a, b) => a - b));
  }

  /** `members`: ascending, each once. */
  #intern(severity: Severity, members: readonly number[]): number {
    const words = Int32Array.from(members);
    const before = this.#ids.size;
    const id = this.#ids.intern(severity, words, 0, words.length);
    if (id < before) return id;
    this.#members.push(members);
    this.#severities.push(severity);
    return id;
  }

  severity(id: number): Severity {
    return this.#severities[id] ?? 2;
  }

  voiceSeverity(voice: number): Severity {
    return this.#voices[voice]?.severity ?? 2;
  }

  members(id: number): readonly number[] {
    return this.#members[id] ?? [];
  }

  /** The only one; `null` where there are more, or none. */
  onlyVoice(id: number): Voice | null {
    const members = this.members(id);
    return members.length === 1 ? (this.#voices[members[0] ?? 0] ?? null) : null;
  }

  voices(id: number): readonly Voice[] {
    return this.members(id).flatMap((index) => this.#voices[index] ?? []);
  }

  /** The severer of two; the entries of both where they are equally severe. */
  join(a: number, b: number): number {
    if (a === b || b === 0) return a;
    if (a === 0) return b;
    const difference = this.severity(a) - this.severity(b);
    if (difference !== 0) return difference > 0 ? a : b;
    const known = this.#joins.get(a, b);
    if (known !== undefined) return known;
    const made = this.#intern(this.severity(a), merged(this.members(a), this.members(b)));
    if (this.#joins.size < MAX_JOINS) this.#joins.set(a, b, made);
    return made;
  }

  decision(id: number): PolicyDecision {
    const known = this.#decisions[id];
    if (known !== undefined) return known;
    const made = decisionFor(this.#stack, this.severity(id), this.voices(id));
    this.#decisions[id] = made;
    return made;
  }
}

/** Two ascending lists as one, what is in both once. */
function merged(left: readonly number[], right: readonly number[]): readonly number[] {
  const out: number[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [mine, theirs] = [left[i], right[j]];
    const least = Math.min(mine ?? Infinity, theirs ?? Infinity);
    if (least === Infinity) return out;
    out.push(least);
    if (mine === least) i++;
    if (theirs === least) j++;
  }
}
