// The principals that ask and answer. INVARIANT: the principal that asked for an act never answers the question about it.
import type { Channel } from '#policy/language/vocabulary.ts';

export type Principal =
  | {
      readonly kind: 'person';
      readonly channel: 'ui' | 'terminal' | 'library' | 'mcp';
      readonly id: string;
      /** Another user of the machine than runs the gateway. */
      readonly account?: string;
    }
  | { readonly kind: 'navigator'; readonly id: string }
  | {
      readonly kind: 'client';
      /** One asker among others, made by chance or said by itself: nothing follows from it but that it never answers itself. */
      readonly id: string;
      /** INVARIANT: by the surface that it came by, never by its own word. */
      readonly channel: Channel;
      /** Another user of the machine than runs the gateway. */
      readonly account?: string;
    }
  | { readonly kind: 'page'; readonly id: string };

/** Who has tasks done: never a page, never a model. */
export type Requester = Extract<Principal, { readonly kind: 'person' | 'client' }>;

/** A program that opened the gateway itself. */
export const LIBRARY = { kind: 'client', id: 'library', channel: 'LIBRARY' } as const satisfies Requester;

/** Whatever a page starts by itself. */
export const PAGE: Principal = { kind: 'page', id: 'page' };

/** `person:ui`, `person:terminal:alice`, `navigator:offline`, `client:mcp`, `page`: how the audit log names it. */
export function nameOf(principal: Principal): string {
  switch (principal.kind) {
    case 'person':
      return `person:${principal.channel}${principal.account === undefined ? '' : `:${principal.account}`}`;
    case 'navigator':
      return `navigator:${principal.id}`;
    case 'client':
      return `client:${principal.id}`;
    case 'page':
      return 'page';
  }
}
