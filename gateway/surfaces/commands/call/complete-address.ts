// An address as a person writes it, with the scheme that it lacks. INVARIANT: the host is the one that was written, and what is no address
// stays as it is, so that whoever checks it refuses it.

/** Names and numbers of this machine and of private nets: nobody vouches for them by a certificate. */
const PLAIN_ENDINGS = ['localhost', '.localhost', '.test', '.local', '.internal'];
const DIGITS = /^\d{1,5}$/u;
const NUMBERS = /^[\d.]{7,15}$/u;

/** `shop.example` is `https://shop.example`; `localhost:3000` and `127.0.0.1` are reached by http. */
export function completeAddress(written: string): string {
  const text = written.trim();
  const authority = text.slice(0, endOfAuthority(text));
  const bracket = authority.startsWith('[') ? authority.indexOf(']') + 1 : 0;
  const colon = authority.indexOf(':', bracket);
  const host = (colon === -1 ? authority : authority.slice(0, colon)).toLowerCase();
  const port = colon === -1 ? null : authority.slice(colon + 1);
  if (port !== null && !DIGITS.test(port)) return written;
  const named = host.includes('.') && !host.startsWith('.') && !host.includes('..');
  if (!named && host !== 'localhost' && bracket === 0) return written;
  const isPlain = bracket > 0 || NUMBERS.test(host) || PLAIN_ENDINGS.some((end) => host.endsWith(end));
  const whole = `${isPlain ? 'http' : 'https'}://${text}`;
  const parsed = URL.parse(whole);
  return parsed === null || parsed.username !== '' || parsed.password !== '' ? written : whole;
}

function endOfAuthority(text: string): number {
  const at = ['/', '?', '#', '\\', ' '].map((one) => text.indexOf(one)).filter((place) => place !== -1);
  return Math.min(text.length, ...at);
}
