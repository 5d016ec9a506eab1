// One question to the policy, and where an act happens: what every list of acts has its gates from.
import type {
  BrowserActionType,
  BrowserCapability,
  CrossTabAction,
  StorageType,
} from '#policy/language/vocabulary.ts';
import type { ElementEffect } from './element-effect.ts';

/** One question to the policy. `url`, where given, is the real target: host, scheme, origin relation come from it. */
export type Gate = {
  readonly capability: BrowserCapability;
  readonly url?: string;
  readonly storage?: StorageType;
  readonly tabAction?: CrossTabAction;
  /** A person is asked when it comes to it, with what is known then; a refusal holds at once. */
  readonly askedLater?: true;
  /** What the act also is, to a policy that names or counts it: a key that writes is typing. Default: what it is called. */
  readonly action?: BrowserActionType;
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
