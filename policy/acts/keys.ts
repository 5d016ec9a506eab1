// Key names as in KeyboardEvent.key: what a key writes, what it does with the clipboard, and what the protocol needs for it. Pure.
// INVARIANT: the one parser of a key's spelling: gates, provenance and keyboard see the same stroke, or none of them sees any.
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** What a chord does with the clipboard: the gateway keeps one for each task, the browser's own is never used by a key. */
export type ClipboardUse = 'COPY' | 'CUT' | 'PASTE';

export type KeyStroke = {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly text: string;
  /** Bits: Alt 1, Control 2, Meta 4, Shift 8. */
  readonly modifiers: number;
  readonly commands: readonly string[];
  readonly clipboard: ClipboardUse | null;
};

const [ALT, CONTROL, META, SHIFT] = [1, 2, 4, 8];
const MODIFIERS: Readonly<Record<string, number>> = {
  Alt: ALT,
  Control: CONTROL,
  Ctrl: CONTROL,
  Meta: META,
  Shift: SHIFT,
};

/** name → [code, virtual key, text] */
const NAMED: Readonly<Record<string, readonly [string, number, string]>> = {
  Enter: ['Enter', 13, '\r'],
  Tab: ['Tab', 9, ''],
  Escape: ['Escape', 27, ''],
  Backspace: ['Backspace', 8, ''],
  Delete: ['Delete', 46, ''],
  Insert: ['Insert', 45, ''],
  Home: ['Home', 36, ''],
  End: ['End', 35, ''],
  PageUp: ['PageUp', 33, ''],
  PageDown: ['PageDown', 34, ''],
  ArrowLeft: ['ArrowLeft', 37, ''],
  ArrowUp: ['ArrowUp', 38, ''],
  ArrowRight: ['ArrowRight', 39, ''],
  ArrowDown: ['ArrowDown', 40, ''],
  ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`F${at + 1}`, [`F${at + 1}`, 112 + at, '']])),
};

/** Editing commands: Chromium takes them from the platform's key bindings, which synthetic events do not pass. */
const COMMANDS: Readonly<Record<string, string>> = { a: 'selectAll', z: 'undo', y: 'redo' };

/** `Enter`, `a`, `Control+a`, `Shift+Tab`. Errors: `act.not-actionable` for a name that no keyboard has. */
export function parseKey(text: string): Result<KeyStroke> {
  const parts = text.length > 1 ? text.split(/\+(?=.)/) : [text];
  const name = parts.pop() ?? '';
  let modifiers = 0;
  for (const part of parts) {
    const bit = MODIFIERS[part];
    if (bit === undefined) return unknownKey(text);
    modifiers |= bit;
  }
  const key = name === 'Space' ? ' ' : name;
  const named = Object.hasOwn(NAMED, key) ? NAMED[key] : undefined;
  if (named !== undefined) {
    const [code, windowsVirtualKeyCode, typed] = named;
    return ok({
      key,
      code,
      windowsVirtualKeyCode,
      text: typed,
      modifiers,
      commands: [],
      clipboard: clipboardUse(key, modifiers),
    });
  }
  // A line break written as a character would send a form as Enter does, and be taken for a letter.
  if (Array.from(key).length !== 1 || /\p{Cc}/u.test(key)) return unknownKey(text);
  const upper = key.toUpperCase();
  const code = /[A-Z]/.test(upper)
    ? `Key${upper}`
    : /\d/.test(key)
      ? `Digit${key}`
      : key === ' '
        ? 'Space'
        : '';
  const chord = (modifiers & (ALT | CONTROL | META)) !== 0;
  const command = (modifiers & (CONTROL | META)) === 0 ? undefined : COMMANDS[key.toLowerCase()];
  return ok({
    key,
    code,
    windowsVirtualKeyCode: /[A-Z0-9 ]/.test(upper) ? (upper.codePointAt(0) ?? 0) : 0,
    text: chord ? '' : key,
    modifiers,
    commands: command === undefined ? [] : [command],
    clipboard: clipboardUse(key.toLowerCase(), modifiers),
  });
}

/** Every chord by which some platform copies, cuts or pastes: with more keys held down it counts too. */
function clipboardUse(key: string, modifiers: number): ClipboardUse | null {
  const held = (keys: number): boolean => (modifiers & keys) !== 0;
  switch (key) {
    case 'c':
      return held(CONTROL | META) ? 'COPY' : null;
    case 'x':
      return held(CONTROL | META) ? 'CUT' : null;
    case 'v':
      return held(CONTROL | META) ? 'PASTE' : null;
    case 'Insert':
      return held(SHIFT) ? 'PASTE' : held(CONTROL | META) ? 'COPY' : null;
    case 'Delete':
      return held(SHIFT) ? 'CUT' : null;
    default:
      return null;
  }
}

/** What a page hears of a key as writing, held keys or not: a letter, a digit, a sign. What is no key stands for itself. */
export function heardOf(text: string): string {
  const stroke = parseKey(text);
  if (!stroke.ok) return text;
  const { key } = stroke.value;
  return key !== ' ' && Array.from(key).length === 1 ? key : '';
}

/**
 * Whether a key enters something: what it writes, or what the clipboard holds. A space or a line break alone says nothing,
 * but for a space that becomes part of a credential.
 */
export function entersText(text: string, isCredential: boolean): boolean {
  const stroke = parseKey(text);
  if (!stroke.ok || stroke.value.clipboard === 'PASTE') return true;
  const written = stroke.value.text;
  return written.trim() !== '' || (isCredential && written === ' ');
}

/** How an act comes to its element: `ENTER` sends the form of a field, a space clicks. */
export type Landing = 'CLICK' | 'ENTER' | 'NONE';

/** Where a key has the effect of a press on the element. */
export function keyLanding(text: string): Landing {
  const stroke = parseKey(text);
  const key = stroke.ok ? stroke.value.key : '';
  return key === 'Enter' ? 'ENTER' : key === ' ' ? 'CLICK' : 'NONE';
}

const unknownKey = (text: string): Result<never> =>
  fail('act.not-actionable', `\`${text}\` is not a key`, {
    help: 'use the names of KeyboardEvent.key, such as Enter, Tab, ArrowDown, a or Control+a',
  });
