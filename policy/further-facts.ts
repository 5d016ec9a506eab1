// The facts of a request that most requests leave at their neutral values, read together by the decider: one comparison
// each while they are neutral. INVARIANT: a value that is not one of its fact's makes the request malformed.
import { FACTS } from './fact-table.ts';
import type { PolicyFacts } from './facts.ts';
import { memberIndex } from './member-index.ts';
import { OpenReader } from './open-reader.ts';
import type { TextFact } from './open-reader.ts';
import { factIndex } from './space.ts';
import type { Space } from './space.ts';

const indexOf = (fact: { readonly members: readonly string[]; readonly neutral: string }) =>
  memberIndex(fact.members, fact.neutral);
const portClassOf = indexOf(FACTS.portClass);
const pageActOf = indexOf(FACTS.pageAct);
const elementRoleOf = indexOf(FACTS.elementRole);

const PATH = factIndex('path');
const FOLDER = factIndex('folder');
const ENDPOINT = factIndex('endpoint');
const ELEMENT_NAME = factIndex('elementName');
const PORT_CLASS = factIndex('portClass');
const PAGE_ACT = factIndex('pageAct');
const ELEMENT_ROLE = factIndex('elementRole');
const READABLE = factIndex('targetReadable');
const WRITABLE = factIndex('targetWritable');
const SECRET = factIndex('valueHoldsSecret');
const ANOTHER_SITE = factIndex('valueFromAnotherSite');
const NOT_FROM_TASK = factIndex('valueNotFromTask');
const ACTS = factIndex('acts');

/** `code[start[fact] + raw]`: the part of a request's code that a fact's raw number gives. */
type Codes = { readonly code: Float64Array; readonly start: Int32Array };

export class FurtherFacts {
  readonly #code: Float64Array;
  readonly #start: Int32Array;
  readonly #neutral: number;
  readonly #path: OpenReader;
  readonly #folder: OpenReader;
  readonly #endpoint: OpenReader;
  readonly #elementName: OpenReader;

  constructor({ code, start }: Codes, space: Space) {
    this.#path = readerOf('path', space);
    this.#folder = readerOf('folder', space);
    this.#endpoint = readerOf('endpoint', space);
    this.#elementName = readerOf('elementName', space);
    this.#code = code;
    this.#start = start;
    this.#neutral =
      this.#at(PORT_CLASS, portClassOf(FACTS.portClass.neutral)) +
      this.#at(PAGE_ACT, pageActOf(FACTS.pageAct.neutral)) +
      this.#at(ELEMENT_ROLE, elementRoleOf(FACTS.elementRole.neutral)) +
      this.#at(READABLE, 1) +
      this.#at(WRITABLE, 1) +
      this.#at(SECRET, 0) +
      this.#at(ANOTHER_SITE, 0) +
      this.#at(NOT_FROM_TASK, 0) +
      this.#at(ACTS, 0);
  }

  /** Their part of the request's code, `-1` where one is malformed. */
  code(facts: PolicyFacts, raw: Int32Array): number {
    const path = this.#path.of(facts.path);
    const folder = this.#folder.of(facts.folder);
    const endpoint = this.#endpoint.of(facts.endpoint);
    const elementName = this.#elementName.of(facts.elementName);
    if ((path | folder | endpoint | elementName) < 0) return -1;
    const texts =
      this.#at(PATH, path) +
      this.#at(FOLDER, folder) +
      this.#at(ENDPOINT, endpoint) +
      this.#at(ELEMENT_NAME, elementName);
    if (
      facts.portClass === FACTS.portClass.neutral &&
      facts.pageAct === FACTS.pageAct.neutral &&
      facts.elementRole === FACTS.elementRole.neutral &&
      is(facts.targetReadable, true) &&
      is(facts.targetWritable, true) &&
      is(facts.valueHoldsSecret, false) &&
      is(facts.valueFromAnotherSite, false) &&
      is(facts.valueNotFromTask, false) &&
      facts.acts === 0
    )
      return texts + this.#neutral;
    const rest = this.#rest(facts, raw);
    return rest < 0 ? -1 : texts + rest;
  }

  /** Writes the raw numbers of facts that are well formed. */
  read(facts: PolicyFacts, raw: Int32Array): void {
    raw[PATH] = this.#path.of(facts.path);
    raw[FOLDER] = this.#folder.of(facts.folder);
    raw[ENDPOINT] = this.#endpoint.of(facts.endpoint);
    raw[ELEMENT_NAME] = this.#elementName.of(facts.elementName);
    this.#rest(facts, raw);
  }

  /** The facts that are no texts: their part of the code, and their raw numbers. */
  #rest(facts: PolicyFacts, raw: Int32Array): number {
    const portClass = portClassOf(facts.portClass);
    const pageAct = pageActOf(facts.pageAct);
    const elementRole = elementRoleOf(facts.elementRole);
    const readable = booleanOf(facts.targetReadable);
    const writable = booleanOf(facts.targetWritable);
    const secret = booleanOf(facts.valueHoldsSecret);
    const anotherSite = booleanOf(facts.valueFromAnotherSite);
    const notFromTask = booleanOf(facts.valueNotFromTask);
    const acts = countOf(facts.acts, FACTS.acts.max);
    const flags = readable | writable | secret | anotherSite | notFromTask;
    if ((portClass | pageAct | elementRole | flags | acts) < 0) return -1;
    raw[PORT_CLASS] = portClass;
    raw[PAGE_ACT] = pageAct;
    raw[ELEMENT_ROLE] = elementRole;
    raw[READABLE] = readable;
    raw[WRITABLE] = writable;
    raw[SECRET] = secret;
    raw[ANOTHER_SITE] = anotherSite;
    raw[NOT_FROM_TASK] = notFromTask;
    raw[ACTS] = acts;
    return (
      this.#at(PORT_CLASS, portClass) +
      this.#at(PAGE_ACT, pageAct) +
      this.#at(ELEMENT_ROLE, elementRole) +
      this.#at(READABLE, readable) +
      this.#at(WRITABLE, writable) +
      this.#at(SECRET, secret) +
      this.#at(ANOTHER_SITE, anotherSite) +
      this.#at(NOT_FROM_TASK, notFromTask) +
      this.#at(ACTS, acts)
    );
  }

  #at(fact: number, raw: number): number {
    return this.#code[(this.#start[fact] ?? 0) + raw] ?? 0;
  }
}

function readerOf(fact: TextFact, space: Space): OpenReader {
  const classes = space.open(factIndex(fact));
  if (classes === null) throw new TypeError(`\`${fact}\` is no text`);
  return new OpenReader(fact, classes);
}

// These take `unknown`: what a caller hands over need not be what its type says.
const is = (value: unknown, wanted: boolean): boolean => value === wanted;
export const booleanOf = (value: unknown): number => (value === true ? 1 : value === false ? 0 : -1);

export function countOf(value: unknown, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : -1;
}
