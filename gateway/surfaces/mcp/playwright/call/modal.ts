// What stands between a client and a page: a dialog that waits for its answer, a file chooser that waits for files.
// INVARIANT: only what the browser told is here, the oldest first; a dialog that went by itself is no longer.
import { z } from 'zod';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import type { Failure } from '#policy/language/failure.ts';
import { onLine } from './reply.ts';

export type Modal =
  | { readonly type: 'dialog'; readonly words: string }
  | { readonly type: 'fileChooser'; readonly ref: string };

const told = z.object({
  dialogs: z.array(z.object({ dialog: z.string(), message: z.string(), answer: z.string() })).default([]),
  fileChooser: z.object({ ref: z.string() }).optional(),
});

const waiting = z.object({ dialog: z.string(), message: z.string() });

export class Modals {
  #all: readonly Modal[] = [];

  get all(): readonly Modal[] {
    return this.#all;
  }

  has(type: Modal['type']): boolean {
    return this.#all.some((one) => one.type === type);
  }

  heard(answer: CommandAnswer): void {
    const { dialogs, fileChooser } = told.parse(answer);
    for (const { dialog, message, answer: given } of dialogs) {
      this.#all = this.#all.filter(({ type }) => type !== 'dialog');
      if (given === 'OPEN')
        this.#all = [
          ...this.#all,
          { type: 'dialog', words: `"${dialog}" dialog with message "${onLine(message)}"` },
        ];
    }
    if (fileChooser !== undefined)
      this.#all = [
        ...this.#all.filter(({ type }) => type !== 'fileChooser'),
        { type: 'fileChooser', ...fileChooser },
      ];
  }

  /** Something was not done, and perhaps for that. */
  stopped({ code, details }: Failure): void {
    const open = code === 'act.dialog-open' ? waiting.safeParse(details) : null;
    if (open?.success === true) this.heard({ ok: true, dialogs: [{ ...open.data, answer: 'OPEN' }] });
  }

  chooser(): string | null {
    return this.#all.find((one) => one.type === 'fileChooser')?.ref ?? null;
  }

  cleared(type: Modal['type']): void {
    this.#all = this.#all.filter((one) => one.type !== type);
  }

  lines(): readonly string[] {
    return this.#all.map((one) =>
      one.type === 'dialog'
        ? `- [${one.words}]: can be handled by browser_handle_dialog`
        : '- [File chooser]: can be handled by browser_file_upload',
    );
  }
}
