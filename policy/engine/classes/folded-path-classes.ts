// Classes of paths where some patterns are compared letter by letter and others in any case: what all of them tell apart, together.
// INVARIANT: exact. Every canonical path is in one class, every class has a path, and class 0 holds `/`.
import { FoldedPathPatterns } from './folded-path-patterns.ts';
import { runsOf } from '#policy/collections/intervals.ts';
import type { OpenClasses } from './open-classes.ts';
import { caseInWords, foldAscii, foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';

/** The nearest pattern around a path of the class: as it is written, by A to Z, by every letter. */
type Triple = { readonly exact: number; readonly ascii: number; readonly unicode: number };
type Class = Triple & { readonly witness: string };

/** More are refused by the space: they are not worked out. */
const MAX_CLASSES = 65_536;

export class FoldedPathClasses implements OpenClasses {
  readonly patterns: FoldedPathPatterns;
  readonly #classes: Class[] = [];
  readonly #numbers = new Map<number, number>();
  /** Where the classes of each exact pattern begin. */
  readonly #starts: number[] = [];
  readonly #ofAscii: readonly number[][];
  readonly #ofUnicode: readonly number[][];

  /** Patterns as they are written; those of `ascii` and `unicode` hold in any case, in one of its two senses. */
  constructor(exact: readonly string[], ascii: readonly string[], unicode: readonly string[]) {
    const patterns = new FoldedPathPatterns(exact, ascii, unicode);
    this.patterns = patterns;
    this.#ofAscii = Array.from({ length: patterns.ascii.count }, () => []);
    this.#ofUnicode = Array.from({ length: patterns.unicode.count }, () => []);
    for (let index = 0; index < patterns.exact.count; index++) {
      this.#starts.push(this.count);
      for (const one of patterns.below(index)) {
        if (this.count >= MAX_CLASSES) return;
        this.#add(one);
      }
    }
  }

  get count(): number {
    return this.#classes.length;
  }

  classOf(value: string): number {
    const own = this.#numbers.get(this.#key(this.#around(value)));
    // The decider takes what throws for a request that is none.
    if (own === undefined) throw new RangeError(`no class of \`${value}\``);
    return own;
  }

  witness(index: number): string {
    return this.#classes[index]?.witness ?? '';
  }

  /** The classes in a pattern: half-open intervals. The pattern has to be one of those given. */
  intervals(pattern: string, folding: Folding | null): readonly (readonly [number, number])[] {
    const { family, text } = this.patterns.find(pattern, folding);
    const [from, to] = this.patterns[family].interval(text);
    if (family === 'exact') return [[this.#starts[from] ?? 0, this.#starts[to] ?? this.count]];
    const classes = (family === 'ascii' ? this.#ofAscii : this.#ofUnicode).slice(from, to).flat();
    return runsOf(classes.sort((a, b) => a - b));
  }

  /** A path of each class that may be one of some paths: as it is written, folded by A to Z, folded by every letter. */
  among(exact: readonly string[], ascii: readonly string[], unicode: readonly string[]): readonly string[] {
    const { patterns } = this;
    const ofExact = new Set(exact.map((one) => patterns.exact.classOf(one)));
    const ofAscii = new Set(ascii.map((one) => patterns.ascii.classOf(one)));
    const ofUnicode = new Set(unicode.map((one) => patterns.unicode.classOf(one)));
    return this.#classes
      .filter((one) => ofExact.has(one.exact) && ofAscii.has(one.ascii) && ofUnicode.has(one.unicode))
      .map(({ witness }) => witness);
  }

  /** The shortest beginning of a path that is in its class. */
  prefixOf(path: string): string {
    const { exact, ascii, unicode } = this.#around(path);
    const { patterns } = this;
    const depth = Math.max(
      depthOf(patterns.exact.witness(exact)),
      depthOf(patterns.ascii.witness(ascii)),
      depthOf(patterns.unicode.witness(unicode)),
    );
    const kept = path.split('/').slice(0, depth + 1);
    return kept.join('/') || '/';
  }

  /**
   * By pattern: what holds below it where nothing folded is told apart, and below that what is. A word whose casings are all
   * written out one by one has another form than the word in any case.
   */
  reduce(value: (index: number) => number): [string, number][] {
    const { exact, ascii, unicode } = this.patterns;
    const own: [string, number][] = [];
    for (let at = 0; at < exact.count; at++) {
      const [base, ...others] = this.#classes.slice(this.#starts[at], this.#starts[at + 1] ?? this.count);
      if (base === undefined) continue;
      const differs = (one: Triple, around: Partial<Triple>): boolean =>
        value(this.#number(one)) !== value(this.#nearest({ ...one, ...around }));
      const around = { exact: exact.aroundOf(at) };
      const tells = differs(base, around) || others.some((one) => differs(one, around));
      if (at > 0 && !tells) continue;
      const below = at === 0 ? '' : ` #below ${exact.witness(at)}`;
      if (at > 0) own.push([exact.witness(at), value(this.#number(base))]);
      for (const [index, classes] of Map.groupBy([base, ...others], (one) => one.ascii)) {
        const wider = { ascii: ascii.aroundOf(index) };
        const [first, ...narrower] = classes.sort((a, b) => a.unicode - b.unicode);
        if (first === undefined) continue;
        const isBase = index === base.ascii;
        if (!isBase && !classes.some((one) => differs(one, wider))) continue;
        const words = isBase ? '' : caseInWords('ASCII', ascii.witness(index));
        if (!isBase) own.push([`${words}${below}`, value(this.#number(first))]);
        for (const one of narrower)
          if (differs(one, { unicode: unicode.aroundOf(one.unicode) }))
            own.push([
              `${caseInWords('UNICODE', unicode.witness(one.unicode))}${words === '' ? '' : ` #and ${words}`}${below}`,
              value(this.#number(one)),
            ]);
      }
    }
    return [['', value(0)], ...own.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }

  /** The class of the nearest folded patterns around some that an exact one has a class with. */
  #nearest({ exact, ascii, unicode }: Triple): number {
    const { patterns } = this;
    for (let narrow = ascii; ; narrow = patterns.ascii.aroundOf(narrow)) {
      for (let wide = unicode; ; wide = patterns.unicode.aroundOf(wide)) {
        const own = this.#numbers.get(this.#key({ exact, ascii: narrow, unicode: wide }));
        if (own !== undefined) return own;
        if (wide === 0) break;
      }
      if (narrow === 0) return this.#starts[exact] ?? 0;
    }
  }

  #around(path: string): Triple {
    const { exact, ascii, unicode } = this.patterns;
    return {
      exact: exact.classOf(path),
      ascii: ascii.classOf(foldAscii(path)),
      unicode: unicode.count === 1 ? 0 : unicode.classOf(foldUnicode(path)),
    };
  }

  #key({ exact, ascii, unicode }: Triple): number {
    return (exact * this.patterns.ascii.count + ascii) * this.patterns.unicode.count + unicode;
  }

  #number(one: Triple): number {
    return this.#numbers.get(this.#key(one)) ?? 0;
  }

  #add(one: Class): void {
    this.#numbers.set(this.#key(one), this.count);
    this.#ofAscii[one.ascii]?.push(this.count);
    this.#ofUnicode[one.unicode]?.push(this.count);
    this.#classes.push(one);
  }
}

const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);
