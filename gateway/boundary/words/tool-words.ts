// Acts of a developer's tools, for the log. INVARIANT: a script stands there by its beginning and its digest; a card has it whole, with
// the same digest (consent/act-rows.ts).
import { createHash } from 'node:crypto';
import type { BrowserAction, ClickAction, WaitAction } from '#policy/acts/actions.ts';
import { scriptOf } from '#policy/acts/payload.ts';
import type { ToolAction } from '#policy/acts/tool-acts.ts';
import { ELEMENT_ROLES } from '#policy/language/vocabulary.ts';
import { quoted as quote, visible } from '#gateway/protocol/visible.ts';

/** Of the text's bytes, so that anybody can make it again from a file. */
export const digestOfText = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

export function describeToolAct(action: ToolAction, on: string): string {
  switch (action.type) {
    case 'EVALUATE':
      return `run the script ${quote(action.expression)} ${action.ref === undefined ? 'in the page' : `on ${on}`}`;
    case 'OBSERVE':
      return OBSERVED[action.what];
    case 'ROUTE_BLOCK':
      return `block requests for ${quote(action.pattern)}`;
    case 'ROUTE_MOCK':
      return `answer requests for ${quote(action.pattern)} with a text of its own (status ${action.status})`;
    case 'ROUTE_CAPTURE':
      return `keep what servers answer to requests for ${quote(action.pattern)}`;
    case 'FRAME_SWITCH':
      return action.frame === null
        ? 'look at the whole page again'
        : `look into the frame ${quote(action.frame)}`;
    case 'SESSION_SAVE':
      return `save the site’s cookies and storage as the session ${quote(action.name)}`;
    case 'SESSION_LOAD':
      return `put the cookies and storage of the session ${quote(action.name)} in place of the site’s`;
    case 'ROUTE_REMOVE':
      return action.id === null
        ? 'remove all rules for requests'
        : `remove the rule ${quote(action.id)} for requests`;
  }
}

export const OBSERVED = {
  PAGE: 'look at how the page is',
  CONSOLE: 'read the page’s console',
  ERRORS: 'read the page’s script errors',
  REQUESTS: 'read what the page asked for',
  PERFORMANCE: 'measure the page',
  FRAMES: 'list the page’s frames',
  ROUTES: 'list the tab’s rules for requests',
} as const;

/** “double-click”, “right-click with Shift on”: the verb of a click. */
export function clickInWords({ button = 'left', count = 1, modifiers = [] }: ClickAction): string {
  const times = count === 1 ? '' : count === 2 ? 'double-' : 'triple-';
  const side = button === 'left' ? '' : `${button}-`;
  const keys = modifiers.length === 0 ? '' : ` with ${modifiers.join(' and ')} held`;
  return `${times}${side}click${keys}`;
}

/** A page may call an element anything; these are the words for what it can be. */
export const roleInWords = (role: string): string => (ROLES.has(role) ? role : 'element');

const ROLES: ReadonlySet<string> = new Set(
  ELEMENT_ROLES.filter((role) => role !== 'NONE' && role !== 'OTHER'),
);

export function waitInWords({
  milliseconds,
  text,
  url,
  networkIdle,
  navigation,
  ref,
  state,
  script,
}: WaitAction): string {
  if (text !== undefined) return `wait for ${quote(text)}`;
  if (url !== undefined) return `wait for the address ${quote(url)}`;
  if (script !== undefined) return `run the script ${quote(script)} in the page until it holds`;
  if (ref !== undefined) return `wait until ${visible(ref, 20)} is ${state ?? 'visible'}`;
  if (navigation === true) return 'wait for the document';
  if (networkIdle === true) return 'wait until the network is quiet';
  return milliseconds === undefined ? 'wait until the page has come to rest' : `wait ${milliseconds} ms`;
}

/** For the log. */
export const scriptEvidence = (action: BrowserAction): Readonly<Record<string, unknown>> => {
  const script = scriptOf(action)?.text;
  return script === undefined ? {} : { script: { length: script.length, digest: digestOfText(script) } };
};
