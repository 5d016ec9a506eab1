// A model's question to the person, and what the person answered, for the model. INVARIANT: of a question nothing is the model's own
// text: its words are the person's, its candidates stand on the page; what was answered is not asked again.
import { z } from 'zod';
import type { NavigatorActionType } from '#policy/language/vocabulary.ts';
import type { Memory, Observation } from '../contract.ts';
import { MAX_CHOICES, meantOn, sameWords, type Answered, type Question } from '../question.ts';
import { quoted } from './history.ts';
import type { Read } from '#engines/model/read-json.ts';

const MAX_WORDS_CHARACTERS = 300;

export const questionSchema = z.strictObject({
  clause: z.number().int().min(1),
  words: z.string().min(1).max(MAX_WORDS_CHARACTERS),
  wants: z.enum(['ELEMENT', 'VALUE']),
  refs: z.array(z.string()).min(1).max(MAX_CHOICES),
});

export const QUESTION_JSON = {
  type: ['object', 'null'],
  description: 'asked before the step, where the task does not say which element or which value is meant',
  properties: {
    clause: { type: 'integer', description: 'its number under CLAUSES; 1 where there are none' },
    words: { type: 'string', description: 'of the clause, letter by letter' },
    wants: { type: 'string', enum: ['ELEMENT', 'VALUE'] },
    refs: { type: 'array', items: { type: 'string' }, maxItems: MAX_CHOICES },
  },
  required: ['clause', 'words', 'wants', 'refs'],
  additionalProperties: false,
} as const;

/** What goes without an answer: a guess, or nothing. */
const ASKED_BEFORE: ReadonlySet<NavigatorActionType> = new Set(['CLICK', 'TYPE', 'FAILED']);

export function questionIn(
  asked: z.output<typeof questionSchema> | null,
  action: NavigatorActionType,
  { nodes }: Observation,
  { clauses = [], subtask, answered = [] }: Memory,
): Read<Question | null> {
  if (asked === null) return { fits: true, data: null };
  const { words, wants } = asked;
  const clause = clauses.length === 0 && asked.clause === 1 ? subtask : clauses[asked.clause - 1];
  const refs = [...new Set(asked.refs)];
  const nodesOf = refs.map((ref) => nodes.find((node) => node.ref === ref));
  const before = answered.find((one) => sameWords(one.words, words));
  const fault = !ASKED_BEFORE.has(action)
    ? `${action} has no question: give the step that you would take without an answer, or FAILED`
    : clause === undefined
      ? 'the question has a clause that there is not: use its number under CLAUSES'
      : !folded(clause).includes(folded(words))
        ? 'the words of the question do not stand in its clause: give those of the task that are in doubt'
        : nodesOf.includes(undefined)
          ? 'the question names an element that is not on the page'
          : wants === 'ELEMENT' && refs.length < 2
            ? 'a question for an element has two to six different refs'
            : wants === 'VALUE' && refs.length !== 1
              ? 'a question for a value has the ref of its one field'
              : nodesOf.some((node) => node?.states.includes('password') === true)
                ? 'a password is not asked for'
                : before !== undefined && before.answer.kind !== 'UNANSWERED' && before.answer.kind !== 'GONE'
                  ? 'this was asked, and the answer stands under ANSWERS: act on it'
                  : null;
  return fault === null
    ? { fits: true, data: { clause: clause ?? subtask, words, wants, refs, more: 0 } }
    : { fits: false, fault };
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase();

/** A line for each question that is over. */
export const answerLines = ({ nodes }: Observation, { answered = [] }: Memory): string =>
  answered.map((one) => `${quoted(one.words)}: ${inWords(one, nodes)}`).join('\n');

function inWords({ answer, wants }: Answered, nodes: Observation['nodes']): string {
  switch (answer.kind) {
    case 'ELEMENT': {
      const { role, name, near } = answer.choice;
      const ref = meantOn(nodes, answer.choice)?.ref ?? null;
      const where = ref === null ? 'not on this page now' : `[${ref}] on this page`;
      return `${role} ${quoted(name)}${near === '' ? '' : ` near ${quoted(near)}`} is meant, ${where}`;
    }
    case 'TEXT':
      // Whole, as it is to be typed.
      return `${JSON.stringify(answer.text)} is to be entered`;
    case 'NONE':
      return wants === 'VALUE' ? 'nothing is to be entered' : 'none of those that were shown';
    case 'GONE':
      return 'what was chosen is no longer there as it was shown';
    case 'UNANSWERED':
      return 'nobody answered: go on as you think best, or say FAILED';
  }
}
