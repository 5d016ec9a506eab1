// DROP: files and texts let go of over an element, as if a person had brought them from outside the browser.
// INVARIANT: the browser sees copies of approved files alone; where the element takes no drop, nothing was dropped.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { carriesOut, reachesPage } from '#executors/cdp/budget.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';
import { aim, lastOf } from './pointer.ts';
import { stageFiles } from './storage/uploads.ts';

/** Copy: what a page may do with what comes from outside. */
const COPY = 1;

/**
 * In our world, by the prototypes' own methods: a form's fields may have their names. The browser brings files; texts that it is handed
 * from outside do not reach the page, so the events are made here.
 */
const CARRY_TEXTS = `function (data) {
  const carried = new DataTransfer();
  for (const [type, text] of Object.entries(data)) carried.setData(type, text);
  const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(this);
  const at = { clientX: left + width / 2, clientY: top + height / 2 };
  const fire = (type) =>
    EventTarget.prototype.dispatchEvent.call(this, new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer: carried, ...at }));
  const end = (type) => {
    Reflect.deleteProperty(globalThis, '__ghostDrop');
    fire(type);
  };
  Reflect.defineProperty(globalThis, '__ghostDrop', { value: end, configurable: true });
  fire('dragenter');
  // Whoever takes a drop says so by preventing what happens otherwise.
  return !fire('dragover');
}`;
/** The last event of it. Only once; one that a question of the page came before is never dropped. */
const END_WITH = `function (type) {
  const end = Object.getOwnPropertyDescriptor(globalThis, '__ghostDrop')?.value;
  end?.(type);
  return end !== undefined;
}`;

/** `text`: texts by their media type, as JSON. Errors: `act.covered`, `act.not-actionable`. */
export async function dropTexts(page: Page, entry: RefEntry, text: string): Promise<Result<void>> {
  const data = parseTexts(text);
  if (Object.keys(data).length === 0)
    return fail('act.not-actionable', 'nothing was given to drop', {
      help: 'name files, or texts by their type',
    });
  const point = await aim(page, entry, 'NONE');
  if (!point.ok) return point;
  const endWith = (type: 'drop' | 'dragleave'): Promise<boolean> =>
    page.callOn(entry, END_WITH, [type], Boolean);
  page.dialogs.leaves(() => endWith('dragleave'));
  reachesPage();
  const isTaken = await page.callOn(entry, CARRY_TEXTS, [data], Boolean);
  if (isTaken) carriesOut();
  const ended = await endWith(isTaken ? 'drop' : 'dragleave');
  page.dialogs.leaves(null);
  if (isTaken && ended) return ok(undefined);
  return fail('act.not-actionable', `\`${entry.ref}\` takes no such drop`, {
    help: 'name the element that does: often one around it',
  });
}

/** `files`: the approved ones. Errors: `act.covered`, `act.not-actionable`, `act.bad-file`. */
export async function dropFiles(
  page: Page,
  entry: RefEntry,
  files: string,
  profile: string,
): Promise<Result<void>> {
  const staged = await stageFiles(files, profile);
  if (!staged.ok) return staged;
  const point = await aim(page, entry, 'NONE');
  if (!point.ok) return point;
  const { x, y } = point.value;
  const carried = { items: [], files: [...staged.value], dragOperationsMask: COPY };
  // In one go: nothing comes between.
  await lastOf(
    (['dragEnter', 'dragOver', 'drop'] as const).map((type) =>
      page.session.send('Input.dispatchDragEvent', { type, x, y, data: carried }),
    ),
  );
  return ok(undefined);
}

export const notAtOnce = (): Result<never> =>
  fail('act.unsupported', 'files and texts are dropped one after the other', {
    help: 'drop the files, then the texts',
  });

// Written by the gateway, and bound by its digest to the authorisation.
const parseTexts = (text: string): Readonly<Record<string, string>> =>
  text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, string>>);
