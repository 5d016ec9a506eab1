// The query language of the audit log: `type:decision verdict:DENY where:shop.test since:2026-01-01 "free words" -who:page`.
// INVARIANT: every word of a query narrows it; a key or value that is not understood is an error, never ignored.
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { nearest } from '#policy/language/nearest.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import { BOUNDARY_WORDS, type BoundaryWord } from '#gateway/protocol/boundary-word.ts';
import { AUDIT_EVENT_TYPES } from '#gateway/audit/format/contract.ts';
import { QUERY_KEYS } from '#gateway/protocol/views/audit.ts';

import { parseInstant, parseUntil } from '#gateway/audit/format/instant.ts';

export type Term =
  | { readonly kind: 'type'; readonly value: string; readonly negated: boolean }
  | { readonly kind: 'verdict'; readonly value: string | null; readonly negated: boolean }
  | {
      readonly kind: 'task' | 'request' | 'outcome';
      readonly value: string | null;
      readonly negated: boolean;
    }
  | {
      readonly kind: 'who' | 'where' | 'why' | 'what' | 'text';
      readonly value: string;
      readonly negated: boolean;
    }
  | { readonly kind: 'is'; readonly value: BoundaryWord; readonly negated: boolean }
  | { readonly kind: 'since' | 'until'; readonly value: string; readonly negated: boolean }
  | { readonly kind: 'seq'; readonly from: number; readonly to: number; readonly negated: boolean };

type QueryKey = keyof typeof QUERY_KEYS;

const MAX_QUERY_CHARACTERS = 4_096;
const MAX_QUERY_TERMS = 64;
// An optional minus, an optional key, and a bare or quoted value; in quotes a backslash keeps the next character.
const TOKEN = /\s*(-?)(?:([A-Za-z_]+):)?(?:"((?:[^"\\]|\\[\s\S])*)"|([^\s"]+))(?=\s|$)/y;

const bad = (message: string, help: string): Err => fail('audit.bad-query', message, { help });

/** `now` is what an age such as `since:2h` counts from. Errors: `audit.bad-query`. */
export function parseQuery(query: string, now: Date): Result<readonly Term[]> {
  const text = query.trim();
  if (text.length > MAX_QUERY_CHARACTERS)
    return bad(`the query is longer than ${MAX_QUERY_CHARACTERS} characters`, 'shorten it');
  const terms: Term[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const start = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    // A key alone would otherwise be read as a word.
    if (match === null || /^-?[A-Za-z_]+:$/.test(match[0].trim()))
      return unreadable(text.slice(start).trim());
    const [, minus, key, quoted, plain] = match;
    const value = quoted === undefined ? (plain ?? '') : quoted.replaceAll(/\\([\s\S])/g, '$1');
    const term = parseTerm(key?.toLowerCase(), value, minus === '-', now);
    if (!term.ok) return term;
    terms.push(term.value);
    if (terms.length > MAX_QUERY_TERMS)
      return bad(`the query has more than ${MAX_QUERY_TERMS} terms`, 'shorten it');
  }
  return ok(terms);
}

function unreadable(rest: string): Err {
  const shown = rest.length > 40 ? `${rest.slice(0, 40)}…` : rest;
  const empty = /^-?[A-Za-z_]+:(\s|$)/.test(rest);
  return empty
    ? bad(`\`${shown}\` has no value`, 'write it as `key:value`, without a space between')
    : bad(
        `the query cannot be read from \`${shown}\` on`,
        'close every quotation mark, and put a space after it',
      );
}

const isKey = (key: string): key is QueryKey => Object.hasOwn(QUERY_KEYS, key);

function parseTerm(key: string | undefined, value: string, negated: boolean, now: Date): Result<Term> {
  if (key === undefined)
    return value === '' ? bad('a term is empty', 'remove `""`') : ok({ kind: 'text', value, negated });
  if (!isKey(key)) {
    const known = Object.keys(QUERY_KEYS);
    const close = nearest(key, known);
    const mend = close === null ? `the keys are ${known.join(', ')}` : `did you mean \`${close}:\`?`;
    return bad(
      `\`${key}\` is not a key of a query`,
      `${mend} (for the words themselves write them in quotes)`,
    );
  }
  if (value === '') return bad(`\`${key}:\` has no value`, QUERY_KEYS[key]);
  switch (key) {
    case 'type':
      return parseMember(key, value.toLowerCase(), eventTypes(), negated);
    case 'verdict':
      return value.toLowerCase() === 'none'
        ? ok({ kind: key, value: null, negated })
        : parseMember(key, value.toUpperCase(), BROWSER_DECISIONS, negated);
    case 'is':
      return parseBoundaryWord(value.toLowerCase(), negated);
    case 'task':
    case 'request':
    case 'outcome':
      return ok({ kind: key, value: value.toLowerCase() === 'none' ? null : value, negated });
    case 'who':
    case 'where':
    case 'why':
    case 'what':
    case 'text':
      return ok({ kind: key, value, negated });
    case 'since':
    case 'until': {
      const instant = key === 'since' ? parseInstant(value, now) : parseUntil(value, now);
      return instant === null
        ? bad(`\`${value}\` is not a time`, QUERY_KEYS[key])
        : ok({ kind: key, value: instant, negated });
    }
    case 'seq':
      return parseRange(value, negated);
  }
}

/** `consent` stands for every `consent.…`. */
function eventTypes(): string[] {
  return [...new Set(AUDIT_EVENT_TYPES.flatMap((type) => [type, type.split('.')[0] ?? type]))];
}

function parseMember(
  kind: 'type' | 'verdict',
  value: string,
  members: readonly string[],
  negated: boolean,
): Result<Term> {
  if (members.includes(value)) return ok({ kind, value, negated });
  const close = nearest(value, members);
  return bad(
    `\`${value}\` is not a ${kind}`,
    close === null ? `it is one of ${members.join(', ')}` : `did you mean \`${close}\`?`,
  );
}

function parseBoundaryWord(value: string, negated: boolean): Result<Term> {
  const word = BOUNDARY_WORDS.find((known) => known === value);
  if (word !== undefined) return ok({ kind: 'is', value: word, negated });
  const close = nearest(value, BOUNDARY_WORDS);
  return bad(
    `\`${value}\` is nothing that an act can be`,
    close === null ? `it is one of ${BOUNDARY_WORDS.join(', ')}` : `did you mean \`${close}\`?`,
  );
}

function parseRange(value: string, negated: boolean): Result<Term> {
  const match = /^(\d{0,16})(\.\.)?(\d{0,16})$/.exec(value);
  const [, from = '', dots, to = ''] = match ?? [];
  if (match === null || (dots === undefined ? to !== '' || from === '' : from === '' && to === '')) {
    return bad(`\`${value}\` is not a range of entries`, QUERY_KEYS.seq);
  }
  const low = from === '' ? 0 : Number(from);
  const high = dots === undefined ? low : to === '' ? Number.MAX_SAFE_INTEGER : Number(to);
  if (low > high) return bad(`the range \`${value}\` is empty`, `did you mean \`${high}..${low}\`?`);
  return ok({ kind: 'seq', from: low, to: high, negated });
}
