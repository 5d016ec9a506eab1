// Key names as in KeyboardEvent.key, and what the protocol needs for them. Pure.
import { fail, ok, type Result } from '#policy/failure.ts';

export type KeyStroke = {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  readonly text: string;
  /** Bits: Alt 1, Control 2, Meta 4, Shift 8. */
  readonly modifiers: number;
  readonly commands: readonly string[];
};

const MODIFIERS: Readonly<Record<string, number>> = { Alt: 1, Control: 2, Ctrl: 2, Meta: 4, Shift: 8 };

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
    return ok({ key, code, windowsVirtualKeyCode, text: typed, modifiers, commands: [] });
  }
  if (Array.from(key).length !== 1) return unknownKey(text);
  const upper = key.toUpperCase();
  const code = /[A-Z]/.test(upper)
    ? `Key${upper}`
    : /\d/.test(key)
      ? `Digit${key}`
      : key === ' '
        ? 'Space'
        : '';
  const chord = (modifiers & 7) !== 0;
  const command = (modifiers & 6) === 0 ? undefined : COMMANDS[key.toLowerCase()];
  return ok({
    key,
    code,
    windowsVirtualKeyCode: /[A-Z0-9 ]/.test(upper) ? (upper.codePointAt(0) ?? 0) : 0,
    text: chord ? '' : key,
    modifiers,
    commands: command === undefined ? [] : [command],
  });
}

const unknownKey = (text: string): Result<never> =>
  fail('act.not-actionable', `\`${text}\` is not a key`, {
    help: 'use the names of KeyboardEvent.key, such as Enter, Tab, ArrowDown, a or Control+a',
  });
