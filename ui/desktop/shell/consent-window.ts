// The window of questions: its own session and preload script, over everything, in no screenshot. It shows the oldest question, and the
// next one only once that is closed. INVARIANT: it is never led away from an open question, since leaving one denies it; closing the
// window denies the question in it and no other.
import type { QuestionBrief } from '#gateway/protocol/desktop/gateway-side.ts';
import type { WindowPort } from '../ports/electron.ts';
import { CONSENT_WINDOW } from '../tables/windows.ts';

export type ConsentParts = {
  readonly newWindow: () => WindowPort;
  /** A link by which a new window is let in; `null` while no gateway serves. */
  readonly enrol: () => Promise<string | null>;
  /** The document of one question; `null`: it is closed. */
  readonly addressOf: (id: string) => Promise<string | null>;
};

/** Its outcome stays to be read for so long. */
export const AFTER_MS = 1_500;
const ENROL_MS = 15_000;

export class ConsentWindow {
  readonly #parts: ConsentParts;
  #window: WindowPort | null = null;
  #isEnrolled = false;
  /** In the window. */
  #shown: string | null = null;
  #questions: readonly QuestionBrief[] = [];
  /** Asked for by the person: before the oldest. */
  #wanted: string | null = null;
  #turn: Promise<void> = Promise.resolve();
  #after: NodeJS.Timeout | null = null;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  get window(): WindowPort | null {
    return this.#window;
  }

  /** What is open now, oldest first. */
  told(questions: readonly QuestionBrief[]): void {
    this.#questions = questions;
    this.#inTurn(() => this.#next());
  }

  /** The person wants this one, or the oldest. An open question in the window stays where it is. `false`: there is none. */
  open(id: string | null): boolean {
    const found = id === null ? this.#questions[0] : this.#questions.find((one) => one.id === id);
    if (found === undefined) return false;
    this.#wanted = found.id;
    this.#inTurn(async () => {
      await this.#next();
      this.#window?.show();
      this.#window?.focus();
    });
    return true;
  }

  /** Another start of the gateway knows no window of before. */
  renew(): void {
    this.#isEnrolled = false;
    this.#shown = null;
    this.#questions = [];
    this.#window?.destroy();
    this.#window = null;
  }

  fit(height: number): void {
    this.#window?.setContentSize(CONSENT_WINDOW.width, Math.min(CONSENT_WINDOW.mostHeight, height));
  }

  close(): void {
    if (this.#after !== null) clearTimeout(this.#after);
    this.renew();
  }

  async #next(): Promise<void> {
    const isOpen = this.#questions.some(({ id }) => id === this.#shown);
    if (this.#shown !== null && isOpen) return;
    if (this.#shown !== null) return this.#leave();
    const next = this.#questions.find(({ id }) => id === this.#wanted) ?? this.#questions[0];
    if (next === undefined) return;
    const window = await this.#enrolled();
    const address = await this.#parts.addressOf(next.id);
    if (window === null || address === null || window.isDestroyed()) return;
    this.#shown = next.id;
    this.#wanted = null;
    await window.loadURL(address).catch(() => undefined);
    // It comes by itself and takes no keyboard: what is being typed elsewhere answers nothing.
    if (!window.isDestroyed() && !window.isVisible()) window.showInactive();
  }

  /** The question is closed: its outcome is read, then the next one comes, or the window goes. */
  #leave(): void {
    this.#after ??= setTimeout(() => {
      this.#after = null;
      this.#shown = null;
      if (this.#questions.length === 0) this.#window?.hide();
      this.#inTurn(() => this.#next());
    }, AFTER_MS);
  }

  async #enrolled(): Promise<WindowPort | null> {
    if (this.#window !== null && !this.#window.isDestroyed() && this.#isEnrolled) return this.#window;
    const link = await this.#parts.enrol();
    if (link === null) return null;
    const window = this.#parts.newWindow();
    this.#window = window;
    window.on('closed', () => {
      if (this.#window !== window) return;
      this.#window = null;
      this.#isEnrolled = false;
      this.#shown = null;
    });
    // Its document takes the code to the gateway, and then goes to the list of what waits: before that it holds no key.
    const { promise: arrived, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ENROL_MS);
    window.webContents.on('did-navigate', (_event, url) => {
      if (URL.parse(url)?.search === '?waiting') resolve(true);
    });
    window.on('closed', () => resolve(false));
    await window.loadURL(link).catch(() => undefined);
    this.#isEnrolled = await arrived;
    clearTimeout(timer);
    return this.#isEnrolled ? window : null;
  }

  #inTurn(step: () => Promise<void>): void {
    this.#turn = this.#turn.then(step).catch(() => undefined);
  }
}
