// What an act would land on, as read from the live page before anybody decides.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { DocumentState } from './document.ts';

/** The element that an act is bound to, as read from the live page at inspection. */
export type ElementIdentity = {
  readonly ref: string;
  readonly generation: number;
  readonly backendNodeId: number;
  readonly role: string;
  readonly name: string;
};

export type Inspection = {
  readonly document: DocumentState;
  readonly element: ElementIdentity | null;
  readonly effect: ElementEffect;
  /** Where a DRAG ends. */
  readonly onto?: ElementIdentity;
  /** Where BACK, FORWARD or RELOAD would go, and whose document FRAME_SWITCH would look into. */
  readonly historyUrl?: string;
  /** The document that the element is in, where it is of another origin than the page: there the act lands. */
  readonly frame?: { readonly id: string; readonly url: string };
  /** Of a dialog: the act that stands still until it is answered, as it was decided on. */
  readonly goesOn?: {
    readonly action: BrowserAction;
    readonly element: ElementIdentity | null;
    readonly effect: ElementEffect;
    /** Where it leads; `null`: nowhere that was seen. */
    readonly url: string | null;
  };
};
