// What a class of requests can undergo from one policy to the next, and whether that loosens.
import type { Severity } from '#policy/engine/documents/document.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import type { DecidedTerms } from './verdict.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

/** CHANGED: the same decision under another name of violation; nobody gets more or less. */
export type Direction = 'LOOSENED' | 'CHANGED' | 'TIGHTENED';

export type Change = {
  /** `terms`: duties, approvers, time limits, violations at the same decision. `envelope`: what a lower layer could get. */
  readonly about: 'decision' | 'terms' | 'envelope';
  readonly direction: Direction;
  readonly from: BrowserDecision;
  readonly to: BrowserDecision;
  /** For `terms`, in words. */
  readonly terms: readonly string[];
};

/** `DENY -> ALLOW`, `ESCALATE without AUDIT`, `DENY -> ALLOW for a lower layer`. */
export function changeInWords({ about, from, to, terms }: Change): string {
  switch (about) {
    case 'decision':
      return `${from} -> ${to}`;
    case 'terms':
      return `${from} ${terms.join(', ')}`;
    case 'envelope':
      return `${from} -> ${to} for a lower layer`;
  }
}

/** Interned changes. Number 0 is "no change". */
export class Changes {
  readonly #list: (Change | null)[] = [null];
  readonly #ids = new Map<string, number>();
  /** Of changes that are new names of violations and nothing else. */
  readonly #renames = new Map<number, Rename>();

  at(id: number): Change | null {
    return this.#list[id] ?? null;
  }

  /** Of a decision, or of its terms where the decision is the same. */
  ofOutcomes(before: DecidedTerms, after: DecidedTerms): number {
    if (before.severity !== after.severity)
      return this.#intern(severityChange('decision', before.severity, after.severity));
    const { loosened, tightened, words } = compareTerms(before, after);
    if (words.length === 0) return 0;
    const decision = decisionOf(before.severity);
    const id = this.#intern({
      about: 'terms',
      direction: loosened ? 'LOOSENED' : tightened ? 'TIGHTENED' : 'CHANGED',
      from: decision,
      to: decision,
      terms: words,
    });
    if (!loosened && !tightened) this.#renames.set(id, renameOf(before, after));
    return id;
  }

  /** New names of violations that come to the same one have one number: told apart they say no more, in many more boxes. */
  groupOf(id: number): number {
    const own = this.#renames.get(id);
    if (own === undefined) return id;
    const alike = [...this.#renames].find(
      ([other, { to }]) => to === own.to && this.at(other)?.from === this.at(id)?.from,
    );
    return alike?.[0] ?? id;
  }

  /** Changes of one group as one. */
  together(ids: Iterable<number>): Change | null {
    const [first, ...others] = [...ids].sort((a, b) => a - b);
    if (first === undefined) return null;
    const [change, own] = [this.at(first), this.#renames.get(first)];
    if (change === null || own === undefined || others.length === 0) return change;
    const from = [first, ...others].flatMap((id) => this.#renames.get(id)?.from ?? []).sort();
    return { ...change, terms: [`${from.join(' or ')} becomes ${own.to}`] };
  }

  /** Of the envelope, where it says more than the change of the decision does. */
  ofEnvelopes(decisions: readonly [Severity, Severity], envelopes: readonly [Severity, Severity]): number {
    const [before, after] = envelopes;
    if (before === after || (before === decisions[0] && after === decisions[1])) return 0;
    return this.#intern(severityChange('envelope', before, after));
  }

  #intern(change: Change): number {
    const key = JSON.stringify(change);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#list.length);
    return this.#list.push(change) - 1;
  }
}

type Rename = { readonly from: string; readonly to: string };

const renameOf = (before: DecidedTerms, after: DecidedTerms): Rename => ({
  from: before.violation ?? 'no violation',
  to: after.violation ?? 'no violation',
});

function severityChange(about: Change['about'], before: Severity, after: Severity): Change {
  return {
    about,
    direction: after < before ? 'LOOSENED' : 'TIGHTENED',
    from: decisionOf(before),
    to: decisionOf(after),
    terms: [],
  };
}

type Terms = { loosened: boolean; tightened: boolean; words: string[] };

/** How long a yes holds. */
const holdsInWords = (minutes: number): string =>
  minutes === Infinity ? 'for the task' : minutes === 0 ? 'for one act' : `for ${minutes} min`;

/** A duty less, an approver more or more time, to answer or for a yes to hold, loosen; one of these is enough to call the whole LOOSENED. */
function compareTerms(before: DecidedTerms, after: DecidedTerms): Terms {
  const lost = before.obligations.filter((one) => !after.obligations.includes(one));
  const gained = after.obligations.filter((one) => !before.obligations.includes(one));
  const [old, now] = [before.terms, after.terms];
  const fewer = old?.approvers.filter((one) => now?.approvers.includes(one) !== true) ?? [];
  const more = now?.approvers.filter((one) => old?.approvers.includes(one) !== true) ?? [];
  const renamed = renameOf(before, after);
  const time = (now?.timeout ?? 0) - (old?.timeout ?? 0);
  const [two, four] = [old?.fourEyes !== true, now?.fourEyes === true];
  const [held, holds] = [old?.askOnce ?? Infinity, now?.askOnce ?? Infinity];
  return {
    loosened: lost.length > 0 || more.length > 0 || time > 0 || (!two && !four) || holds > held,
    tightened: gained.length > 0 || fewer.length > 0 || time < 0 || (two && four) || holds < held,
    words: [
      ...lost.map((one) => `without ${one}`),
      ...gained.map((one) => `with ${one}`),
      ...more.map((one) => `${one} may approve`),
      ...fewer.map((one) => `${one} may no longer approve`),
      ...(two && four ? ['whoever asks may no longer approve'] : []),
      ...(!two && !four ? ['whoever asks may approve'] : []),
      ...(held === holds ? [] : [`a yes holds ${holdsInWords(holds)} instead of ${holdsInWords(held)}`]),
      ...(time === 0 ? [] : [`${old?.timeout ?? 0} s to answer become ${now?.timeout ?? 0} s`]),
      ...(before.violation === after.violation ? [] : [`${renamed.from} becomes ${renamed.to}`]),
    ],
  };
}
