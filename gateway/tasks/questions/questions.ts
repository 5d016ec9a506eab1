// What one task asks a person, one question at a time: bound, deadline, who answered, what is remembered.
// INVARIANT: an answer grants nothing; the same question is never asked twice in a task, and no more than a few are.
import { randomUUID } from 'node:crypto';
import {
  isSameQuestion,
  MAX_QUESTIONS,
  sameWords,
  type Answer,
  type Answered,
  type Choice,
  type Question,
} from '#engines/navigator/question.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import { NONE_OF_THESE, SKIP } from '#gateway/protocol/views/question-words.ts';
import { fits, QUESTION_SECONDS } from '#gateway/protocol/views/question.ts';
import type {
  QuestionAnswer,
  QuestionCallback,
  QuestionState,
  QuestionView,
} from '#gateway/protocol/views/question.ts';
import { quoted, visible } from '#gateway/protocol/visible.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export type Asking = {
  /** Somebody sits at a surface that shows questions. */
  readonly attended: boolean;
  /** Of a program that answers itself. */
  readonly callback?: QuestionCallback;
  readonly seconds?: number;
};

export type QuestionsParts = {
  readonly taskId: string;
  readonly asking: Asking;
  readonly now: () => number;
  readonly note: (event: AuditEvent) => Promise<Result<unknown>>;
  readonly emit: (event: TaskEvent) => void;
  readonly waiting: (waiting: boolean) => void;
  readonly signal: AbortSignal;
};

type Open = {
  view: QuestionView;
  readonly end: (
    state: Exclude<QuestionState, 'OPEN'>,
    answer: QuestionAnswer | null,
    by: string | null,
  ) => void;
};

const MAX_WORDS = 300;
const MAX_NAME = 80;
const MAX_NEAR = 160;
const MAX_URL = 300;

export class Questions {
  readonly #parts: QuestionsParts;
  readonly #answered: Answered[] = [];
  readonly #views: QuestionView[] = [];
  #open: Open | null = null;
  /** Tabs side by side ask one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  /** Oldest first; the last one may be open. */
  views(): readonly QuestionView[] {
    return [...this.#views];
  }

  /** For the navigator. */
  get answered(): readonly Answered[] {
    return [...this.#answered];
  }

  /** Asks, where somebody can answer and it was not asked before. Never rejects. */
  ask(question: Question, choices: readonly Choice[], url: string, signal: AbortSignal): Promise<Answer> {
    const asked = this.#last.then(() => this.#ask(question, choices, url, signal));
    this.#last = asked.catch(() => undefined);
    return asked;
  }

  /** Errors: `question.unknown`, `question.closed`, `question.bad-answer`. `by`: as the log names who answers. */
  answer(id: string, answer: QuestionAnswer, by: string): Result<QuestionView> {
    const known = this.#views.find((view) => view.id === id);
    if (known === undefined) return fail('question.unknown', `this task has no question \`${id}\``);
    const open = this.#open;
    if (open === null || open.view.id !== id)
      return fail('question.closed', `the question \`${id}\` is closed: ${known.state.toLowerCase()}`, {
        help: 'look at the task: it has gone on',
      });
    const fitting = fits(open.view, answer);
    if (!fitting.ok) return fitting;
    open.end('ANSWERED', answer, by);
    return ok(this.#views.find((view) => view.id === id) ?? open.view);
  }

  /** What was chosen no longer stands there: the answer is none. */
  gone(answer: Answer): void {
    const at = this.#answered.findLastIndex((one) => one.answer === answer);
    const known = this.#answered[at];
    if (known !== undefined) this.#answered[at] = { ...known, answer: { kind: 'GONE' } };
  }

  async #ask(
    question: Question,
    choices: readonly Choice[],
    url: string,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { clause, words, wants } = question;
    const kept = (answer: Answer): Answer => {
      this.#answered.push({ clause, words, wants, asked: choices, answer });
      return answer;
    };
    const { attended, callback } = this.#parts.asking;
    const unanswered: Answer = { kind: 'UNANSWERED' };
    if (signal.aborted || (!attended && callback === undefined)) return unanswered;
    if (this.#views.length >= MAX_QUESTIONS) return unanswered;
    // Nobody answered it before, or what was answered is of no use to the navigator.
    if (this.#answered.some((one) => isSameQuestion(words, choices, one))) return unanswered;
    if (this.#answered.some((one) => sameWords(one.words, words) && one.answer.kind === 'UNANSWERED'))
      return unanswered;
    const view = this.#viewOf(question, choices, url);
    const logged = await this.#note('task.asked', view, 'gateway');
    if (!logged.ok || signal.aborted) return kept(unanswered);
    const ended = await this.#wait(view, signal);
    const written = await this.#note('task.answered', ended, ended.answeredBy ?? 'gateway');
    // What nobody can look up afterwards was not answered.
    return kept(written.ok ? answerOf(ended.typed, choices) : unanswered);
  }

  #wait(view: QuestionView, signal: AbortSignal): Promise<QuestionView & { typed: QuestionAnswer | null }> {
    const { emit, waiting, asking, taskId } = this.#parts;
    return new Promise((resolve) => {
      const stop = new AbortController();
      const end: Open['end'] = (state, answer, by) => {
        if (this.#open?.view.id !== view.id) return;
        this.#open = null;
        stop.abort();
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        const ended: QuestionView = {
          ...view,
          state,
          answer: answer === null ? null : told(answer),
          answeredBy: by,
        };
        this.#views[this.#views.length - 1] = ended;
        waiting(false);
        emit({ type: 'task.answered', taskId, question: ended });
        resolve({ ...ended, typed: answer });
      };
      const cancel = (): void => end('CANCELLED', null, null);
      const timer = setTimeout(() => end('TIMED_OUT', null, null), this.#ms);
      timer.unref();
      this.#open = { view, end };
      this.#views.push(view);
      signal.addEventListener('abort', cancel, { once: true });
      waiting(true);
      emit({ type: 'task.asked', taskId, question: view });
      const { callback } = asking;
      if (callback === undefined) return;
      const called = async (): Promise<QuestionAnswer | null> => callback(view, stop.signal);
      called()
        .then((answer) =>
          answer === null || !fits(view, answer).ok
            ? end('TIMED_OUT', null, null)
            : end('ANSWERED', answer, 'person:library'),
        )
        .catch(() => end('TIMED_OUT', null, null)); // A caller that fails to answer, at once or later, has not answered.
    });
  }

  get #ms(): number {
    return (this.#parts.asking.seconds ?? QUESTION_SECONDS) * 1000;
  }

  #viewOf({ clause, words, wants, more }: Question, choices: readonly Choice[], url: string): QuestionView {
    const now = this.#parts.now();
    return Object.freeze({
      id: `q-${randomUUID()}`,
      taskId: this.#parts.taskId,
      title:
        wants === 'VALUE'
          ? `What is to be entered for ${quoted(words, MAX_WORDS)}?`
          : `Which of these is meant by ${quoted(words, MAX_WORDS)}?`,
      clause: visible(clause, MAX_WORDS),
      words: visible(words, MAX_WORDS),
      wants,
      choices: choices.map(({ role, name, near, nth, of }, at) => ({
        id: `c${at + 1}`,
        role: visible(role, 40),
        name: visible(name, MAX_NAME),
        near: visible(near, MAX_NEAR),
        place: of > 1 ? `${nth} of ${of}` : '',
      })),
      more,
      url: visible(url, MAX_URL),
      state: 'OPEN',
      askedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + this.#ms).toISOString(),
      answer: null,
      answeredBy: null,
    });
  }

  #note(type: 'task.asked' | 'task.answered', view: QuestionView, who: string): Promise<Result<unknown>> {
    const { id, taskId, title, clause, words, wants, choices, more, state, answer, answeredBy } = view;
    return this.#parts.note({
      type,
      taskId,
      requestId: null,
      who,
      what: type === 'task.asked' ? `ask: ${title}` : `answer: ${title}`,
      where: URL.parse(view.url)?.origin ?? '',
      verdict: null,
      why: id,
      outcome: type === 'task.asked' ? null : state,
      details: {
        clause,
        words,
        wants,
        // The page's words, as they were shown.
        choices,
        more,
        ...(type === 'task.asked' ? { expiresAt: view.expiresAt } : { answer, answeredBy }),
      },
    });
  }
}

/** What others see of an answer: a typed one may be anything. */
const told = (answer: QuestionAnswer): QuestionAnswer =>
  'text' in answer ? { text: `•••(${[...answer.text].length})` } : answer;

function answerOf(given: QuestionAnswer | null, choices: readonly Choice[]): Answer {
  if (given === null || ('choice' in given && given.choice === SKIP)) return { kind: 'UNANSWERED' };
  if ('text' in given) return { kind: 'TEXT', text: given.text };
  if (given.choice === NONE_OF_THESE) return { kind: 'NONE' };
  const choice = choices[Number(given.choice.slice(1)) - 1];
  return choice === undefined ? { kind: 'UNANSWERED' } : { kind: 'ELEMENT', choice };
}
