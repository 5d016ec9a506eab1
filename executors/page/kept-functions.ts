// Functions of ours in our worlds: each is sent and compiled once a world, and is called by its number from then on.
// INVARIANT: they are an own property of the world's global object, which no element's id and no script of a page reaches; where a
// world has none of a number, nothing was done, and it is sent again.
import { randomUUID } from 'node:crypto';

/** What a call of one that is not there throws. No page knows it beforehand, whatever it throws itself. */
const NOT_KEPT = `ghost: no such function is kept here (${randomUUID()})`;
const PLACE = '__ghostKept';
/** Texts are constants of this program; past so many, something makes them, and they are sent as they are. */
const MOST_KEPT = 300;

const numbers = new Map<string, number>();

const numberOf = (text: string): number | null => {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  if (numbers.size >= MOST_KEPT) return null;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
};

const FIND = `const at = Object.getOwnPropertyDescriptor(globalThis, '${PLACE}')`;
const shortOf = (number: number): string =>
  `function (...given) { ${FIND}; const kept = at === undefined ? undefined : at.value[${number}]; if (kept === undefined) throw new Error('${NOT_KEPT}'); return Reflect.apply(kept, this, given); }`;
const KEEP = `${FIND}; const all = at === undefined ? Object.create(null) : at.value; if (at === undefined) Reflect.defineProperty(globalThis, '${PLACE}', { value: all })`;
const keptAs = (number: number, text: string): string => `all[${number}] = (${text});`;
const fullOf = (number: number, text: string): string =>
  `function (...given) { ${KEEP}; ${keptAs(number, text)} return Reflect.apply(all[${number}], this, given); }`;

/** As it is sent. `keeps`: the world has it from then on. */
type Sent = { readonly declaration: string; readonly isKept: boolean };

export class KeptFunctions {
  /** By world. */
  readonly #kept = new Map<string, Set<number>>();

  /** For the next call in a world; what is sent in one turn is done in its order, so the one behind it may count on this one. */
  declare(world: string, text: string): Sent {
    const number = numberOf(text);
    if (number === null) return { declaration: text, isKept: false };
    const kept = this.#kept.get(world) ?? new Set();
    this.#kept.set(world, kept);
    if (kept.has(number)) return { declaration: shortOf(number), isKept: true };
    kept.add(number);
    return { declaration: fullOf(number, text), isKept: false };
  }

  /** Of these, those that a world has not, to be kept there and not yet called; `null` where it has them all. */
  declareAhead(world: string, texts: readonly string[]): string | null {
    const kept = this.#kept.get(world) ?? new Set();
    this.#kept.set(world, kept);
    const missing = texts.flatMap((text) => {
      const number = numberOf(text);
      if (number === null || kept.has(number)) return [];
      kept.add(number);
      return [keptAs(number, text)];
    });
    return missing.length === 0 ? null : `function () { ${KEEP}; ${missing.join(' ')} }`;
  }

  /** The world says that it has it not: nothing was done. */
  lacks(world: string, text: string, thrown: string | undefined): boolean {
    if (thrown?.startsWith(`Error: ${NOT_KEPT}`) !== true) return false;
    const number = numberOf(text);
    if (number !== null) this.#kept.get(world)?.delete(number);
    return true;
  }

  /** Of the worlds of one frame; without it, of all. */
  forget(frameId?: string): void {
    if (frameId === undefined) this.#kept.clear();
    else for (const key of this.#kept.keys()) if (key.startsWith(`${frameId} `)) this.#kept.delete(key);
  }
}
