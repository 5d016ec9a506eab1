// Where each of our pages may be. INVARIANT: a page that wants to leave its place stays; no page opens a window by itself, and none takes
// a page into itself.
import type { Contents } from '../ports/contents.ts';
import type { WindowRow } from '../tables/windows.ts';
import { SHELL_ORIGIN } from '../tables/shell-pages.ts';

/** Of the gateway that serves now; `null`: none does. */
export type Origins = { readonly app: string; readonly consent: string } | null;

export function mayBeAt(goes: WindowRow['goes'], url: string, origins: Origins): boolean {
  const at = URL.parse(url);
  if (at === null) return false;
  switch (goes) {
    case 'SHELL':
      // A scheme of one's own has no origin in a parser that does not know it.
      return `${at.protocol}//${at.host}` === SHELL_ORIGIN;
    case 'APP_ORIGIN':
      return origins !== null && at.origin === origins.app;
    case 'CONSENT_ORIGIN':
      return origins !== null && at.origin === origins.consent;
    case 'WEB':
      return at.protocol === 'https:' || at.protocol === 'http:' || url === 'about:blank';
  }
}

/** Everything but a page of the web, which the guard holds. */
export function pin(
  contents: Contents,
  goes: Exclude<WindowRow['goes'], 'WEB'>,
  parts: {
    readonly origins: () => Origins;
    /** A link of the app's to the web: it opens in the person's own page. */
    readonly openOutside: (url: string) => void;
  },
): void {
  contents.on('will-frame-navigate', (details) => {
    // The app has frames of the gateway's other origins, which its own policy names.
    if (!details.isMainFrame && goes === 'APP_ORIGIN') return;
    if (mayBeAt(goes, details.url, parts.origins())) return;
    details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (goes === 'APP_ORIGIN' && mayBeAt('WEB', url, null)) parts.openOutside(url);
    return { action: 'deny' };
  });
}
