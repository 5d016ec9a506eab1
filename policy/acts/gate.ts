// One question to the policy, and where an act happens: what every list of acts has its gates from.
import type {
  BrowserActionType,
  BrowserCapability,
  CrossTabAction,
  StorageType,
} from '#policy/language/vocabulary.ts';
import type { ElementEffect } from './element-effect.ts';
import { TAKES, requestOfForm } from './sent-request.ts';
import type { SentRequest } from './sent-request.ts';

/** One question to the policy. `url`, where given, is the real target: host, scheme, origin relation come from it. */
export type Gate = {
  readonly capability: BrowserCapability;
  readonly url?: string;
  readonly storage?: StorageType;
  readonly tabAction?: CrossTabAction;
  /** Consent is asked for when the download starts, with the facts known then, not when the link is clicked. A DENY holds at once. */
  readonly deferred?: true;
  /** What the act also is, to a policy that names or counts it: a key that writes is typing. Default: what it is called. */
  readonly action?: BrowserActionType;
  /** What is asked of the server at `url`, and what goes along. Not there: nothing is asked, or nobody can tell. */
  readonly request?: SentRequest;
};

/** Where an act happens: what `gatesFor` needs beside the act itself. */
export type ActContext = {
  /** URL of the document in the tab, `about:blank` before the first navigation. */
  readonly documentUrl: string;
  readonly effect: ElementEffect;
  /** The history entry that BACK, FORWARD or RELOAD goes to, the document that FRAME_SWITCH looks into. */
  readonly historyUrl?: string;
};

/** Opaque origins (`about:blank`, `data:`) are the same as nothing. Unparsable URLs are never the same. */
export function isSameOrigin(url: string, other: string): boolean {
  const a = URL.parse(url);
  const b = URL.parse(other);
  return a !== null && b !== null && a.origin !== 'null' && a.origin === b.origin;
}

/** Going to an address, by how its origin stands to the document's. */
export function navigation(url: string, { documentUrl }: ActContext): Gate {
  const same = isSameOrigin(url, documentUrl);
  return { capability: same ? 'NAVIGATE_SAME_ORIGIN' : 'NAVIGATE_CROSS_ORIGIN', url, request: TAKES };
}

/** The gates of what an element does. */
export function effectGates(context: ActContext): readonly Gate[] {
  const { link, submits, fileInput } = context.effect;
  const gates: Gate[] = [];
  if (link !== null && link.download && /^(?:blob|data):/u.test(link.url)) {
    // What the page made itself, and that leads nowhere.
    gates.push({ capability: 'FILE_DOWNLOAD', url: context.documentUrl, deferred: true });
  } else if (link !== null) {
    if (link.download)
      gates.push({ capability: 'FILE_DOWNLOAD', url: link.url, deferred: true, request: TAKES });
    if (link.newTab) gates.push({ capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB', url: link.url });
    gates.push(navigation(link.url, context));
  }
  if (submits !== null) {
    const request = requestOfForm(submits);
    gates.push({
      capability: submits.credentials ? 'FORM_SUBMIT_CREDENTIALS' : 'FORM_SUBMIT_DATA',
      url: submits.url,
      ...(request === null ? {} : { request }),
    });
    if (submits.newTab) gates.push({ capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB', url: submits.url });
    if (request !== null) gates.push({ ...navigation(submits.url, context), request });
  }
  if (fileInput) gates.push({ capability: 'FILE_UPLOAD', url: context.documentUrl });
  if (gates.length === 0) gates.push({ capability: 'EXECUTE_JAVASCRIPT', url: context.documentUrl });
  return gates;
}
