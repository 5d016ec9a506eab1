// Which requests can be made, class by class: what `parseRequest` refuses because its facts contradict each other is none.
// INVARIANT: a class is left out only where no request in it can be made; what is proved of the rest holds of every request.
import { addressClassesOf } from './address.ts';
import { isPathAmbiguous } from './ambiguous-paths.ts';
import { leaf } from './diagram.ts';
import type { Diagram, Found, NodeId } from './diagram.ts';
import { FACT_NAMES, factSpec } from './fact-table.ts';
import type { FactName } from './fact-table.ts';
import type { PolicyFacts } from './facts.ts';
import { classOfPort } from './host.ts';
import { parseRequest } from './request.ts';
import { CAPABILITY, HOST, NEUTRAL, factIndex } from './space.ts';
import type { Space } from './space.ts';
import { SCHEMES } from './vocabulary.ts';

const AMBIGUOUS = factIndex('pathAmbiguous');
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
    values[name] = space.witness(fact, Math.max(NEUTRAL, classes[fact] ?? NEUTRAL));
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
    parseRequest({
      ...PLAIN,
      ...Object.fromEntries(tied.map((name) => [name, values[name]])),
    }).ok;
  const found =
    choose([AMBIGUOUS], () => alone('path', 'pathAmbiguous')) &&
    choose([ADDRESS], () => alone('host', 'addressClass')) &&
    choose([ORIGIN, CAPABILITY], () => alone('capability', 'origin')) &&
    choose([PORT_CLASS, SCHEME], () => alone('scheme', 'portClass', 'port'));
  const request = found ? parseRequest(values) : null;
  if (request?.ok !== true) return null;
  const { value } = request;
  // What follows from other facts (the port of a scheme) may be of another class than what was found.
  const same = FACT_NAMES.every((name, fact) => {
    const own = classes[fact] ?? -1;
    return (
      own < 0 || (fact === HOST ? space.hosts.classOf(value.host) : space.classOf(fact, value[name])) === own
    );
  });
  return same ? value : null;
}

const PLAIN = { capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM' };

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
    const own = addressClassesOf(String(this.#space.witness(HOST, host)));
    return [...new Set(own.map((one) => this.#space.classOf(ADDRESS, one)))];
  }

  #addresses(classes: readonly number[]): NodeId {
    const permitted = new Set(classes);
    return this.#branch(ADDRESS, (index) => (permitted.has(index) ? YES : NO));
  }

  /** What holds for every host. */
  #anyHost(): NodeId {
    return (this.#ofAll ??= this.#both(this.#paths(), this.#both(this.#origins(), this.#ports())));
  }

  /** A path with `%2F` in it is ambiguous, and so is all below it. */
  #paths(): NodeId {
    const odd = this.#branch(PATH, (index) =>
      isPathAmbiguous(String(this.#space.witness(PATH, index))) ? NO : YES,
    );
    if (odd === YES) return YES;
    return this.#branch(AMBIGUOUS, (index) => (this.#space.classOf(AMBIGUOUS, true) === index ? YES : odd));
  }

  /** Whoever navigates to another origin is not on the same one. */
  #origins(): NodeId {
    const others = this.#branch(ORIGIN, (index) => (this.#is(ORIGIN, index, 'SAME_ORIGIN') ? NO : YES));
    return this.#branch(CAPABILITY, (index) =>
      this.#is(CAPABILITY, index, 'NAVIGATE_CROSS_ORIGIN') ? others : YES,
    );
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

  /** Whether a class of an enum holds one member and no other. */
  #is(fact: number, index: number, member: string): boolean {
    const name: FactName = fact === CAPABILITY ? 'capability' : 'origin';
    const spec = factSpec(name);
    return (
      spec.kind === 'enum' &&
      spec.members.every((one) => (this.#space.classOf(fact, one) === index) === (one === member))
    );
  }
}
