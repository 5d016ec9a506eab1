// What an approved form sends, down to its last byte, and whether a request is exactly that.
// INVARIANT: a request is compared with the body that the browser writes for the fields that were seen; what cannot be read,
// or written down beforehand, is never the same.
import { createHmac, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FormContent } from '#policy/acts/element-effect.ts';
import type { FormEntries, FormEntry } from '#executors/perception/in-page/form-entries.ts';

export type FormReading = FormEntries & { readonly url: string; readonly method: 'GET' | 'POST' };

/** A document's request, as the browser paused it. `body`: `null` where it cannot be read, whole. */
export type Outgoing = {
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly body: Buffer | null;
};

/** A digest of a short password must tell nobody what it is. */
const KEY = randomBytes(32);
const MAX_VALUE_CHARACTERS = 10_000;

/** As the boundary may know it: values of credentials by their length. */
export function contentOf(form: FormReading): FormContent {
  const text = canonicalize(form) ?? '';
  return Object.freeze({
    enctype: form.enctype,
    whole: form.whole,
    digest: `hmac-sha256:${createHmac('sha256', KEY).update(text).digest('hex')}`,
    fields: form.entries.map(({ name, value, secret, hidden, file }) => ({
      name,
      value: secret ? null : value.slice(0, MAX_VALUE_CHARACTERS),
      length: value.length,
      hidden,
      file,
    })),
  });
}

/** Whether the request is the form's, field by field and byte by byte. */
export function isSentBy(form: FormReading, request: Outgoing): boolean {
  if (!form.whole || request.method !== form.method || request.body === null) return false;
  const [expected, asked] = [URL.parse(form.url), URL.parse(request.url)];
  if (expected === null || asked === null) return false;
  expected.hash = '';
  asked.hash = '';
  if (form.method === 'GET') {
    const query = asked.search.slice(1);
    expected.search = '';
    asked.search = '';
    return (
      asked.href === expected.href && request.body.length === 0 && isUrlEncoded(form, Buffer.from(query))
    );
  }
  if (asked.href !== expected.href) return false;
  const [type = ''] = request.contentType.split(';');
  if (type.trim().toLowerCase() !== form.enctype) return false;
  switch (form.enctype) {
    case 'application/x-www-form-urlencoded':
      return isUrlEncoded(form, request.body);
    case 'text/plain':
      return isPlain(form, request.body);
    case 'multipart/form-data':
      return isMultipart(form, request);
  }
}

/** HTML 4.10.21.8: line breaks go as CR LF, in names and values. */
const crlf = (text: string): string => text.toWellFormed().replace(/\r\n|\r|\n/gu, '\r\n');
const written = ({ name, value, file }: FormEntry): [string, string] => [
  crlf(name),
  file ? value.toWellFormed() : crlf(value),
];

/** The entry as it was seen; of a coordinate, any that lies on the picture. */
function fits(entry: FormEntry, [name, value]: readonly [string, string]): boolean {
  const [wantedName, wantedValue] = written(entry);
  if (name !== wantedName) return false;
  if (entry.most === null) return value === wantedValue;
  return /^(?:0|[1-9]\d{0,4})$/u.test(value) && Number(value) <= entry.most;
}

function fitAll(form: FormReading, pairs: readonly (readonly [string, string])[]): boolean {
  return (
    pairs.length === form.entries.length &&
    form.entries.every((entry, at) => {
      const pair = pairs[at];
      return pair !== undefined && fits(entry, pair);
    })
  );
}

function isUrlEncoded(form: FormReading, body: Buffer): boolean {
  const text = body.toString('latin1');
  if (form.charset === 'utf-8') {
    const pairs = [...new URLSearchParams(text)];
    // Written again it must be the same: nothing hides in how it is spelt.
    return fitAll(form, pairs) && new URLSearchParams(pairs).toString() === text;
  }
  const parts = text === '' ? [] : text.split('&');
  const pairs: [string, string][] = [];
  for (const part of parts) {
    const at = part.indexOf('=');
    const name = decode(percentDecoded(part.slice(0, at)), form.charset);
    const value = decode(percentDecoded(part.slice(at + 1)), form.charset);
    if (at === -1 || name === null || value === null) return false;
    pairs.push([name, value]);
  }
  return fitAll(form, pairs);
}

const percentDecoded = (part: string): Buffer =>
  Buffer.from(
    part
      .replaceAll('+', ' ')
      .replace(/%([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

function isPlain(form: FormReading, body: Buffer): boolean {
  if (form.entries.some(({ most }) => most !== null)) return false;
  const expected = form.entries.map((entry) => `${written(entry).join('=')}\r\n`).join('');
  return decode(body, form.charset) === expected;
}

/** RFC 7578 as browsers write it, and without files: a form that has some is never foreseen whole. */
function isMultipart(form: FormReading, { contentType, body }: Outgoing): boolean {
  const boundary = /;\s*boundary=([\w'()+,./:=?-]{1,70})$/u.exec(contentType)?.[1];
  const text = body === null ? null : decode(body, form.charset);
  if (boundary === undefined || text === null) return false;
  let at = 0;
  const takes = (part: string): boolean => {
    const there = text.startsWith(part, at);
    at += part.length;
    return there;
  };
  for (const entry of form.entries) {
    const [name, value] = written(entry);
    const escaped = name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
    if (!takes(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped}"\r\n\r\n`)) return false;
    const sent = entry.most === null ? value : (/^\d{1,5}/u.exec(text.slice(at, at + 5))?.[0] ?? '');
    if (!fits(entry, [name, sent]) || !takes(`${sent}\r\n`)) return false;
  }
  return takes(`--${boundary}--\r\n`) && at === text.length;
}

function decode(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null; // another encoding than was said, or one that is not known here
  }
}
