// A kept result as an applet: the document that lies beside its task, or one made of its rows. INVARIANT: it passes the check each time it is
// opened, on the desk’s thread; a model’s is put together with the kept rows anew, and says who drew it.
import type { Film } from '#engines/maker/seen.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import type { KeptApplet, ResultStore } from '#gateway/vault/results/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Drawn } from './applet.ts';
import { appletDesk } from './applet-desk.ts';
import type { CheckedApplet } from './checked-applet.ts';
import { partsOf } from './kept-parts.ts';

/** `hasModel`: whether a model's lies beside it. */
export type OpenedApplet = CheckedApplet & { readonly hasModel: boolean };

const NO_MORE = 'The model’s applet is not shown: the check of this version refuses it.';

/**
 * Without a form: the one that was opened last, else the one that fits. `films`: the pages as they were seen, kept with none. Errors: `result.unknown`, `applet.unknown`, `act.no-table`, `maker.*`,
 * `vault.*`.
 */
export async function openApplet(
  store: Pick<ResultStore, 'applet' | 'keepApplet'>,
  taskId: string,
  form: DrawnForm | null,
  films: readonly Film[] = [],
): Promise<Result<OpenedApplet>> {
  const found = await store.applet(taskId, form);
  if (!found.ok) return found;
  const { result, applet, hasModel } = found.value;
  if (applet === null && form === 'model') return noModel(taskId);
  const parts = partsOf(result);
  if (!parts.ok) return parts;
  const { shows, table } = parts.value;
  const rows: Drawn = {
    intent: result.intent,
    ...(shows === undefined ? {} : { shows }),
    ...(table === undefined ? {} : { table }),
  };
  const checked = applet === null ? ok(null) : await opened(applet, rows, films);
  if (!checked.ok) return checked;
  if (checked.value !== null) return ok({ ...checked.value, hasModel });
  // What an earlier program kept and this one would refuse is made anew, of a model's the catalogue's.
  const wanted = form ?? applet?.form ?? null;
  const isModels = applet?.form === 'model';
  const made = await appletDesk.make(
    isModels ? { ...rows, said: [NO_MORE] } : rows,
    wanted === 'model' ? null : wanted,
  );
  if (!made.ok) return made;
  const { form: shown, html } = made.value;
  // One that could not be kept is shown all the same: the next opening makes it anew.
  if (!isModels && shown !== 'model') await store.keepApplet(taskId, { form: shown, html });
  const withPages = films.length === 0 ? ok(null) : await appletDesk.recheck(html, films);
  if (!withPages.ok) return withPages;
  return ok({ ...made.value, ...withPages.value, hasModel: hasModel && !isModels });
}

/** `null`: the check refuses it. */
async function opened(
  applet: KeptApplet,
  rows: Drawn,
  films: readonly Film[],
): Promise<Result<CheckedApplet | null>> {
  if (applet.form === 'model') return appletDesk.again(applet, rows);
  const checked = await appletDesk.recheck(applet.html, films);
  if (!checked.ok) return checked;
  return ok(checked.value === null ? null : { form: applet.form, ...checked.value, credit: null });
}

const noModel = (taskId: string): Result<never> =>
  fail('applet.unknown', `no model’s applet is kept beside the result of task \`${taskId}\``, {
    help: 'ask for a form of the catalogue: a table, cards, a chart or a timeline',
  });
