// An act on a page as a command has it: with its tries, and where it fails for good, with what a caller has to know to go on.
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { READ_CONSOLE, consoleErrorsIn, explainFailedAct } from '#gateway/tabs/failed-act.ts';
import { suggestedCommand } from '#gateway/tabs/suggest.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { answer, pageOf } from './call.ts';
import type { Call, OpenTab } from './call.ts';
import type { CommandAnswer } from './contract.ts';

export type Retrying = {
  readonly autoRetry?: boolean;
  readonly maxRetries?: number;
  readonly generation?: number;
};

/** Acts, and answers with `message` and what is there then. */
export async function acted(
  call: Call,
  open: OpenTab,
  action: BrowserAction,
  message: string,
  params: Retrying = {},
): Promise<Result<CommandAnswer>> {
  const warning = staleness(open, params.generation);
  const done = await tried(call, open, action, params);
  return done.ok ? answer({ message, ...pageOf(open), ...afterwards(done.value), ...warning }) : done;
}

/** Seed 003, 7.2 and 7.3. */
export async function tried(
  call: Call,
  open: OpenTab,
  action: BrowserAction,
  { autoRetry, maxRetries }: Retrying = {},
): Promise<Result<ActOutcome>> {
  const settings = call.settings();
  if (!settings.ok) return settings;
  const wanted = autoRetry ?? (maxRetries !== undefined || settings.value['auto-retry']);
  const retries = wanted ? (maxRetries ?? settings.value['retry-count']) : 0;
  const retryDelayMs = settings.value['retry-delay-ms'];
  const done = await call.act(open, action, { retries, retryDelayMs });
  if (done.ok || !done.error.code.startsWith('act.')) return done;
  return { ok: false, error: await withContext(call, open, action, done.error) };
}

/** What it started beyond itself. */
export function afterwards(outcome: ActOutcome): Readonly<Record<string, unknown>> {
  if (outcome.kind !== 'DONE') return {};
  const { navigated, status, refused, files = [] } = outcome;
  return {
    ...(navigated ? { navigated, status } : {}),
    ...(refused.length === 0
      ? {}
      : {
          refused: refused.map(({ message, help }) =>
            help === undefined ? message : `${message} (${help})`,
          ),
        }),
    ...(files.length === 0 ? {} : { files }),
  };
}

/** Seed 003, 4.4: said, not refused. */
function staleness({ look }: OpenTab, generation: number | undefined): { warning?: string } {
  if (generation === undefined || look === null || look.generation === generation) return {};
  return {
    warning: `planned on snapshot ${generation}, and the page was looked at since: the latest is ${look.generation}`,
  };
}

/** With what is known of it as `context`, in the wire's own names. */
async function withContext(
  call: Call,
  open: OpenTab,
  action: BrowserAction,
  error: Failure,
): Promise<Failure> {
  const next = suggestedCommand(error);
  const help = error.help ?? next ?? undefined;
  const act = await explainFailedAct(error, {
    attemptedRef: 'ref' in action ? (action.ref ?? null) : null,
    url: pageOf(open).url,
    // A page that answers nobody has the act's time behind it: it is not asked once more.
    consoleErrors: async () =>
      error.code === 'page.unresponsive' ? [] : consoleErrorsIn(await call.act(open, READ_CONSOLE)),
    suggestion: error.help ?? next ?? 'run `ghost observe` to see how the page does',
  });
  return {
    ...error,
    ...(help === undefined ? {} : { help }),
    details: {
      ...error.details,
      context: {
        command: action.type.toLowerCase(),
        attempted_ref: act.attemptedRef,
        original_element: act.element,
        page_url: act.url,
        console_errors: act.consoleErrors,
        retry_log: act.retryLog,
        suggestion: act.suggestion,
      },
    },
  };
}

/** The outcome of a kind, or the program's own mistake. */
export function expected<K extends ActOutcome['kind']>(
  outcome: ActOutcome,
  kind: K,
): Extract<ActOutcome, { kind: K }> {
  if (!isKind(outcome, kind)) throw new TypeError(`an act gave ${outcome.kind} in place of ${kind}`);
  return outcome;
}

const isKind = <K extends ActOutcome['kind']>(
  outcome: ActOutcome,
  kind: K,
): outcome is Extract<ActOutcome, { kind: K }> => outcome.kind === kind;

/** Does one act on the tab that is meant, and gives its outcome. */
export async function outcomeOf<K extends ActOutcome['kind']>(
  call: Call,
  target: string | undefined,
  action: BrowserAction,
  kind: K,
): Promise<Result<{ readonly outcome: Extract<ActOutcome, { kind: K }>; readonly open: OpenTab }>> {
  const open = call.tab(target);
  if (!open.ok) return open;
  const done = await tried(call, open.value, action);
  if (!done.ok) return done;
  const waits = done.value.dialogs?.find((one) => one.answer === 'OPEN');
  if (kind !== 'DONE' && done.value.kind === 'DONE' && waits !== undefined)
    return fail('act.dialog-open', 'a dialog of the page waits for its answer', {
      help: 'accept or dismiss it first',
      details: { dialog: waits.dialog, message: waits.message },
    });
  return ok({ outcome: expected(done.value, kind), open: open.value });
}
