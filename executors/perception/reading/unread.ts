// How a frame is in a snapshot that is not read. Pure.
// INVARIANT: nothing of it does but that it is there, and whose it is.
import type { CapturedDocument } from './captured.ts';

/** A frame that is not read: whose it is (`''`: nobody's), and why. */
export type Unread = { readonly origin: string; readonly why: 'ORIGIN' | 'SILENT' };

export function unreadWords(unread: Unread | null, document: CapturedDocument, node: number): string {
  if (unread?.why === 'SILENT')
    return `not readable: a frame of ${whose(unread.origin)} that does not answer`;
  const source = document.attribute(node, 'src');
  const origin = unread?.origin ?? URL.parse(source ?? '', document.base)?.origin ?? 'null';
  return `not readable: a frame of ${whose(source === null && unread === null ? '' : origin)}`;
}

const whose = (origin: string): string =>
  origin === '' || origin === 'null' ? 'an origin of its own' : origin;
