// A kept result as an applet: the document that lies beside its task, or one made of its rows. INVARIANT: it passes the check each time it is
// opened, on the desk’s thread.
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import type { ResultStore } from '#gateway/vault/result-store.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { appletDesk } from './applet-desk.ts';
import type { CheckedApplet } from './applet-desk.ts';
import { partsOf } from './kept-parts.ts';

/** Without a form: the one that was opened last, else the one that fits. Errors: `result.unknown`, `act.no-table`, `maker.*`, `vault.*`. */
export async function openApplet(
  store: Pick<ResultStore, 'applet' | 'keepApplet'>,
  taskId: string,
  form: AppletForm | null,
): Promise<Result<CheckedApplet>> {
  const found = await store.applet(taskId, form);
  if (!found.ok) return found;
  const { result, applet } = found.value;
  if (applet !== null) {
    const hashes = await appletDesk.recheck(applet.html);
    if (!hashes.ok) return hashes;
    if (hashes.value !== null) return ok({ ...applet, hashes: hashes.value });
    // What an earlier program kept and this one would refuse is made anew.
  }
  const parts = partsOf(result);
  if (!parts.ok) return parts;
  const { shows, table } = parts.value;
  const made = await appletDesk.make(
    {
      intent: result.intent,
      ...(shows === undefined ? {} : { shows }),
      ...(table === undefined ? {} : { table }),
    },
    form ?? applet?.form ?? null,
  );
  if (!made.ok) return made;
  const { form: shown, html } = made.value;
  // One that could not be kept is shown all the same: the next opening makes it anew.
  await store.keepApplet(taskId, { form: shown, html });
  return made;
}
