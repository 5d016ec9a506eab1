// HTML of the demo sites. INVARIANT: every value that a template interpolates is escaped unless it is `Html` itself.

export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Html | string | number | null | false | readonly Piece[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (piece === null || piece === false) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return piece.map(render).join('');
}

/** Tagged template; arrays are joined, `null` and `false` leave nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  let out = strings[0] ?? '';
  values.forEach((value, i) => {
    out += render(value) + (strings[i + 1] ?? '');
  });
  return new Html(out);
}

export type Look = {
  readonly site: string;
  readonly tagline: string;
  /** CSS colour of the site's header and buttons. */
  readonly accent: string;
  readonly nav: readonly { readonly label: string; readonly href: string }[];
  /** The search form of the header, where the site has one. */
  readonly search?: { readonly action: string; readonly label: string; readonly value: string };
};

export type PageParts = {
  readonly title: string;
  readonly main: Html;
  readonly head?: Html;
  /** Client script that real sites would have: inline, so that nothing else is loaded. */
  readonly script?: string;
  readonly banner?: Html;
};

/** A whole document in the common frame: header with navigation and search, main, footer. */
export function page(look: Look, parts: PageParts): string {
  const search = look.search;
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${parts.title} – ${look.site}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        <style>
          :root {
            --accent: ${look.accent};
          }
        </style>
        ${parts.head ?? null}
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/">${look.site}</a>
          <nav aria-label="Main">
            ${look.nav.map((entry) => html`<a href="${entry.href}">${entry.label}</a> `)}
          </nav>
          ${
            search === undefined
              ? null
              : html`<form role="search" action="${search.action}" method="get">
                  <input
                    type="search"
                    name="q"
                    aria-label="${search.label}"
                    placeholder="${search.label}"
                    value="${search.value}"
                  /><button type="submit">Search</button>
                </form>`
          }
        </header>
        ${parts.banner ?? null}
        <main>${parts.main}</main>
        <footer>
          <p>${look.site}: ${look.tagline} Part of the Ghost Browser demo world; nothing here is real.</p>
        </footer>
        ${parts.script === undefined ? null : new Html(`<script>${parts.script}</script>`)}
      </body>
    </html>`.text
  }`;
}

/** `89` → `€89.00`: all amounts of the demo world are euros in cents. */
export const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`;

/** Plain text with `[[target|label]]` links; `target` is resolved by `href`, blank lines part paragraphs. */
export function linked(text: string, href: (target: string) => string): Html {
  const pieces = text.split(/\[\[([^\]]+)\]\]/);
  return html`${pieces.map((piece, i) => {
    if (i % 2 === 0) return piece;
    const [target = piece, label = target] = piece.split('|');
    return html`<a href="${href(target)}">${label}</a>`;
  })}`;
}
