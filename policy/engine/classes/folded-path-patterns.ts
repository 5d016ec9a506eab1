// Patterns of paths in three families: as written, by A to Z in any case, by every letter in any case; and which of them a path can
// have around it at once. INVARIANT: each combination that some canonical path has is found, with such a path, and no other.
import { PathClasses } from './open-classes.ts';
import { foldAscii, foldBy, foldUnicode, hasCase } from '#policy/requests/url-parts/path-case.ts';
import type { Folding } from '#policy/requests/url-parts/path-case.ts';
import { otherCasing } from '#policy/requests/url-parts/path-casings.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';

type Found = {
  readonly exact: number;
  readonly ascii: number;
  readonly unicode: number;
  readonly witness: string;
};
type Family = 'exact' | 'ascii' | 'unicode';
/** A pattern of each family, the last perhaps narrower than the others. */
type Wanted = { readonly exact: string; readonly ascii: string; readonly unicode: string | null };

export class FoldedPathPatterns {
  readonly exact: PathClasses;
  readonly ascii: PathClasses;
  readonly unicode: PathClasses;
  readonly #asciiOrder: Order;
  readonly #unicodeOrder: Order;
  /** Exact patterns by what they are folded, and those by A to Z by what they are with every letter folded. */
  readonly #exactByAscii: ReadonlyMap<string, readonly string[]>;
  readonly #exactByUnicode: ReadonlyMap<string, readonly string[]>;
  readonly #asciiByUnicode: ReadonlyMap<string, readonly string[]>;

  constructor(exact: readonly string[], ascii: readonly string[], unicode: readonly string[]) {
    const cased = (folding: Folding, list: readonly string[]): readonly string[] =>
      list.filter((one) => hasCase(folding, one)).map((one) => foldBy(folding, one));
    const plain = [
      ...ascii.filter((one) => !hasCase('ASCII', one)),
      ...unicode.filter((one) => !hasCase('UNICODE', one)),
    ];
    this.exact = new PathClasses([...exact, ...plain], '/');
    this.ascii = new PathClasses(cased('ASCII', ascii), '/');
    this.unicode = new PathClasses(cased('UNICODE', unicode), '/');
    this.#asciiOrder = new Order(this.ascii.patterns);
    this.#unicodeOrder = new Order(this.unicode.patterns);
    this.#exactByAscii = Map.groupBy(this.exact.patterns, foldAscii);
    this.#exactByUnicode = Map.groupBy(this.exact.patterns, foldUnicode);
    this.#asciiByUnicode = Map.groupBy(this.ascii.patterns, foldUnicode);
  }

  /** Where a pattern stands: one without letters is of the exact ones. */
  find(pattern: string, folding: Folding | null): { readonly family: Family; readonly text: string } {
    if (folding === null || !hasCase(folding, pattern)) return { family: 'exact', text: pattern };
    return { family: folding === 'ASCII' ? 'ascii' : 'unicode', text: foldBy(folding, pattern) };
  }

  /** The combinations that paths below an exact pattern and no narrower one have, the pattern's own first. */
  *below(index: number): Iterable<Found> {
    const exact = this.exact.witness(index);
    const [byAscii, byUnicode] = [foldAscii(exact), foldUnicode(exact)];
    const around = this.ascii.classOf(byAscii);
    yield { exact: index, ascii: around, unicode: this.unicode.classOf(byUnicode), witness: exact };
    for (const at of this.#asciiOrder.below(byAscii)) {
      const ascii = this.ascii.witness(at);
      const witness = this.#witness({ exact, ascii, unicode: null });
      const unicode = this.unicode.classOf(foldUnicode(ascii));
      if (witness !== null) yield { exact: index, ascii: at, unicode, witness };
    }
    for (const at of this.#unicodeOrder.below(byUnicode)) {
      const unicode = this.unicode.witness(at);
      const narrower = [...pathsAbove(unicode, byUnicode)]
        .flatMap((one) => (one === unicode ? [] : (this.#asciiByUnicode.get(one) ?? [])))
        .filter((one) => one !== byAscii && pathUnder(byAscii, one));
      for (const ascii of [this.ascii.witness(around), ...narrower]) {
        const witness = this.#witness({ exact, ascii, unicode });
        if (witness !== null) yield { exact: index, ascii: this.ascii.classOf(ascii), unicode: at, witness };
      }
    }
  }

  /** A path that has these patterns around it and is, folded, the narrowest of them. */
  #witness({ exact, ascii, unicode }: Wanted): string | null {
    const base = exact === '/' ? '' : exact;
    const middle = ascii.length > exact.length && ascii !== '/' ? ascii.slice(base.length) : '';
    const rest = unicode === null ? '' : unicode.slice(foldUnicode(base + middle).length);
    const plain = base + middle + rest;
    // Composed where that is the same path: another form is read in different ways, and no plain request.
    const composed = plain.normalize('NFC');
    if (foldUnicode(composed) === foldUnicode(plain) && this.#isAround(composed, exact, ascii))
      return composed;
    if (this.#isAround(plain, exact, ascii)) return plain;
    const target = unicode ?? ascii;
    const written: string[] = [];
    const folded: string[] = [];
    for (const at of pathsAbove(target, '/')) {
      const byCase = unicode === null ? this.#exactByAscii : this.#exactByUnicode;
      for (const one of byCase.get(at) ?? [])
        if (one !== exact && pathUnder(exact, one)) written.push(one.slice(base.length));
      if (unicode === null) continue;
      for (const one of this.#asciiByUnicode.get(at) ?? [])
        if (one !== ascii && pathUnder(ascii, one) && pathUnder(foldAscii(exact), one))
          folded.push(one.slice(base.length));
    }
    const text = { ascii: middle, unicode: rest };
    const other = otherCasing(text, { exact: written, ascii: folded.filter((one) => one !== '') });
    return other === null ? null : base + other;
  }

  #isAround(path: string, exact: string, ascii: string): boolean {
    return (
      this.exact.witness(this.exact.classOf(path)) === exact &&
      this.ascii.witness(this.ascii.classOf(foldAscii(path))) === ascii
    );
  }
}

/** Patterns in their order, of which those below a path are neighbours. */
class Order {
  readonly #keys: readonly string[];

  /** The first is `/`. */
  constructor(patterns: readonly string[]) {
    this.#keys = patterns.map((one) => one.replaceAll('/', '\0'));
  }

  /** The numbers of those that are strictly below. */
  *below(path: string): Iterable<number> {
    const start = path === '/' ? '\0' : `${path.replaceAll('/', '\0')}\0`;
    for (let at = Math.max(1, this.#firstFrom(start)); this.#keys[at]?.startsWith(start) === true; at++)
      yield at;
  }

  #firstFrom(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A path and those above it, as far as they are strictly below another one. */
function* pathsAbove(path: string, end: string): Iterable<string> {
  for (let at = path; at.length > end.length; at = at.slice(0, Math.max(1, at.lastIndexOf('/')))) yield at;
}
