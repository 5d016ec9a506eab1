// Keys, as presses that the boundary decides on by what has the focus: what a key writes is typed, into a credential's field too.
// A text that is inserted is FILL or TYPE of what has the focus, by what of it is selected.
// INVARIANT: a key that the press would make into another one, or that would write something else than its event says, is not pressed.
import { z } from 'zod';
import { parseKey } from '#policy/acts/keys.ts';
import type { KeyStroke } from '#policy/acts/keys.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { AskedOfPage, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { ERROR, done, notDone, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import { actOf } from './runtime.ts';
import type { Told } from '#gateway/surfaces/cdp/call/message.ts';

/** Bits of the protocol, in the words of a press. */
const MODIFIERS = [
  [1, 'Alt'],
  [2, 'Control'],
  [4, 'Meta'],
  [8, 'Shift'],
] as const;
const MOST_DOWN = 16;
const MOST_TEXT = 100_000;

const off = (why: string) => z.literal(false, { error: why }).optional();
const keyEvent = z.strictObject({
  type: z.enum(['keyDown', 'rawKeyDown', 'keyUp'], { error: 'a text comes with the key that writes it' }),
  key: z.string().min(1).max(40),
  code: z.string().max(40).optional(),
  text: z.string().max(4).optional(),
  unmodifiedText: z.string().max(4).optional(),
  modifiers: z.int().min(0).max(15).default(0),
  windowsVirtualKeyCode: z.int().optional(),
  nativeVirtualKeyCode: z.int().optional(),
  location: z.literal(0, { error: 'a key is where it is once on a keyboard' }).optional(),
  timestamp: z.number().optional(),
  autoRepeat: off('a key is pressed once'),
  isKeypad: off('the keys of a pad are not there'),
  isSystemKey: off('a key is the page’s'),
  commands: z.array(z.string()).max(0, { error: 'a key edits by itself, without a command' }).optional(),
});
type KeyEvent = z.output<typeof keyEvent>;

export const INPUT_METHODS: Readonly<Record<string, Method>> = {
  'Input.dispatchKeyEvent': ofPage(keyEvent, (event, asked) =>
    event.type === 'keyUp' ? released(event, asked) : pressed(event, asked),
  ),
  'Input.insertText': ofPage(z.strictObject({ text: z.string().max(MOST_TEXT) }), inserted),
};

/** Where a part is selected, or the place for it is within a text, an act of ours would write elsewhere. */
async function inserted({ text }: { readonly text: string }, asked: AskedOfPage): Promise<Told> {
  const { target, method } = asked;
  const looked = await target.page.look<'FOCUSED'>(actOf(asked), { for: 'FOCUSED' });
  if (!looked.ok) return notDone(method, looked.error);
  const { ref, selected } = looked.value;
  if (ref === null) return wrong(ERROR.refused, 'nothing has the focus that a text could go to');
  if (selected === 'OTHER')
    return wrong(
      ERROR.refused,
      'a text replaces all that a field holds, or stands behind it: select all of it, or go to its end',
    );
  if (text === '' && selected === 'END') return done();
  const type = selected === 'ALL' ? 'FILL' : 'TYPE';
  const entered = await asked.act(target, { type, ref, text });
  return entered.ok ? done() : notDone(method, entered.error);
}

/** Down and up are one act, which is done at the first of them. */
async function pressed(event: KeyEvent, asked: AskedOfPage): Promise<Told> {
  const { down } = asked.target;
  if (down.size >= MOST_DOWN) return wrong(ERROR.refused, `${MOST_DOWN} keys are down: let go of one`);
  const held = MODIFIERS.filter(([bit]) => (event.modifiers & bit) !== 0).map(([, name]) => `${name}+`);
  const key = `${held.join('')}${event.key}`;
  const stroke = parseKey(key);
  // A chord is in `modifiers`, not in the name of a key.
  if (!stroke.ok || stroke.value.key !== event.key || stroke.value.modifiers !== event.modifiers)
    return wrong(
      ERROR.refused,
      `\`${event.key}\` is no key that can be pressed by itself; keys that are held come with another one, in \`modifiers\``,
    );
  const differs = differenceOf(event, stroke.value);
  if (differs !== null) return wrong(ERROR.badParams, 'Invalid parameters', differs);
  const outcome = await asked.act(asked.target, { type: 'PRESS', key });
  if (!outcome.ok) return notDone(asked.method, outcome.error);
  down.add(event.key);
  return done();
}

function released({ key }: KeyEvent, { target }: AskedOfPage): Told {
  return target.down.delete(key) ? done() : wrong(ERROR.refused, `the key \`${key}\` is not down`);
}

/** `null`: the press is what the event says. Of signs a press has neither code nor number. */
function differenceOf(event: KeyEvent, stroke: KeyStroke): string | null {
  const { text = '', code, windowsVirtualKeyCode: number } = event;
  if (text !== stroke.text)
    return `text: the key \`${event.key}\` writes ${JSON.stringify(stroke.text)}, and the event says ${JSON.stringify(text)}`;
  if (code !== undefined && stroke.code !== '' && code !== stroke.code)
    return `code: the key \`${event.key}\` is \`${stroke.code}\``;
  if (number !== undefined && stroke.windowsVirtualKeyCode !== 0 && number !== stroke.windowsVirtualKeyCode)
    return `windowsVirtualKeyCode: that of the key \`${event.key}\` is ${stroke.windowsVirtualKeyCode}`;
  return null;
}
