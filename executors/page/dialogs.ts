// The dialogs of one page: the one that is open and waits for an act, and what was answered since somebody was told.
// INVARIANT: one at most is open, and only HANDLE_DIALOG accepts it; whatever goes by unanswered is told once.
import type { DialogAnswer, PageDialog } from '#executors/contract/page-act.ts';
import type { Expectation } from './expectation.ts';

/** The oldest go first: a page that floods is told of by its brake. */
const MAX_TOLD = 20;
const MAX_MESSAGE_CHARACTERS = 2_000;

/** An act was under way, and stands still until its page's dialog is answered. */
export class DialogHeld extends Error {}

/** Files were asked for by an input of the page, and the browser chose none. */
export type AskedForFiles = {
  readonly backendNodeId: number;
  readonly frameId: string;
  readonly multiple: boolean;
};

export type Opened = Omit<PageDialog, 'answer'>;

export type HeldDialog = {
  /** Of this page's dialogs: an answer is for the one that was decided on. */
  readonly number: number;
  readonly dialog: Opened;
  /** Of the act that brought it: what that may start goes on with an answer. */
  readonly expectation: Expectation | null;
};

export class Dialogs {
  #opened = 0;
  #count = 0;
  #held: HeldDialog | null = null;
  #tidy: (() => Promise<unknown>) | null = null;
  readonly #told: PageDialog[] = [];
  #chooser: AskedForFiles | null = null;

  /** That its document has opened. */
  get count(): number {
    return this.#count;
  }
  get held(): HeldDialog | null {
    return this.#held;
  }

  /** How many of its document there are with this one. */
  opened(): number {
    this.#opened += 1;
    this.#count += 1;
    return this.#count;
  }

  hold(dialog: Opened, expectation: Expectation | null): void {
    this.#held = { number: this.#opened, dialog: bounded(dialog), expectation };
  }

  /** It is answered: nothing waits any longer. */
  answered(dialog: Opened, answer: DialogAnswer): void {
    this.#held = null;
    this.#told.push({ ...bounded(dialog), answer });
    if (this.#told.length > MAX_TOLD) this.#told.shift();
  }

  /** The browser closed it by itself: its document went, or its tab. */
  closed(): void {
    if (this.#held !== null) this.answered(this.#held.dialog, 'DISMISSED');
  }

  /** What an act leaves in its page if a dialog stops it, and how that is taken away afterwards; `null`: nothing. */
  leaves(tidy: (() => Promise<unknown>) | null): void {
    this.#tidy = tidy;
  }
  /** Of the act that the last dialog stopped. */
  async tidyUp(): Promise<void> {
    const tidy = this.#tidy;
    this.#tidy = null;
    await tidy?.();
  }

  /** What nobody was told of yet, with the open one. */
  tell(): readonly PageDialog[] {
    const told = this.#told.splice(0);
    return this.#held === null ? told : [...told, { ...this.#held.dialog, answer: 'OPEN' }];
  }

  askedForFiles(chooser: AskedForFiles): void {
    this.#chooser = chooser;
  }
  /** The last that nobody was told of. */
  takeChooser(): AskedForFiles | null {
    const taken = this.#chooser;
    this.#chooser = null;
    return taken;
  }

  forNextDocument(): void {
    this.#count = 0;
    this.#chooser = null;
  }
}

const bounded = (dialog: Opened): Opened => ({
  ...dialog,
  message: cut(dialog.message),
  ...(dialog.defaultText === undefined ? {} : { defaultText: cut(dialog.defaultText) }),
});
const cut = (text: string): string => text.slice(0, MAX_MESSAGE_CHARACTERS);
