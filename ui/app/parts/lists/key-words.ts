// The keys in words, for those who look for one. INVARIANT: each act of the table of keys has its words, and no other has any.
import { SHORTCUTS, type KeyAct, type KeyPlace } from './shortcuts.ts';

type Words = {
  readonly [Place in KeyPlace]: {
    readonly title: string;
    readonly acts: Readonly<Record<KeyAct<Place>, string>>;
    /** Keys that the browser itself knows there. */
    readonly also?: readonly (readonly [key: string, says: string])[];
  };
};

const WORDS: Words = {
  everywhere: {
    title: 'Anywhere',
    acts: {
      commands: 'commands, sites and what your words could become',
      field: 'the field at the top',
      keys: 'this list',
    },
  },
  field: {
    title: 'In the field at the top',
    acts: {
      next: 'open the list, and down in it',
      previous: 'up in the list',
      close: 'close the list',
      takeOut: 'take out the last thing beside an empty field',
      start: 'what is marked in the list, or start the task',
      startHere: 'start the task and stay on this page',
    },
    also: [['Shift+Enter', 'a new line']],
  },
  tasks: {
    title: 'In the list of tasks',
    acts: {
      down: 'down',
      up: 'up',
      first: 'to the first',
      last: 'to the last',
      cancel: 'cancel',
      dismiss: 'put out of sight',
      undo: 'bring the last one back into sight',
      peek: 'its page as it is now',
      again: 'run again',
      filter: 'the filter',
    },
    also: [['Enter', 'open']],
  },
  inbox: {
    title: 'In the inbox',
    acts: { down: 'down', up: 'up', deny: 'deny' },
    also: [['Enter', 'open']],
  },
  film: {
    title: 'On a task’s own page',
    acts: {
      back: 'the step before',
      next: 'the next step',
      first: 'the first step',
      last: 'the last step',
      nextMarked: 'the next that was asked about or stopped',
      previousMarked: 'the one before that was asked about or stopped',
      side: 'before or after the act',
      live: 'live, while it runs',
      full: 'the pictures on the full screen',
      play: 'play or pause',
    },
  },
  log: {
    title: 'In the audit log',
    acts: {
      down: 'down',
      up: 'up',
      pageDown: 'further down',
      pageUp: 'further up',
      first: 'to the newest',
      last: 'to the oldest that is read',
      close: 'close the entry',
    },
    also: [['Enter', 'open the entry, or ask what the filter says']],
  },
  table: {
    title: 'In a table that was read',
    acts: {
      left: 'left',
      right: 'right',
      up: 'up',
      down: 'down',
      choose: 'where its words stand',
    },
  },
};

export type ListedKeys = {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly says: string }[];
};

/** As they stand on a keyboard. */
const SHOWN: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  ' ': 'Space',
};

function shown(key: string, isMac: boolean): string {
  if (key.startsWith('Mod+')) return `${isMac ? '⌘' : 'Ctrl'} ${shown(key.slice(4), isMac)}`;
  if (key.startsWith('Shift+')) return `Shift ${shown(key.slice(6), isMac)}`;
  return SHOWN[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** All of them, place by place. */
export function listedKeys(isMac: boolean): readonly ListedKeys[] {
  return Object.entries(WORDS).map(([place, { title, acts, also = [] }]) => {
    const keys: Readonly<Record<string, readonly string[]>> =
      Object.entries(SHORTCUTS).find(([name]) => name === place)?.[1] ?? {};
    const says: Readonly<Record<string, string>> = acts;
    return {
      title,
      rows: [
        ...Object.entries(keys).map(([act, of]) => ({
          keys: of.map((key) => shown(key, isMac)),
          says: says[act] ?? act,
        })),
        ...also.map(([key, words]) => ({ keys: [shown(key, isMac)], says: words })),
      ],
    };
  });
}
