// A regular expression taken apart as far as an attacker needs it: what repeats, what stands before it, which characters fit.
// It need not be exact: a text that does not fit as meant is one attack the less, and there are many.

export type Part =
  | { readonly kind: 'chars'; readonly samples: readonly string[] }
  | { readonly kind: 'group'; readonly ways: readonly (readonly Repeated[])[] }
  | { readonly kind: 'nothing' };
export type Repeated = { readonly part: Part; readonly least: number; readonly most: number };

const NAMED: Readonly<Record<string, readonly string[]>> = {
  d: ['1'],
  w: ['a', '_', '1'],
  s: [' ', '\n'],
  D: ['a', '-'],
  W: ['-', ' '],
  S: ['a', '-', '1'],
  b: [],
  B: [],
};
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', v: '\v', f: '\f', 0: '\0' };
const COMMON = ['a', 'A', '1', ' ', '-', '_', '.', '/', ':', '=', '"', '<', '\n', 'é', '%'];

/** Samples of everything but these. */
const others = (not: ReadonlySet<string>): readonly string[] =>
  COMMON.filter((char) => !not.has(char)).slice(0, 4);

class Reader {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  ways(): readonly (readonly Repeated[])[] {
    const ways: Repeated[][] = [[]];
    while (this.#at < this.#text.length && this.#peek() !== ')') {
      if (this.#peek() === '|') {
        this.#at += 1;
        ways.push([]);
        continue;
      }
      const part = this.#part();
      const [least, most] = this.#quantifier();
      if (part.kind !== 'nothing') ways.at(-1)?.push({ part, least, most });
    }
    return ways;
  }

  #peek(ahead = 0): string {
    return this.#text[this.#at + ahead] ?? '';
  }

  #part(): Part {
    const char = this.#peek();
    this.#at += 1;
    if (char === '^' || char === '$') return { kind: 'nothing' };
    if (char === '.') return { kind: 'chars', samples: ['a', '-', '1', ' '] };
    if (char === '[') return { kind: 'chars', samples: this.#charClass() };
    if (char === '\\') return this.#escape();
    if (char === '(') return this.#group();
    return { kind: 'chars', samples: [char] };
  }

  #group(): Part {
    const [intro] = /^\?(?:<?[=!]|:|<[^>=!]+>|[a-z-]+:)/u.exec(this.#text.slice(this.#at)) ?? [''];
    this.#at += intro.length;
    const ways = this.ways();
    this.#at += 1;
    // What must not stand there is an attack as well: looking for it takes time.
    return { kind: 'group', ways };
  }

  #escape(): Part {
    const char = this.#peek();
    this.#at += 1;
    if (char === 'p' || char === 'P' || char === 'k' || (char === 'u' && this.#peek() === '{')) {
      const [rest = '', name = ''] = /^[{<]([^}>]*)[}>]/u.exec(this.#text.slice(this.#at)) ?? [];
      this.#at += rest.length;
      if (char === 'k') return { kind: 'nothing' };
      if (char === 'u') return { kind: 'chars', samples: [String.fromCodePoint(Number.parseInt(name, 16))] };
      return { kind: 'chars', samples: char === 'P' ? ['-', ' '] : propertySamples(name) };
    }
    if (char === 'u' || char === 'x') {
      const hex = this.#text.slice(this.#at, this.#at + (char === 'u' ? 4 : 2));
      this.#at += hex.length;
      return { kind: 'chars', samples: [String.fromCodePoint(Number.parseInt(hex, 16) || 0)] };
    }
    if (/[1-9]/u.test(char)) return { kind: 'nothing' };
    const named = NAMED[char];
    if (named !== undefined)
      return named.length === 0 ? { kind: 'nothing' } : { kind: 'chars', samples: named };
    return { kind: 'chars', samples: [ESCAPES[char] ?? char] };
  }

  #charClass(): readonly string[] {
    const isNot = this.#peek() === '^';
    if (isNot) this.#at += 1;
    const members = new Set<string>();
    while (this.#at < this.#text.length && this.#peek() !== ']') {
      const char = this.#peek();
      this.#at += 1;
      if (char === '[') {
        for (const member of this.#charClass()) members.add(member);
        continue;
      }
      const part: Part = char === '\\' ? this.#escape() : { kind: 'chars', samples: [char] };
      const samples = part.kind === 'chars' ? part.samples : [];
      for (const member of samples) members.add(member);
      if (this.#peek() === '-' && this.#peek(1) !== ']') {
        this.#at += 1;
        const next = this.#peek();
        this.#at += 1;
        if (next === '\\') this.#escape();
      }
    }
    this.#at += 1;
    return isNot ? others(members) : [...members].slice(0, 8);
  }

  #quantifier(): readonly [number, number] {
    const [text, kind, least, comma, most] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/u.exec(this.#text.slice(this.#at)) ?? [];
    if (text === undefined) return [1, 1];
    this.#at += text.length;
    if (kind === '*') return [0, Infinity];
    if (kind === '+') return [1, Infinity];
    if (kind === '?') return [0, 1];
    return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)];
  }
}

function propertySamples(name: string): readonly string[] {
  if (/^(?:L|Letter|Lu|Ll|Alphabetic|ID|XID)/u.test(name)) return ['a', 'é', '漢'];
  if (/^(?:N|Nd)/u.test(name)) return ['1', '٣'];
  if (/^(?:Z|White)/u.test(name)) return [' '];
  if (/^(?:M|Mn)/u.test(name)) return ['\u0301'];
  if (/^(?:P|S)/u.test(name)) return ['-', '!'];
  if (/^(?:C)/u.test(name)) return ['\u200b', '\u0007'];
  return ['a', '1', '-'];
}

export const structureOf = (source: string): readonly (readonly Repeated[])[] => new Reader(source).ways();

/** A text that fits, about; `which` chooses among alternatives and characters. */
export function sampleOf(parts: readonly Repeated[], which = 0): string {
  return parts
    .map(({ part, least }) => textOf(part, which).repeat(Math.min(Math.max(least, 1), 64)))
    .join('');
}

export function textOf(part: Part, which = 0): string {
  if (part.kind === 'nothing') return '';
  if (part.kind === 'chars') return part.samples[which % Math.max(part.samples.length, 1)] ?? '';
  return sampleOf(part.ways[which % Math.max(part.ways.length, 1)] ?? [], which);
}
