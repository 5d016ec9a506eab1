// What a person is told outside of the window: that something waits for them, or that a task ended. Pure: what happens and the time go in.
// INVARIANT: a notice holds the gateway's words and the person's own, never a page's or a model's; it opens a question and answers none.
import type { Happening } from '#gateway/protocol/desktop/happening.ts';

export type Notice = {
  /** Something waits for an answer. */
  readonly asks: boolean;
  readonly title: string;
  readonly body: string;
  readonly opens: { readonly kind: 'QUESTION' | 'TASK'; readonly id: string };
};

/** Between two notices; what comes meanwhile is told as a number. */
export const QUIET_MS = 5_000;
/** Of a task that a person watched from its start to its end, nobody is told. */
const LONG_TASK_MS = 20_000;
const MAX_INTENT_CHARACTERS = 80;

const ENDED = {
  DONE: 'Done',
  UNCONFIRMED: 'Done as far as can be seen',
  FAILED: 'Failed',
  DENIED: 'Denied',
  CONSENT_REFUSED: 'Ended, since you refused',
  CANCELLED: 'Cancelled',
} as const;

export class Notices {
  #lastMs = -Infinity;
  /** Those that wait for their moment, oldest first, each by the question or task that it is about. */
  #held: Told[] = [];

  /** What is to be told at once; `null`: nothing, or nothing yet. */
  take(happening: Happening, nowMs: number): Notice | null {
    if (happening.kind === 'ANSWERED') this.#drop(happening.id);
    const told = noticeOf(happening);
    if (told === null) return null;
    this.#held.push(told);
    return this.due(nowMs);
  }

  /** When `due` has something to tell; `null`: nothing waits. */
  get nextMs(): number | null {
    return this.#held.length === 0 ? null : this.#lastMs + QUIET_MS;
  }

  due(nowMs: number): Notice | null {
    const [first, ...others] = this.#held.map(({ notice }) => notice);
    if (first === undefined || nowMs < this.#lastMs + QUIET_MS) return null;
    this.#lastMs = nowMs;
    this.#held = [];
    if (others.length === 0) return first;
    const questions = [first, ...others].filter(({ asks }) => asks);
    const oldest = questions[0] ?? first;
    return {
      asks: oldest.asks,
      title:
        questions.length > 0
          ? counted(questions.length, 'question waits', 'questions wait')
          : `${others.length + 1} tasks ended`,
      body: oldest.title,
      opens: oldest.opens,
    };
  }

  /** It was answered before anybody was told. */
  #drop(id: string): void {
    this.#held = this.#held.filter(({ about }) => about !== id);
  }
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many} for you`;

type Told = { readonly about: string; readonly notice: Notice };

function noticeOf(happening: Happening): Told | null {
  switch (happening.kind) {
    case 'ASKED': {
      const { id, title, site } = happening;
      return {
        about: id,
        notice: {
          asks: true,
          title: `${title}${site === null ? '' : ` at ${site}`}?`,
          body: 'It waits for your answer. Without one it is denied.',
          opens: { kind: 'QUESTION', id },
        },
      };
    }
    case 'TASK_ASKS':
      return {
        about: happening.id,
        notice: {
          asks: true,
          title: 'A task asks you something',
          body: 'It does not know how to go on.',
          opens: { kind: 'TASK', id: happening.taskId },
        },
      };
    case 'TASK_ENDED': {
      const { taskId, status, durationMs, intent } = happening;
      if (durationMs < LONG_TASK_MS) return null;
      return {
        about: taskId,
        notice: {
          asks: false,
          title: ENDED[status],
          body: intent === null ? 'A task of an agent’s' : `“${short(intent)}”`,
          opens: { kind: 'TASK', id: taskId },
        },
      };
    }
    case 'ANSWERED':
      return null;
  }
}

const short = (intent: string): string =>
  intent.length > MAX_INTENT_CHARACTERS ? `${intent.slice(0, MAX_INTENT_CHARACTERS - 1)}…` : intent;
