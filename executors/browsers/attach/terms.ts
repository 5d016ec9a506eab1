// What a tab in somebody else's browser goes without, since there it cannot be held: no flag, profile or pause reaches it.
// INVARIANT: whatever the policy grants, none of this is in such a tab.
import type { PageActKind } from '#policy/language/vocabulary.ts';

/** Rows whose strongest layer is a launch flag, a profile setting, or a target paused at its start. */
export const WITHHELD: ReadonlySet<PageActKind> = new Set([
  'AGENT_TOOLS',
  'BACKGROUND_WORK',
  'CREDENTIAL',
  'DEVICE',
  'FILE_SYSTEM',
  'NOTIFICATION',
  'ON_DEVICE_MODEL',
  'PAYMENT',
  'PEER_CONNECTION',
  'PREFETCH',
  'PROTOCOL_HANDLER',
  'SERVICE_WORKER',
  'SHARED_WORKER',
  'WEB_TRANSPORT',
  'WINDOW_MESSAGE',
]);

/** Beside each document's own: no windows (nobody could pause them), and no peer connections past the proxy. */
export const HEADERS = [
  {
    name: 'Content-Security-Policy',
    value:
      "sandbox allow-scripts allow-forms allow-modals allow-downloads allow-same-origin allow-pointer-lock allow-top-navigation allow-top-navigation-by-user-activation; webrtc 'block'",
  },
] as const;
