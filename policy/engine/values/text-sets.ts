// Sets of the facts that are text, as `when` and `logic` write them: patterns of paths, exact names and endpoints, and the
// word lists that a document declares. INVARIANT: what is in a set is canonical; anything else is a load error.
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import { factSpec, isOfKind, isOfStyle } from '#policy/language/fact-table.ts';
import type { FactName, TextStyle } from '#policy/language/fact-table.ts';
import type { Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { canonicalHost, canonicalPort } from '#policy/requests/host.ts';
import { canonicalEndpoint, canonicalName, canonicalPlain, phraseOf } from '#policy/requests/names.ts';
import { parseNetwork } from '#policy/requests/networks.ts';
import { suggest } from '#policy/language/nearest.ts';
import { parsePathPattern } from '#policy/requests/url-parts/paths.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source-places.ts';

/** The word lists of a document: phrases by the list's name. */
export type WordLists = ReadonlyMap<string, readonly string[]>;

export function readWordLists(value: unknown, problems: Problems): WordLists {
  const lists = new Map<string, readonly string[]>();
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return lists;
  for (const [name, entries] of Object.entries(value)) {
    const phrases = (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) => {
      if (typeof entry !== 'string') return [];
      const phrase = phraseOf(entry);
      if (phrase !== '') return [phrase];
      problems.add('policy.bad-text', ['words', name, index], `\`${entry}\` holds no word`, {
        help: 'a word is letters and digits; several stand in one entry, as in `pay now`',
      });
      return [];
    });
    lists.set(name, [...new Set(phrases)].sort());
  }
  return lists;
}

/** `null` when something was reported. */
export function textSet(
  fact: FactName,
  values: readonly unknown[],
  at: (index: number) => Path,
  problems: Problems,
  /** Paths in any case. */
  folded = false,
): ValueSet | null {
  const spec = factSpec(fact);
  const texts = values.flatMap((given, index) => {
    // Ports are written as numbers.
    const value = isOfStyle(fact, 'port') && typeof given === 'number' ? String(given) : given;
    if (typeof value !== 'string') {
      const message = `\`${JSON.stringify(value)}\` is not of the type of \`${fact}\``;
      problems.add('policy.type-mismatch', at(index), message, { help: `\`${fact}\` is text` });
      return [];
    }
    const read =
      spec.kind === 'path'
        ? parsePathPattern(value, spec.style)
        : READ[spec.kind === 'text' ? spec.style : 'name'](value);
    if (read.ok) return [read.value];
    problems.add(read.error.code, at(index), read.error.message, { help: read.error.help });
    return [];
  });
  if (texts.length !== values.length) return null;
  if (fact === 'path' && folded) return { kind: 'paths', fact, patterns: texts, folding: 'UNICODE' };
  if (isOfKind(fact, 'path')) return { kind: 'paths', fact, patterns: texts };
  if (isOfStyle(fact, 'address')) return { kind: 'networks', fact, networks: texts };
  return { kind: 'members', fact, members: texts };
}

function readPlain(text: string): Result<string> {
  return canonicalPlain(text) === text && text !== ''
    ? ok(text)
    : fail('policy.bad-text', `\`${text.slice(0, 80)}\` is no name as it is written`, {
        help: 'leave out spaces at its ends and control characters',
      });
}

function readEndpoint(text: string): Result<string> {
  const canonical = canonicalEndpoint(text);
  if (canonical === text) return ok(text);
  const form = 'write it as in `http://127.0.0.1:9222`';
  const help = canonical === null ? form : `did you mean \`${canonical}\`? ${form}`;
  return fail('policy.bad-text', `\`${text}\` is not an endpoint`, { help });
}

function readPort(text: string): Result<string> {
  const port = canonicalPort(text);
  return port === null
    ? fail('policy.bad-text', `\`${text.slice(0, 80)}\` is not a port`, { help: 'a port is 1 to 65535' })
    : ok(port);
}

function readHost(text: string): Result<string> {
  const host = canonicalHost(text);
  if (host === text && host !== '') return ok(text);
  const form = 'write one host exactly, as in `crm.example.com`';
  const help = host === null || host === '' ? form : `did you mean \`${host}\`? ${form}`;
  return fail('policy.bad-text', `\`${text.slice(0, 80)}\` is not a host as it is compared`, { help });
}

function readName(text: string): Result<string> {
  const name = canonicalName(text);
  if (name !== '') return ok(name);
  return fail('policy.bad-text', `\`${text}\` is no name that can be seen`, {
    help: 'write the name as it is shown',
  });
}

const READ: Readonly<Record<TextStyle, (text: string) => Result<string>>> = {
  endpoint: readEndpoint,
  name: readName,
  port: readPort,
  plain: readPlain,
  address: parseNetwork,
  host: readHost,
};

/** The fact that a derived one looks for words in. */
export const WORD_FACTS = { elementWords: 'elementName', valueWords: 'value' } as const;
export type Words = keyof typeof WORD_FACTS;
export const isWords = (name: string): name is Words => Object.hasOwn(WORD_FACTS, name);

/** `elementWords` or `valueWords` by the names of word lists. */
export function wordsSet(
  fact: Words,
  names: readonly unknown[],
  at: (index: number) => Path,
  { words: lists, isPartial = false }: { readonly words: WordLists; readonly isPartial?: boolean },
  problems: Problems,
): ValueSet | null {
  const phrases = names.flatMap((name, index) => {
    const list = typeof name === 'string' ? lists.get(name) : undefined;
    if (list !== undefined) return [list];
    if (isPartial) return [];
    const known = (): string[] => [...lists.keys()];
    const text = typeof name === 'string' ? name : JSON.stringify(name);
    problems.add('policy.unknown-member', at(index), `\`${text}\` is not a word list of this document`, {
      help: () =>
        lists.size === 0 ? 'declare it, as in `words: { buying: [buy, order] }`' : suggest(text, known()),
    });
    return [];
  });
  if (phrases.length !== names.length) return null;
  return { kind: 'words', fact: WORD_FACTS[fact], phrases: [...new Set(phrases.flat())].sort() };
}
