// Declared secrets of a task, ready to be looked for. INVARIANT: a secret's value never leaves this file; findings carry its name.
import { isAscii, squeeze } from './fold.ts';

type Wanted = {
  readonly name: string;
  readonly origin: string;
  readonly raw: string;
  readonly squeezed: string;
};

export type FoundSecret = { readonly name: string; readonly origin: string; readonly length: number };

/** A name of three letters stands everywhere: what is shorter is not looked for. */
const SHORTEST = 4;
/** Shorter ones count only where they stand by themselves. */
const FREE = 6;

export class Secrets {
  readonly #wanted: readonly Wanted[];

  constructor(secrets: Readonly<Record<string, { readonly origin: string; readonly value: string }>>) {
    this.#wanted = Object.entries(secrets)
      .map(([name, { origin, value }]) => ({ name, origin, raw: value, squeezed: squeeze(value) }))
      .filter(({ raw }) => [...raw].length >= SHORTEST);
  }

  get any(): boolean {
    return this.#wanted.length > 0;
  }

  /** Those of other origins than `origin` that stand in the text; `folded` is the text squeezed. */
  within(text: string, folded: string, origin: string): readonly FoundSecret[] {
    return this.#foreign(origin, (one) => stands(one, text, folded));
  }

  /** As `within`, letter by letter: for texts too long to fold. */
  plainIn(text: string, origin: string): readonly FoundSecret[] {
    return this.#foreign(origin, ({ raw }) => [...raw].length >= FREE && text.includes(raw));
  }

  #foreign(origin: string, found: (one: Wanted) => boolean): readonly FoundSecret[] {
    return this.#wanted
      .filter((one) => one.origin !== origin && found(one))
      .map((one) => ({ name: one.name, origin: one.origin, length: [...one.raw].length }));
  }
}

function stands({ raw, squeezed }: Wanted, text: string, folded: string): boolean {
  // Of a secret that is mostly signs too little is left to be known by.
  if (squeezed.length < SHORTEST || squeezed.length * 2 < raw.length) return text.includes(raw);
  if (squeezed.length >= FREE) return folded.includes(squeezed);
  if (folded === squeezed) return true;
  return (
    isAscii(raw) &&
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .includes(squeezed)
  );
}
