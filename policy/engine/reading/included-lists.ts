// The lists of a document: its own, and those of the files that it includes. INVARIANT: nothing of a file is read that is not, byte for
// byte, the one that the document names by its hash; and nothing but lists comes from it, so what decides stands in the document.
import { MAX_NAMED, besideOf, isNameOfLists, listsNamedIn } from '#policy/engine/documents/included.ts';
import type { Included, Inclusion } from '#policy/engine/documents/included.ts';
import { isNode, nodesOf, stringOf } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { readHostLists } from '#policy/engine/values/host-lists.ts';
import type { ListedAt } from '#policy/engine/values/host-lists.ts';
import type { Lists } from '#policy/engine/values/lists.ts';
import { Problems } from '#policy/engine/values/problems.ts';
import type { Path } from '#policy/engine/values/source-places.ts';
import { readWordLists } from '#policy/engine/values/text-sets.ts';
import { checkSchema } from './schema-check.ts';
import { LISTS_FILE_SCHEMA, MAX_HOST_LISTS, MAX_WORD_LISTS } from './schema.ts';
import { hashOfBytes, readSource } from './source.ts';
import type { DocumentKind } from './source.ts';

const NOT_THERE = {
  problem: 'it is not there',
  help: 'put it into the folder of the document, or leave the line out',
};

export const LISTS_FILE: DocumentKind = { noun: 'a file of lists', begins: 'lists:' };

type Placed = Lists & Required<Pick<Lists, 'places'>>;
type Section = 'words' | 'hosts';
const KEYS: Readonly<Record<Section, string>> = { words: 'words', hosts: 'lists' };
const MOST: Readonly<Record<Section, number>> = { words: MAX_WORD_LISTS, hosts: MAX_HOST_LISTS };

type Beside = {
  /** Of the document, for the places of what is wrong. */
  readonly file: string;
  readonly text: () => string;
  readonly included: readonly Included[];
};

/** `include`: in the order of the document. */
export function readLists(
  data: Node,
  problems: Problems,
  beside: Beside,
): Placed & { readonly include: readonly Inclusion[] } {
  const words = new Map(readWordLists(data['words'], problems));
  const places: ListedAt = new Map();
  const hosts = new Map(readHostLists(data['lists'], problems, places));
  const nodes = nodesOf(data['include']);
  // Of its own alone the schema has said what is wrong.
  if (nodes.length === 0) return { words, hosts, places, include: [] };
  const literal = literallyIn(beside.text());
  const include: Inclusion[] = [];
  const seen = new Set<string>();
  for (const [index, node] of nodes.entries()) {
    const path = ['include', index];
    const [name, hash] = [stringOf(node['file'], ''), stringOf(node['hash'], '')];
    // The schema has said what is wrong with it.
    if (!isNameOfLists(name) || !/^sha256:[0-9a-f]{64}$/u.test(hash)) continue;
    if (seen.has(name)) {
      problems.add('policy.duplicate-id', [...path, 'file'], `\`${name}\` is included twice`, {
        help: 'include it once',
      });
      continue;
    }
    seen.add(name);
    if (!literal({ name, hash }, path, problems)) continue;
    const text = named({ name, hash }, { path, beside, problems });
    if (text === null) continue;
    const found = listsOf(text, besideOf(beside.file, name), problems);
    if (found === null) continue;
    include.push({ name, hash });
    take(words, found.words, { section: 'words', path, name, problems });
    take(hosts, found.hosts, { section: 'hosts', path, name, problems });
    for (const [pattern, place] of found.places) places.set(pattern, place);
  }
  for (const [section, lists] of Object.entries({ words, hosts }))
    if ((section === 'words' || section === 'hosts') && lists.size > MOST[section])
      problems.add(
        'policy.too-large',
        ['include'],
        `with what is included there are ${lists.size} lists in \`${KEYS[section]}\`, more than ${MOST[section]}`,
        { help: 'put some of them together' },
      );
  return { words, hosts, places, isPartial: include.length < nodes.length, include };
}

/**
 * Whoever reads files looks for names and hashes in the text, without parsing it: one that only a parser finds would be looked for by
 * nobody, and be missing for another reason than is said.
 */
function literallyIn(text: string) {
  const names = listsNamedIn(text);
  return ({ name, hash }: Inclusion, path: Path, problems: Problems): boolean => {
    if (names.includes(name) && text.includes(hash)) return true;
    const [key, value] = names.includes(name) ? (['hash', hash] as const) : (['file', name] as const);
    problems.add(
      'policy.type-mismatch',
      [...path, key],
      names.length < MAX_NAMED || key === 'hash'
        ? `\`${value}\` does not stand here as it is read: it is written with escapes`
        : `\`${value}\` is named behind ${MAX_NAMED} other files of lists`,
      {
        help:
          names.length < MAX_NAMED || key === 'hash'
            ? 'write it letter by letter, without `\\`'
            : 'put `include` at the head of the document',
      },
    );
    return false;
  };
}

/** The text of a file that is the one that is meant; `null` where something was reported. */
function named(
  { name, hash }: Inclusion,
  at: { readonly path: Path; readonly beside: Beside; readonly problems: Problems },
): string | Uint8Array | null {
  const { path, beside, problems } = at;
  const found = beside.included.find((one) => one.name === name);
  if (found === undefined || 'problem' in found)
    return problems.add(
      'policy.include-missing',
      [...path, 'file'],
      `\`${besideOf(beside.file, name)}\` cannot be read: ${found?.problem ?? NOT_THERE.problem}`,
      { help: found?.help ?? NOT_THERE.help },
    );
  const is = 'hash' in found ? found.hash : hashOfBytes(found.text);
  if (is === hash && 'text' in found) return found.text;
  return problems.add(
    'policy.include-altered',
    [...path, 'hash'],
    `\`${besideOf(beside.file, name)}\` is not the file that is named here: it has another hash`,
    { help: `read what it holds now; if that is meant, write \`hash: ${is}\`` },
  );
}

function listsOf(text: string | Uint8Array, file: string, problems: Problems): Placed | null {
  const source = readSource(text, file, LISTS_FILE);
  if (!source.ok) {
    problems.take(source.error);
    return null;
  }
  const own = new Problems(source.value);
  const { data } = source.value;
  checkSchema(data, own, LISTS_FILE_SCHEMA);
  const held = isNode(data) ? data : {};
  const places: ListedAt = new Map();
  const hosts = readHostLists(held['lists'], own, places);
  const lists = { words: readWordLists(held['words'], own), hosts, places };
  if (own.list.length === 0) return lists;
  problems.take([...own.list, ...own.rest()]);
  return null;
}

/** A name means one list, wherever it is looked up. */
function take<T>(
  into: Map<string, T>,
  from: ReadonlyMap<string, T>,
  at: { section: Section; path: Path; name: string; problems: Problems },
): void {
  const { section, path, name: file, problems } = at;
  for (const [name, list] of from) {
    if (into.has(name))
      problems.add(
        'policy.duplicate-id',
        [...path, 'file'],
        `\`${file}\` brings a list \`${name}\` into \`${KEYS[section]}\`, and there is one already`,
        { help: 'give every list a name of its own' },
      );
    else into.set(name, list);
  }
}
