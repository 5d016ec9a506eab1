// Lists the places in a request that can carry data: the parts of an address, the fields of a body. INVARIANT: every character of a
// request that somebody could choose is in `whole` or in a part; the name of the destination itself is not.
import { siteOfUrl } from './site.ts';

/** One place for a value; the same place in the next request to the same site goes on where this one ended. */
export type Part = { readonly place: string; readonly text: string };
export type Outgoing = { readonly whole: string; readonly given?: string; readonly parts: readonly Part[] };

const MAX_FIELDS = 400;
/** Of a longer body the beginning is taken apart: that it is longer is a finding by itself. */
const MAX_BODY_CHARACTERS = 65_536;

export function partsOfUrl(given: string): Outgoing {
  const url = URL.parse(given);
  if (url === null) return { whole: given, parts: [{ place: 'address', text: given }] };
  const site = siteOfUrl(given);
  const labels = url.hostname === site ? '' : url.hostname.slice(0, -site.length - 1);
  const parts: Part[] = [];
  const add = (place: string, text: string): void => {
    if (text !== '' && parts.length < MAX_FIELDS) parts.push({ place, text });
  };
  if (url.hostname !== site && url.hostname.endsWith(site)) add('host', labels);
  add('user', `${url.username} ${url.password}`.trim());
  add('port', url.port);
  for (const [index, segment] of url.pathname.split('/').filter(Boolean).entries())
    add(`path ${index}`, segment);
  for (const pair of url.search.slice(1).split('&')) {
    const [name = '', ...value] = pair.split('=');
    if (value.length === 0) add('query', name);
    else {
      add('query names', name);
      add('query', value.join('='));
    }
  }
  add('fragment', url.hash.slice(1));
  if (url.origin === 'null') add('address', url.pathname);
  const behind = `${url.pathname}${url.search}${url.hash}`;
  const whole = [labels, url.username, url.password, url.port, behind]
    .filter((text) => text !== '')
    .join(' ');
  const written = /^[^:/?#]+:[\\/]*[^\\/?#]*(.*)$/su.exec(given)?.[1] ?? given;
  return { whole, ...(written === behind ? {} : { given: written }), parts };
}

/** A body as it stands, and the values of what is a form, JSON or a multipart message. */
export function partsOfBody(whole: string): Outgoing {
  const text = whole.slice(0, MAX_BODY_CHARACTERS);
  const values =
    jsonValues(text) ??
    multipartValues(text) ??
    (/^[^\s=&]{1,200}=[^\s]*$/.test(text.slice(0, 4_096)) ? formValues(text) : [text]);
  return {
    whole,
    parts: values.slice(0, MAX_FIELDS).map((value) => ({ place: 'body', text: value })),
  };
}

const formValues = (text: string): readonly string[] =>
  text.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));

function jsonValues(text: string): readonly string[] | null {
  if (!/^\s*[[{"]/.test(text)) return null;
  try {
    const found: string[] = [];
    const walk = (value: unknown): void => {
      if (found.length >= MAX_FIELDS) return;
      if (Array.isArray(value)) value.forEach(walk);
      else if (typeof value === 'object' && value !== null)
        for (const [name, one] of Object.entries(value)) {
          found.push(name);
          walk(one);
        }
      else if (value !== null) found.push(typeof value === 'string' ? value : JSON.stringify(value));
    };
    walk(JSON.parse(text));
    return found;
  } catch {
    return null; // no JSON: read as it stands
  }
}

function multipartValues(text: string): readonly string[] | null {
  const boundary = /^(--[^\r\n]{1,200})\r?\n/.exec(text)?.[1];
  if (boundary === undefined) return null;
  return text
    .split(boundary, MAX_FIELDS)
    .map((part) => part.replace(/^[\s\S]*?\r?\n\r?\n/, '').replace(/\r?\n$/, ''))
    .filter((value) => value !== '' && value !== '--');
}
