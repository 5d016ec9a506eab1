// Who runs a command, and what comes of it, whatever it came by: command line, JSON-RPC, MCP, library.
// INVARIANT: a command is parsed by its row before anything looks at it, and reaches a browser by a `GovernedTab` alone.
import type { Place } from '#gateway/protocol/place.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { Result } from '#policy/language/failure.ts';

export type Caller = {
  /** Tabs, current tab and files are a worker's own: `GHOST_WORKER_ID`, or `default`. */
  readonly worker: string;
  readonly channel: 'cli' | 'rpc' | 'mcp' | 'cdp' | 'library';
  /** Where relative paths begin; `null`: there are none, and files lie in the worker's own directory alone. */
  readonly cwd: string | null;
  /** Hosts that the person who set the caller up named in its configuration: as if they had typed them. */
  readonly namedHosts?: readonly string[];
  /** It answers the dialogs of its tabs itself, alerts too: nothing else is done while one is open. */
  readonly holdsDialogs?: boolean;
  /** The caller's own words for the act: shown as a quotation, never interpreted. */
  readonly says?: string;
  /** The command that comes next is a look. */
  readonly looksNext?: boolean;
  /** Told once of each question that the command waits for. */
  readonly waits?: (card: ConsentCard) => void;
  /** Told its place in the queue for a tab, whenever that changes. */
  readonly queued?: (place: Place) => void;
};

/** Plain JSON, as it is printed. Its fields are those of `answer` in the command's row. */
export type CommandAnswer = { readonly ok: true; readonly [field: string]: unknown };

export interface Commands {
  /**
   * Runs one command: `click`, `storage get` or an alias, with parameters by name. Commands of one worker run one after the
   * other. Errors: `command.unknown`, `command.bad-params` (both with a `did you mean` as help), and whatever the acts have.
   */
  run(
    name: string,
    params: Readonly<Record<string, unknown>>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Result<CommandAnswer>>;
  /** The same from a command line, without `ghost`. Errors as `run`. `input`: what stands for the file `-`. */
  runLine(
    argv: readonly string[],
    caller: Caller,
    signal: AbortSignal,
    input?: string,
  ): Promise<Result<CommandAnswer>>;
  /** Somebody who speaks for a worker is there, until what it gives is called. Tabs of workers without anybody are reclaimed. */
  attend?(worker: string): () => void;
  /** Ends what a worker has open. For who comes once: an MCP client that leaves. */
  release(worker: string): Promise<void>;
}
