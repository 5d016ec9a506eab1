// What a task asks a person where its navigator does not know: the one table of what a question and its answer are, for every surface.
// INVARIANT: an answer grants nothing. `name` and `near` are the page's words, escaped and cut; everything else is the gateway's or the person's.
import { z } from 'zod';
import { MAX_CHOICES } from '#engines/navigator/question.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { NONE_OF_THESE, SKIP } from './question-words.ts';

export type QuestionChoice = {
  /** `c1` … `c6`: what an answer names. */
  readonly id: string;
  readonly role: string;
  /** The page calls it so. */
  readonly name: string;
  /** What stands around it: the page's words; `''` where nothing says. */
  readonly near: string;
  /** Of those alike, in the page's order: `2 of 3`; `''` where there is one. */
  readonly place: string;
};

export type QuestionState = 'OPEN' | 'ANSWERED' | 'TIMED_OUT' | 'CANCELLED';

export type QuestionView = {
  readonly id: string;
  readonly taskId: string;
  /** The question as a sentence of the gateway's, with the person's own words in it. */
  readonly title: string;
  /** The clause of the intent that it concerns, and of it the words in doubt: the person's. */
  readonly clause: string;
  readonly words: string;
  /** `ELEMENT`: one of the choices, or none. `VALUE`: what is to be entered in the only one. */
  readonly wants: 'ELEMENT' | 'VALUE';
  readonly choices: readonly QuestionChoice[];
  /** As likely as these, and not shown. */
  readonly more: number;
  /** The page that it is about. */
  readonly url: string;
  readonly state: QuestionState;
  readonly askedAt: string;
  /** Without an answer until then the task goes on without one. */
  readonly expiresAt: string;
  /** A typed answer is not told: its length. */
  readonly answer: QuestionAnswer | null;
  /** `person:ui`, `person:terminal`, `person:library`, `person:mcp` (as the client says), `client:…`; `null` until somebody has answered. */
  readonly answeredBy: string | null;
};

/** `choice`: an id, `none` of these, or `skip`: the task goes on as if nobody were there. `text`: of a `VALUE`. */
export type QuestionAnswer = { readonly choice: string } | { readonly text: string };

/** Resolves with `null` where nobody answers. */
export type QuestionCallback = (
  question: QuestionView,
  signal: AbortSignal,
) => Promise<QuestionAnswer | null>;

export const MAX_ANSWER_CHARACTERS = 2_000;
export const QUESTION_SECONDS = 120;

const answerSchema = z.union([
  z.strictObject({ choice: z.string().min(1).max(10) }),
  z.strictObject({ text: z.string().min(1).max(MAX_ANSWER_CHARACTERS) }),
]);

/** Errors: `question.bad-answer`. */
export function parseAnswer(given: unknown): Result<QuestionAnswer> {
  const parsed = answerSchema.safeParse(given);
  return parsed.success
    ? ok(parsed.data)
    : fail('question.bad-answer', 'an answer is `{ choice }` or `{ text }`', {
        help: `\`choice\` is \`c1\` to \`c${MAX_CHOICES}\`, \`${NONE_OF_THESE}\` or \`${SKIP}\``,
      });
}

/** Whether it answers this question. Errors: `question.bad-answer`. */
export function fits(
  { wants, choices }: Pick<QuestionView, 'wants' | 'choices'>,
  answer: QuestionAnswer,
): Result<void> {
  if ('text' in answer)
    return wants === 'VALUE' && answer.text.trim() !== ''
      ? ok(undefined)
      : fail('question.bad-answer', 'this question is answered by a choice', { help: choicesOf(choices) });
  if (answer.choice === NONE_OF_THESE || answer.choice === SKIP) return ok(undefined);
  return wants === 'ELEMENT' && choices.some(({ id }) => id === answer.choice)
    ? ok(undefined)
    : fail('question.bad-answer', `there is no choice \`${answer.choice.slice(0, 10)}\``, {
        help: wants === 'VALUE' ? `type a value, or \`${NONE_OF_THESE}\` or \`${SKIP}\`` : choicesOf(choices),
      });
}

const choicesOf = (choices: readonly QuestionChoice[]): string =>
  `one of ${[...choices.map(({ id }) => id), NONE_OF_THESE, SKIP].join(', ')}`;
