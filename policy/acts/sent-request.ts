// What is asked of a server, and what goes along, in the policy's words: for forms, for navigations, for what a page's scripts send.
// INVARIANT: what no word stands for is OTHER, and what nobody can foresee UNKNOWN: never the milder of two.
import { HTTP_METHODS } from '#policy/language/vocabulary.ts';
import type { ContentType, HttpMethod, SizeClass } from '#policy/language/vocabulary.ts';
import type { ElementEffect } from './element-effect.ts';

export type SentRequest = {
  readonly method: HttpMethod;
  readonly contentType: ContentType;
  readonly size: SizeClass;
};

/** A request that gives nothing but its address. */
export const TAKES: SentRequest = { method: 'GET', contentType: 'NONE', size: 'NONE' };

/** The class of a method as it is sent: `get` and `patch` in small letters are methods of their own, and no server's. */
export const methodOf = (text: string): HttpMethod =>
  HTTP_METHODS.find((one) => one === text && one !== 'NONE' && one !== 'OTHER') ?? 'OTHER';

const TYPES: readonly (readonly [RegExp, ContentType])[] = [
  [/^application\/x-www-form-urlencoded$/u, 'FORM'],
  [/^multipart\//u, 'MULTIPART'],
  [/^(?:application|text)\/(?:.*\+)?json$/u, 'JSON'],
  [/^(?:application|text)\/(?:.*\+)?xml$/u, 'XML'],
  [/^text\//u, 'TEXT'],
];

/** The class of a body's type, by what it says of itself. */
export function contentTypeOf(text: string): ContentType {
  const [type = ''] = text.toLowerCase().split(';', 1);
  return TYPES.find(([said]) => said.test(type.trim()))?.[1] ?? 'OTHER';
}

const KILOBYTE_BYTES = 1024;
const MEGABYTE_BYTES = 1024 * KILOBYTE_BYTES;
const SIZES: readonly (readonly [mostBytes: number, SizeClass])[] = [
  [0, 'NONE'],
  [KILOBYTE_BYTES, 'UP_TO_1_KB'],
  [64 * KILOBYTE_BYTES, 'UP_TO_64_KB'],
  [MEGABYTE_BYTES, 'UP_TO_1_MB'],
  [10 * MEGABYTE_BYTES, 'UP_TO_10_MB'],
  [100 * MEGABYTE_BYTES, 'UP_TO_100_MB'],
];

export const sizeClassOf = (bytes: number | undefined): SizeClass =>
  bytes === undefined ? 'UNKNOWN' : (SIZES.find(([most]) => bytes <= most)?.[1] ?? 'LARGER');

/** Of a request that a page makes. */
export const requestOf = (
  method: string,
  body: { readonly contentType: string; readonly bytes: number } | null,
): SentRequest => ({
  method: methodOf(method),
  ...(body === null
    ? { contentType: 'NONE', size: 'NONE' }
    : { contentType: contentTypeOf(body.contentType), size: sizeClassOf(body.bytes) }),
});

/** Of one whose body nobody looked at. */
export const requestUnseen = (method: string): SentRequest =>
  isReading(method)
    ? requestOf(method, null)
    : { method: methodOf(method), contentType: 'OTHER', size: 'UNKNOWN' };

/** Whether a request of this method takes no body along. */
const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Of a form that an act would submit; `null` for one of a dialog's, which sends nothing. */
export function requestOfForm(submits: NonNullable<ElementEffect['submits']>): SentRequest | null {
  if (submits.method === 'DIALOG') return null;
  if (submits.method === 'GET') return TAKES;
  const said = submits.sends?.enctype ?? '';
  const contentType = said === '' ? 'FORM' : contentTypeOf(said);
  return { method: 'POST', contentType, size: 'UNKNOWN' };
}
