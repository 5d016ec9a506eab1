// A result's rows as an applet for a file: by the catalogue where that can say it, by a model where the words ask for a form of its own.
// INVARIANT: no rows go to a model before the log says so; what it makes passes the check on the desk's thread; without one, and where it
// fails, the catalogue draws and says why; a few are drawn by models at once, and the next is refused.
import { parseBrief } from '#engines/maker/brief.ts';
import type { Brief } from '#engines/maker/brief.ts';
import { credited } from '#engines/maker/credited.ts';
import { namesNoForm } from '#engines/maker/offline/form.ts';
import type { CallContext, ModelService } from '#engines/model/contract.ts';
import type { Attempt, Generated, ModelMaker } from '#engines/maker/by-model/maker.ts';
import { MAKER_PROMPT_VERSION } from '#engines/maker/by-model/prompt.ts';
import type { KeptApplet } from '#gateway/vault/results/contract.ts';
import { maskText } from '#gateway/audit/mask/mask-text.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { MadeApplet } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { appletDesk } from './applet-desk.ts';
import { rowsOf } from './applet.ts';

export type DrawnParts = {
  readonly maker: ModelMaker | null;
  /** Of its task, for the proxy. */
  readonly of: CallContext;
  readonly audit: Pick<AuditLog, 'append'>;
  /** Who asked for it. */
  readonly who: string;
  /** Beside its task; whether that works changes nothing of what is given. */
  readonly keep: (taskId: string, applet: KeptApplet) => Promise<unknown>;
};

/** Each costs money and minutes; of the whole process. */
export const MOST_DRAWINGS = 2;
let drawings = 0;

type OfTask = Pick<TaskResult, 'taskId' | 'intent' | 'table' | 'shows'>;

/** Rejects only with the signal's reason. Errors: `act.no-table`, `maker.*` (`maker.busy`: models draw others), `audit.*`. */
export async function drawnApplet(
  result: OfTask,
  parts: DrawnParts,
  signal: AbortSignal,
): Promise<Result<MadeApplet>> {
  const { maker, audit, who } = parts;
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
  if (drawings >= MOST_DRAWINGS)
    return fail('maker.busy', `models draw ${drawings} applets already`, {
      help: 'ask again when one of them is there, or ask for a table, cards, a chart or a timeline: those need no model',
    });
  drawings += 1;
  try {
    return await byModel(result, brief.value, { ...parts, maker }, signal);
  } finally {
    drawings -= 1;
  }
}

async function byModel(
  result: OfTask,
  brief: Brief,
  { maker, of, audit, who, keep }: DrawnParts & { readonly maker: ModelMaker },
  signal: AbortSignal,
): Promise<Result<MadeApplet>> {
  const { taskId } = result;
  const details = {
    by: maker.id,
    model: maker.model,
    prompt: MAKER_PROMPT_VERSION,
    rows: brief.data.rows.length,
  };
  const begun = await note(audit, { taskId, who, outcome: 'BEGUN', details });
  if (!begun.ok) return begun;
  const { made, usage } = await asked({ maker, brief, of }, signal).catch(async (thrown: unknown) => {
    const error = signal.aborted ? 'task.cancelled' : 'boundary.internal';
    await note(audit, { taskId, who, outcome: 'FAILED', details: { ...details, error } });
    throw thrown;
  });
  const drawn = made.ok
    ? ok<MadeApplet>(inFile(made.value, maker.id))
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
  if (!ended.ok) return ended;
  if (made.ok) {
    const { answer, model, retries } = made.value;
    // What the mask would change is not kept: it would be another document.
    if (maskText(answer) === answer) await keep(taskId, { form: 'model', answer, model, retries });
  }
  return drawn;
}

const inFile = ({ html, model, retries }: Generated, by: ModelService): MadeApplet => ({
  html: credited(html, { model, retries }),
  by,
  model,
  retries,
  note: null,
});

type Asked = { readonly maker: ModelMaker; readonly brief: Brief; readonly of: CallContext };

/** A maker that breaks is one that made nothing. */
async function asked({ maker, brief, of }: Asked, signal: AbortSignal): Promise<Attempt> {
  try {
    return await maker.make(brief, (html) => appletDesk.judge(html), signal, of);
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
