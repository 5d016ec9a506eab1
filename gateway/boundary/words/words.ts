// Acts in a person's words, for the log and the feed. INVARIANT: page text stands in quotation marks that it cannot end, shortened and
// made visible. Cards have rows instead (consent/act-rows.ts).
import type { BrowserAction, InputText } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { heardOf } from '#policy/acts/keys.ts';
import { isStorageAction } from '#policy/acts/storage-acts.ts';
import { isToolAction } from '#policy/acts/tool-acts.ts';
import { describeStorageAct } from './storage-words.ts';
import { clickInWords, describeToolAct, waitInWords } from './tool-words.ts';
import { maskedValue, quoted as quote, visible } from '#gateway/protocol/visible.ts';

type Named = { readonly role: string; readonly name: string } | null;

/** "click link “Orders”", "enter •••(8) into textbox “Password”", "go to http://shop.test/". */
export function describeAct(
  action: BrowserAction,
  element: Named,
  effect: ElementEffect,
  onto: Named = null,
): string {
  if (isStorageAction(action)) return describeStorageAct(action);
  const named = (one: Named): string =>
    one === null ? 'the page' : `${plainRole(one.role)} ${quote(one.name)}`;
  const on = named(element);
  if (isToolAction(action)) return describeToolAct(action, on);
  switch (action.type) {
    case 'NAVIGATE':
      return `go to ${visible(action.url)}`;
    case 'RELOAD':
      return 'reload the page';
    case 'BACK':
      return 'go back';
    case 'FORWARD':
      return 'go forward';
    case 'CLICK':
      return effect.submits === null ? `${clickInWords(action)} ${on}` : `submit the form with ${on}`;
    case 'DRAG':
      return `drag ${on} onto ${named(onto)}`;
    case 'HOVER':
      return `point at ${on}`;
    case 'FOCUS':
      return `focus ${on}`;
    case 'CHECK':
      return `${action.checked ? 'check' : 'uncheck'} ${on}`;
    case 'SELECT':
      return `choose ${action.options.map((option) => quote(option)).join(', ')} in ${on}`;
    case 'PRESS':
      return `press ${keyInWords(action.key, effect.credentialField)} on ${on}${effect.submits === null ? '' : ', which submits its form'}`;
    case 'TYPE':
    case 'FILL':
      return `enter ${inputInWords(action.text, effect.credentialField)} into ${on}`;
    case 'UPLOAD':
      return `give ${action.paths.length === 1 ? 'a file' : `${action.paths.length} files`} to ${on}`;
    case 'DOWNLOAD':
      return `download ${visible(action.url)}`;
    case 'SCROLL':
      return `scroll ${action.dy >= 0 ? 'down' : 'up'} ${Math.abs(action.dy)} px on ${on}`;
    case 'WAIT':
      return waitInWords(action);
    case 'EXTRACT':
      return action.attribute === undefined ? `read ${on}` : `read ${quote(action.attribute)} of ${on}`;
    case 'SNAPSHOT':
      return 'look at the page';
    case 'SCREENSHOT':
      return 'take a picture of the page';
    case 'OPEN_TAB':
      return action.url === undefined ? 'open a tab' : `open a tab at ${visible(action.url)}`;
    case 'CLOSE_TAB':
      return 'close the tab';
  }
}

/** A page may write anything where its element's role stands. */
const plainRole = (role: string): string => (/^[a-z]{1,30}$/iu.test(role) ? role : 'element');

/** What is entered, as anybody may see it: credentials and secrets by their length or name only. */
export function inputInWords(text: InputText, credential: boolean): string {
  if (typeof text !== 'string') return `the saved secret ${quote(text.secret)}`;
  return credential ? maskedValue(text) : quote(text);
}

/** A letter of a password is a part of it. */
const keyInWords = (key: string, credential: boolean): string =>
  credential && heardOf(key) !== '' ? maskedValue(heardOf(key)) : visible(key);
