// The table of what "this task, this site" covers beyond the one act. INVARIANT: every capability has a row; the gravest are asked each
// time, and what runs or leaves by its content is covered for that content only; what a form is for and what a file is count as well.
import { randomUUID } from 'node:crypto';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { actRow, traitsOf } from '#policy/acts/act-rows.ts';
import { COVERS_OWN_WORLD } from '#policy/acts/remote-acts.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { BrowserActionType, BrowserCapability, FormPurpose } from '#policy/language/vocabulary.ts';
import { digestOf } from '#executors/contract/authorization.ts';

/**
 * ORIGIN: acts of this capability on that origin (of storages: of this type and storage). CONTENT: the same script, rule or files there. ACT: the same type of act there.
 * EACH_TIME: nothing, every act is asked for.
 */
export type Coverage = 'ORIGIN' | 'CONTENT' | 'ACT' | 'EACH_TIME';

export type CoverageRow = {
  readonly covers: Coverage;
  /** Also what a page starts by itself; otherwise acts of the asker alone. */
  readonly pagesToo: boolean;
  /** On the card, behind the origin. */
  readonly says: string;
};

const row = (covers: Coverage, says: string, pagesToo = false): CoverageRow => ({ covers, says, pagesToo });
const NEVER = row('EACH_TIME', 'nothing: it is asked each time');

export const COVERAGE = {
  NAVIGATE_SAME_ORIGIN: row('ORIGIN', 'going to any address of it', true),
  NAVIGATE_CROSS_ORIGIN: row('ORIGIN', 'going to any address of it', true),
  FORM_SUBMIT_DATA: row('ORIGIN', 'entering text and sending forms without a password'),
  FORM_SUBMIT_CREDENTIALS: NEVER,
  FILE_DOWNLOAD: row('ORIGIN', 'downloading files of this type from it'),
  FILE_UPLOAD: row('CONTENT', 'sending these very files'),
  EXECUTE_JAVASCRIPT: row('ORIGIN', 'clicking, pointing, scrolling and the like'),
  INJECT_JAVASCRIPT: row('CONTENT', 'running this very script'),
  ACCESS_LOCALSTORAGE: row('ACT', 'acts of this kind on its local storage'),
  ACCESS_INDEXEDDB: row('ACT', 'acts of this kind on its database'),
  ACCESS_COOKIES: NEVER,
  ACCESS_SESSION_STORAGE: row('ACT', 'acts of this kind on its session storage'),
  INSTALL_EXTENSION: NEVER,
  ACCESS_PASSWORDS: NEVER,
  ACCESS_HISTORY: NEVER,
  OPEN_TAB: row('ORIGIN', 'opening tabs there', true),
  CLOSE_TAB: row('ORIGIN', 'closing its tabs'),
  SCREENSHOT: row('ORIGIN', 'looking at it'),
} as const satisfies Record<BrowserCapability, CoverageRow>;

/** Of one gate of an act. */
export const coverageOf = (capability: BrowserCapability, action: BrowserActionType | 'NONE'): CoverageRow =>
  traitsOf(action).askedEachTime ? NEVER : COVERAGE[capability];

/** What an act runs or sends, so that the same can be known again; without the place that it lands on. */
export function contentOf(action: BrowserAction, text: string | null): string {
  if (runsBeside(action)) return digestOf({ action: action.type, world: 'ISOLATED' });
  const { ref: _ref, remote, ...rest } = { ref: null, remote: undefined, ...action };
  // Which of a program's worlds and handles it runs on is its place.
  const passed = remote?.call?.arguments;
  // What stands behind a handle is another object the next time: no answer covers it.
  const isOnObject = remote?.call?.on !== undefined || (passed ?? '').includes('"handle"');
  return digestOf({
    action: actRow(action).shownByPlace ? action.type : rest,
    text,
    ...(passed === undefined ? {} : { passed }),
    ...(isOnObject ? { once: randomUUID() } : {}),
  });
}

/** What a program runs beside a page is asked for once, as all of it: nobody would read hundreds of scripts that no page sees. */
const runsBeside = (action: BrowserAction): boolean =>
  'remote' in action && action.remote?.world === 'ISOLATED';

/** What that content is, on the card and in lists; `null`: as its capability's row says. */
export const contentSays = (action: BrowserAction): string | null =>
  runsBeside(action) ? COVERS_OWN_WORLD : null;

/** What nobody takes for another form of the same site: an answer to the rest is for none of these. */
export const GRAVE_PURPOSES = [
  'PAYMENT',
  'PUBLISHING',
  'DELETION',
  'SIGN_UP',
] as const satisfies readonly FormPurpose[];
const GRAVE: ReadonlySet<FormPurpose> = new Set(GRAVE_PURPOSES);
/** What a person sends or takes by pressing something; other methods are asked for apart. */
const USUAL: ReadonlySet<PolicyFacts['method']> = new Set(['NONE', 'GET', 'POST']);

type KeyedBy = Pick<PolicyFacts, 'action' | 'pageAct' | 'storage' | 'formPurpose' | 'fileType' | 'method'>;

/** By what a grant is told from others of its capability and origin. */
export function grantKey(
  capability: BrowserCapability,
  facts: KeyedBy,
  content: string | null,
): string | null {
  const { formPurpose, fileType, method } = facts;
  const key = placeKey(capability, facts, content);
  if (key === null) return null;
  const grave = GRAVE.has(formPurpose) ? formPurpose : '';
  return [key, grave, fileType === 'NONE' ? '' : fileType, USUAL.has(method) ? '' : method]
    .join(' ')
    .trimEnd();
}

function placeKey(
  capability: BrowserCapability,
  { action, pageAct, storage }: KeyedBy,
  content: string | null,
): string | null {
  const { covers } = coverageOf(capability, action);
  const act = `${action} ${pageAct} ${storage}`;
  switch (covers) {
    case 'ORIGIN':
      return storage === 'NONE' ? '' : act;
    case 'ACT':
      return act;
    case 'CONTENT':
      return content;
    case 'EACH_TIME':
      return null;
  }
}
