// An act as the rows of its card. INVARIANT: a row for every type of act and for all that the act takes from its caller or from the
// page; the verb is ours, each name, value and address stands in a row of its own.
import type { BrowserAction, ClickAction, InputText } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { heardOf } from '#policy/acts/keys.ts';
import { isStorageAction } from '#policy/acts/storage-acts.ts';
import type { StorageAction } from '#policy/acts/storage-acts.ts';
import { isToolAction } from '#policy/acts/tool-acts.ts';
import type { ToolAction } from '#policy/acts/tool-acts.ts';
import type { CardRow } from '#gateway/protocol/views.ts';
import { STORAGE_NAMES } from './storage-words.ts';
import { OBSERVED, clickInWords, digestOfText, roleInWords } from './tool-words.ts';
import { formRows, logInRows } from './form-rows.ts';
import { address, hidden, ours, script, theirs } from './rows.ts';

type Named = { readonly role: string; readonly name: string } | null;

export type ShownAct = {
  /** As it may be shown: what holds a secret by its length. */
  readonly action: BrowserAction;
  readonly effect: ElementEffect;
  readonly element: Named;
  readonly onto: Named;
  readonly gates: readonly Gate[];
  /** What runs is shown by its length alone, since it holds a secret: nobody can judge it. */
  readonly hidesScript: boolean;
};

export function actRows({ action, effect, element, onto, gates, hidesScript }: ShownAct): readonly CardRow[] {
  const submits = effect.submits;
  const targets = new Set(gates.flatMap(({ url }) => (url === undefined ? [] : [url])));
  const by = 'url' in action ? 'AGENT' : 'PAGE';
  return [
    ours('ACT', 'what', verbOf(action, effect)),
    ...elementRows(element),
    ...(onto === null ? [] : [ours('ACT', 'onto', roleInWords(onto.role)), ...elementRows(onto)]),
    ...takenAlong(action, effect).map((row) =>
      hidesScript && row.kind === 'SCRIPT' ? { ...row, masked: true } : row,
    ),
    ...(submits === null ? [...targets].map((url) => address(by, 'address', url)) : formRows(submits)),
  ];
}

const elementRows = (element: Named): readonly CardRow[] =>
  element === null ? [] : [theirs('PAGE', 'ELEMENT', roleInWords(element.role), element.name)];

/** In our words alone. */
function verbOf(action: BrowserAction, effect: ElementEffect): string {
  if (isStorageAction(action)) return storageVerb(action);
  if (isToolAction(action)) return toolVerb(action);
  switch (action.type) {
    case 'NAVIGATE':
      return 'go to an address';
    case 'RELOAD':
      return 'reload the page';
    case 'BACK':
      return 'go back';
    case 'FORWARD':
      return 'go forward';
    case 'CLICK':
      return `${clickVerb(action)}${effect.submits === null ? '' : ', which submits its form'}`;
    case 'DRAG':
      return 'drag an element';
    case 'HOVER':
      return 'point at an element';
    case 'FOCUS':
      return 'focus an element';
    case 'CHECK':
      return action.checked ? 'check a box' : 'uncheck a box';
    case 'SELECT':
      return 'choose';
    case 'PRESS':
      return `press a key${effect.submits === null ? '' : ', which submits its form'}`;
    case 'TYPE':
    case 'FILL':
      return 'enter a text';
    case 'UPLOAD':
      return action.paths.length === 1 ? 'give a file' : `give ${action.paths.length} files`;
    case 'DOWNLOAD':
      return 'download a file';
    case 'SCROLL':
      return `scroll ${action.dy >= 0 ? 'down' : 'up'} ${Math.abs(action.dy)} px`;
    case 'WAIT':
      return action.script === undefined ? 'wait' : 'run a script in the page until it holds';
    case 'EXTRACT':
      return 'read a text';
    case 'SNAPSHOT':
      return 'look at the page';
    case 'SCREENSHOT':
      return 'take a picture of the page';
    case 'OPEN_TAB':
      return 'open a tab';
    case 'CLOSE_TAB':
      return 'close the tab';
  }
}

const clickVerb = (action: ClickAction): string => clickInWords(action);

function toolVerb(action: ToolAction): string {
  switch (action.type) {
    case 'EVALUATE':
      return action.ref === undefined ? 'run a script in the page' : 'run a script on an element';
    case 'OBSERVE':
      return OBSERVED[action.what];
    case 'ROUTE_BLOCK':
      return 'block requests';
    case 'ROUTE_MOCK':
      return `answer requests with a text of its own (status ${action.status})`;
    case 'ROUTE_CAPTURE':
      return 'keep what servers answer to requests';
    case 'FRAME_SWITCH':
      return action.frame === null ? 'look at the whole page again' : 'look into a frame';
    case 'SESSION_SAVE':
      return 'save the site’s cookies and storage as a session';
    case 'SESSION_LOAD':
      return 'put the cookies and storage of a session in place of the site’s';
    case 'ROUTE_REMOVE':
      return action.id === null ? 'remove all rules for requests' : 'remove a rule for requests';
  }
}

function storageVerb(action: StorageAction): string {
  switch (action.type) {
    case 'STORAGE_READ':
      return `${action.count === true ? 'count what is in' : 'read'} a site’s ${STORAGE_NAMES[action.storage]}`;
    case 'STORAGE_WRITE':
      return `write to a site’s ${STORAGE_NAMES[action.storage]}`;
    case 'STORAGE_CLEAR':
      return `${action.key === undefined ? 'clear' : 'delete from'} a site’s ${STORAGE_NAMES[action.storage]}`;
    case 'COOKIE_READ':
      return action.count === true ? 'count a site’s cookies' : 'read a site’s cookies';
    case 'COOKIE_WRITE':
      return 'set a cookie of the site';
    case 'COOKIE_CLEAR':
      return action.name === undefined ? 'delete the site’s cookies' : 'delete a cookie of the site';
    case 'COOKIE_PASSTHROUGH':
      return 'bring cookies of another browser into the Ghost Tab';
  }
}

/** What its caller gives to it. */
function takenAlong(action: BrowserAction, effect: ElementEffect): readonly CardRow[] {
  const given = (label: string, text: string | undefined): readonly CardRow[] =>
    text === undefined ? [] : [theirs('AGENT', 'VALUE', label, text)];
  switch (action.type) {
    case 'TYPE':
    case 'FILL':
      return entered(action.text, effect);
    case 'PRESS':
      return effect.credentialField && heardOf(action.key) !== ''
        ? [hidden('AGENT', 'VALUE', 'key', heardOf(action.key))]
        : given('key', action.key);
    case 'SELECT':
      return action.options.flatMap((option) => given('option', option));
    case 'EXTRACT':
      return given('attribute', action.attribute);
    case 'WAIT':
      return [
        ...given('for the text', action.text),
        ...given('for the address', action.url),
        ...(action.script === undefined ? [] : scriptRows('script', action.script)),
      ];
    case 'EVALUATE':
      return scriptRows('script', action.expression);
    case 'ROUTE_MOCK':
      return [
        ...given('for addresses', action.pattern),
        ...given('type', action.contentType),
        ...Object.entries(action.headers ?? {}).map(([name, value]) =>
          theirs('AGENT', 'VALUE', 'header', value, { name }),
        ),
        ...scriptRows('answer', action.body),
      ];
    case 'ROUTE_BLOCK':
    case 'ROUTE_CAPTURE':
      return given('for addresses', action.pattern);
    case 'ROUTE_REMOVE':
      return given('rule', action.id ?? undefined);
    case 'FRAME_SWITCH':
      return given('frame', action.frame ?? undefined);
    case 'SESSION_SAVE':
    case 'SESSION_LOAD':
      return given('session', action.name);
    case 'STORAGE_READ':
    case 'STORAGE_CLEAR':
      return [...given('key', action.key), ...given('of', action.origin)];
    case 'STORAGE_WRITE':
      return [
        ...given('key', action.key),
        hidden('AGENT', 'VALUE', 'value', action.value),
        ...given('of', action.origin),
      ];
    case 'COOKIE_WRITE':
      return [...given('cookie', action.cookie.name), hidden('AGENT', 'VALUE', 'value', action.cookie.value)];
    case 'COOKIE_CLEAR':
      return given('cookie', action.name);
    case 'COOKIE_PASSTHROUGH':
      return given('source', action.source);
    case 'NAVIGATE':
    case 'RELOAD':
    case 'BACK':
    case 'FORWARD':
    case 'CLICK':
    case 'DRAG':
    case 'HOVER':
    case 'FOCUS':
    case 'CHECK':
    case 'SCROLL':
    case 'UPLOAD':
    case 'DOWNLOAD':
    case 'SNAPSHOT':
    case 'SCREENSHOT':
    case 'OPEN_TAB':
    case 'CLOSE_TAB':
    case 'OBSERVE':
    case 'COOKIE_READ':
      return [];
  }
}

function entered(text: InputText, effect: ElementEffect): readonly CardRow[] {
  const credential = effect.credentialField;
  const value =
    typeof text !== 'string'
      ? theirs('AGENT', 'VALUE', 'the saved secret', text.secret, { note: 'its value stays hidden' })
      : credential
        ? hidden('AGENT', 'VALUE', 'value', text)
        : theirs('AGENT', 'VALUE', 'value', text);
  return credential || typeof text !== 'string'
    ? [
        value,
        ours(
          'COVERS',
          'also allows',
          'the rest of this log-in: its other fields, sending it to this site once, and this site’s cookies in this task',
        ),
        ...logInRows(effect),
      ]
    : [value];
}

/** What runs or is planted, whole, and its digest. */
const scriptRows = (label: string, text: string): readonly CardRow[] => [
  script('AGENT', label, text),
  ours('FACT', 'digest', digestOfText(text)),
];
