// The text of a policy document as plain data, with the place of every node. YAML 1.2 (core schema) or JSON.
// INVARIANT: what two parsers could read in two ways is an error: duplicate keys, anchors, aliases, tags, merge keys.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import type { ErrorCode, Failure, Result, Span } from './failure.ts';
import { describe, err, failure, ok } from './failure.ts';

export const MAX_DOCUMENT_BYTES = 1024 * 1024;

export type Path = readonly (string | number)[];

export type Source = {
  readonly file: string;
  readonly data: unknown;
  /** `sha256:…` of the raw bytes. */
  readonly hash: string;
  /** Where the value at a path stands; the nearest node above it where there is none. */
  span(path: Path): Span;
  /** Where the key that a path ends with stands. */
  keySpan(path: Path): Span;
};

/** What a document is, and how one begins: for messages. */
export type DocumentKind = { readonly noun: string; readonly begins: string };
const A_POLICY: DocumentKind = { noun: 'a policy', begins: 'policy: 1' };

/** Reads a document. `text` may be the raw bytes; they have to be UTF-8. */
export function readSource(
  text: string | Uint8Array,
  file: string,
  kind = A_POLICY,
): Result<Source, Failure[]> {
  const start: Span = { file, line: 1, column: 1 };
  const bytes = typeof text === 'string' ? utf8ToBytes(text) : text;
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `the document has ${bytes.length} bytes, more than ${MAX_DOCUMENT_BYTES}`;
    return err([failure('policy.too-large', message, { span: start, help: 'split it into layers' })]);
  }
  let content: string;
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    return err([failure('policy.unreadable', 'the document is not UTF-8 text', { span: start, cause })]);
  }
  const lines = new LineCounter();
  const at = (from: number, to: number): Span => {
    const begin = lines.linePos(from);
    const end = lines.linePos(Math.max(from, to));
    return {
      file,
      line: Math.max(1, begin.line),
      column: Math.max(1, begin.col),
      endLine: Math.max(1, end.line),
      endColumn: Math.max(1, end.col),
    };
  };
  const problems: Failure[] = [];
  const report = (code: ErrorCode, message: string, from: number, to: number, help?: string): void => {
    problems.push(failure(code, message, { span: at(from, to), ...(help === undefined ? {} : { help }) }));
  };
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.exec(content);
  if (control !== null) {
    const before = content.slice(0, control.index).split('\n');
    const span = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    return err([failure('policy.syntax', 'the document holds a control character', { span })]);
  }
  let document: Document.Parsed;
  try {
    document = parseDocument(content, {
      version: '1.2',
      schema: 'core',
      strict: true,
      uniqueKeys: true,
      merge: false,
      stringKeys: true,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter: lines,
    });
    const tabbed = document.errors.some((error) => error.code === 'TAB_AS_INDENT');
    for (const error of document.errors) {
      const duplicate = error.code === 'DUPLICATE_KEY';
      const code = duplicate ? 'policy.duplicate-key' : 'policy.syntax';
      const word = wordAt(content, error.pos[0]);
      // What stands behind a tab is read as a key without a name.
      if (duplicate && word === '' && tabbed) continue;
      const name = duplicate ? ` \`${word}\`` : '';
      report(code, `${lower(error.message)}${name}`, error.pos[0], error.pos[1]);
    }
    for (const warning of document.warnings)
      report('policy.syntax', lower(warning.message), warning.pos[0], warning.pos[1]);
    refuseAmbiguous(document, report);
    if (problems.length > 0) return err(problems);
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    if (data === null || typeof data !== 'object' || Array.isArray(data)) {
      const message = `${kind.noun} is a mapping of keys to values`;
      const help = `begin with \`${kind.begins}\``;
      return err([failure('policy.syntax', message, { span: start, help })]);
    }
    const place = (path: Path, key: boolean): Span => {
      const [from, to] = rangeOf(document, path, key);
      return at(from, to);
    };
    return ok({
      file,
      data,
      hash: `sha256:${bytesToHex(sha256(bytes))}`,
      span: (path) => place(path, false),
      keySpan: (path) => place(path, true),
    });
  } catch (cause) {
    // The parser recurses; nesting beyond its stack is a document error like any other.
    const message = `the document cannot be parsed: ${describe(cause)}`;
    return err([failure('policy.syntax', message, { span: start, cause })]);
  }
}

function refuseAmbiguous(
  document: Document.Parsed,
  report: (code: ErrorCode, message: string, from: number, to: number, help?: string) => void,
): void {
  if (document.directives.yaml.explicit === true)
    report('policy.syntax', 'directives are not permitted', 0, 0, 'remove the `%YAML` line');
  visit(document, {
    Node(_key, node) {
      const [from, to] = node.range ?? [0, 0];
      if (isAlias(node)) {
        report(
          'policy.syntax',
          `the alias \`*${node.source}\` is not permitted`,
          from,
          to,
          'write the value out',
        );
        return;
      }
      if (node.anchor !== undefined)
        report('policy.syntax', `the anchor \`&${node.anchor}\` is not permitted`, from, to, 'remove it');
      if (node.tag !== undefined)
        report('policy.syntax', `the tag \`${node.tag}\` is not permitted`, from, to, 'remove it');
    },
    Pair(_key, pair) {
      if (!isScalar(pair.key) || pair.key.value !== '<<') return;
      const [from, to] = pair.key.range ?? [0, 0];
      report('policy.syntax', 'the merge key `<<` is not permitted', from, to, 'write the keys out');
    },
  });
}

/** Offsets of the node at a path, or of the deepest node on the way to it. */
function rangeOf(document: Document.Parsed, path: Path, wantKey: boolean): [number, number] {
  let node: unknown = document.contents;
  let range: [number, number] = [0, 0];
  const keep = (one: unknown): void => {
    if (isNode(one) && one.range !== null && one.range !== undefined) range = [one.range[0], one.range[1]];
  };
  for (const [index, step] of path.entries()) {
    const last = index === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === step);
      if (pair === undefined) return range;
      keep(pair.key);
      if (last && wantKey) return range;
      keep(pair.value);
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      node = node.items[step];
      keep(node);
    } else return range;
  }
  if (path.length === 0) keep(node);
  return range;
}

const wordAt = (text: string, offset: number): string =>
  /^["']?[^\s:"',}\]]*/.exec(text.slice(offset))?.[0] ?? '';

function lower(message: string): string {
  const line = message.split('\n')[0] ?? '';
  return (line.charAt(0).toLowerCase() + line.slice(1)).replace(/\.$/, '');
}
