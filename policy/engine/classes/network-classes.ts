// Classes of addresses by the blocks that entries name: blocks nest, so a class is the narrowest block around an address, where that has an
// address of its own. INVARIANT: exact. Every address is in one class, every class has an address, and class 0 is that of none, and of those outside.
import { runsOf } from '#policy/collections/intervals.ts';
import { bitsOf, networkOf } from '#policy/requests/networks.ts';
import type { Bits } from '#policy/requests/networks.ts';
import type { OpenClasses } from './open-classes.ts';

const KINDS = [
  { kind: '4:', bits: 32 },
  { kind: '6:', bits: 128 },
] as const;

export class NetworkClasses implements OpenClasses {
  readonly #blocks = new Map<Bits, number>();
  readonly #witness: string[] = [''];
  readonly #all: readonly Bits[];

  constructor(networks: Iterable<string>) {
    this.#all = [...new Set(networks)].map(bitsOf).sort();
    for (const block of this.#all) {
      const free = freeIn(
        block,
        this.#all.filter((one) => one !== block && one.startsWith(block)),
      );
      if (free !== null) this.#blocks.set(block, this.#witness.push(networkOf(free)) - 1);
    }
  }

  get count(): number {
    return this.#witness.length;
  }

  classOf(address: string): number {
    if (address === '') return 0;
    for (let bits = bitsOf(address); bits.length >= 2; bits = bits.slice(0, -1)) {
      const own = this.#blocks.get(bits);
      if (own !== undefined) return own;
    }
    return 0;
  }

  witness(index: number): string {
    return this.#witness[index] ?? '';
  }

  /** The classes in a block. It has to be one of those given. */
  intervals(network: string): readonly (readonly [number, number])[] {
    const block = bitsOf(network);
    if (!this.#all.includes(block)) throw new RangeError(`no class of \`${network}\``);
    const own = [...this.#blocks].flatMap(([bits, index]) => (bits.startsWith(block) ? [index] : []));
    return runsOf(own.sort((a, b) => a - b));
  }

  /** The largest blocks in which the function is one and another than outside: whichever blocks entries name, these are the same. */
  reduce(value: (index: number) => number): [string, number][] {
    const base = value(0);
    const out: [string, number][] = [];
    // What a block is throughout, or `null` where it is several, told one by one.
    const tell = (bits: Bits, around: number): number | null => {
      const here = value(this.#blocks.get(bits) ?? around);
      const index = this.#blocks.get(bits) ?? around;
      if (!this.#all.some((one) => one.length > bits.length && one.startsWith(bits))) return here;
      const [low, high] = [tell(`${bits}0`, index), tell(`${bits}1`, index)];
      if (low !== null && low === high) return low;
      for (const [half, own] of [
        ['0', low],
        ['1', high],
      ] as const)
        if (own !== null && own !== base) out.push([networkOf(bits + half), own]);
      return null;
    };
    for (const { kind } of KINDS) {
      const whole = tell(kind, 0);
      if (whole !== null && whole !== base) out.push([networkOf(kind), whole]);
    }
    return [['', base], ...out.sort((a, b) => (a[0] < b[0] ? -1 : 1))];
  }
}

/** An address of a block that is in none of those inside it; `null` where they cover it. */
function freeIn(block: Bits, inside: readonly Bits[]): Bits | null {
  const all = KINDS.find(({ kind }) => block.startsWith(kind))?.bits ?? 0;
  if (inside.includes(block)) return null;
  if (inside.length === 0) return block.padEnd(2 + all, '0');
  for (const half of ['0', '1']) {
    const found = freeIn(
      block + half,
      inside.filter((one) => one.startsWith(block + half)),
    );
    if (found !== null) return found;
  }
  return null;
}
