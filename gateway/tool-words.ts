// Acts of a developer's tools, for person and log. INVARIANT: a script stands in the log by its beginning and its digest, and before a
// person in full, as far as a card goes, with the same digest.
import { createHash } from 'node:crypto';
import type { BrowserAction, ClickAction, WaitAction } from '#policy/actions.ts';
import type { ToolAction } from '#policy/tool-acts.ts';
import type { ConsentCard } from './protocol/views.ts';
import { visible } from './visible.ts';

const CARD = 4_000;

const quote = (text: string, limit = 80): string => `“${visible(text, limit)}”`;

/** Of the text's bytes, so that anybody can make it again from a file. */
const digest = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;

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

const OBSERVED = {
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

/** What an act runs or plants in the page: bound by its digest. */
export function scriptOf(action: BrowserAction): string | null {
  switch (action.type) {
    case 'EVALUATE':
      return action.expression;
    case 'WAIT':
      return action.script ?? null;
    case 'ROUTE_MOCK':
      return action.body;
    default:
      return null;
  }
}

export function withScript(action: BrowserAction, script: string): BrowserAction {
  switch (action.type) {
    case 'EVALUATE':
      return { ...action, expression: script };
    case 'WAIT':
      return action.script === undefined ? action : { ...action, script };
    case 'ROUTE_MOCK':
      return { ...action, body: script };
    default:
      return action;
  }
}

/** The card's rows for what runs: line by line as it stands, nothing in it unseen. */
export function scriptDetails(action: BrowserAction): ConsentCard['details'] {
  const script = scriptOf(action);
  if (script === null) return [];
  const whole = script
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => visible(line, CARD))
    .join(' ⏎ ');
  const shown =
    whole.length <= CARD ? whole : `${whole.slice(0, CARD)}… (${script.length - CARD} more characters)`;
  return [
    { label: action.type === 'ROUTE_MOCK' ? 'answer' : 'script', value: `“${shown}”`, masked: false },
    { label: 'digest', value: digest(script), masked: false },
  ];
}

/** For the log. */
export const scriptEvidence = (action: BrowserAction): Readonly<Record<string, unknown>> => {
  const script = scriptOf(action);
  return script === null ? {} : { script: { length: script.length, digest: digest(script) } };
};
