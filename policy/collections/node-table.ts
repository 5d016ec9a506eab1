// Nodes of a diagram, each once: a fact, and where its classes lead as runs, `from` and child in turn. Flat and hashed by
// their numbers. INVARIANT: equal nodes are one number, and a node never changes.

/** Where an open place of the hash table is. */
const NO_NODE = -1;

export class NodeTable {
  #facts = new Uint8Array(1 << 8);
  /** Where a node's runs begin in the pool; those of the next begin where they end. */
  #starts = new Int32Array((1 << 8) + 1);
  #pool = new Int32Array(1 << 11);
  #places = new Int32Array(1 << 9).fill(NO_NODE);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** `from, child, from, child, …`: a child holds from its class up to the next run's. */
  get pool(): Int32Array {
    return this.#pool;
  }

  fact(id: number): number {
    return this.#facts[id] ?? 0;
  }

  start(id: number): number {
    return this.#starts[id] ?? 0;
  }

  end(id: number): number {
    return this.#starts[id + 1] ?? 0;
  }

  /** The node of these runs, which are words `base` to `top`. */
  intern(fact: number, words: Int32Array, base: number, top: number): number {
    let place = hashOf(fact, words, base, top) & (this.#places.length - 1);
    for (;;) {
      const id = this.#places[place] ?? NO_NODE;
      if (id === NO_NODE) break;
      if (this.#is(id, fact, words, base, top)) return id;
      place = (place + 1) & (this.#places.length - 1);
    }
    const id = this.#add(fact, words, base, top);
    this.#places[place] = id;
    if (this.#size * 2 > this.#places.length) this.#spread();
    return id;
  }

  #is(id: number, fact: number, words: Int32Array, base: number, top: number): boolean {
    const start = this.start(id);
    if (this.#facts[id] !== fact || this.end(id) - start !== top - base) return false;
    for (let at = base; at < top; at++) if (this.#pool[start + at - base] !== words[at]) return false;
    return true;
  }

  #add(fact: number, words: Int32Array, base: number, top: number): number {
    const id = this.#size++;
    const start = this.start(id);
    const end = start + top - base;
    if (this.#size >= this.#facts.length) {
      this.#facts = widened(this.#facts, new Uint8Array(2 * this.#facts.length));
      this.#starts = widened(this.#starts, new Int32Array(this.#facts.length + 1));
    }
    if (end > this.#pool.length)
      this.#pool = widened(this.#pool, new Int32Array(Math.max(end, 2 * this.#pool.length)));
    this.#facts[id] = fact;
    this.#starts[id + 1] = end;
    for (let at = base; at < top; at++) this.#pool[start + at - base] = words[at] ?? 0;
    return id;
  }

  #spread(): void {
    const places = new Int32Array(4 * this.#places.length).fill(NO_NODE);
    for (let id = 0; id < this.#size; id++) {
      let place = hashOf(this.fact(id), this.#pool, this.start(id), this.end(id)) & (places.length - 1);
      while (places[place] !== NO_NODE) place = (place + 1) & (places.length - 1);
      places[place] = id;
    }
    this.#places = places;
  }
}

function hashOf(fact: number, words: Int32Array, base: number, top: number): number {
  let hash = Math.imul(fact + 1, 0x9e3779b1);
  for (let at = base; at < top; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}

function widened<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
