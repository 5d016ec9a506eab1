// What is kept of tasks: a line of each, the whole of one, its applets; how it is asked for and deleted.
// INVARIANT: nothing of it is a secret that the mask knows.
import type { AppletForm, DrawnForm } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { Result } from '#policy/language/failure.ts';

/** The kind of what the agent of a task was shown and answered: it goes with its result. */
export const THOUGHT = 'thought';

export type ResultLine = {
  readonly taskId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly intent: string;
  readonly status: string;
  readonly sources: readonly string[];
  /** Whose task it was, where it was no person's. */
  readonly agent: string | null;
};
/** `result`: the answer, facts with their quotations, evidence, `table`; plain JSON. */
export type KeptResult = ResultLine & { readonly result: unknown };

/** What a model wrote, without the rows: DATA is of the kept rows each time. */
export type KeptAnswer = {
  readonly form: 'model';
  readonly answer: string;
  readonly model: string;
  /** Answers that were refused before it. */
  readonly retries: number;
};
/** An applet beside its task, as it was kept: whoever opens it checks it again. */
export type KeptApplet = { readonly form: AppletForm; readonly html: string } | KeptAnswer;
export type WithApplet = {
  readonly result: KeptResult;
  readonly applet: KeptApplet | null;
  /** Whether a model's lies beside it, in whichever form it is asked for. */
  readonly hasModel: boolean;
};

export type ResultQuery = {
  /** All of them stand in the intent; each may be the beginning of a word. */
  readonly words?: string;
  readonly status?: string;
  /** Milliseconds. */
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
};

/** Puts dots in the place of values that are known to be secret. */
export type HideSecrets = (text: string) => string;

/** Errors of all: `vault.*`. Nothing is made where nothing was kept yet. */
export interface ResultStore extends AsyncDisposable {
  /** `agent`: whose words the intent was, where it was no person's. */
  keep(result: TaskResult, agent?: string | null, hide?: HideSecrets): Promise<Result<void>>;
  /** Newest first. */
  find(query: ResultQuery): Promise<Result<readonly ResultLine[]>>;
  /** Errors: `result.unknown`. */
  show(taskId: string): Promise<Result<KeptResult>>;
  /** `null`: the form that was opened last; it counts as used. Errors: `result.unknown`. */
  applet(taskId: string, form: DrawnForm | null): Promise<Result<WithApplet>>;
  /** Beside a task that is kept; of all of them those that were used last stay. */
  keepApplet(taskId: string, applet: KeptApplet): Promise<Result<void>>;
  /** How many there were, their applets and pictures gone with them; by its id also a task of which pictures alone are there. Errors: `result.unknown`. */
  delete(taskIds: readonly string[] | 'ALL'): Promise<Result<number>>;
}
