// A condition over facts: memberships of one fact each, joined by and, or, not. `when`, `except` and `logic` all become one.
// INVARIANT: total. Every fact has a value, so a condition is true or false, never unknown.
import { caseInWords, foldBy } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';
import { DISPLAY_OF } from '#policy/language/fact-table.ts';
import type { FactName, FactOfKind, FactOfStyle } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { hostMatches } from '#policy/requests/host.ts';
import type { HostPattern } from '#policy/requests/host.ts';
import { hasPhrase } from '#policy/requests/names.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';
import { keyed } from '#policy/requests/keyed.ts';
import type { KeyedFact } from '#policy/requests/keyed.ts';
import { inNetwork } from '#policy/requests/networks.ts';
import { BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';

/** A set of values of one fact. */
export type PathSet = {
  readonly kind: 'paths';
  readonly fact: FactOfKind<'path'>;
  readonly patterns: readonly string[];
  /** Written with `pathCase`: which letters are one letter. The patterns are as they are written. */
  readonly folding?: Folding;
};

/** The facts that word lists are looked for in. */
export type WordFact = 'elementName' | 'value';

/** One of some named things is there, or is there with one of some values. */
export type KeyedSet = {
  readonly kind: 'keyed';
  readonly fact: KeyedFact;
  readonly keys: readonly string[];
  /** `null`: whatever it is. */
  readonly values: readonly string[] | null;
  /** Only where every server finds it so. Not there: where some server may, a value that is alike included. */
  readonly certain?: true;
};

export type ValueSet =
  | {
      readonly kind: 'members';
      readonly fact: FactName;
      readonly members: readonly (string | boolean)[];
      /** Written as `display`: nobody named these members one by one. */
      readonly derived?: true;
    }
  | { readonly kind: 'hosts'; readonly fact: 'host'; readonly patterns: readonly HostPattern[] }
  /** Each path and all below it. */
  | PathSet
  | KeyedSet
  /** Names that contain one of the phrases, by whole words. */
  | { readonly kind: 'words'; readonly fact: WordFact; readonly phrases: readonly string[] }
  /** Addresses in one of the blocks. */
  | { readonly kind: 'networks'; readonly fact: FactOfStyle<'address'>; readonly networks: readonly string[] }
  /** Closed intervals. */
  | {
      readonly kind: 'ranges';
      readonly fact: FactName;
      readonly ranges: readonly (readonly [number, number])[];
    };

export type Condition =
  | { readonly op: 'in'; readonly set: ValueSet }
  | { readonly op: 'and'; readonly parts: readonly Condition[] }
  | { readonly op: 'or'; readonly parts: readonly Condition[] }
  | { readonly op: 'not'; readonly part: Condition };

export function holds(condition: Condition, facts: PolicyFacts): boolean {
  switch (condition.op) {
    case 'in':
      return contains(condition.set, facts[condition.set.fact]);
    case 'and':
      return condition.parts.every((part) => holds(part, facts));
    case 'or':
      return condition.parts.some((part) => holds(part, facts));
    case 'not':
      return !holds(condition.part, facts);
  }
}

export function contains(set: ValueSet, value: string | boolean | number): boolean {
  switch (set.kind) {
    case 'members':
      return set.members.some((member) => member === value);
    case 'hosts':
      return typeof value === 'string' && set.patterns.some((pattern) => hostMatches(pattern, value));
    case 'paths':
      return typeof value === 'string' && isUnder(set, value);
    case 'keyed':
      return typeof value === 'string' && set.keys.some((key) => hasKey(set, key, value));
    case 'words':
      return typeof value === 'string' && hasPhrase(set.phrases, value);
    case 'networks':
      return typeof value === 'string' && set.networks.some((one) => inNetwork(one, value));
    case 'ranges':
      return typeof value === 'number' && set.ranges.some(([low, high]) => low <= value && value <= high);
  }
}

function hasKey({ fact, values, certain }: KeyedSet, key: string, text: string): boolean {
  const state = keyed(fact).stateOf(text, key);
  if (state.is !== 'ONE') return state.is === 'OPEN' && certain !== true;
  if (values === null || certain === true) return values?.includes(state.value) ?? true;
  const { valueFolded } = keyed(fact);
  const folded = valueFolded(state.value);
  return values.some((one) => valueFolded(one) === folded);
}

/** A set as people are told it: `module: [Accounts, Contacts]`. */
export const keysInWords = ({ keys, values }: KeyedSet): string =>
  keys.map((key) => (values === null ? key : `${key}=${values.join('|')}`)).join(', ');

/** The patterns of a set as people are told them. */
export const pathsInWords = ({ patterns, folding }: PathSet): readonly string[] =>
  folding === undefined ? patterns : patterns.map((one) => caseInWords(folding, one));

/** The patterns of a set as they are compared. */
export const foldedPatterns = ({ patterns, folding }: PathSet): readonly string[] =>
  folding === undefined ? patterns : patterns.map((one) => foldBy(folding, one));

function isUnder(set: PathSet, path: string): boolean {
  const text = set.folding === undefined ? path : foldBy(set.folding, path);
  return foldedPatterns(set).some((pattern) => pathUnder(pattern, text));
}

const PATH_OPERATORS = { ASCII: 'path_under_any_ascii_case', UNICODE: 'path_under_any_case' } as const;

/** Every set that a condition tests. */
export function setsOf(condition: Condition): readonly ValueSet[] {
  const sets: ValueSet[] = [];
  addSetsOf(condition, sets);
  return sets;
}

/** Adds every set that a condition tests. */
export function addSetsOf(condition: Condition, sets: ValueSet[]): void {
  switch (condition.op) {
    case 'in':
      sets.push(condition.set);
      return;
    case 'and':
    case 'or':
      for (const part of condition.parts) addSetsOf(part, sets);
      return;
    case 'not':
      addSetsOf(condition.part, sets);
  }
}

/** `display` in terms of the fact that it is derived from. */
export function displaySet(displays: readonly string[]): ValueSet {
  const members = BROWSER_EXECUTOR_TYPES.filter((executor) => displays.includes(DISPLAY_OF[executor]));
  return { kind: 'members', fact: 'executor', members, derived: true };
}

/**
 * JSON Logic that says the same. These operators are ours: `host_in` and `path_under`, whether a host or a path is in one
 * of the patterns, `path_under_any_case` and `path_under_any_ascii_case`, the same with every letter or A to Z folded,
 * `words_in`, whether a name contains one of the phrases, `network_in`, whether an address is in one of the blocks, and
 * `query_has`, `query_in` and `groups_has`, whether one of the names is there, and with one of the values; with
 * `certainly` where every server finds it so.
 */
export function toJsonLogic(condition: Condition): unknown {
  switch (condition.op) {
    case 'in':
      return setToJsonLogic(condition.set);
    case 'and':
      return condition.parts.length === 0 ? true : { and: condition.parts.map(toJsonLogic) };
    case 'or':
      return condition.parts.length === 0 ? false : { or: condition.parts.map(toJsonLogic) };
    case 'not':
      return { '!': [toJsonLogic(condition.part)] };
  }
}

function setToJsonLogic(set: ValueSet): unknown {
  const fact = { var: set.fact };
  switch (set.kind) {
    case 'members':
      return { in: [fact, [...set.members]] };
    case 'hosts':
      return { host_in: [fact, set.patterns.map((pattern) => pattern.text)] };
    case 'paths':
      return {
        [set.folding === undefined ? 'path_under' : PATH_OPERATORS[set.folding]]: [fact, [...set.patterns]],
      };
    case 'keyed':
      return {
        [`${set.fact}_${set.certain === true ? 'certainly_' : ''}${set.values === null ? 'has' : 'in'}`]: [
          fact,
          [...set.keys],
          ...(set.values === null ? [] : [[...set.values]]),
        ],
      };
    case 'words':
      return { words_in: [fact, [...set.phrases]] };
    case 'networks':
      return { network_in: [fact, [...set.networks]] };
    case 'ranges':
      return set.ranges.length === 0
        ? false
        : { or: set.ranges.map(([low, high]) => ({ '<=': [low, fact, high] })) };
  }
}
