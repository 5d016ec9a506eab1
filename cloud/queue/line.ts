// Who is next. INVARIANT: users take turns within a priority, whoever of them asked for how much; and of every five that go while both
// priorities wait, one is of the background, so that none starves.
import type { Priority } from '../wire/headers.ts';

/** Of the foreground, before one of the background goes. */
const FOREGROUND_IN_A_ROW = 4;

export type Waiting = { readonly user: string; readonly priority: Priority };

export class Line<W extends Waiting> {
  /** Users in the order of their turns, each with what waits. */
  readonly #turns: Readonly<Record<Priority, Map<string, W[]>>> = {
    foreground: new Map(),
    background: new Map(),
  };
  #inARow = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who takes turns. */
  get users(): number {
    return new Set([...this.#turns.foreground.keys(), ...this.#turns.background.keys()]).size;
  }

  sizeOf(user: string): number {
    const { foreground, background } = this.#turns;
    return (foreground.get(user)?.length ?? 0) + (background.get(user)?.length ?? 0);
  }

  add(waiting: W): void {
    const turns = this.#turns[waiting.priority];
    const own = turns.get(waiting.user);
    if (own === undefined) turns.set(waiting.user, [waiting]);
    else own.push(waiting);
    this.#size += 1;
  }

  /** For what had its turn and was sent back: before everything of its priority. */
  addFirst(waiting: W): void {
    const turns = this.#turns[waiting.priority];
    const others = [...turns].filter(([user]) => user !== waiting.user);
    const own = [waiting, ...(turns.get(waiting.user) ?? [])];
    turns.clear();
    for (const [user, all] of [[waiting.user, own] as const, ...others]) turns.set(user, all);
    this.#size += 1;
  }

  next(): W | undefined {
    const [foreground] = this.#turns.foreground.values();
    const [background] = this.#turns.background.values();
    const turn = this.#inARow < FOREGROUND_IN_A_ROW ? (foreground ?? background) : (background ?? foreground);
    return turn?.[0];
  }

  /** Takes out the one that `next` gave: the turn is the next user's. */
  take(waiting: W): void {
    const both = this.#turns.foreground.size > 0 && this.#turns.background.size > 0;
    if (waiting.priority === 'background') this.#inARow = 0;
    else if (both) this.#inARow += 1;
    const turns = this.#turns[waiting.priority];
    const own = turns.get(waiting.user);
    if (!this.remove(waiting) || own === undefined || own.length === 0) return;
    turns.delete(waiting.user);
    turns.set(waiting.user, own);
  }

  /** False where it does not wait any more. */
  remove(waiting: W): boolean {
    const turns = this.#turns[waiting.priority];
    const own = turns.get(waiting.user) ?? [];
    const at = own.indexOf(waiting);
    if (at < 0) return false;
    own.splice(at, 1);
    if (own.length === 0) turns.delete(waiting.user);
    this.#size -= 1;
    return true;
  }

  all(): readonly W[] {
    return [...this.#turns.foreground.values(), ...this.#turns.background.values()].flat();
  }
}
