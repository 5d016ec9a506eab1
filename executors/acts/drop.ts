// DROP: files and texts let go of over an element, as if a person had brought them from outside the browser.
// INVARIANT: the browser sees copies of approved files alone; where the element takes no drop, nothing was dropped.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';
import { aim } from './pointer.ts';
import { stageFiles } from './storage/uploads.ts';

/** Copy: what a page may do with what comes from outside. */
const COPY = 1;

export type Dropped = {
  readonly data?: Readonly<Record<string, string>>;
  /** Of the approved files, `null` for none. */
  readonly files: string | null;
  readonly profile: string;
};

/** Errors: `act.covered`, `act.not-actionable`, `act.bad-file`. */
export async function drop(
  page: Page,
  entry: RefEntry,
  { data = {}, files: given, profile }: Dropped,
): Promise<Result<void>> {
  const staged = given === null ? ok([]) : await stageFiles(given, profile);
  if (!staged.ok) return staged;
  const point = await aim(page, entry, 'NONE');
  if (!point.ok) return point;
  const { x, y } = point.value;
  const items = Object.entries(data).map(([mimeType, text]) => ({ mimeType, data: text }));
  if (items.length === 0 && staged.value.length === 0)
    return fail('act.not-actionable', 'nothing was given to drop', {
      help: 'name files, or texts by their type',
    });
  const files = staged.value.length === 0 ? {} : { files: [...staged.value] };
  const carried = { items, ...files, dragOperationsMask: COPY };
  // In one go: nothing comes between.
  await Promise.all(
    (['dragEnter', 'dragOver', 'drop'] as const).map((type) =>
      page.session.send('Input.dispatchDragEvent', { type, x, y, data: carried }),
    ),
  );
  return ok(undefined);
}
