// The closed set of acts on a browser and, for every one, the gates it has to pass (DESIGN section 5).
// INVARIANT: a request passes all gates of its act; the severest answer wins. There is no act without a gate.
import { entersText } from './keys.ts';
import { isStorageAction, storageGates } from './storage-acts.ts';
import type { StorageAction } from './storage-acts.ts';
import { isToolAction, toolGates } from './tool-acts.ts';
import type { ToolAction } from './tool-acts.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';
import type { ActContext, Gate } from './gate.ts';
import { isSameOrigin } from './gate.ts';

/** A value that a navigator may place but never see: `name` is a secret that the gateway keeps, e.g. `login:account.test/password`. */
export type SecretReference = { readonly secret: string };
export type InputText = string | SecretReference;

/** An act, as a caller asks for it. `ref` is an element of the tab's latest snapshot, e.g. `e12`. */
export type BrowserAction =
  | { readonly type: 'NAVIGATE'; readonly url: string }
  | { readonly type: 'RELOAD' }
  | { readonly type: 'BACK' }
  | { readonly type: 'FORWARD' }
  | ClickAction
  /** From the element to the element `to` of the same frame: pointer events, and HTML drag and drop where the page has it. */
  | { readonly type: 'DRAG'; readonly ref: string; readonly to: string }
  | { readonly type: 'HOVER'; readonly ref: string }
  | { readonly type: 'FOCUS'; readonly ref: string }
  | { readonly type: 'CHECK'; readonly ref: string; readonly checked: boolean }
  | { readonly type: 'SELECT'; readonly ref: string; readonly options: readonly string[] }
  /** `key` as in KeyboardEvent.key (`Enter`, `Tab`, `ArrowDown`, `a`), modifiers in front: `Control+a`. */
  | { readonly type: 'PRESS'; readonly key: string; readonly ref?: string }
  /** Types behind what the field holds. */
  | { readonly type: 'TYPE'; readonly ref: string; readonly text: InputText }
  /** Replaces what the field holds. */
  | { readonly type: 'FILL'; readonly ref: string; readonly text: InputText }
  /** By CSS pixels; without `ref`, the page. */
  | { readonly type: 'SCROLL'; readonly ref?: string; readonly dx: number; readonly dy: number }
  | WaitAction
  /** The visible text of an element, or of the page; with `attribute`, that attribute of the element. */
  | { readonly type: 'EXTRACT'; readonly ref?: string; readonly attribute?: string }
  | { readonly type: 'SNAPSHOT' }
  /** `asLoaded`: with what is there; otherwise pictures and fonts that were withheld are fetched for it. */
  /** Of the viewport, an element, or the whole page; `marks` writes the refs of what can be acted on over it. */
  | {
      readonly type: 'SCREENSHOT';
      readonly ref?: string;
      readonly fullPage?: boolean;
      readonly marks?: boolean;
      readonly asLoaded?: boolean;
    }
  | { readonly type: 'OPEN_TAB'; readonly url?: string }
  | { readonly type: 'CLOSE_TAB' }
  /** Absolute paths of files in one folder, for the file input `ref`. */
  | { readonly type: 'UPLOAD'; readonly ref: string; readonly paths: readonly string[] }
  /** The file at an address, into the folder of the settings; the page stays where it is. */
  | { readonly type: 'DOWNLOAD'; readonly url: string }
  | StorageAction
  | ToolAction;

export const MOUSE_BUTTONS = ['left', 'middle', 'right'] as const;
export const KEY_MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;

export type ClickAction = {
  readonly type: 'CLICK';
  readonly ref: string;
  /** Default: `left`. */
  readonly button?: (typeof MOUSE_BUTTONS)[number];
  /** 2 for a double click. Default: 1. */
  readonly count?: 1 | 2 | 3;
  readonly modifiers?: readonly (typeof KEY_MODIFIERS)[number][];
};

export const WAIT_STATES = ['visible', 'hidden', 'attached', 'detached', 'enabled'] as const;

/**
 * Until one of these holds: the text stands on the page, the address fits the pattern, no request has been under way for
 * 500 ms, another document stands there, an element is in a state, a script's expression is truthy. `milliseconds` is its
 * deadline; alone, it is a time to wait. With nothing: until the page has come to rest.
 */
export type WaitAction = {
  readonly type: 'WAIT';
  readonly milliseconds?: number;
  readonly text?: string;
  readonly url?: string;
  readonly networkIdle?: boolean;
  readonly navigation?: boolean;
  readonly ref?: string;
  /** Of `ref`. Default: `visible`. */
  readonly state?: (typeof WAIT_STATES)[number];
  /** Decided as EVALUATE. */
  readonly script?: string;
};

/** The type that a policy sees, and counts: waiting for a script's condition is running a script. */
export const decidedAs = (action: BrowserAction): BrowserActionType =>
  action.type === 'WAIT' && action.script !== undefined ? 'EVALUATE' : action.type;

/** Starting a browser, or a tab in a running one: the tables for executors, flags and endpoints decide; of the capabilities it needs the least, to look. */
export const LAUNCH_GATE: Gate = Object.freeze({ capability: 'SCREENSHOT' });

/** The gates of one act on a tab, in the order in which a person would read them. Never empty. */
export function gatesFor(action: BrowserAction, context: ActContext): readonly Gate[] {
  if (isStorageAction(action)) return storageGates(action, context);
  if (isToolAction(action)) return toolGates(action, context);
  switch (action.type) {
    case 'NAVIGATE':
      return [navigation(action.url, context)];
    case 'RELOAD':
    case 'BACK':
    case 'FORWARD':
      return [navigation(context.historyUrl ?? context.documentUrl, context)];
    case 'CLICK':
    case 'DRAG':
    case 'HOVER':
    case 'CHECK':
    case 'SELECT':
      return effectGates(context);
    case 'PRESS':
      // Whatever a key writes is typed.
      return entersText(action.key, context.effect.credentialField)
        ? [{ ...entering(context, false), action: 'TYPE' }, ...effectGates(context)]
        : effectGates(context);
    case 'TYPE':
    case 'FILL':
      // A saved secret is a credential wherever it is entered: a user name's field is none by itself.
      return [entering(context, typeof action.text !== 'string')];
    case 'WAIT':
      return [
        {
          capability: action.script === undefined ? 'EXECUTE_JAVASCRIPT' : 'INJECT_JAVASCRIPT',
          url: context.documentUrl,
        },
      ];
    case 'SCROLL':
    case 'FOCUS':
      return [{ capability: 'EXECUTE_JAVASCRIPT', url: context.documentUrl }];
    case 'SNAPSHOT':
    case 'SCREENSHOT':
    case 'EXTRACT':
      return [{ capability: 'SCREENSHOT', url: context.documentUrl }];
    case 'OPEN_TAB':
      return [
        { capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB' },
        ...(action.url === undefined ? [] : [navigation(action.url, context)]),
      ];
    case 'UPLOAD':
      return [{ capability: 'FILE_UPLOAD', url: context.documentUrl }];
    case 'DOWNLOAD':
      return [
        { capability: 'FILE_DOWNLOAD', url: action.url, askedLater: true },
        navigation(action.url, context),
      ];
    case 'CLOSE_TAB':
      return [{ capability: 'CLOSE_TAB', url: context.documentUrl }];
  }
}

const entering = ({ effect, documentUrl }: ActContext, isSecret: boolean): Gate => ({
  capability: effect.credentialField || isSecret ? 'FORM_SUBMIT_CREDENTIALS' : 'FORM_SUBMIT_DATA',
  url: documentUrl,
});

function effectGates(context: ActContext): readonly Gate[] {
  const { link, submits, fileInput } = context.effect;
  const gates: Gate[] = [];
  if (link !== null && link.download && /^(?:blob|data):/u.test(link.url)) {
    // What the page made itself, and that leads nowhere.
    gates.push({ capability: 'FILE_DOWNLOAD', url: context.documentUrl, askedLater: true });
  } else if (link !== null) {
    if (link.download) gates.push({ capability: 'FILE_DOWNLOAD', url: link.url, askedLater: true });
    if (link.newTab) gates.push({ capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB', url: link.url });
    gates.push(navigation(link.url, context));
  }
  if (submits !== null) {
    gates.push({
      capability: submits.credentials ? 'FORM_SUBMIT_CREDENTIALS' : 'FORM_SUBMIT_DATA',
      url: submits.url,
    });
    if (submits.newTab) gates.push({ capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB', url: submits.url });
    if (submits.method !== 'DIALOG') gates.push(navigation(submits.url, context));
  }
  if (fileInput) gates.push({ capability: 'FILE_UPLOAD', url: context.documentUrl });
  if (gates.length === 0) gates.push({ capability: 'EXECUTE_JAVASCRIPT', url: context.documentUrl });
  return gates;
}

function navigation(url: string, context: ActContext): Gate {
  const same = isSameOrigin(url, context.documentUrl);
  return { capability: same ? 'NAVIGATE_SAME_ORIGIN' : 'NAVIGATE_CROSS_ORIGIN', url };
}
