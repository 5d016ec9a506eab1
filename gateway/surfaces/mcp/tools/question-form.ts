// A task's question as the form of an elicitation, and what comes back from it. INVARIANT: our own words number the candidates, so
// that no name of a page's is read as one of ours; what is none of the candidates is no answer.
import { NONE_OF_THESE, SKIP } from '#gateway/protocol/views/question-words.ts';
import { MAX_ANSWER_CHARACTERS } from '#gateway/protocol/views/question.ts';
import type { QuestionAnswer, QuestionChoice, QuestionView } from '#gateway/protocol/views/question.ts';
import { oneLine } from './format.ts';

const NONE_IN_WORDS = 'none of these';
const SKIP_IN_WORDS = 'go on without an answer';

/** What a client's form gives, and nobody has checked. */
export type Filled = {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content: Readonly<Record<string, unknown>>;
};

/** `button “Edit”, near “Bob Stone” (2 of 3)` */
export const choiceInText = ({ role, name, near, place }: QuestionChoice): string =>
  `${oneLine(role)} “${oneLine(name)}”${near === '' ? '' : `, near “${oneLine(near)}”`}${place === '' ? '' : ` (${place})`}`;

const label = (choice: QuestionChoice, at: number): string => `${at + 1}. ${choiceInText(choice)}`;

function questionInText({ title, clause, url, choices, more }: QuestionView): string {
  return [
    oneLine(title),
    `In: ${oneLine(clause)}`,
    `Page: ${oneLine(url)}`,
    ...choices.map(label),
    ...(more > 0 ? [`and ${more} more that are as likely`] : []),
    'What stands in quotation marks is the page’s. An answer says what is meant and allows nothing.',
  ].join('\n');
}

export function formOf(question: QuestionView) {
  const { wants, choices } = question;
  const message = `Ghost Browser asks: ${questionInText(question)}`;
  return wants === 'VALUE'
    ? {
        message,
        requestedSchema: {
          type: 'object' as const,
          properties: {
            value: { type: 'string' as const, title: 'What is entered', maxLength: MAX_ANSWER_CHARACTERS },
          },
          required: ['value'],
        },
      }
    : {
        message,
        requestedSchema: {
          type: 'object' as const,
          properties: {
            choice: {
              type: 'string' as const,
              title: 'Which one is meant',
              enum: [...choices.map(label), NONE_IN_WORDS, SKIP_IN_WORDS],
            },
          },
          required: ['choice'],
        },
      };
}

/** INVARIANT: whatever is not clearly one of the answers is as if nobody were there. */
export function answerOf({ wants, choices }: QuestionView, filled: Filled | null): QuestionAnswer {
  const skip = { choice: SKIP };
  if (filled?.action !== 'accept') return skip;
  const { value, choice } = filled.content;
  if (wants === 'VALUE')
    return typeof value === 'string' && value.trim() !== '' && value.length <= MAX_ANSWER_CHARACTERS
      ? { text: value }
      : skip;
  if (choice === NONE_IN_WORDS) return { choice: NONE_OF_THESE };
  const at = choices.findIndex((one, index) => label(one, index) === choice);
  return at < 0 ? skip : { choice: choices[at]?.id ?? SKIP };
}

/** What a model writes for it, by an id or as the value; checked by the question itself. */
export const answerInWords = ({ wants }: QuestionView, text: string): QuestionAnswer =>
  wants === 'VALUE' && text !== NONE_OF_THESE && text !== SKIP ? { text } : { choice: text };
