// Classes of paths where some patterns have `*` for a segment: such patterns overlap, so a class is which of them a path is in. Patterns
// are walked together, segment by segment. INVARIANT: exact. Every canonical path is in one class, every class has a path, class 0 the neutral one.
import { BudgetExceeded } from '#policy/collections/budget.ts';
import { runsOf } from '#policy/collections/intervals.ts';
import { caseInWords, foldAscii, foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';
import { otherCasing } from '#policy/requests/url-parts/path-casings.ts';
import { ANY_SEGMENT, segmentsOf } from '#policy/requests/url-parts/paths.ts';
import type { OpenClasses } from './open-classes.ts';

/** Places in the patterns that are told apart; more are not laid out. */
const MAX_PLACES = 16_384;

type Family = 'exact' | Folding;
type Pattern = { readonly text: string; readonly family: Family; readonly segments: readonly string[] };

/** Where a path stands in all patterns at once. */
type Place = {
  readonly own: number;
  readonly witness: string;
  /** The place below by a segment: as it is written, by A to Z folded, by every letter folded, by any other. */
  readonly exact: Map<string, Place>;
  readonly ASCII: Map<string, Place>;
  readonly UNICODE: Map<string, Place>;
  /** `null`: nothing below is told from it. */
  other: Place | null;
};

const FAMILIES: readonly Family[] = ['exact', 'ASCII', 'UNICODE'];
const FOLD: Readonly<Record<Family, (text: string) => string>> = {
  exact: (text) => text,
  ASCII: foldAscii,
  UNICODE: foldUnicode,
};

export class WildPathClasses implements OpenClasses {
  readonly #patterns: readonly Pattern[];
  readonly #witness: string[] = [];
  readonly #byHits = new Map<string, number>();
  /** Of each pattern the classes in it. */
  readonly #ofPattern: number[][];
  readonly #neutral: '/' | '';
  readonly #root: Place;
  readonly #fresh: string;
  readonly #fact: number;
  #places = 0;

  /** Patterns as they are written. `fact`: the number of the fact, for the error. Throws `BudgetExceeded`. */
  constructor(texts: Readonly<Record<Family, readonly string[]>>, neutral: '/' | '', fact: number) {
    this.#fact = fact;
    this.#neutral = neutral;
    this.#patterns = FAMILIES.flatMap((family) =>
      [...new Set(texts[family].map(FOLD[family]))]
        .sort()
        .map((text) => ({ text, family, segments: segmentsOf(text) })),
    );
    this.#ofPattern = this.#patterns.map(() => []);
    const taken = new Set(this.#patterns.flatMap(({ segments }) => segments.map(foldUnicode)));
    let fresh = 'any';
    while (taken.has(fresh)) fresh += 'y';
    this.#fresh = fresh;
    if (neutral === '') this.#classOfHits([], '');
    const all = this.#patterns.map((_, index) => index);
    const ended = all.filter((index) => this.#patterns[index]?.segments.length === 0);
    this.#root = this.#place('', all, ended);
  }

  get count(): number {
    return this.#witness.length;
  }

  classOf(path: string): number {
    if (path === '') return 0;
    return this.#placeOf(segmentsOf(path)).own;
  }

  witness(index: number): string {
    return this.#witness[index] ?? '';
  }

  /** The classes in a pattern: half-open intervals. The pattern has to be one of those given. */
  intervals(pattern: string, folding: Folding | null): readonly (readonly [number, number])[] {
    const family = folding ?? 'exact';
    const text = FOLD[family](pattern);
    const own = this.#patterns.findIndex((one) => one.family === family && one.text === text);
    if (own < 0) throw new RangeError(`no class of \`${pattern}\``);
    return runsOf(this.#ofPattern[own] ?? []);
  }

  /** The shortest beginning of a path that is in its class. */
  prefixOf(path: string): string {
    const segments = segmentsOf(path);
    const own = this.classOf(path);
    let kept = segments.length;
    while (kept > 0 && this.#placeOf(segments.slice(0, kept - 1)).own === own) kept -= 1;
    return `/${segments.slice(0, kept).join('/')}`;
  }

  /** A path of each class that paths below one, and it, may be of. */
  below(path: string): readonly string[] {
    const found = new Set<number>();
    const walk = (place: Place): void => {
      found.add(place.own);
      for (const below of childrenOf(place)) walk(below);
    };
    walk(this.#placeOf(segmentsOf(path)));
    return [...found].map((index) => this.witness(index));
  }

  /**
   * By the places at which the function becomes another one, `*` for a segment that is not named beside it. Places with the
   * same function below them are one, so it does not depend on how the patterns were cut.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const out: [string, number][] = [];
    const numbers = new Map<string, Shape>();
    this.#tell(this.#shape(this.#root, value, numbers), '', out);
    const none = value(0);
    if (this.#neutral === '' && none !== value(this.#root.own)) out.push(['/', value(this.#root.own)]);
    return [['', none], ...out.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }

  #shape(place: Place, value: (index: number) => number, numbers: Map<string, Shape>): Shape {
    const here = value(place.own);
    const constant = shared(numbers, { value: here, other: null, named: [] });
    const other = place.other === null ? constant : this.#shape(place.other, value, numbers);
    const named: Named[] = [];
    const generic = new Map<string, Shape>();
    // The wider first: what is written in any case is told from what stands around it.
    for (const family of ['UNICODE', 'ASCII', 'exact'] as const)
      for (const [segment, below] of place[family]) {
        const shape = this.#shape(below, value, numbers);
        const around =
          (family === 'exact' ? generic.get(`ASCII ${foldAscii(segment)}`) : undefined) ??
          (family === 'UNICODE' ? undefined : generic.get(`UNICODE ${foldUnicode(segment)}`)) ??
          other;
        generic.set(`${family} ${segment}`, shape);
        if (shape !== around)
          named.push({ words: family === 'exact' ? segment : caseInWords(family, segment), shape });
      }
    if (other === constant && named.length === 0) return constant;
    return shared(numbers, { value: here, other, named: named.sort((a, b) => (a.words < b.words ? -1 : 1)) });
  }

  #tell(shape: Shape, path: string, out: [string, number][]): void {
    const { other, named, value } = shape;
    if (other === null) return;
    const plain = other.other === null && other.value === value;
    if (!plain) {
      out.push([`${path}/${ANY_SEGMENT}`, other.value]);
      this.#tell(other, `${path}/${ANY_SEGMENT}`, out);
    }
    for (const { words, shape: below } of named) {
      if (!plain || below.value !== value) out.push([`${path}/${words}`, below.value]);
      this.#tell(below, `${path}/${words}`, out);
    }
  }

  #placeOf(segments: readonly string[]): Place {
    let place = this.#root;
    for (const segment of segments) {
      const below =
        place.exact.get(segment) ??
        place.ASCII.get(foldAscii(segment)) ??
        place.UNICODE.get(foldUnicode(segment)) ??
        place.other;
      if (below === null) return place;
      place = below;
    }
    return place;
  }

  /** `alive`: the patterns that begin as the path does; `hits`: those that it is in, by number. */
  #place(path: string, alive: readonly number[], hits: readonly number[]): Place {
    if (++this.#places > MAX_PLACES) throw new BudgetExceeded(this.#fact);
    const depth = segmentsOf(path).length;
    const open = alive.filter((index) => (this.#patterns[index]?.segments.length ?? 0) > depth);
    const place: Place = {
      own: this.#classOfHits(hits, path === '' ? '/' : path),
      witness: path,
      exact: new Map(),
      ASCII: new Map(),
      UNICODE: new Map(),
      other: null,
    };
    if (open.length === 0) return place;
    const step = (segment: string): Place => {
      const on = open.filter((index) => this.#takes(index, depth, segment));
      const ended = on.filter((index) => this.#patterns[index]?.segments.length === depth + 1);
      return this.#place(
        `${path}/${segment}`,
        on,
        [...new Set([...hits, ...ended])].sort((a, b) => a - b),
      );
    };
    place.other = step(this.#fresh);
    const wanted = (family: Family): readonly string[] => [
      ...new Set(
        open.flatMap((index) => {
          const one = this.#patterns[index];
          const segment = one?.segments[depth];
          return one?.family === family && segment !== undefined && segment !== ANY_SEGMENT ? [segment] : [];
        }),
      ),
    ];
    const [exact, ascii, unicode] = [wanted('exact'), wanted('ASCII'), wanted('UNICODE')];
    for (const segment of exact) place.exact.set(segment, step(segment));
    // One in the family that is in no narrower one; there may be none.
    for (const segment of ascii) {
      const one = otherCasing({ ascii: segment, unicode: '' }, { exact, ascii: [] });
      if (one !== null) place.ASCII.set(segment, step(one));
    }
    for (const segment of unicode) {
      const one = otherCasing({ ascii: '', unicode: segment }, { exact, ascii });
      if (one !== null) place.UNICODE.set(segment, step(one));
    }
    return place;
  }

  #takes(index: number, depth: number, segment: string): boolean {
    const pattern = this.#patterns[index];
    const wanted = pattern?.segments[depth];
    return pattern !== undefined && (wanted === ANY_SEGMENT || wanted === FOLD[pattern.family](segment));
  }

  #classOfHits(hits: readonly number[], witness: string): number {
    const key = hits.join();
    const known = this.#byHits.get(key);
    if (known !== undefined) return known;
    const own = this.#witness.push(witness) - 1;
    this.#byHits.set(key, own);
    for (const hit of hits) this.#ofPattern[hit]?.push(own);
    return own;
  }
}

type Named = { readonly words: string; readonly shape: Shape };
/** What is decided at a place and below it. Equal ones are one object. */
type Shape = {
  readonly value: number;
  /** `null`: the same everywhere below. */
  readonly other: Shape | null;
  readonly named: readonly Named[];
};

const NUMBERS = new WeakMap<Shape, number>();
let nextNumber = 1;

function shared(known: Map<string, Shape>, shape: Shape): Shape {
  const number = (one: Shape | null): number => (one === null ? 0 : (NUMBERS.get(one) ?? 0));
  const key = JSON.stringify([
    shape.value,
    number(shape.other),
    shape.named.map(({ words, shape: one }) => [words, number(one)]),
  ]);
  const own = known.get(key) ?? shape;
  if (own === shape) {
    known.set(key, own);
    NUMBERS.set(own, nextNumber++);
  }
  return own;
}

function* childrenOf(place: Place): Iterable<Place> {
  if (place.other !== null) yield place.other;
  for (const family of FAMILIES) yield* place[family].values();
}
