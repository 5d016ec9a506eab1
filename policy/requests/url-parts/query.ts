// Parameters of a URL's query: one canonical text, and what it says of one name. INVARIANT: canonical text is a fixed point; where servers
// may read a parameter in different ways it is OPEN: no rule that grants by it speaks of it, and every rule that restricts by it does.
import { foldedName, foldedReadings, isPlainlySpelt } from './parameter-names.ts';

/** `ABSENT`: no server finds it. `ONE`: every server finds this value. `OPEN`: servers differ on whether, how often or with what it is there. */
export type ParameterState =
  | { readonly is: 'ABSENT' | 'OPEN' }
  | { readonly is: 'ONE'; readonly value: string };

const ABSENT: ParameterState = { is: 'ABSENT' };
const OPEN: ParameterState = { is: 'OPEN' };

/** Before what only some servers find: it stands in no name, where it is escaped. */
const SOME_SERVERS = '~';

/** In a query with more names that are read in several ways anything may stand. */
const MAX_ODD_NAMES = 256;

type Pair = { readonly name: string; readonly value: string; readonly certain: boolean };

/** The query of a URL, with or without its `?`, in its canonical form; `''` for none. */
export function queryOfUrl(search: string): string {
  const raw = search.startsWith('?') ? search.slice(1) : search;
  if (raw === '') return '';
  const pairs = raw.split('&').flatMap((part) => readPart(part, true));
  // Some servers take `;` for `&`.
  const others = raw.includes(';') ? raw.split(/[&;]/u).flatMap((part) => readPart(part, false)) : [];
  return written([...pairs, ...others]);
}

/** A query that is canonical or would be, once its parameters are in order; `null` for what is none. */
export function canonicalQuery(text: string): string | null {
  if (text === '') return '';
  if (text.startsWith('?') || /[\s\p{Cc}#;+]/u.test(text)) return null;
  const pairs: Pair[] = [];
  for (const part of text.split('&')) {
    const certain = !part.startsWith(SOME_SERVERS);
    const [read] = readPart(certain ? part : part.slice(1), certain);
    if (read === undefined) return null;
    pairs.push(read);
  }
  return written(pairs);
}

/** What a canonical query says of a parameter. */
export function parameterState(query: string, name: string): ParameterState {
  const wanted = foldedName(name);
  let own: ParameterState = ABSENT;
  let odd = 0;
  for (const part of query === '' ? [] : query.split('&')) {
    const certain = !part.startsWith(SOME_SERVERS);
    const [read] = readPart(certain ? part : part.slice(1), certain);
    if (read === undefined) continue;
    if (!isPlainlySpelt(read.name) && ++odd > MAX_ODD_NAMES) return OPEN;
    const readings = foldedReadings(read.name);
    if (readings !== 'ANY' && !readings.has(wanted)) continue;
    if (!read.certain || read.name !== name) return OPEN;
    if (own.is === 'ONE' && own.value !== read.value) return OPEN;
    own = { is: 'ONE', value: read.value };
  }
  return own;
}

/** A query of which every server finds these parameters alone; with two values a parameter is OPEN. */
export const queryWith = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  written(pairs.map(([name, value]) => ({ name, value, certain: true })));

/** As forms are decoded. What does not decode is found by some servers, by others not. */
function readPart(part: string, certain: boolean): readonly Pair[] {
  if (part === '') return [];
  const equals = part.indexOf('=');
  const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
  const [nameRead, valueRead] = [decoded(name), decoded(value)];
  return [
    {
      name: nameRead.text,
      value: valueRead.text,
      certain:
        certain &&
        nameRead.clean &&
        valueRead.clean &&
        !/%(?:[0-9a-f]{2}|u[0-9a-f]{4})/iu.test(nameRead.text),
    },
  ];
}

function decoded(text: string): { readonly text: string; readonly clean: boolean } {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return { text: wellFormed(spaced), clean: !/\p{Cc}/u.test(spaced) };
  try {
    const read = decodeURIComponent(spaced);
    return { text: read, clean: !/\p{Cc}/u.test(read) };
  } catch {
    return { text: wellFormed(spaced), clean: false };
  }
}

const wellFormed = (text: string): string => text.toWellFormed();

function written(pairs: readonly Pair[]): string {
  const certain = pairs.filter((one) => one.certain).map(spelt);
  const known = new Set(certain);
  const some = pairs.flatMap((one) =>
    one.certain || known.has(spelt(one)) ? [] : [SOME_SERVERS + spelt(one)],
  );
  return [...new Set([...certain, ...some])].sort().join('&');
}

const spelt = ({ name, value }: Pair): string => `${escaped(name)}=${escaped(value)}`;

const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*~]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
