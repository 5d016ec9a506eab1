// A YAML document as text in our layout: mappings in one line have room inside their braces, lists have none, and folded
// paragraphs are wrapped. INVARIANT: parses to the same data; who calls it proves that.
import { Document, Scalar, parseDocument, visit } from 'yaml';
import type { Node } from 'yaml';

/** Columns that a line has. */
export const MAX_COLUMNS = 120;

export function textOfLayout(document: Document): string {
  const text = document.toString({
    indent: 2,
    indentSeq: true,
    lineWidth: 0,
    singleQuote: true,
    flowCollectionPadding: true,
  });
  return wrapFolded(withoutListPadding(text));
}

function withoutListPadding(text: string): string {
  const gaps: number[] = [];
  visit(parseDocument(text, { version: '1.2', stringKeys: true }), {
    Seq(_key, node) {
      if (node.flow !== true || node.range === null || node.range === undefined) return;
      const [from, to] = [node.range[0] + 1, node.range[1] - 2];
      if (text[from] === ' ') gaps.push(from);
      if (to > from && text[to] === ' ') gaps.push(to);
    },
  });
  const out = new Set(gaps);
  let shown = '';
  for (let at = 0; at < text.length; at++) if (!out.has(at)) shown += text[at];
  return shown;
}

/** Paragraphs of `>` scalars at the width of a page; what is indented further in them keeps its lines. */
function wrapFolded(text: string): string {
  const bodies: (readonly [number, number])[] = [];
  visit(parseDocument(text, { version: '1.2', stringKeys: true }), {
    Scalar(_key, node) {
      if (node.type !== Scalar.BLOCK_FOLDED || node.range === null || node.range === undefined) return;
      bodies.push([text.indexOf('\n', node.range[0]) + 1, node.range[1]]);
    },
  });
  return bodies.reduceRight(
    (whole, [from, to]) => whole.slice(0, from) + wrapped(whole.slice(from, to)) + whole.slice(to),
    text,
  );
}

function wrapped(body: string): string {
  const indent = /^ */u.exec(body)?.[0] ?? '';
  return body
    .split('\n')
    .map((line) => {
      const words = line.slice(indent.length);
      return words.startsWith(' ') || words.includes('  ') ? line : wrap(words, indent);
    })
    .join('\n');
}

function wrap(line: string, indent: string): string {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + 1 + word.length <= MAX_COLUMNS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((one) => (one === '' ? one : indent + one)).join('\n');
}

/** A node in one line. */
export function inline(node: Node): string {
  const one = new Document(node.toJS(new Document(null)));
  visit(one, {
    Collection(_key, inner) {
      inner.flow = true;
    },
  });
  return textOfLayout(one).trim();
}
