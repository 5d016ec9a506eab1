// The origins that a person named for a task. INVARIANT: a name without a port is the default ports of that one host; one with a port
// is that port alone; a subdomain, another port and another scheme than what was written are other origins.
import { hostOfUrl } from '#policy/requests/host.ts';

/** What a socket speaks is the same server: `ws` is `http`, `wss` is `https`. */
const SCHEMES: Readonly<Record<string, 'http' | 'https'>> = {
  'http:': 'http',
  'ws:': 'http',
  'https:': 'https',
  'wss:': 'https',
};
const DEFAULT_PORTS = { http: '80', https: '443' } as const;

/** `https://example.com:443`: scheme, canonical host and port, in full; `null` for what is reached by none of the four schemes. */
export function originKey(url: string): string | null {
  const parsed = URL.parse(url);
  const scheme = parsed === null ? undefined : SCHEMES[parsed.protocol];
  const host = parsed === null ? null : hostOfUrl(parsed);
  if (parsed === null || scheme === undefined || host === null || host === '') return null;
  return `${scheme}://${host}:${parsed.port === '' ? DEFAULT_PORTS[scheme] : parsed.port}`;
}

export class NamedOrigins {
  /** By the form in which a person sees it: `example.com`, `example.com:8443`. */
  readonly #shown = new Map<string, readonly string[]>();

  /** As they were written: `example.com`, `example.com:8443`, `https://example.com/path`. What is no address names nothing. */
  constructor(written: Iterable<string>) {
    for (const one of written) this.add(one);
  }

  /** Names one more, as it was written. Returns how to take it back; what was named before stays named. */
  add(written: string): () => void {
    const [keys, shown] = [keysOf(written), shownAs(written)];
    const before = this.#shown.get(shown) ?? [];
    if (keys.every((key) => before.includes(key))) return () => undefined;
    const all = [...new Set([...before, ...keys])];
    this.#shown.set(shown, all);
    return () => {
      if (before.length > 0) this.#shown.set(shown, before);
      else this.#shown.delete(shown);
    };
  }

  has(url: string): boolean {
    const key = originKey(url);
    return key !== null && this.#shown.values().some((keys) => keys.includes(key));
  }

  /** Those of which none is among these origins, for a person. */
  beside(origins: ReadonlySet<string>): readonly string[] {
    const visited = new Set([...origins].map((origin) => originKey(origin)));
    return [...this.#shown].flatMap(([shown, keys]) => (keys.some((key) => visited.has(key)) ? [] : [shown]));
  }
}

const shownAs = (written: string): string => URL.parse(inFull(written))?.host ?? written;
const inFull = (written: string): string => (/^https?:\/\//iu.test(written) ? written : `http://${written}`);

/**
 * A port that is written names the server there, whichever way it speaks. Without one, the plain scheme names the encrypted one
 * too (sites lead there by themselves), and never the other way round.
 */
function keysOf(written: string): readonly string[] {
  const key = originKey(inFull(written));
  if (key === null) return [];
  const [, scheme, host, port] = /^(https?):\/\/(.*):(\d+)$/u.exec(key) ?? [];
  if (key === `https://${host}:443`) return [key];
  return port === '80' && scheme === 'http'
    ? [key, `https://${host}:443`]
    : [`http://${host}:${port}`, `https://${host}:${port}`];
}
