// What has just happened, in words, for those who hear the page. INVARIANT: each thing is said once: none is lost where several come
// together, the same words twice are two things, and what happened while the gateway was away is said when it is back.
import type { TaskView, TaskResult } from '#gateway/protocol/views/task.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { plainWords } from './plain-words.ts';

export type Said = { readonly id: number; readonly text: string };

/** So many stay in the page: a reader that is busy reads them one after the other. */
const MOST_HELD = 10;

/** The last ones, with this one; the same where there is nothing to say. */
export function withSaid(said: readonly Said[], text: string): readonly Said[] {
  if (text === '') return said;
  return [...said, { id: (said.at(-1)?.id ?? 0) + 1, text }].slice(-MOST_HELD);
}

export const endInWords = (
  task: Pick<TaskView, 'intent'>,
  result: Pick<TaskResult, 'answer' | 'error'>,
): string => `Task ended: ${result.answer ?? plainWords(result.error?.message ?? task.intent)}`;

export const questionInWords = ({ card }: ConsentView): string => `Question: ${card.title}`;

type Known = { readonly tasks: readonly TaskView[]; readonly consents: readonly ConsentView[] };

/** What ended, was asked and was closed between two looks at the gateway. */
export function saidBetween(before: Known, now: Known): readonly string[] {
  const ends = now.tasks.flatMap((task) => {
    const ran = before.tasks.some(({ id, result }) => id === task.id && result === null);
    return ran && task.result !== null ? [endInWords(task, task.result)] : [];
  });
  const isIn = ({ card }: ConsentView, consents: readonly ConsentView[]): boolean =>
    consents.some((other) => other.card.id === card.id);
  return [
    ...before.consents.filter((one) => !isIn(one, now.consents)).map(() => 'A question was closed'),
    ...ends,
    ...now.consents.filter((one) => !isIn(one, before.consents)).map(questionInWords),
  ];
}
