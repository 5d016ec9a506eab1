// What reached a canary, and from which way. INVARIANT: a contact that cannot be attributed is still a contact.
export type Contact = {
  /** The way's id; `null` where nothing in the contact tells. */
  readonly way: string | null;
  readonly by: 'tcp' | 'http' | 'https' | 'ws' | 'udp' | 'stun' | 'dns' | 'report' | 'policy';
  readonly detail: string;
};

export class Contacts {
  readonly #all: Contact[] = [];
  readonly #listeners = new Set<() => void>();

  add(contact: Contact): void {
    this.#all.push(contact);
    this.changed();
  }

  /** Something else happened that a watcher may wait for. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  get all(): readonly Contact[] {
    return this.#all;
  }

  since(mark: number): readonly Contact[] {
    return this.#all.slice(mark);
  }

  get mark(): number {
    return this.#all.length;
  }

  /** Resolves `true` as soon as the question is answered with yes, `false` when the window of observation ends. */
  watch(windowMs: number, done: () => boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (answer: boolean): void => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(answer);
      };
      const look = (): void => {
        if (done()) finish(true);
      };
      const timer = setTimeout(() => finish(done()), windowMs);
      this.#listeners.add(look);
      look();
    });
  }
}
