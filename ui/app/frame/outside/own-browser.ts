// An address that a person typed goes to their own page: the desktop's, or the browser that this app is shown in.
// INVARIANT: an address that only Ghost Tabs reach, of the demo world, goes to none of them.
import { DEMO_HOSTS } from '#gateway/client/demo/data/hosts.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import { looksLikeAddress, webAddress } from '#ui/app/parts/words.ts';
import { desktop } from '#ui/app/state/desktop.ts';

/** As a browser completes it; `null` for what is no address of a person's own page. */
export function ownAddress(text: string, status: Pick<GatewayStatus, 'demo' | 'sites'> | null): URL | null {
  if (!looksLikeAddress(text)) return null;
  const trimmed = text.trim();
  const url = webAddress(/^https?:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (url === null) return null;
  return status?.demo === true && DEMO_HOSTS.has(url.hostname) ? null : url;
}

/** Within the press that asked for it: a browser opens a tab for that alone. */
export function openOwn(url: URL): void {
  const bridge = desktop();
  if (bridge === null) window.open(url.href, '_blank', 'noopener,noreferrer');
  else void bridge.openAddress(url.href);
}
