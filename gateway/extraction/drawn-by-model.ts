// A result's rows as an applet for a file: by the catalogue where that can say it, by a model where the words ask for a form of its own.
// INVARIANT: no rows go to a model before the log says so; what it makes passes the check on the desk's thread; without one, and where it
// fails, the catalogue draws and says why.
import { parseBrief } from '#engines/maker/brief.ts';
import { namesNoForm } from '#engines/maker/offline/form.ts';
import type { Attempt, ModelMaker } from '#engines/maker/gemini/maker.ts';
import { MAKER_PROMPT_VERSION } from '#engines/maker/gemini/prompt.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { MadeApplet } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { appletDesk } from './applet-desk.ts';
import { rowsOf } from './applet.ts';

export type DrawnParts = {
  readonly maker: ModelMaker | null;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Who asked for it. */
  readonly who: string;
};

type OfTask = Pick<TaskResult, 'taskId' | 'intent' | 'table' | 'shows'>;

/** Rejects only with the signal's reason. Errors: `act.no-table`, `maker.*`, `audit.*`. */
export async function drawnApplet(
  result: OfTask,
  { maker, audit, who }: DrawnParts,
  signal: AbortSignal,
): Promise<Result<MadeApplet>> {
  const rows = rowsOf(result);
  if (!rows.ok) return rows;
  const { taskId, intent, shows = '' } = result;
  if (maker === null || !namesNoForm(shows, intent)) {
    const drawn = await byCatalogue(result, null);
    if (!drawn.ok) return drawn;
    const noted = await note(audit, { taskId, who, outcome: 'DONE', details: madeBy(drawn.value) });
    return noted.ok ? drawn : noted;
  }
  const brief = parseBrief({ intent, dataType: 'table', data: rows.value, visualizationHint: shows });
  if (!brief.ok) return brief;
  const details = {
    by: maker.id,
    model: maker.model,
    prompt: MAKER_PROMPT_VERSION,
    rows: rows.value.rows.length,
  };
  const begun = await note(audit, { taskId, who, outcome: 'BEGUN', details });
  if (!begun.ok) return begun;
  const { made, usage } = await asked(maker, brief.value, signal).catch(async (thrown: unknown) => {
    const error = signal.aborted ? 'task.cancelled' : 'boundary.internal';
    await note(audit, { taskId, who, outcome: 'FAILED', details: { ...details, error } });
    throw thrown;
  });
  const drawn = made.ok
    ? ok<MadeApplet>({ ...made.value, by: 'gemini', note: null })
    : await byCatalogue(result, `The model’s applet is not used: ${made.error.message}`);
  if (!drawn.ok) return drawn;
  const counted = { inputTokens: sum(usage, 'inputTokens'), outputTokens: sum(usage, 'outputTokens') };
  const ended = await note(audit, {
    taskId,
    who,
    outcome: made.ok ? 'DONE' : 'FAILED',
    details: {
      ...madeBy(drawn.value),
      ...counted,
      ...(made.ok ? {} : { asked: maker.model, error: made.error.code, finding: made.error.details ?? null }),
    },
  });
  return ended.ok ? drawn : ended;
}

/** A maker that breaks is one that made nothing. */
async function asked(
  maker: ModelMaker,
  brief: Parameters<ModelMaker['make']>[0],
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    return await maker.make(brief, (html) => appletDesk.judge(html), signal);
  } catch (cause) {
    signal.throwIfAborted();
    return { made: fail('maker.refused', 'the maker ended with an unexpected error', { cause }), usage: [] };
  }
}

async function byCatalogue(result: OfTask, said: string | null): Promise<Result<MadeApplet>> {
  const drawn = await appletDesk.make({ ...result, ...(said === null ? {} : { said: [said] }) }, null);
  return drawn.ok
    ? ok({ html: drawn.value.html, by: 'catalogue', model: null, retries: 0, note: said })
    : drawn;
}

const madeBy = ({ by, model, retries }: MadeApplet) => ({ by, model, retries });

const sum = (usage: Attempt['usage'], key: 'inputTokens' | 'outputTokens'): number =>
  usage.reduce((all, one) => all + one[key], 0);

type Noted = {
  readonly taskId: string;
  readonly who: string;
  readonly outcome: 'BEGUN' | 'DONE' | 'FAILED';
  readonly details: Readonly<Record<string, unknown>>;
};

const note = (audit: DrawnParts['audit'], { taskId, who, outcome, details }: Noted) =>
  audit.append({
    type: 'applet.made',
    taskId,
    requestId: null,
    who,
    what: 'make an applet of the rows of a task',
    where: '',
    verdict: null,
    why: '',
    outcome,
    details,
  });
