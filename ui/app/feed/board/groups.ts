// The rows of the board in their groups. INVARIANT: what waits for the person stands first, and what waits for a tab stands in the order
// of its turn.
import type { ResultLine } from '#gateway/client/results.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { isActive, webAddress } from '#ui/app/parts/words.ts';

export const GROUPS = {
  WAITING: 'Waiting for you',
  RUNNING: 'Running',
  QUEUED: 'Queued',
  DONE: 'Done',
  EARLIER: 'Earlier',
} as const;
export type Group = keyof typeof GROUPS;

export type BoardRow =
  | { readonly kind: 'HEAD'; readonly key: string; readonly group: Group; readonly count: number }
  | { readonly kind: 'TASK'; readonly key: string; readonly task: TaskView }
  | { readonly kind: 'EARLIER'; readonly key: string; readonly line: ResultLine };

function groupOf({ status, queued, questions }: TaskView): Exclude<Group, 'EARLIER'> {
  if (!isActive(status)) return 'DONE';
  if (status === 'WAITING' || questions.some(({ state }) => state === 'OPEN')) return 'WAITING';
  return status === 'QUEUED' || queued !== null ? 'QUEUED' : 'RUNNING';
}

const later = (a: string | null, b: string | null): number => Date.parse(b ?? '') - Date.parse(a ?? '');

/** How the tasks of a group stand; those that compare alike stay newest first. */
const ORDER: Readonly<Record<Exclude<Group, 'EARLIER'>, (a: TaskView, b: TaskView) => number>> = {
  WAITING: (a, b) => later(b.startedAt, a.startedAt),
  RUNNING: (a, b) => later(a.startedAt, b.startedAt),
  QUEUED: (a, b) => (a.queued?.position ?? 0) - (b.queued?.position ?? 0),
  DONE: (a, b) => later(a.endedAt, b.endedAt) || 0,
};

export function boardRows(
  tasks: readonly TaskView[],
  earlier: readonly ResultLine[],
  filter: string,
): readonly BoardRow[] {
  const fits = filterOf(filter);
  const rows: BoardRow[] = [];
  const add = (group: Group, members: readonly BoardRow[]): void => {
    if (members.length > 0)
      rows.push({ kind: 'HEAD', key: `head ${group}`, group, count: members.length }, ...members);
  };
  const fitting = tasks.filter((task) => fits(wordsOfTask(task)));
  for (const group of ['WAITING', 'RUNNING', 'QUEUED', 'DONE'] as const)
    add(
      group,
      fitting
        .filter((task) => groupOf(task) === group)
        .toSorted(ORDER[group])
        .map((task) => ({ kind: 'TASK', key: task.id, task })),
    );
  const held = new Set(tasks.map(({ id }) => id));
  add(
    'EARLIER',
    earlier
      .filter(
        ({ taskId, intent, status }) => !held.has(taskId) && fits({ is: [status], where: '', all: intent }),
      )
      .map((line) => ({ kind: 'EARLIER', key: `kept ${line.taskId}`, line })),
  );
  return rows;
}

export const siteOf = ({ url }: TaskView): string => webAddress(url ?? '')?.host ?? '';

type Words = { readonly is: readonly string[]; readonly where: string; readonly all: string };

const wordsOfTask = (task: TaskView): Words => ({
  is: [
    task.status,
    groupOf(task),
    ...(task.counts.stopped > 0 || task.status === 'DENIED' ? ['STOPPED'] : []),
  ],
  where: siteOf(task),
  all: `${task.intent} ${task.id} ${task.steps.at(-1)?.text ?? ''} ${task.result?.answer ?? ''}`,
});

/** The log's words, as far as a task has them: `is:running`, `where:shop.test`, free words; `-` before one turns it round. */
function filterOf(filter: string): (words: Words) => boolean {
  const wanted = filter.toLowerCase().split(/\s/u).filter(Boolean);
  return (words) =>
    wanted.every((one) => {
      const not = one.startsWith('-') && one.length > 1;
      return fitsWord(words, not ? one.slice(1) : one) !== not;
    });
}

function fitsWord({ is, where, all }: Words, word: string): boolean {
  if (word.startsWith('is:')) return is.some((one) => one.toLowerCase().startsWith(word.slice(3)));
  if (word.startsWith('where:')) return where.includes(word.slice(6));
  return all.toLowerCase().includes(word) || where.includes(word);
}
