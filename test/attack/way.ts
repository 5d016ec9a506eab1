// One way out of an allowed page: the page that tries it, and where its attacker would notice.
// INVARIANT: a way names its canary by its own id (host label, port or report), so that a contact tells which way made it.

export const FAMILIES = [
  'navigation',
  'frame',
  'subresource',
  'script',
  'hint',
  'worker',
  'window',
  'report',
  'realtime',
  'storage',
  'persistence',
  'download',
  'file',
  'permission',
  'scheme',
  'address',
  'proxy',
  'disguise',
] as const;
export type Family = (typeof FAMILIES)[number];

export type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

export type Way = {
  /** A DNS label, unique among all ways. */
  readonly id: string;
  readonly family: Family;
  /** What the page does, as a security team would say it. */
  readonly title: string;
  readonly page: (aim: Aim) => string;
  /** Needs a page of its own: it navigates, opens, blocks, or its contact carries no mark. */
  readonly alone?: boolean;
  /** The harness presses the button `Go` (id `go`), with a person's gesture. */
  readonly click?: boolean;
  /** Headers of the page; with them the way has a page of its own. */
  readonly headers?: (aim: Aim) => Readonly<Record<string, string | readonly string[]>>;
  /** Further addresses of the allowed site, below `/r/ID/`. */
  readonly routes?: (aim: Aim) => Readonly<Record<string, Answer>>;
  /** Further hosts of the attacker, beside `ID.evil.test`. */
  readonly hosts?: readonly string[];
  /** A port of its own on this machine, for contacts without a name. */
  readonly port?: 'tcp' | 'udp';
  /** The page of a later task in another Ghost Tab; it reports what is left of the first one. */
  readonly later?: (aim: Aim) => string;
  /** Why it cannot be alive in this Chromium, headless: listed, run behind the boundary, and not counted. */
  readonly absent?: string;
  /** Longest time that the way takes in an unguarded browser, where that is more than usual. */
  readonly windowMs?: number;
};

/** Where a way's page aims. */
export type Aim = {
  readonly id: string;
  /** `ID.evil.test`. */
  readonly host: string;
  /** `http://ID.evil.test/PATH`. */
  readonly evil: (path?: string, scheme?: 'http' | 'https' | 'ws' | 'wss') => string;
  /** A name that no host map knows: only a look-up can tell of it. */
  readonly name: string;
  /** `http://site.localhost/r/ID/PATH`, on the allowed site. */
  readonly site: (path: string) => string;
  /** The way's own port; 0 without one. */
  readonly port: number;
  /** An address of this machine that is not loopback, or loopback where there is none. */
  readonly machine: string;
  /** A script element that runs `code` as an async function; `got(value)` tells the allowed site what the page got. */
  readonly script: (code: string, type?: string) => string;
  /** A button `Go` whose click runs `code`. */
  readonly go: (code: string) => string;
};

export const SITE = 'site.localhost';
export const EVIL = 'evil.test';
export const NAMES = 'names.test';

/** In every page of the site, before the ways' own scripts. It tells by addresses: a policy may let nothing be sent. */
export const PRELUDE = `<script>
const send = window.fetch.bind(window);
const tell = (path, body) => { send('http://${SITE}/' + path + '?' + encodeURIComponent(String(body).slice(0, 200)), { mode: 'no-cors', cache: 'no-store', keepalive: true }).catch(() => {}); };
const way = (id, code) => { const got = (value) => tell('report/' + id, value);
  try { Promise.resolve(code(got)).catch(() => {}); } catch {} };
</script>`;

export function aimOf(way: Way, port: number, machine: string): Aim {
  const { id } = way;
  const host = `${id}.${EVIL}`;
  const call = (code: string): string => `way('${id}', async (got) => { ${code} })`;
  return {
    id,
    host,
    evil: (path = 'x', scheme = 'http') => `${scheme}://${host}/${path}`,
    name: `${id}.${NAMES}`,
    site: (path) => `http://${SITE}/r/${id}/${path}`,
    port,
    machine,
    script: (code, type) => `<script${type === undefined ? '' : ` type="${type}"`}>${call(code)}</script>`,
    go: (code) => `<button id="go" type="button">Go</button><script>
      document.getElementById('go').addEventListener('click', () => { ${call(code)} });</script>`,
  };
}

export const ownPage = (way: Way): boolean =>
  way.alone === true || way.click === true || way.headers !== undefined || way.later !== undefined;

type More = Partial<Omit<Way, 'id' | 'title' | 'page' | 'family'>>;

/** The builder of one family's table: ids get the family's prefix, and every way the family's defaults. */
export const inFamily =
  (family: Family, prefix: string, defaults: More = {}) =>
  (id: string, title: string, page: Way['page'], more: More = {}): Way => ({
    ...defaults,
    id: `${prefix}-${id}`,
    family,
    title,
    page,
    ...more,
  });
