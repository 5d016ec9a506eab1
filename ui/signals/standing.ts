// How the whole stands, in one of three states: what the tray, the title of the page and its icon show.
// INVARIANT: a question outweighs everything else, since it waits for a person; what is lent is listed as long as it is lent, and no longer.
import type { LentView } from '#gateway/protocol/views/task.ts';

/** `IDLE`: nothing runs. `WORKING`: tasks run or wait for a tab. `ASKING`: a person is asked. */
export const STANDINGS = ['IDLE', 'WORKING', 'ASKING'] as const;

export type LentNow = { readonly lent: LentView; readonly taskId: string; readonly intent: string };

export type Standing = {
  readonly state: (typeof STANDINGS)[number];
  readonly running: number;
  readonly questions: number;
  readonly lent: readonly LentNow[];
};

type Known = {
  readonly tasks: readonly {
    readonly id: string;
    readonly intent: string;
    readonly status: string;
    readonly questions: readonly { readonly state: string }[];
    readonly lent: readonly LentView[];
  }[];
  /** Open ones. */
  readonly consents: readonly unknown[];
};

export function standingOf({ tasks, consents }: Known): Standing {
  const running = tasks.filter(({ status }) => ['QUEUED', 'RUNNING', 'WAITING'].includes(status)).length;
  const questions =
    consents.length + tasks.flatMap((task) => task.questions).filter(({ state }) => state === 'OPEN').length;
  const lent = tasks.flatMap(({ id, intent, lent: views }) =>
    views.filter(({ state }) => state === 'LENT').map((view) => ({ lent: view, taskId: id, intent })),
  );
  return { state: questions > 0 ? 'ASKING' : running > 0 ? 'WORKING' : 'IDLE', running, questions, lent };
}

/** "2 asked, 1 running"; "nothing runs" */
export function standingInWords({ running, questions, lent }: Standing): string {
  const parts = [
    ...(questions === 0 ? [] : [`${questions} asked`]),
    ...(running === 0 ? [] : [`${running} running`]),
    ...(lent.length === 0
      ? []
      : [`signed in as you at ${[...new Set(lent.map((one) => one.lent.domain))].join(', ')}`]),
  ];
  return parts.length === 0 ? 'nothing runs' : parts.join(', ');
}
