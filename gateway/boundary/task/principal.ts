// The principals that ask and answer. INVARIANT: the principal that asked for an act never answers the question about it.

export type Principal =
  | {
      readonly kind: 'person';
      readonly channel: 'ui' | 'terminal' | 'library' | 'mcp';
      readonly id: string;
      /** Another user of the machine than runs the gateway. */
      readonly account?: string;
    }
  | { readonly kind: 'navigator'; readonly id: string }
  | { readonly kind: 'client'; readonly id: string }
  | { readonly kind: 'page'; readonly id: string };

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
