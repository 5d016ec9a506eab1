// One thing that a person's answer allows beyond the act that was asked for: how often it was used, and whether it still holds.
// INVARIANT: what is over covers nothing, and it never begins again.
import type { GrantView } from '#gateway/protocol/views/grant.ts';

/** `says`: from the gateway's own tables. */
export type KeptAbout = Pick<GrantView, 'kind' | 'where' | 'says'> & {
  readonly policyHash: string;
  /** The time of a permission, in milliseconds; `null`: as long as its task. */
  readonly notAfter: number | null;
};

export class KeptGrant {
  readonly about: KeptAbout;
  readonly #onEnd: () => void;
  readonly #opened: (() => void)[] = [];
  #uses = 0;
  #usedAt: number | null = null;
  #isOver = false;
  #answer: string | null = null;

  constructor(about: KeptAbout, onEnd: () => void = () => undefined) {
    this.about = about;
    this.#onEnd = onEnd;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The answer that it was given by, as the log names it; `null`: it is not known. */
  get answer(): string | null {
    return this.#answer;
  }

  /** The first one holds: what is allowed once more was allowed by that. */
  restsOn(consentId: string): void {
    this.#answer ??= consentId;
  }

  get uses(): number {
    return this.#uses;
  }

  /** The time of a permission; `null`: it was not used. */
  get usedAt(): number | null {
    return this.#usedAt;
  }

  use(now: number): void {
    this.#uses += 1;
    this.#usedAt = now;
  }

  /** What the answer opened beside what it covers: closed where it is taken back, and not because its task ends. */
  opened(close: () => void): void {
    this.#opened.push(close);
  }

  /** It is taken back, and with it what it opened. */
  revoke(): void {
    if (this.#isOver) return;
    for (const close of this.#opened) close();
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
  }
}
