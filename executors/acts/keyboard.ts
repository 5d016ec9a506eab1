// FOCUS, PRESS, TYPE, FILL: trusted keyboard input into the element that was authorised.
// INVARIANT: no character is sent unless that element has the focus.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { parseKey } from '#policy/acts/keys.ts';
import type { KeyStroke } from '#policy/acts/keys.ts';
import { carriesOut, reachesPage } from '#executors/cdp/budget.ts';
import type { CdpParams } from '#executors/cdp/types.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';

/** Longer texts are inserted at once: a key event for each character of an essay helps nobody. */
const MAX_KEYSTROKES = 200;

const PREPARE = `function (replace) {
  const field = this instanceof Element ? this : this.parentElement;
  const root = field.getRootNode();
  if (root.activeElement !== field && !field.contains(root.activeElement)) field.focus({ preventScroll: false });
  if (root.activeElement !== field && !field.contains(root.activeElement)) return 'UNFOCUSABLE';
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field.readOnly) return 'READONLY';
    if (field instanceof HTMLInputElement && ['file', 'checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'hidden'].includes(field.type)) return 'NO_TEXT';
    if (field instanceof HTMLInputElement && ['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'].includes(field.type)) return 'SET';
    if (replace) field.select();
    else try { field.setSelectionRange(field.value.length, field.value.length); } catch { return 'APPEND'; }
    return field instanceof HTMLTextAreaElement ? 'READY' : 'LINE';
  }
  if (field instanceof HTMLElement && field.isContentEditable) {
    const selection = getSelection();
    selection.selectAllChildren(field);
    if (!replace) selection.collapseToEnd();
    return 'READY';
  }
  return 'NO_TEXT';
}`;

// The prototype's own setter: frameworks put theirs on the element and would miss the change.
const SET_VALUE = `function (value) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(this, value);
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return this.value;
}`;

export async function focus(page: Page, entry: RefEntry): Promise<Result<void>> {
  const { backendNodeId, frameId } = entry;
  await page.frames.sessionOf(frameId).send('DOM.focus', { backendNodeId });
  return ok(undefined);
}

/** In our world: what is selected in the element, as far as its user may copy it. */
const SELECTED = `function () {
  const field = this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement ? this : null;
  if (field instanceof HTMLInputElement && field.type === 'password') return '';
  return field !== null && field.selectionStart !== null
    ? field.value.slice(field.selectionStart, field.selectionEnd)
    : String(getSelection());
}`;
const SELECTED_IN_PAGE = 'String(getSelection())';
/** Whether line breaks may be put into it. */
const TAKES_LINES = `function () {
  return this instanceof HTMLTextAreaElement || (this instanceof HTMLElement && this.isContentEditable);
}`;

/**
 * One key, into \`entry\` or whatever has the focus. \`pasted\`: what a key that pastes enters, in place of the browser's clipboard.
 * Gives what a key that copies found selected.
 */
export async function press(
  page: Page,
  entry: RefEntry | null,
  key: string,
  pasted: string | null = null,
): Promise<Result<string | null>> {
  const stroke = parseKey(key);
  if (!stroke.ok) return stroke;
  const { clipboard } = stroke.value;
  if (clipboard === null) {
    carriesOut();
    await Promise.all(strike(page, stroke.value));
    return ok(null);
  }
  const copied =
    clipboard === 'PASTE'
      ? null
      : await (entry === null
          ? page.evaluate(SELECTED_IN_PAGE, String)
          : page.callOn(entry, SELECTED, [], String));
  // INVARIANT: no key reaches the browser's own clipboard: without its code it stands for no editing command but ours.
  const [down, up] = keyEvents({
    ...stroke.value,
    windowsVirtualKeyCode: 0,
    commands: clipboard === 'CUT' ? ['delete'] : [],
  });
  const pastes = entry !== null && pasted !== null && pasted !== '';
  if (!pastes) carriesOut();
  await page.session.send('Input.dispatchKeyEvent', down);
  if (pastes) {
    const lines = await page.callOn(entry, TAKES_LINES, [], Boolean);
    carriesOut();
    await page.session.send('Input.insertText', { text: lines ? pasted : oneLine(pasted) });
  }
  await page.session.send('Input.dispatchKeyEvent', up);
  return ok(copied);
}

/** Behind what the field holds (`replace` false), or in its place. Errors: `act.not-actionable`. */
export async function enterText(
  page: Page,
  entry: RefEntry,
  text: string,
  replace: boolean,
): Promise<Result<void>> {
  const state = await page.callOn(entry, PREPARE, [replace], String);
  switch (state) {
    case 'READY':
      return insert(page, text, replace);
    case 'LINE':
      return insert(page, oneLine(text), replace);
    case 'APPEND': // a number or e-mail field has no caret to set: End moves it
      await toTheEnd(page);
      return insert(page, oneLine(text), replace);
    case 'SET':
      return setValue(page, entry, text);
    case 'READONLY':
      return fail('act.not-actionable', `\`${entry.ref}\` is read-only`);
    case 'UNFOCUSABLE':
      return fail('act.not-actionable', `\`${entry.ref}\` does not take the focus`);
    default:
      return fail('act.not-actionable', `\`${entry.ref}\` is no text field`, {
        help: 'use CHECK for boxes, SELECT for lists, CLICK for buttons',
      });
  }
}

async function toTheEnd(page: Page): Promise<void> {
  const end = parseKey('End');
  if (end.ok) await Promise.all(strike(page, end.value));
}

/** A line break inserted into a field of one line submits its form: an act that nobody decided on. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

async function insert(page: Page, text: string, replace: boolean): Promise<Result<void>> {
  const characters = Array.from(text);
  if (replace || characters.length > MAX_KEYSTROKES) {
    if (text === '') await press(page, null, 'Delete');
    else {
      carriesOut();
      await page.session.send('Input.insertText', { text });
    }
    return ok(undefined);
  }
  const strokes: Promise<unknown>[] = [];
  if (characters.length === 0) carriesOut();
  // What comes before the last character is answered before it is its turn.
  let before = 0;
  for (const character of characters) {
    const stroke = parseKey(character);
    before = strokes.length;
    if (character === '\n' || character === '\t' || !stroke.ok) {
      strokes.push(page.session.send('Input.insertText', { text: character }));
    } else strokes.push(...strike(page, stroke.value));
  }
  const last = Promise.all(strokes.slice(0, before)).then(carriesOut);
  await Promise.all([last, ...strokes]);
  return ok(undefined);
}

async function setValue(page: Page, entry: RefEntry, text: string): Promise<Result<void>> {
  reachesPage();
  carriesOut();
  const value = await page.callOn(entry, SET_VALUE, [text], String);
  if (value !== '' || text === '') return ok(undefined);
  return fail('act.not-actionable', `\`${entry.ref}\` does not take this value`, {
    help: 'dates are written as 2026-11-21, times as 14:30, colours as #rrggbb',
  });
}

type KeyEvent = NonNullable<CdpParams<'Input.dispatchKeyEvent'>>;

const strike = (page: Page, stroke: KeyStroke): Promise<unknown>[] =>
  keyEvents(stroke).map((event) => page.session.send('Input.dispatchKeyEvent', event));

function keyEvents({
  text,
  commands,
  clipboard: _clipboard,
  ...key
}: KeyStroke): readonly [KeyEvent, KeyEvent] {
  return [
    {
      ...key,
      type: text === '' ? 'rawKeyDown' : 'keyDown',
      ...(text === '' ? {} : { text, unmodifiedText: text }),
      ...(commands.length === 0 ? {} : { commands: [...commands] }),
    },
    { ...key, type: 'keyUp' },
  ];
}
