// What the engine tells of a picture's request: whether an element or a style asks for it.
import type { CdpPayload } from '#executors/cdp/types.ts';

/** `MARKUP`: an element's of the document's own text, or of a style in it: the engine tells both alike. */
export type PictureSign = 'ELEMENT' | 'STYLE' | 'MARKUP';

/** The engine names no script for what a style asks for, and of a style sheet with an address no line. */
export function signOf({
  type,
  lineNumber,
}: CdpPayload<'Network.requestWillBeSent'>['initiator']): PictureSign {
  if (type === 'script' || type === 'preload') return 'ELEMENT';
  return type === 'parser' && lineNumber === undefined ? 'STYLE' : 'MARKUP';
}
