// What pages did beside the acts of one command, for its answer: dialogs that they opened, errors that they wrote to the console.
// INVARIANT: it is the pages' own text, and an answer has it in fields of its own.
import type { PageDialog } from '#executors/contract/page-act.ts';
import type { ActOutcome, FileChooser } from '#executors/contract/outcome.ts';
import type { ConsoleEntry } from '#executors/contract/tool-outcome.ts';

export class News {
  readonly #dialogs: PageDialog[] = [];
  readonly #errors: ConsoleEntry[] = [];
  #chooser: FileChooser | null = null;

  add({ dialogs = [], errors = [], chooser }: Pick<ActOutcome, 'dialogs' | 'errors' | 'chooser'>): void {
    this.#dialogs.push(...dialogs);
    this.#errors.push(...errors);
    this.#chooser = chooser ?? this.#chooser;
  }

  /** As fields of an answer. */
  fields(): Readonly<Record<string, unknown>> {
    return {
      ...(this.#dialogs.length === 0 ? {} : { dialogs: this.#dialogs }),
      ...(this.#errors.length === 0 ? {} : { consoleErrors: this.#errors.map(inShort) }),
      ...(this.#chooser === null ? {} : { fileChooser: this.#chooser }),
    };
  }
}

const inShort = ({ text, url, line }: ConsoleEntry): object => ({ text, url, line });
