// Every window and view of the desktop's, as data: whose page it shows, in which session, with which preload script, how it stands.
// INVARIANT: no two kinds of page share a session, and the window of questions shares nothing with any other.
import type { WindowOptions } from '../ports/contents.ts';
import { WEB_PREFERENCES } from './web-preferences.ts';

/** Who a page is: by this it may call, and is called. `PAGE`: what a person browses, which may call nothing. */
export const ROLES = ['FRAME', 'APP', 'CONSENT', 'QUICK', 'TRAY', 'PICTURE', 'PAGE'] as const;
export type Role = (typeof ROLES)[number];

export const QUICK_BAR = { width: 720, height: 64 } as const;
export const CONSENT_WINDOW = { width: 560, height: 640, mostHeight: 900 } as const;

export type WindowRow = {
  readonly role: Role;
  /** Without `persist:` it is gone with the program. */
  readonly partition: string;
  /** `null`: a page of somebody else's gets nothing of ours. */
  readonly preload: string | null;
  /** Where it may be, and go: the shell's own pages, one origin of the gateway's, or the web. */
  readonly goes: 'SHELL' | 'APP_ORIGIN' | 'CONSENT_ORIGIN' | 'WEB';
  /** Over every other window, also of other programs. */
  readonly onTop: 'screen-saver' | 'pop-up-menu' | 'floating' | null;
  /** No screenshot and no shared screen shows it. */
  readonly isProtected: boolean;
  readonly window: WindowOptions;
};

const SMALL: WindowOptions = {
  show: false,
  frame: false,
  resizable: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
  skipTaskbar: true,
};

export const WINDOWS = {
  /** Tabs, address field and buttons, over what a person browses. */
  FRAME: {
    role: 'FRAME',
    partition: 'ghost-shell',
    preload: 'frame.cjs',
    goes: 'SHELL',
    onTop: null,
    isProtected: false,
    window: { show: false, width: 1280, height: 900, minWidth: 480, minHeight: 400, title: 'Ghost Browser' },
  },
  /** The same app as in a browser. */
  APP: {
    role: 'APP',
    partition: 'ghost-app',
    preload: 'app.cjs',
    goes: 'APP_ORIGIN',
    onTop: null,
    isProtected: false,
    window: {},
  },
  CONSENT: {
    role: 'CONSENT',
    partition: 'ghost-consent',
    preload: 'consent.cjs',
    goes: 'CONSENT_ORIGIN',
    onTop: 'screen-saver',
    isProtected: true,
    window: {
      show: false,
      width: CONSENT_WINDOW.width,
      height: CONSENT_WINDOW.height,
      useContentSize: true,
      resizable: false,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      title: 'A question of Ghost Browser’s',
    },
  },
  QUICK: {
    role: 'QUICK',
    partition: 'ghost-quick',
    preload: 'quick.cjs',
    goes: 'SHELL',
    onTop: 'pop-up-menu',
    isProtected: false,
    window: { ...SMALL, ...QUICK_BAR, useContentSize: true },
  },
  TRAY: {
    role: 'TRAY',
    partition: 'ghost-tray',
    preload: 'tray.cjs',
    goes: 'SHELL',
    onTop: 'pop-up-menu',
    isProtected: false,
    window: { ...SMALL, width: 340, height: 420, useContentSize: true },
  },
  PICTURE: {
    role: 'PICTURE',
    partition: 'ghost-picture',
    preload: 'picture.cjs',
    goes: 'SHELL',
    onTop: 'floating',
    isProtected: false,
    window: { ...SMALL, resizable: true, width: 384, height: 320, minWidth: 240, minHeight: 200 },
  },
  /** What a person browses: it outlives the program, and no preload script of ours is in it. */
  PAGE: {
    role: 'PAGE',
    partition: 'persist:foreground',
    preload: null,
    goes: 'WEB',
    onTop: null,
    isProtected: false,
    window: {},
  },
} as const satisfies Record<Role, WindowRow>;

/** Of one row, as Electron takes it. `preloads`: the folder of the compiled scripts. `isPackaged`: no developer tools there. */
export function optionsOf(
  row: WindowRow,
  { preloads, isPackaged }: { preloads: string; isPackaged: boolean },
): WindowOptions & {
  readonly webPreferences: NonNullable<WindowOptions['webPreferences']>;
} {
  return {
    ...row.window,
    webPreferences: {
      ...WEB_PREFERENCES,
      partition: row.partition,
      devTools: !isPackaged,
      ...(row.preload === null ? {} : { preload: `${preloads}/${row.preload}` }),
    },
  };
}
