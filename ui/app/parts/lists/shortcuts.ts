// Every key that does something of ours, in one table: who handles keys looks an event up here, and the list of keys is drawn from it.
// INVARIANT: a key that is not here does nothing, and each that is here has a handler and words: the compiler holds both.

/** `Mod`: Ctrl, or ⌘ where there is one. A letter is meant in either case; of a sign, whatever it takes to type it. */
export const SHORTCUTS = {
  everywhere: { commands: ['Mod+k'], field: ['Mod+l'], keys: ['?'] },
  field: {
    next: ['ArrowDown'],
    previous: ['ArrowUp'],
    close: ['Escape'],
    takeOut: ['Backspace'],
    start: ['Enter'],
    startHere: ['Mod+Enter'],
  },
  tasks: {
    down: ['j', 'ArrowDown'],
    up: ['k', 'ArrowUp'],
    first: ['Home'],
    last: ['End'],
    cancel: ['c'],
    dismiss: ['x'],
    undo: ['u'],
    peek: ['p'],
    again: ['r'],
    filter: ['/'],
  },
  inbox: { down: ['j', 'ArrowDown'], up: ['k', 'ArrowUp'], deny: ['d'] },
  film: {
    back: ['ArrowLeft'],
    next: ['ArrowRight'],
    first: ['Home'],
    last: ['End'],
    nextMarked: ['n'],
    previousMarked: ['p'],
    side: ['b'],
    live: ['l'],
    full: ['f'],
    play: [' '],
  },
  log: {
    down: ['ArrowDown'],
    up: ['ArrowUp'],
    pageDown: ['PageDown'],
    pageUp: ['PageUp'],
    first: ['Home'],
    last: ['End'],
    close: ['Escape'],
  },
  table: {
    left: ['ArrowLeft'],
    right: ['ArrowRight'],
    up: ['ArrowUp'],
    down: ['ArrowDown'],
    choose: ['Enter', ' '],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

export type KeyPlace = keyof typeof SHORTCUTS;
export type KeyAct<Place extends KeyPlace> = keyof (typeof SHORTCUTS)[Place] & string;
/** What each act of a place does: one for every act, and none besides. */
export type KeyHandlers<Place extends KeyPlace> = Readonly<Record<KeyAct<Place>, () => void>>;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What is pressed, in the words of the table; `null`: nothing that could stand there. */
function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  const isSign = key.length === 1 && key !== ' ';
  // What a sign takes to be typed is the keyboard's affair; a named key with Shift is another one.
  if (altKey || (shiftKey && (!isSign || ctrlKey || metaKey))) return null;
  return `${ctrlKey || metaKey ? 'Mod+' : ''}${isSign ? key.toLowerCase() : key}`;
}

/** `null`: the key means nothing there. */
export function actOf<Place extends KeyPlace>(place: Place, event: Pressed): KeyAct<Place> | null {
  const name = nameOf(event);
  const acts: Readonly<Record<string, readonly string[]>> = SHORTCUTS[place];
  const isAct = (act: string): act is KeyAct<Place> => act in SHORTCUTS[place];
  const found = Object.entries(acts).find(([, keys]) => name !== null && keys.includes(name))?.[0];
  return found !== undefined && isAct(found) ? found : null;
}

/** As `aria-keyshortcuts` has it. */
export function ariaKeys<Place extends KeyPlace>(place: Place, act: KeyAct<Place>): string {
  const acts: Readonly<Record<string, readonly string[]>> = SHORTCUTS[place];
  return (acts[act] ?? [])
    .flatMap((key) => {
      const bare = key.replace('Mod+', '');
      const name = bare === ' ' ? 'Space' : bare.length === 1 ? bare.toUpperCase() : bare;
      return bare === key ? [name] : [`Control+${name}`, `Meta+${name}`];
    })
    .join(' ');
}

/** Whether what has the focus is typed into: a key of one sign is a letter there. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'));
