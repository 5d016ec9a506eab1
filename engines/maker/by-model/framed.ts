// A model's answer as a document of ours: its policy, DATA and our runtime are put into it. INVARIANT: nothing of the data is the model's; an
// answer that is not one whole document, or that writes DATA itself, becomes none; a finding is told where it stands in the answer.
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { MOST_APPLET_BYTES } from '#engines/maker/check/check.ts';
import { positionOf } from '#engines/maker/check/finding.ts';
import type { Finding, Position } from '#engines/maker/check/finding.ts';
import type { Brief } from '#engines/maker/brief.ts';
import { creditOf } from '#engines/maker/credited.ts';
import type { Credit } from '#engines/maker/credited.ts';
import { dataIn, dataScript } from '#engines/maker/data.ts';
import { RUNTIME } from '#engines/maker/draw/runtime.generated.ts';
import { DOCUMENT_POLICY } from '#engines/maker/policy.ts';
import { scriptsIn } from '#engines/maker/scripts.ts';

export type Framed =
  | { readonly html: string; readonly inAnswer: (finding: Finding) => Finding }
  | { readonly findings: readonly Finding[] };

const START: Position = { line: 1, column: 1 };
const FENCE = '```';
const OWN_DATA = /\b(?:const|let|var|function|class)\s+DATA\b/u;

export function framed(said: string, { data }: Pick<Brief, 'data'>, credit: Credit): Framed {
  const answer = withoutFence(said);
  const bytes = new TextEncoder().encode(answer).length;
  if (bytes > MOST_APPLET_BYTES)
    return refused('size', 'size.too-large', START, `the document has ${bytes} bytes`, 'write less');
  if (!/^<!doctype html>/iu.test(answer))
    return refused(
      'markup',
      'markup.not-a-document',
      START,
      'the answer does not begin with <!doctype html>',
      'answer with one HTML document and nothing before it or behind it',
    );
  const end = positionOf(answer, answer.length, START);
  if (!/<\/html>$/iu.test(answer))
    return refused(
      'markup',
      'markup.half-document',
      end,
      'the answer does not end with </html>',
      'answer with the whole document, shorter if need be, and nothing behind it',
    );
  const scripts = scriptsIn(answer);
  if (scripts.some((text) => dataIn(text) !== undefined || OWN_DATA.test(text)))
    return refused(
      'code',
      'code.own-data',
      positionOf(answer, Math.max(0, answer.search(OWN_DATA)), START),
      'the document writes DATA itself',
      'leave the declaration out: DATA is there before the script runs',
    );
  const head = headOf(answer);
  if (head === null)
    return refused(
      'markup',
      'markup.half-document',
      START,
      'the document has no <head> and <body> of its own',
      'write <head>, </head>, <body> and </body>',
    );
  const opening = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${DOCUMENT_POLICY}"><meta name="description" content="${creditOf(credit)}"><script>${dataScript(dataOf(data))}</script><script>${RUNTIME}</script>`;
  const html = answer.slice(0, head) + opening + answer.slice(head);
  const back = (offset: number): number =>
    offset <= head ? offset : Math.max(head, offset - opening.length);
  return {
    html,
    inAnswer: (finding) => ({ ...finding, ...positionOf(answer, back(offsetOf(html, finding)), START) }),
  };
}

/** What the script has as DATA: rows with the words that they rest on, and no places on a page. */
const dataOf = ({ title, columns, rows, sources, leftOut }: Brief['data']) => ({
  title,
  columns,
  rows: rows.map((row) => row.map(({ value, unit, quote, source }) => ({ value, unit, quote, source }))),
  sources,
  leftOut,
});

/** One fence around the whole answer is a habit of models; more of them, or words beside one, is prose. */
export function withoutFence(said: string): string {
  const text = said.trim();
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  const line = text.indexOf('\n');
  const label = text.slice(FENCE.length, line).trim().toLowerCase();
  if (line < 0 || (label !== '' && label !== 'html')) return text;
  const inner = text.slice(line + 1, -FENCE.length).trim();
  return inner.includes(FENCE) ? text : inner;
}

/** Behind the tag that opens the head, where head and body are written out. */
function headOf(answer: string): number | null {
  const document = parse(answer, { sourceCodeLocationInfo: true });
  const root = elementsOf(document).find(({ tagName }) => tagName === 'html');
  if (root === undefined) return null;
  const of = (name: string): Tree.Element['sourceCodeLocation'] =>
    elementsOf(root).find(({ tagName }) => tagName === name)?.sourceCodeLocation;
  const head = of('head')?.startTag?.endOffset;
  const bodyEnd = of('body')?.endTag?.startOffset;
  return head === undefined || bodyEnd === undefined || bodyEnd < head ? null : head;
}

const elementsOf = ({ childNodes }: Tree.ParentNode): readonly Tree.Element[] =>
  childNodes.filter((node): node is Tree.Element => 'tagName' in node);

function offsetOf(text: string, { line, column }: Position): number {
  let at = 0;
  for (let before = 1; before < line; before += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) break;
    at = next + 1;
  }
  return at + column - 1;
}

const refused = (
  layer: Finding['layer'],
  code: string,
  { line, column }: Position,
  message: string,
  help: string,
): Framed => ({ findings: [{ layer, code, line, column, message, help }] });
