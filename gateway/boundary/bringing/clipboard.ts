// Keeps a task's clipboard: what its keys copied is kept here and never in the browser's or the machine's own clipboard.
// INVARIANT: what is copied counts as read from that moment on, and what is pasted is examined and bound like typed text.
import { ok } from '#policy/language/failure.ts';
import { parseKey } from '#policy/acts/keys.ts';
import type { ActInputs } from './act-inputs-contract.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

const MAX_CLIPBOARD_CHARACTERS = 100_000;

/** What a key that copies or pastes needs; nothing for any other. */
export function clipboardFor(key: string, task: TaskContext, documentUrl: string): Partial<ActInputs> {
  const stroke = parseKey(key);
  switch (stroke.ok ? stroke.value.clipboard : null) {
    case null:
      return {};
    case 'PASTE': {
      const { text } = task.state.clipboard;
      return { text, encloses: [{ place: 'pasted', text }] };
    }
    case 'COPY':
    case 'CUT':
      return {
        handOut: async (outcome) => {
          if (outcome.kind !== 'DONE' || outcome.copied === undefined) return ok(outcome);
          const { copied, ...told } = outcome;
          task.state.clipboard.text = copied.slice(0, MAX_CLIPBOARD_CHARACTERS);
          task.state.provenance.readText(documentUrl, task.state.clipboard.text);
          return ok(told);
        },
      };
  }
}
