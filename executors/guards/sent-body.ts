// What a paused request takes along: size, type, fields. INVARIANT: a credential's value leaves this file by its length
// alone, in fields, text and URLs alike.
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { SentBody } from '#executors/contract/page-act.ts';
import type { Asked } from '#executors/page/expectation.ts';

type Request = CdpPayload<'Fetch.requestPaused'>['request'];
type Sendable = Pick<Request, 'url' | 'method' | 'headers' | 'hasPostData' | 'postData' | 'postDataEntries'>;
type Field = { readonly name: string; readonly value: string };

/** Values that stand in credential fields, and those fields' names. */
export type KnownCredentials = { readonly names: ReadonlySet<string>; readonly values: readonly string[] };
export type Sent = {
  readonly url: string;
  readonly body: SentBody | null;
  readonly credentials: boolean;
  /** Headers that a page may have written, a line each; not there where there are none. */
  readonly headers?: string;
};

const MAX_TEXT_BYTES = 1_048_576;
const MAX_FIELDS = 200;
/** Credentials from here on are looked for in every spelling. */
const LONG_CHARACTERS = 6;
/** What is in place of a credential's value in a URL or a text. */
export const HIDDEN = '***';

/**
 * Reads one request. `known` says what is a credential, by the field's name or by its value wherever it stands; `foreign` are
 * those that the request's own site was never given: looked for in every header as well, and in the spellings that pages have.
 */
export function readSent(request: Request, known: KnownCredentials, foreign: readonly string[] = []): Sent {
  const bytes = bytesOf(request);
  const contentType = header(request, 'content-type');
  const size = Math.max(
    bytes.length,
    Number(header(request, 'content-length')) || 0,
    request.hasPostData === true ? 1 : 0,
  );
  const query = queryOf(request.url);
  const form = size === 0 ? [] : fieldsOf(bytes, contentType);
  const url = withoutCredentials(request.url, known);
  const text = textOf(bytes, form, known);
  const leaks =
    [...query, ...form].some((field) => isCredential(field, known)) ||
    url !== request.url ||
    (text !== null && text !== bytes.toString('utf8')) ||
    takesAlong(request, foreign);
  const headers = hide(headersOf(request), [...known.values, ...foreign]);
  return {
    url,
    ...(headers === '' ? {} : { headers }),
    credentials: leaks,
    body:
      size === 0
        ? null
        : {
            bytes: size,
            contentType,
            fields: form.slice(0, MAX_FIELDS).map((field) => ({
              name: field.name,
              value: isCredential(field, known) ? null : field.value,
              length: field.value.length,
            })),
            text: bytes.length === size || form.length > 0 ? text : null,
          },
  };
}

/** Whether any of these is in a request, however it is spelt. What cannot be read may hold them. */
export function takesAlong(request: Sendable, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const bytes = bytesOf(request);
  if (outgoing(request).body === null) return true;
  const { host = '' } = URL.parse(request.url) ?? {};
  const rest = request.url.replace(host, '').toLowerCase();
  const headers = `${headersOf(request)}\n${header(request, 'referer')}`.toLowerCase();
  return values.some((value) =>
    spellingsOf(value).some((spelling) => {
      const lower = spelling.toLowerCase();
      // A short word is in a host's name by chance.
      const inHost = value.length >= LONG_CHARACTERS && host.includes(lower);
      return bytes.includes(spelling) || inHost || rest.includes(lower) || headers.includes(lower);
    }),
  );
}

/** As a page writes it with what the language has. Short ones would be found everywhere in other spellings. */
export function spellingsOf(value: string): readonly string[] {
  const form = new URLSearchParams([['', value]]).toString().slice(1);
  const plain = [
    value,
    encodeURIComponent(value),
    encodeURI(value),
    form,
    JSON.stringify(value).slice(1, -1),
  ];
  if (value.length < LONG_CHARACTERS) return [...new Set(plain)];
  const bytes = Buffer.from(value, 'utf8');
  // Wherever it begins within a group of three bytes; the characters at its ends depend on its neighbours.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(Math.ceil((shift * 4) / 3), Math.floor(((shift + bytes.length) * 4) / 3)),
  );
  const turned = [...value].toReversed().join('');
  const url = base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
  const escaped = base64.map((one) => encodeURIComponent(one));
  return [
    ...new Set([
      ...plain,
      turned,
      encodeURIComponent(turned),
      bytes.toString('hex'),
      ...base64,
      ...url,
      ...escaped,
    ]),
  ];
}

/** Those that no script can set say nothing of the page. */
const NO_SCRIPTS =
  /^(?:accept-encoding|connection|content-length|cookie|date|dnt|host|origin|referer|sec-.*|upgrade-insecure-requests|user-agent)$/iu;
/** What a browser writes by itself where nobody else does. */
const USUAL: Readonly<Record<string, RegExp>> = {
  accept: /^[\w*/+.,;=\s-]{0,200}$/u,
  'accept-language': /^[\w,;=.\s-]{0,100}$/u,
  'cache-control': /^(?:no-cache|max-age=0)$/u,
  pragma: /^no-cache$/u,
  'content-type':
    /^(?:application\/(?:json|x-www-form-urlencoded)|text\/plain|multipart\/form-data; boundary=----WebKitFormBoundary\w{16})(?:; ?charset=utf-8)?$/iu,
};

const headersOf = ({ headers }: Sendable): string =>
  Object.entries(headers)
    .filter(([name, value]) => !NO_SCRIPTS.test(name) && USUAL[name.toLowerCase()]?.test(value) !== true)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A document's request as it leaves, to be held against what was decided. */
export function outgoing(request: Sendable): Omit<Asked, 'frameId' | 'isNew'> {
  const { url, method, hasPostData = false, postDataEntries = [] } = request;
  const bytes = bytesOf(request);
  // A part that has no bytes here is a file's, or comes as a stream.
  const readable =
    postDataEntries.every((one) => one.bytes !== undefined) && (bytes.length > 0 || !hasPostData);
  return {
    url,
    method,
    contentType: header(request, 'content-type'),
    referrer: header(request, 'referer'),
    body: readable ? bytes : null,
  };
}

/** A URL as it may be told: a credential's value in it is hidden. */
export function withoutCredentials(url: string, known: KnownCredentials): string {
  const named = queryOf(url)
    .filter((field) => isCredential(field, known))
    .map(({ value }) => value);
  return hide(url, [...known.values, ...named]);
}

/** A text that a page made, without the credentials that stand in the tab. */
export const hideCredentials = (text: string, known: KnownCredentials): string => hide(text, known.values);

const queryOf = (url: string): readonly Field[] => [...(URL.parse(url)?.searchParams ?? [])].map(pair);

function isCredential({ name, value }: Field, { names, values }: KnownCredentials): boolean {
  return value !== '' && (names.has(name) || values.some((secret) => value.includes(secret)));
}

function textOf(bytes: Buffer, form: readonly Field[], known: KnownCredentials): string | null {
  if (bytes.length > MAX_TEXT_BYTES) return null;
  const text = bytes.toString('utf8');
  if (text.includes('\u{fffd}')) return null;
  const named = form.filter((field) => isCredential(field, known)).map(({ value }) => value);
  return hide(text, [...known.values, ...named]);
}

/** Takes out each value, as it stands and as URLs and forms write it. The longest goes first. */
export function hide(text: string, values: readonly string[]): string {
  const written = new Set(values.flatMap((value) => spellingsOf(value)));
  return [...written]
    .filter((value) => value !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, value) => rest.replaceAll(value, HIDDEN), text);
}

function bytesOf(request: Sendable): Buffer {
  const entries = request.postDataEntries ?? [];
  if (entries.length > 0)
    return Buffer.concat(entries.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64')));
  return Buffer.from(request.postData ?? '', 'utf8');
}

function header({ headers }: Sendable, name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found === undefined ? '' : found[1];
}

function fieldsOf(bytes: Buffer, contentType: string): readonly Field[] {
  const [type = ''] = contentType.split(';');
  switch (type.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return bytes.length > MAX_TEXT_BYTES ? [] : [...new URLSearchParams(bytes.toString('utf8'))].map(pair);
    case 'multipart/form-data':
      return multipart(bytes, /boundary="?([^";]+)"?/iu.exec(contentType)?.[1] ?? '');
    case 'text/plain':
      return bytes
        .toString('utf8')
        .split('\r\n')
        .filter((line) => line.includes('='))
        .map((line) => pair([line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
    default:
      return [];
  }
}

const pair = ([name, value]: readonly [string, string]): Field => ({ name, value });

/** RFC 7578, as browsers write it. A file stands by its name and type; its content is not read. */
function multipart(bytes: Buffer, boundary: string): readonly Field[] {
  if (boundary === '') return [];
  const fields: Field[] = [];
  const mark = Buffer.from(`--${boundary}`);
  for (let at = bytes.indexOf(mark); at !== -1 && fields.length < MAX_FIELDS;) {
    const next = bytes.indexOf(mark, at + mark.length);
    const part = bytes.subarray(at + mark.length + 2, next === -1 ? bytes.length : Math.max(0, next - 2));
    const split = part.indexOf('\r\n\r\n');
    const head = split === -1 ? '' : part.subarray(0, split).toString('utf8');
    const name = /;\s*name="([^"]*)"/iu.exec(head)?.[1];
    const file = /;\s*filename="([^"]*)"/iu.exec(head)?.[1];
    if (name !== undefined) {
      const value = file === undefined ? part.subarray(split + 4).toString('utf8') : `file ${file}`;
      fields.push({ name, value });
    }
    at = next;
  }
  return fields;
}
