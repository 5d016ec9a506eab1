// A cookie for a parent domain is storage that siblings share, which the storage matrix never gives: it is kept for its own host alone.
// INVARIANT: no `Domain` of a server's reaches the cookie jar; everything else of its cookie does. Pure.

const DOMAIN = /^\s*domain\s*(?:=|$)/iu;

/** One `Set-Cookie` value. The first part is the cookie itself, whatever it is called. */
export function hostOnlyCookie(value: string): string {
  const [pair = '', ...attributes] = value.split(';');
  return [pair, ...attributes.filter((one) => !DOMAIN.test(one))].join(';');
}

export const namesDomain = (value: string): boolean =>
  value
    .split(';')
    .slice(1)
    .some((one) => DOMAIN.test(one));

/** Node's flat list of names and values. */
export function withHostOnlyCookies(raw: readonly string[]): string[] {
  return raw.map((text, at) =>
    at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'set-cookie' ? hostOnlyCookie(text) : text,
  );
}
