// What has just happened, in words, for those who hear the page. INVARIANT: each thing is said once: none is lost where several come
// together, the same words twice are two things, what happened while the gateway was away is said when it is back, and no order of a page
// to an agent is read out.
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { TaskView, TaskResult } from '#gateway/protocol/views/task.ts';
import { plainWords } from './plain-words.ts';
import { plainOfPage } from './to-the-agent.ts';

export type Said = { readonly id: number; readonly text: string };

/** So many stay in the page: more than can end or be asked at once, since what waits in the queue ends with a word of its own. */
const MOST_HELD = 200;

/** The last ones, with this one; the same where there is nothing to say. */
export function withSaid(said: readonly Said[], text: string): readonly Said[] {
  if (text === '') return said;
  return [...said, { id: (said.at(-1)?.id ?? 0) + 1, text }].slice(-MOST_HELD);
}

export const endInWords = (
  task: Pick<TaskView, 'intent'>,
  result: Pick<TaskResult, 'answer' | 'error'>,
): string =>
  `Task ended: ${result.answer === null ? plainWords(result.error?.message ?? task.intent) : plainOfPage(result.answer)}`;

export const questionInWords = ({ card }: ConsentView): string => `Question: ${card.title}`;

type Known = {
  readonly tasks: readonly TaskView[];
  readonly consents: readonly ConsentView[];
  /** `null`: nothing was heard of the gateway yet. */
  readonly status: GatewayStatus | null;
};

/** What ended, was asked, was closed and was changed between two looks at the gateway; at the first look, what waits for a person alone. */
export function saidBetween(before: Known, now: Known): readonly string[] {
  const isFirst = before.status === null;
  const ends = now.tasks.flatMap((task) => {
    const held = before.tasks.find(({ id }) => id === task.id);
    const isNews = held === undefined ? !isFirst : held.result === null;
    return isNews && task.result !== null ? [endInWords(task, task.result)] : [];
  });
  const open = ({ tasks }: Known): readonly TaskView['questions'][number][] =>
    tasks.flatMap(({ questions }) => questions).filter(({ state }) => state === 'OPEN');
  const asked = open(now).filter(({ id }) => !open(before).some((one) => one.id === id));
  const isIn = ({ card }: ConsentView, consents: readonly ConsentView[]): boolean =>
    consents.some((other) => other.card.id === card.id);
  return [
    ...before.consents.filter((one) => !isIn(one, now.consents)).map(() => 'A question was closed'),
    ...ends,
    ...changesOf(before.status, now.status),
    ...now.consents.filter((one) => !isIn(one, before.consents)).map(questionInWords),
    ...asked.map(({ title }) => `The task asks you: ${title}`),
  ];
}

function changesOf(before: GatewayStatus | null, now: GatewayStatus | null): readonly string[] {
  if (before === null || now === null) return [];
  const policy = JSON.stringify(before.policy) === JSON.stringify(now.policy) ? [] : ['The policy changed'];
  const [was, is] = [before.health.causes[0]?.message, now.health.causes[0]?.message];
  return was === is ? policy : [...policy, is ?? 'The gateway is well again'];
}
