// The shell's own pages, served by a protocol of the program's own: no port, no server, no other program of the machine reaches them.
// INVARIANT: a file of the list or nothing; each goes out under a policy that lets it load what is ours and reach nothing.

export const SHELL_SCHEME = 'ghost-shell';
export const SHELL_ORIGIN = `${SHELL_SCHEME}://shell`;

/** As `protocol.registerSchemesAsPrivileged` takes it. */
export const SHELL_SCHEME_TRAITS = {
  standard: true,
  secure: true,
  supportFetchAPI: false,
  corsEnabled: false,
  bypassCSP: false,
  allowServiceWorkers: false,
  stream: false,
} as const;

export const SHELL_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

export const SHELL_PAGES = { FRAME: 'frame', QUICK: 'quick', TRAY: 'tray', PICTURE: 'picture' } as const;

export const shellUrl = (page: keyof typeof SHELL_PAGES): string =>
  `${SHELL_ORIGIN}/${SHELL_PAGES[page]}/index.html`;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The file of the built pages that an address is for, and its type; `null`: none. */
export function shellFile(address: string): { readonly path: string; readonly type: string } | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== `${SHELL_SCHEME}:` || url.host !== 'shell') return null;
  const path = url.pathname.slice(1);
  const type = TYPES[/\.\w+$/u.exec(path)?.[0] ?? ''];
  const isPlain = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*$/u.test(path);
  return type === undefined || !isPlain ? null : { path, type };
}
