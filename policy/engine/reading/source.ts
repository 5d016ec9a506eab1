// The text of a policy document as plain data, with the place of every node. YAML 1.2 (core schema) or JSON.
// INVARIANT: what two parsers could read in two ways is an error: duplicate keys, anchors, aliases, tags, merge keys.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { ErrorCode, Failure, Result, Span } from '#policy/language/failure.ts';
import { describe, err, failure, ok } from '#policy/language/failure.ts';
import { MAX_FAILURES, andMore } from '#policy/engine/values/problems.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';
import { NodePlaces, checkTree } from './source-tree.ts';

export const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** What a document is, and how one begins: for messages. */
export type DocumentKind = { readonly noun: string; readonly begins: string };
const A_POLICY: DocumentKind = { noun: 'a policy', begins: 'policy: 1' };

/** A text as it is read: of bytes that are no UTF-8 something else is there, and `readSource` refuses them. */
export const textOf = (text: string | Uint8Array): string =>
  typeof text === 'string' ? text : new TextDecoder().decode(text);

/** `sha256:…` of the bytes, whatever they hold. */
export const hashOfBytes = (text: string | Uint8Array): string =>
  `sha256:${bytesToHex(sha256(typeof text === 'string' ? utf8ToBytes(text) : text))}`;

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
  /** Whether more are wanted. */
  const report = (code: ErrorCode, message: string, from: number, to: number, help?: string): boolean => {
    problems.push(
      problems.length === MAX_FAILURES
        ? andMore(problems)
        : failure(code, message, { span: at(from, to), ...(help === undefined ? {} : { help }) }),
    );
    return problems.length <= MAX_FAILURES;
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
      // The library compares each key with all before it; `checkTree` knows them by a set.
      uniqueKeys: false,
      merge: false,
      stringKeys: true,
      prettyErrors: false,
      logLevel: 'error',
      lineCounter: lines,
    });
    const tabbed = document.errors.some((error) => error.code === 'TAB_AS_INDENT');
    for (const { message, pos } of [...document.errors, ...document.warnings])
      if (!report('policy.syntax', lower(message), pos[0], pos[1])) return err(problems);
    if (document.directives.yaml.explicit === true)
      report('policy.syntax', 'directives are not permitted', 0, 0, 'remove the `%YAML` line');
    checkTree(document, (message, from, to, more = {}) => {
      const { code = 'policy.syntax', help } = more;
      if (code !== 'policy.duplicate-key') return report(code, message, from, to, help);
      // Where lines are indented by tabs, keys stand together that nobody wrote together.
      return tabbed || report(code, `${message} \`${wordAt(content, from)}\``, from, to);
    });
    if (problems.length > 0) return err(problems);
    const data: unknown = document.toJS({ maxAliasCount: 0 });
    if (data === null || typeof data !== 'object' || Array.isArray(data)) {
      const message = `${kind.noun} is a mapping of keys to values`;
      const help = `begin with \`${kind.begins}\``;
      return err([failure('policy.syntax', message, { span: start, help })]);
    }
    const places = new NodePlaces(document);
    const place = (path: Path, key: boolean): Span => {
      const [from, to] = places.rangeOf(path, key);
      return at(from, to);
    };
    return ok({
      file,
      data,
      hash: hashOfBytes(bytes),
      span: (path) => place(path, false),
      keySpan: (path) => place(path, true),
    });
  } catch (cause) {
    // The parser recurses; nesting beyond its stack is a document error like any other.
    const message = `the document cannot be parsed: ${describe(cause)}`;
    return err([failure('policy.syntax', message, { span: start, cause })]);
  }
}

const wordAt = (text: string, offset: number): string =>
  /^["']?[^\s:"',}\]]*/.exec(text.slice(offset, offset + 200))?.[0] ?? '';

function lower(message: string): string {
  const line = message.split('\n')[0] ?? '';
  return (line.charAt(0).toLowerCase() + line.slice(1)).replace(/\.$/, '');
}
