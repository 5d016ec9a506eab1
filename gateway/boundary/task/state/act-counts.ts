// Counts how many acts a task was allowed: of each type, in all, at each host, on each element, in the last minute. INVARIANT: an act
// counts from the turn in which it is decided, so that acts at the same time cannot exceed a budget together.
import { systemClock } from '#executors/system/clock.ts';
import { FACTS } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';

/** What there was before an act, each at most what the policy counts to. */
export type Counted = Pick<
  PolicyFacts,
  'acts' | 'allActs' | 'changes' | 'siteActs' | 'minuteActs' | 'elementActs'
>;

export type CountedAct = {
  /** What it is, to a policy that names or counts it: a key that writes is typing. */
  readonly types: readonly BrowserActionType[];
  /** The hosts that it happens at or leads to. */
  readonly hosts: readonly string[];
  /**
   * Names of the element: what it is called at its host, whatever document it stands in, and what the page cannot rename. It was acted
   * on as often as the one of them that was most often. None: it is on no element.
   */
  readonly elements: readonly string[];
  /** It sends or enters something. */
  readonly changes: boolean;
};

export type Taken = {
  /** What there was before, as one type of it and at one host. */
  readonly before: (type: BrowserActionType, host: string) => Counted;
  /** The act was not admitted after all, or nothing was done. */
  readonly giveBack: () => void;
};

const MINUTE_MS = 60_000;
const MOST = FACTS.acts.max;
/** Hosts and elements that are counted apart; a page may have any number. Those that come later are counted together. */
const MAX_KEYS = 10_000;
const OTHERS = 'others';

export class ActCounts {
  readonly #types = new Map<string, number>();
  readonly #hosts = new Map<string, number>();
  readonly #elements = new Map<string, number>();
  readonly #nowMs: () => number;
  /** When the last ones were admitted, oldest first. */
  #recent: { readonly ms: number }[] = [];
  #all = 0;
  #changes = 0;

  constructor(nowMs: () => number = systemClock.monotonicMs) {
    this.#nowMs = nowMs;
  }

  get total(): number {
    return this.#all;
  }

  /** The act counts from now on. */
  take({ types, hosts, elements, changes }: CountedAct): Taken {
    const named = types.flatMap((type) => elements.map((element) => `${type} ${element}`));
    const own: readonly (readonly [Map<string, number>, readonly string[]])[] = [
      [this.#types, types],
      [this.#hosts, [...new Set(hosts)]],
      [this.#elements, [...new Set(named)]],
    ];
    const counted = new Map(
      types.flatMap((type) =>
        hosts.map((host) => [`${type} ${host}`, this.#before(type, host, elements)] as const),
      ),
    );
    const at = { ms: this.#nowMs() };
    this.#all += 1;
    this.#changes += changes ? 1 : 0;
    for (const [counts, keys] of own) for (const key of keys) add(counts, key, 1);
    this.#recent.push(at);
    if (this.#recent.length > MOST) this.#recent.shift();
    return {
      before: (type, host) => counted.get(`${type} ${host}`) ?? this.#before(type, host, elements),
      giveBack: () => {
        this.#all = Math.max(0, this.#all - 1);
        this.#changes = Math.max(0, this.#changes - (changes ? 1 : 0));
        for (const [counts, keys] of own) for (const key of keys) add(counts, key, -1);
        this.#recent = this.#recent.filter((one) => one !== at);
      },
    };
  }

  #before(type: BrowserActionType, host: string, elements: readonly string[]): Counted {
    return {
      ...this.seen(host),
      acts: most(this.#types.get(type)),
      elementActs: Math.max(0, ...elements.map((element) => countOf(this.#elements, `${type} ${element}`))),
    };
  }

  /** What is counted whoever acts: what a page does by itself is held against it, and does not count. */
  seen(host: string): Counted {
    const since = this.#nowMs() - MINUTE_MS;
    const first = this.#recent.findIndex(({ ms }) => ms > since);
    this.#recent = first < 0 ? [] : this.#recent.slice(first);
    return {
      acts: 0,
      elementActs: 0,
      allActs: most(this.#all),
      changes: most(this.#changes),
      siteActs: countOf(this.#hosts, host),
      minuteActs: this.#recent.length,
    };
  }
}

const most = (count = 0): number => Math.min(count, MOST);

const countOf = (counts: ReadonlyMap<string, number>, key: string): number =>
  most(counts.get(counts.has(key) || counts.size < MAX_KEYS ? key : OTHERS));

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const own = counts.has(key) || counts.size < MAX_KEYS ? key : OTHERS;
  counts.set(own, Math.max(0, (counts.get(own) ?? 0) + by));
}
