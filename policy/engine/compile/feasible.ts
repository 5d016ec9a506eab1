// Tells which requests can be made, class by class: one whose facts contradict each other is refused by `parseRequest`.
// INVARIANT: a class is left out only where no request in it can be made; what is proved of the rest holds of every request.
import { addressClassesOf } from '#policy/requests/address.ts';
import { isPathAmbiguous } from '#policy/requests/url-parts/ambiguous-paths.ts';
import { isLetterInOtherForm } from '#policy/requests/url-parts/path-casings.ts';
import { leaf } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { Found, NodeId } from '#policy/engine/space/node.ts';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { classOfPort } from '#policy/requests/host.ts';
import { factsOfValues, parseRequest } from '#policy/requests/request.ts';
import { CAPABILITY_INDEX, HOST_INDEX, NEUTRAL_CLASS, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { SCHEMES } from '#policy/language/vocabulary.ts';

const AMBIGUOUS = factIndex('pathAmbiguous');
const FRAGMENT_AMBIGUOUS = factIndex('fragmentAmbiguous');
const PATH = factIndex('path');
const ADDRESS = factIndex('addressClass');
const ORIGIN = factIndex('origin');
const SCHEME = factIndex('scheme');
const PORT_CLASS = factIndex('portClass');
const PORT = factIndex('port');
const [NO, YES] = [leaf(0), leaf(1)];

/**
 * A request of the classes found that can be made: facts that do not matter take their neutral values where these fit the
 * others. `null` where the classes hold none.
 */
export function requestIn({ classes }: Pick<Found, 'classes'>, space: Space): PolicyFacts | null {
  const values: Record<string, unknown> = {};
  for (const [fact, name] of FACT_NAMES.entries())
    values[name] = space.witness(fact, Math.max(NEUTRAL_CLASS, classes[fact] ?? NEUTRAL_CLASS));
  const inClass = (fact: number): readonly unknown[] => {
    const index = classes[fact] ?? -1;
    const all = space.raw(fact).filter((one) => index < 0 || space.classOf(fact, one) === index);
    const own = values[FACT_NAMES[fact] ?? 'host'];
    return [own, ...all.filter((one) => one !== own)];
  };
  const choose = (facts: readonly number[], fits: () => boolean): boolean => {
    const [fact, ...rest] = facts;
    if (fact === undefined) return fits();
    return inClass(fact).some((value) => {
      values[FACT_NAMES[fact] ?? 'host'] = value;
      return choose(rest, fits);
    });
  };
  // What is tied to nothing else is left as it is: the ties are worked out one by one.
  const alone = (...tied: readonly FactName[]): boolean =>
    canBeAsked(Object.fromEntries(tied.map((name) => [name, values[name]])));
  const found =
    choose([AMBIGUOUS], () => alone('path', 'pathAmbiguous')) &&
    choose([FRAGMENT_AMBIGUOUS], () => alone('fragment', 'fragmentAmbiguous')) &&
    choose([ADDRESS], () => alone('host', 'addressClass')) &&
    choose([ORIGIN, CAPABILITY_INDEX], () => alone('capability', 'origin')) &&
    choose([PORT_CLASS, SCHEME], () => alone('scheme', 'portClass', 'port'));
  // As it stands: what a caller leaves out, such as the scheme's own port, would be another class.
  const request = found && parseRequest(values).ok ? factsOfValues(values) : null;
  return request?.ok === true ? request.value : null;
}

const PLAIN = { capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM' };

/** Values that were asked about lately, as JSON: of thousands of rules most tie the same ones. Forgotten all at once. */
const ASKED = new Map<string, boolean>();
const MAX_ASKED = 4096;

function canBeAsked(values: Readonly<Record<string, unknown>>): boolean {
  const key = JSON.stringify(values);
  const known = ASKED.get(key);
  if (known !== undefined) return known;
  if (ASKED.size >= MAX_ASKED) ASKED.clear();
  const { ok } = parseRequest({ ...PLAIN, ...values });
  ASKED.set(key, ok);
  return ok;
}

/** Whether a class of an enum holds one member and no other. */
function isOnly(name: 'capability' | 'origin', index: number, member: string, space: Space): boolean {
  const fact = factIndex(name);
  const { members } = FACTS[name];
  return members.every((one) => (space.classOf(fact, one) === index) === (one === member));
}

/** Whether all of two classes are navigations to another origin on the same one. */
export const contradicts = (capability: number, origin: number, space: Space): boolean =>
  isOnly('capability', capability, 'NAVIGATE_CROSS_ORIGIN', space) &&
  isOnly('origin', origin, 'SAME_ORIGIN', space);

/** 1 but for navigations to another origin on the same one. */
export function notContradicting(diagram: Diagram, space: Space): NodeId {
  const branch = (fact: number, child: (index: number) => NodeId): NodeId =>
    diagram.branch(fact, Array.from({ length: space.counts[fact] ?? 1 }).keys(), child);
  const others = branch(ORIGIN, (index) => (isOnly('origin', index, 'SAME_ORIGIN', space) ? NO : YES));
  return branch(CAPABILITY_INDEX, (index) =>
    isOnly('capability', index, 'NAVIGATE_CROSS_ORIGIN', space) ? others : YES,
  );
}

/**
 * A function that says of navigations to another origin on the same one, which nobody makes, what it says of those on another:
 * told apart they would be told to people. Where it does not look at the capability it stays as it is.
 */
export function withoutContradictions(root: NodeId, diagram: Diagram, space: Space): NodeId {
  const known = new Map<string, NodeId>();
  const other = space.classOf(ORIGIN, 'CROSS_ORIGIN');
  const run = (id: NodeId, navigates: boolean): NodeId => {
    const fact = diagram.factOf(id);
    if (id < 0 || fact > ORIGIN) return id;
    if (fact === ORIGIN && navigates) return diagram.childAt(id, other);
    const key = `${id} ${navigates}`;
    const done = known.get(key);
    if (done !== undefined) return done;
    const count = space.counts[fact] ?? 1;
    const made =
      fact === CAPABILITY_INDEX
        ? diagram.branch(fact, Array.from({ length: count }).keys(), (index) =>
            run(diagram.childAt(id, index), isOnly('capability', index, 'NAVIGATE_CROSS_ORIGIN', space)),
          )
        : diagram.branch(fact, diagram.startsOf(id), (index) => run(diagram.childAt(id, index), navigates));
    known.set(key, made);
    return made;
  };
  return run(root, false);
}

export class Feasible {
  readonly #space: Space;
  readonly #diagram: Diagram;
  readonly #both: (a: NodeId, b: NodeId) => NodeId;
  readonly #ofAddresses = new Map<string, NodeId>();
  readonly #ofHost: (NodeId | undefined)[] = [];
  #ofAll: NodeId | undefined;

  constructor(space: Space, diagram: Diagram) {
    this.#space = space;
    this.#diagram = diagram;
    this.#both = diagram.combine(
      (a, b) => a & b,
      (a, b) => (a === NO || b === YES ? a : b === NO || a === YES ? b : null),
    );
  }

  /** The requests to a host, as a function of the other facts: 1 where one can be made. Equal for hosts that are alike. */
  at(host: number): NodeId {
    const known = this.#ofHost[host];
    if (known !== undefined) return known;
    const classes = this.addressesOf(host);
    const key = classes.join();
    const made = this.#ofAddresses.get(key) ?? this.#both(this.#anyHost(), this.#addresses(classes));
    this.#ofAddresses.set(key, made);
    this.#ofHost[host] = made;
    return made;
  }

  /** The address classes that a host may turn out to have: one for an address, more for a name. */
  addressesOf(host: number): readonly number[] {
    const own = addressClassesOf(String(this.#space.witness(HOST_INDEX, host)));
    return [...new Set(own.map((one) => this.#space.classOf(ADDRESS, one)))];
  }

  #addresses(classes: readonly number[]): NodeId {
    const permitted = new Set(classes);
    return this.#branch(ADDRESS, (index) => (permitted.has(index) ? YES : NO));
  }

  /** What holds for every host. */
  #anyHost(): NodeId {
    return (this.#ofAll ??= this.#both(
      this.#paths(),
      this.#both(notContradicting(this.#diagram, this.#space), this.#ports()),
    ));
  }

  /** A path with `%2F` in it is ambiguous, and so is all below it, and whatever has only letters in another form. */
  #paths(): NodeId {
    const odd = this.#branch(PATH, (index) => (isAmbiguousByForm(this.#space, index) ? NO : YES));
    if (odd === YES) return YES;
    return this.#branch(AMBIGUOUS, (index) => (this.#space.classOf(AMBIGUOUS, true) === index ? YES : odd));
  }

  /** A port that is named has the class that it has under the scheme. */
  #ports(): NodeId {
    const count = this.#space.counts[PORT] ?? 1;
    if (count === 1 || this.#space.counts[PORT_CLASS] === 1) return YES;
    return this.#branch(SCHEME, (scheme) => {
      const schemes = SCHEMES.filter((one) => this.#space.classOf(SCHEME, one) === scheme);
      return this.#branch(PORT_CLASS, (own) =>
        // Class 0 holds the ports that nobody names, and none at all.
        this.#branch(PORT, (port) =>
          port === 0 ||
          schemes.some(
            (one) =>
              this.#space.classOf(PORT_CLASS, classOfPort(String(this.#space.witness(PORT, port)), one)) ===
              own,
          )
            ? YES
            : NO,
        ),
      );
    });
  }

  #branch(fact: number, child: (index: number) => NodeId): NodeId {
    const count = this.#space.counts[fact] ?? 1;
    this.#space.step(count);
    return this.#diagram.branch(fact, Array.from({ length: count }).keys(), child);
  }
}

/** Whether a class has ambiguous paths alone. */
function isAmbiguousByForm(space: Space, index: number): boolean {
  const path = String(space.witness(PATH, index));
  return isLetterInOtherForm(path) || isPathAmbiguous(path.normalize('NFC'));
}
