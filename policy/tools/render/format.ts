// The canonical layout of a document. INVARIANT: harmless, proved: the formatted text loads to the same document, has the
// same comments, and formats to itself; otherwise there is no text.
import { isMap, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Node, YAMLMap, YAMLSeq } from 'yaml';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { Problems } from '#policy/engine/values/problems.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import { LISTS_FILE } from '#policy/engine/reading/included-lists.ts';
import { LISTS_FILE_SCHEMA } from '#policy/engine/reading/schema.ts';
import type { JsonSchema } from '#policy/engine/reading/schema.ts';
import { checkSchema } from '#policy/engine/reading/schema-check.ts';
import { readSource, textOf } from '#policy/engine/reading/source.ts';
import type { DocumentKind } from '#policy/engine/reading/source.ts';
import { TEST_FILE, isTestFile } from '#policy/tools/testing/test-file.ts';
import { TEST_FILE_SCHEMA } from '#policy/tools/testing/test-schema.ts';
import { isNode } from '#policy/engine/values/document-node.ts';
import { inline, textOfLayout } from './layout-text.ts';

const MAX_LINE_CHARACTERS = 110;

/** Where each key is among its neighbours; keys that are not here keep their order behind. */
type Keys = readonly string[];
const POLICY_KEYS: Keys = (
  '$schema policy id revision whole vocabulary extends owner description ' +
  'name lint decision to by at_least over requires when except logic with expect expires columns rows violation escalate ' +
  'defaults floors rules delegate escalation obligations always after reason accept invariants tests given cases'
).split(' ');
const TEST_KEYS: Keys = (
  '$schema policy description given cases matrix prove replay coverage ' +
  'name with axes over equal_to except_over expect at_least never requires by below'
).split(' ');
/** Mappings whose keys are names of facts, members or operators: their order is the author's. */
const FREE: ReadonlySet<string> = new Set([
  'when',
  'over',
  'with',
  'given',
  'axes',
  'expect',
  'except_over',
  'rows',
  'violation',
  'logic',
  'except',
]);

/** What a kind of document means, in a text; a layout that changes it is none. */
type Kind = {
  readonly keys: Keys;
  readonly meaning: (one: PolicyText) => Result<string, readonly Failure[]>;
};

const POLICY: Kind = {
  keys: POLICY_KEYS,
  meaning: ({ file, text, included }) => {
    const loaded = loadPolicy(text, { file, included });
    return loaded.ok ? ok(meaningOf(loaded.value)) : loaded;
  },
};

/** Test files: the data itself. The axes of a matrix are columns, so their order counts. */
const TESTS: Kind = {
  keys: TEST_KEYS,
  meaning: (one) => dataOf(one, TEST_FILE, TEST_FILE_SCHEMA),
};

/** Files of lists, likewise. */
const LISTS: Kind = {
  keys: ['owner', 'description', 'words', 'lists'],
  meaning: (one) => dataOf(one, LISTS_FILE, LISTS_FILE_SCHEMA),
};

function dataOf(
  { file, text }: PolicyText,
  kind: DocumentKind,
  schema: JsonSchema,
): Result<string, readonly Failure[]> {
  const source = readSource(text, file, kind);
  if (!source.ok) return source;
  const problems = new Problems(source.value);
  checkSchema(source.value.data, problems, schema);
  return problems.list.length > 0 ? err(problems.list) : ok(sorted(source.value.data, null));
}

function sorted(value: unknown, name: string | null): string {
  if (Array.isArray(value)) return `[${value.map((one: unknown) => sorted(one, null)).join()}]`;
  if (!isNode(value)) return JSON.stringify(value);
  const keys = name === 'axes' ? Object.keys(value) : Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key], key)}`).join()}}`;
}

/** The text in its canonical layout. Errors: those of loading, or `policy.unproven` where the proof fails. */
export function formatPolicy(document: PolicyText): Result<string, readonly Failure[]> {
  const { file } = document;
  const kind = isTestFile(file) ? TESTS : isListsFile(file) ? LISTS : POLICY;
  const before = kind.meaning(document);
  if (!before.ok) return before;
  const text = textOf(document.text);
  const lay = (one: string): string => (file.endsWith('.json') ? json(one) : layout(one, kind.keys));
  const formatted = lay(text);
  const after = kind.meaning({ ...document, text: formatted });
  const same =
    after.ok &&
    after.value === before.value &&
    commentsOf(text).join('\n') === commentsOf(formatted).join('\n') &&
    lay(formatted) === formatted;
  if (same) return ok(formatted);
  return err([
    failure('policy.unproven', 'the formatted document is not proved to be the same', {
      span: { file, line: 1, column: 1 },
      help: 'nothing was written; lay the document out by hand',
    }),
  ]);
}

/** A document without its places and its raw bytes: all that is decided by. */
function meaningOf(document: unknown): string {
  return JSON.stringify(document, (key, value: unknown) => {
    if (key === 'span' || key === 'escalationSpan' || key === 'sourceHash' || key === 'mark')
      return undefined;
    return value instanceof Map ? [...value] : value;
  });
}

/** Every comment, sorted: keys move, and their comments with them. */
function commentsOf(text: string): readonly string[] {
  const found: string[] = [];
  const document = parseDocument(text, { version: '1.2', stringKeys: true });
  const take = (comment: string | null | undefined): void => {
    for (const line of comment?.split('\n') ?? []) if (line.trim() !== '') found.push(line.trim());
  };
  take(document.commentBefore);
  take(document.comment);
  visit(document, {
    Node(_key, node) {
      take(node.commentBefore);
      take(node.comment);
    },
  });
  return found.sort();
}

const json = (text: string): string => `${JSON.stringify(parseDocument(text).toJS(), null, 2)}\n`;

function layout(text: string, keys: Keys): string {
  const document = parseDocument(text, { version: '1.2', stringKeys: true });
  const { contents } = document;
  if (isMap(contents)) {
    contents.flow = false;
    const before = contents.items[0];
    // The comment at the top stays at the top, whichever key comes first.
    const heading = isScalar(before?.key) ? before.key.commentBefore : null;
    arrange(contents, 0, null, keys);
    const top = contents.items[0];
    if (top !== before && isScalar(top?.key) && isScalar(before?.key)) {
      before.key.commentBefore = null;
      const both = [heading, top.key.commentBefore].filter((one) => typeof one === 'string');
      top.key.commentBefore = both.length === 0 ? null : both.join('\n');
      before.key.spaceBefore = false;
    }
    if (isScalar(top?.key)) top.key.spaceBefore = false;
  }
  return `${textOfLayout(document).trimEnd()}\n`;
}

function arrange(node: unknown, indent: number, name: string | null, keys: Keys): void {
  if (isMap(node)) {
    if (name === null || !FREE.has(name)) sort(node, keys);
    breakLong(node, indent, name);
    for (const pair of node.items) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const free = name !== null && FREE.has(name) && name !== 'except';
      arrange(pair.value, indent + 2, free ? name : key, keys);
      plain(pair.key);
    }
  } else if (isSeq(node)) {
    breakLong(node, indent, name);
    for (const item of node.items) arrange(item, indent + 2, name === 'logic' ? name : itemName(name), keys);
  } else plain(node);
}

/** An item of a section is an entry; an item of `except` is a box. */
const itemName = (name: string | null): string | null => (name === 'except' ? 'when' : null);

function sort(map: YAMLMap, keys: Keys): void {
  // In a case `by` says which entry decides, and comes last; in a table it names the axes.
  const isCase = keys === POLICY_KEYS && map.has('expect');
  const rank = (key: unknown): number => {
    const word = isScalar(key) ? String(key.value) : '';
    // The end mark stands behind whatever else there is.
    if (word === 'end') return keys.length + 1;
    const index = isCase && word === 'by' ? -1 : keys.indexOf(word);
    return index < 0 ? keys.length : index;
  };
  map.items.sort((a, b) => rank(a.key) - rank(b.key));
}

/** A flow collection that does not fit on its line becomes a block; a block stays one. */
function breakLong(node: YAMLMap | YAMLSeq, indent: number, name: string | null): void {
  if (node.flow !== true) {
    if (isSeq(node) && node.items.length === 0) node.flow = true;
    return;
  }
  if (node.items.length === 0) return;
  if (hasComments(node) || indent + (name?.length ?? 0) + 2 + inline(node).length > MAX_LINE_CHARACTERS)
    node.flow = false;
}

function hasComments(node: Node): boolean {
  let found = false;
  visit(node, {
    Node(_key, one) {
      if (one !== node && ((one.commentBefore ?? '') !== '' || (one.comment ?? '') !== '')) found = true;
    },
  });
  return found;
}

/** Quotes only where they are needed. */
function plain(node: unknown): void {
  if (
    isScalar(node) &&
    typeof node.value === 'string' &&
    (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')
  )
    delete node.type;
}
