// What passes between the app and the consent document. INVARIANT: nothing that the app can send allows anything;
// the most it can do is deny.
import type { ConsentClosedMessage } from '#gateway/protocol/http.ts';

/** From the document: the height that its content needs, in CSS pixels. */
export type ConsentSizeMessage = { readonly type: 'ghost.consent.size'; readonly height: number };
/** From the document: the question is not in it. Whoever closes the dialog then denies by the app's own call. */
export type ConsentNotShownMessage = { readonly type: 'ghost.consent.not-shown' };
/** From the document: the person said no, and the gateway could not be told. */
export type ConsentUnheardMessage = { readonly type: 'ghost.consent.unheard'; readonly id: string };
/** From the document: the person wants a rule for questions like this one. It answers nothing. */
export type ConsentAlwaysMessage = { readonly type: 'ghost.consent.always'; readonly id: string };
/** To the document: the person closed the dialog around it, which means deny. */
export type ConsentDenyMessage = { readonly type: 'ghost.consent.deny' };

export type FromConsent =
  | ConsentClosedMessage
  | ConsentSizeMessage
  | ConsentNotShownMessage
  | ConsentUnheardMessage
  | ConsentAlwaysMessage;

export function parseFromConsent(data: unknown): FromConsent | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  const { type } = data;
  const names =
    type === 'ghost.consent.closed' || type === 'ghost.consent.unheard' || type === 'ghost.consent.always';
  if (names && 'id' in data && typeof data.id === 'string') return { type, id: data.id };
  if (data.type === 'ghost.consent.not-shown') return { type: data.type };
  if (data.type === 'ghost.consent.size' && 'height' in data && typeof data.height === 'number') {
    return { type: data.type, height: data.height };
  }
  return null;
}

export function isDenyMessage(data: unknown): data is ConsentDenyMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'ghost.consent.deny';
}
