// The plain page that a tab shows instead of a page that was refused. INVARIANT: it is only text, without a script, a request
// or anything of the refused site; its text is the gateway's and is escaped.
import { escapeHtml, REFUSED_HEADER } from '#executors/network/refusal.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; form-action 'none'";
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:12vh auto;padding:0 1rem;color:#222;background:#fff}' +
  '@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1f}}p{overflow-wrap:anywhere}';

export type BlockedAnswer = {
  readonly responseCode: number;
  readonly responsePhrase: string;
  readonly responseHeaders: { name: string; value: string }[];
  readonly body: string;
};

/** What a refused navigation is answered with: status 403, marked, in one sentence who refused it and why. */
export function blockedPage(url: string, reason: string): BlockedAnswer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Blocked</title><style>${STYLE}</style><h1>Blocked</h1><p>Ghost Browser did not let the page go to ${escapeHtml(url)}: ${escapeHtml(reason)}.</p></html>`;
  return {
    responseCode: 403,
    responsePhrase: 'Forbidden',
    responseHeaders: [
      { name: 'content-type', value: 'text/html; charset=utf-8' },
      { name: 'content-security-policy', value: POLICY },
      { name: 'cache-control', value: 'no-store' },
      { name: 'referrer-policy', value: 'no-referrer' },
      { name: 'x-content-type-options', value: 'nosniff' },
      { name: REFUSED_HEADER, value: 'act.navigation-denied' },
    ],
    body: Buffer.from(html, 'utf8').toString('base64'),
  };
}
