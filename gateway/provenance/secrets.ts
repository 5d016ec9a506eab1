// Declared secrets of a task, ready to be looked for. INVARIANT: a secret's value never leaves this file; findings carry its name.
import { isAscii, squeeze } from './fold.ts';

type Wanted = {
  readonly name: string;
  readonly origin: string;
  readonly raw: string;
  readonly squeezed: string;
};

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

  /** Those of other origins than `origin` that stand in the text. */
  within(
    text: string,
    origin: string,
  ): readonly { readonly name: string; readonly origin: string; readonly length: number }[] {
    const foreign = this.#wanted.filter((one) => one.origin !== origin);
    if (foreign.length === 0) return [];
    const folded = squeeze(text);
    return foreign
      .filter((one) => stands(one, text, folded))
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
