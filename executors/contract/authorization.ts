// The value that an executor needs before it acts. Made only by gateway/boundary/steps/authorise.ts. Executors verify it before
// every act; each is valid once.
// INVARIANT: the seal covers the digest of the whole act, so that no field can be changed after the decision.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserExecutorType } from '#policy/language/vocabulary.ts';

/** An act on a tab, with all that was true when it was decided. Input text is in it by digest only. */
export type BoundAct = {
  readonly kind: 'ACT';
  readonly requestId: string;
  readonly taskId: string;
  readonly tabId: string;
  /** What is entered or run is left empty here; `dataDigest` stands for it. */
  readonly action: BrowserAction;
  /** `sha256:…` of the text to enter (secrets resolved), `null` where the act carries none. */
  readonly dataDigest: string | null;
  /** That text is a saved secret. */
  readonly lent?: true;
  /** One of the tab's pages, which is brought in front for it; else the act is on whichever is in front. */
  readonly page?: string;
  readonly document: { readonly id: string; readonly url: string };
  readonly element: {
    readonly ref: string;
    readonly generation: number;
    readonly backendNodeId: number;
    readonly role: string;
    readonly name: string;
  } | null;
  /** The element that a DRAG ends on. */
  readonly onto?: BoundAct['element'];
  /** The element's document, where it is a frame's of another origin than the page. */
  readonly frame?: { readonly id: string; readonly url: string };
  /** Digest of the element's effect (link target, form action, …) at the decision. */
  readonly effectDigest: string;
  /** Digest of what the form sends that it submits: method, address, encoding and each field, as they were shown. */
  readonly sends?: string;
};

export type BoundLaunch = {
  readonly kind: 'LAUNCH';
  readonly requestId: string;
  readonly taskId: string;
  readonly tabId: string;
  readonly executor: BrowserExecutorType;
  readonly path: string;
  readonly flags: readonly string[];
  /** Not there: a browser of its own. */
  readonly isolation?: 'CONTEXT';
  /** A browser that runs already: where, and which process it is. */
  readonly attach?: {
    readonly endpoint: string;
    readonly pid: number | null;
    readonly startTime: string | null;
  };
};

/** What is in `BoundLaunch.attach`. */
export const boundAttach = ({
  endpoint,
  process,
}: {
  readonly endpoint: string;
  readonly process: { readonly pid: number; readonly startTime: string } | null;
}): NonNullable<BoundLaunch['attach']> => ({
  endpoint,
  pid: process?.pid ?? null,
  startTime: process?.startTime ?? null,
});

/** Single use, expiring, sealed. `notAfter` is the time of a permission (`system/clock`), in milliseconds. */
export type Authorization = {
  readonly id: string;
  readonly digest: string;
  readonly policyHash: string;
  readonly notAfter: number;
  readonly seal: string;
};

/** Consumes the authorisation. Errors: `authorization.forged`, `.replayed`, `.expired`, `.altered`. */
export type VerifyAuthorization = (
  authorization: Authorization,
  bound: BoundAct | BoundLaunch,
) => Result<void>;

/** `sha256:` and the hex digest of the RFC 8785 form. Equal values have equal digests whatever their key order. */
export function digestOf(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('a value without a JSON form cannot be digested');
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

/** What is in `BoundAct.effectDigest`. What a form sends is apart: a page may go on writing into its own fields. */
export function effectDigest({ submits, ...effect }: ElementEffect): string {
  if (submits?.sends === undefined) return digestOf({ ...effect, submits });
  const { sends: _sends, ...rest } = submits;
  return digestOf({ ...effect, submits: rest });
}

/** What is in `BoundAct.sends`. */
export const sentDigest = ({ submits }: ElementEffect): Pick<BoundAct, 'sends'> =>
  submits?.sends === undefined ? {} : { sends: submits.sends.digest };

/** What is in `BoundAct.dataDigest`: of the text to enter, `null` for an act that enters none. */
export const dataDigest = (text: string | null): string | null =>
  text === null ? null : `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
