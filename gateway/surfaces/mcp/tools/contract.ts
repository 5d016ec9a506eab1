// What an MCP tool is, and whom it reaches a browser by.
// INVARIANT: a tool is commands of the one table, each of which it names, or one task of the gateway's, and nothing else.
import type { z } from 'zod';
import type { Drawn } from '#gateway/extraction/applet.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import type { CommandName } from '#gateway/protocol/commands/table.ts';
import type { Place } from '#gateway/protocol/place.ts';
import type { AuditAnswer } from '#gateway/protocol/views/audit.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { QuestionAnswer } from '#gateway/protocol/views/question.ts';
import type { TaskResult, TaskView } from '#gateway/protocol/views/task.ts';
import type { PolicyDecision } from '#policy/language/facts.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

/** The gateway as an MCP client's server sees it: in this process, or behind the daemon's socket. One worker each. */
export interface Backend {
  /**
   * One command. `says`: the client's own words for it, which a consent card shows as a quotation. `looksNext`: the next one is
   * `snapshot`.
   */
  run(
    name: CommandName,
    params: Readonly<Record<string, unknown>>,
    options: {
      readonly says?: string;
      readonly looksNext?: boolean;
      readonly waits: (card: ConsentCard) => void;
      readonly queued?: (place: Place) => void;
    },
    signal: AbortSignal,
  ): Promise<Result<CommandAnswer>>;
  /** A task of the client's own: its words name no site and explain nothing. It ends with `signal`. Errors: `task.*`, `act.bad-url`. */
  start(asked: TaskAsked, signal: AbortSignal, on: (event: TaskEvent) => void): Result<ClientTask>;
  /** Whether a question still waits for its answer. */
  asks(id: string): boolean;
  /** For the person at the client, where the policy lets them. */
  answer(id: string, answer: ConsentAnswer): Promise<Result<void>>;
  audit(query: string, limit: number): Promise<Result<AuditAnswer>>;
  /** What the policy in force decides on these facts, and by which entries. */
  explain(request: Readonly<Record<string, unknown>>): Result<PolicyDecision>;
  /** Ends what the worker has open. Idempotent. */
  close(): Promise<void>;
}

export type TaskAsked = { readonly intent: string; readonly startUrl?: string };

/** A task that runs for the client. */
export type ClientTask = {
  readonly id: string;
  readonly done: Promise<TaskResult>;
  view(): TaskView;
  /** A question of the policy's that a person has to answer elsewhere; `null`: none is open. */
  waitsFor(): ConsentCard | null;
  /** Says what is meant and allows nothing. `by`: the person at the client, as the client says, or itself. Errors: `question.*`. */
  answer(question: string, answer: QuestionAnswer, by: 'PERSON' | 'CLIENT'): Result<void>;
};

/** What a tool gives, before it is written down. Text of a page goes into `quoted`, `events` and `snapshot` alone. */
export type ToolAnswer = {
  /** Our own words. */
  readonly result?: string;
  /** Text that a page, a script or a server wrote. */
  readonly quoted?: string;
  /** A dialog of the page waits, in our own words. */
  readonly modal?: string;
  /** What pages asked and complained of meanwhile, in their words, a line each. */
  readonly events?: readonly string[];
  readonly page?: PageNow;
  readonly tabs?: readonly (PageNow & { readonly current: boolean })[];
  readonly snapshot?: string;
  readonly pictures?: readonly { readonly base64: string; readonly mimeType: string }[];
  /** The same as fields, of a tool with an `output`. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Rows that a client with a place for applets may have drawn. */
  readonly drawn?: Drawn;
  /** It did not do what was asked. */
  readonly error?: Failure;
  /** In a dialect of its own: as it is handed out. */
  readonly written?: { readonly content: readonly Content[]; readonly isError: boolean };
};

/** In which tools and words a client is served. */
export type Dialect = {
  readonly instructions: string;
  readonly tools: readonly ToolRow[];
  readonly answer: (answer: ToolAnswer) => readonly Content[];
  readonly failure: (error: Failure) => readonly Content[];
  /** What the client says that it works in. */
  readonly worksIn?: (directory: string | null) => void;
  /** The client left. */
  readonly end?: () => Promise<void>;
};

export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export type PageNow = { readonly url: string; readonly title: string };

/** One call of a tool. */
export type ToolCall = {
  run(
    name: CommandName,
    params: Readonly<Record<string, unknown>>,
    says?: string,
    looksNext?: boolean,
  ): Promise<Result<CommandAnswer>>;
  /** Of a tool with `task`: to its end. */
  task(asked: TaskAsked): Promise<Result<TaskResult>>;
  readonly backend: Backend;
  readonly memory: ToolMemory;
  readonly signal: AbortSignal;
};

/** What a client's calls know of one another. */
export type ToolMemory = {
  /** The element that was clicked last: whose file chooser `browser_file_upload` is for. */
  clicked: string | null;
};

export type ToolRow = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Strict. */
  readonly input: z.ZodObject;
  /** What stands in `structured`. */
  readonly output?: z.ZodObject;
  /** Its answers may have rows in `drawn`. */
  readonly drawn?: true;
  /** All that it may run; empty: it touches no browser. */
  readonly commands: readonly CommandName[];
  /** What it runs besides for its answer, whatever it does: these make it neither more nor less. */
  readonly around?: readonly CommandName[];
  /** Of the tool that runs a task: what it says while the task goes on, and how a later call finds the task again. */
  readonly task?: {
    readonly meanwhile: (task: ClientTask) => ToolAnswer;
    /** `null`: it begins one. */
    readonly again: (
      args: Readonly<Record<string, unknown>>,
    ) => { readonly task: string; readonly answer: string | null } | null;
  };
  readonly run: (call: ToolCall, args: Readonly<Record<string, unknown>>) => Promise<Result<ToolAnswer>>;
};

/** Keeps the type of its arguments: they are parsed before `run` sees them. */
export function tool<S extends z.ZodObject>(
  given: Omit<ToolRow, 'input' | 'run'> & {
    readonly input: S;
    readonly run: (call: ToolCall, args: z.output<S>) => Promise<Result<ToolAnswer>>;
  },
): ToolRow {
  return { ...given, run: (call, args) => given.run(call, given.input.parse(args)) };
}
