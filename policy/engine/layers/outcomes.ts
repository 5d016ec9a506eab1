// What decisions amount to, without the names of entries: the leaves of the diagram that is hashed. Joining outcomes and
// joining the entries that they come from give the same.
import { ESCALATE } from '#policy/engine/documents/document.ts';
import type { Severity } from '#policy/engine/documents/document.ts';
import type { Records } from './records.ts';
import type { Stack, Terms } from './stack.ts';
import { joinTerms, outcomeOf, worstViolation } from './verdict.ts';
import type { DecidedTerms } from './verdict.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import { OBLIGATIONS } from '#policy/language/vocabulary.ts';

export class Outcomes {
  readonly #stack: Stack;
  readonly #records: Records;
  readonly #list: DecidedTerms[] = [];
  readonly #ids = new Map<string, number>();
  readonly #ofRecord: (number | undefined)[] = [];
  /** Of one entry, by its terms: two thousand rules say a handful of things. */
  readonly #alone = new Map<Terms | undefined, Map<string, number>>();

  constructor(stack: Stack, records: Records) {
    this.#stack = stack;
    this.#records = records;
  }

  ofRecord(record: number): number {
    return (this.#ofRecord[record] ??= this.#of(record));
  }

  #of(record: number): number {
    const severity = this.#records.severity(record);
    const voice = this.#records.onlyVoice(record);
    if (voice === null) return this.#intern(outcomeOf(this.#stack, severity, this.#records.voices(record)));
    const terms = this.#stack.termsOf.get(voice.entry);
    const same = this.#alone.get(terms) ?? new Map<string, number>();
    this.#alone.set(terms, same);
    const key = `${severity} ${voice.violation} ${voice.entry.obligations.join()}`;
    const known = same.get(key) ?? this.#intern(outcomeOf(this.#stack, severity, [voice]));
    same.set(key, known);
    return known;
  }

  severity(id: number): Severity {
    return this.#list[id]?.severity ?? 2;
  }

  /** The outcome of a leaf. */
  at(id: number): DecidedTerms {
    const outcome = this.#list[id];
    if (outcome === undefined) throw new RangeError(`no outcome ${id}`);
    return outcome;
  }

  readonly join = (a: number, b: number): number => {
    const [left, right] = [this.#list[a], this.#list[b]];
    if (a === b || left === undefined || right === undefined) return a;
    if (left.severity !== right.severity) return left.severity > right.severity ? a : b;
    const duties = [...left.obligations, ...right.obligations];
    const violations = [left.violation, right.violation].flatMap((one) => one ?? []);
    return this.#intern({
      severity: left.severity,
      violation: violations.length === 0 ? null : worstViolation(violations),
      obligations: OBLIGATIONS.filter((one) => duties.includes(one)),
      terms:
        left.severity === ESCALATE ? joinTerms([left.terms, right.terms].flatMap((one) => one ?? [])) : null,
    });
  };

  text(id: number): string {
    const outcome = this.#list[id];
    if (outcome === undefined) return '';
    const { severity, violation, obligations, terms } = outcome;
    return JSON.stringify([decisionOf(severity), violation, obligations, termsText(terms)]);
  }

  #intern(outcome: DecidedTerms): number {
    const key = JSON.stringify([
      outcome.severity,
      outcome.violation,
      outcome.obligations,
      termsText(outcome.terms),
    ]);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#list.length);
    return this.#list.push(outcome) - 1;
  }
}

/** As the semantic hash has it. */
const termsText = (terms: Terms | null): readonly unknown[] | null =>
  terms === null
    ? null
    : [
        terms.timeout,
        terms.approvers.toSorted(),
        ...(terms.fourEyes === true ? ['fourEyes'] : []),
        ...(terms.askOnce === undefined ? [] : [`askOnce ${terms.askOnce}`]),
      ];
