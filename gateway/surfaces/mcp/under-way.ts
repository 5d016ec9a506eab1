// One call while it goes on: what it asks, what it tells, and what of it comes first.
import type { Result } from '#policy/language/failure.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import { placeInWords } from '#gateway/protocol/place.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { QuestionView } from '#gateway/protocol/views/question.ts';
import type { ClientTask, ToolAnswer, ToolRow } from './tools/contract.ts';

/** To be put to the person at the client: leave for an act, or which thing is meant. */
export type Asked =
  | { readonly kind: 'CONSENT'; readonly card: ConsentCard }
  /** `over`: it is answered elsewhere, too late, or its task ended. */
  | { readonly kind: 'QUESTION'; readonly question: QuestionView; readonly over: AbortSignal };

export const idOf = (asked: Asked): string => (asked.kind === 'CONSENT' ? asked.card.id : asked.question.id);

/** Who hears how far a call is. */
export type Hears = (message: string) => void;

export type Running = {
  readonly tool: ToolRow;
  /** Tool and arguments. */
  readonly key: string;
  readonly token: string;
  readonly controller: AbortController;
  readonly done: Promise<Result<ToolAnswer>>;
  /** Put to nobody at the client yet, oldest first. */
  readonly questions: Asked[];
  /** The task that it runs, where it does, and what that asks now. */
  task: ClientTask | null;
  open: QuestionView | null;
  over: AbortController;
  /** What stands open now. */
  waitsFor: ConsentCard | null;
  /** The question or card that its client was shown last, by its id: an answer is to that one and to no other. */
  shown: string | null;
  /** Its client knows that a person is asked. */
  isTold: boolean;
  wake: () => void;
  says: Hears;
};

export const nothing = (): void => undefined;

/** What a task tells: a question, the end of one, how far it is. */
export function heard(running: Running, event: TaskEvent): void {
  switch (event.type) {
    case 'task.asked':
      running.open = event.question;
      running.over = new AbortController();
      running.questions.push({ kind: 'QUESTION', question: event.question, over: running.over.signal });
      return running.wake();
    case 'task.answered':
      running.open = null;
      running.over.abort();
      running.questions.length = 0;
      return;
    case 'task.queued':
      return running.says(placeInWords(event));
    case 'task.trouble':
      return running.says(
        event.trouble === null ? 'the model answers again' : `waits: ${event.trouble.message}`,
      );
    case 'task.step':
      return running.says(event.step.text);
    case 'task.subtask':
      return running.says(`part ${event.index + 1} of ${event.total}: ${event.subtask.status.toLowerCase()}`);
    case 'task.started':
    case 'task.progress':
    case 'task.tokens':
    case 'task.ended':
      return;
  }
}

type Came =
  | { readonly kind: 'DONE'; readonly result: Result<ToolAnswer> }
  | { readonly kind: 'ASKED' | 'TIME' | 'GONE' };

export function first(running: Running, leftMs: number | null, signal: AbortSignal): Promise<Came> {
  return new Promise((resolve) => {
    const timer = leftMs === null ? null : setTimeout(() => end({ kind: 'TIME' }), Math.max(0, leftMs));
    const gone = (): void => end({ kind: 'GONE' });
    const end = (came: Came): void => {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      running.wake = nothing;
      resolve(came);
    };
    running.wake = () => end({ kind: 'ASKED' });
    if (signal.aborted) return gone();
    signal.addEventListener('abort', gone, { once: true });
    void running.done.then((result) => end({ kind: 'DONE', result }));
  });
}
