// The effective tables for the review meeting: Markdown, HTML and CSV of what matrix.ts asks the policy.
import { marked, noteInWords, raised, sectionsOf } from '#policy/tools/explain/matrix.ts';
import type { MatrixNotes, PolicyMatrix } from '#policy/tools/explain/matrix.ts';
import { markdownCode, markdownText } from './markdown.ts';
import { escape } from './junit.ts';

/** What the head of a rendered matrix says of the policy. */
export type MatrixHead = {
  readonly layers: readonly string[];
  readonly semantic: string;
  readonly host: string | null;
};

export function renderMatrixMarkdown(
  matrix: PolicyMatrix,
  head: MatrixHead,
  notes: MatrixNotes | null = null,
): string {
  const parts = sectionsOf(matrix, notes).map(({ title, columns, rows }) =>
    [
      `## ${markdownText(title)}`,
      '',
      `| | ${columns.map(markdownText).join(' | ')} |`,
      `| --- |${columns.map(() => ' --- |').join('')}`,
      ...rows.map(({ name, cells }) => `| ${[name, ...cells.map(marked)].map(markdownText).join(' | ')} |`),
    ].join('\n'),
  );
  const footnotes = (notes?.list ?? []).map(
    (note) => `- ${raised(note.number)} ${markdownText(noteInWords(note))}`,
  );
  return [
    `# ${markdownText(titleOf(head))}`,
    markdownCode(head.semantic),
    ...parts,
    ...(footnotes.length === 0 ? [] : [footnotes.join('\n')]),
  ].join('\n\n');
}

export function renderMatrixHtml(
  matrix: PolicyMatrix,
  head: MatrixHead,
  notes: MatrixNotes | null = null,
): string {
  const title = escape(titleOf(head));
  const parts = sectionsOf(matrix, notes).flatMap((section) => [
    `<h2>${escape(section.title)}</h2>`,
    '<table>',
    `<thead><tr><th></th>${section.columns.map((one) => `<th scope="col">${escape(one)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...section.rows.map(
      ({ name, cells }) =>
        `<tr><th scope="row">${escape(name)}</th>${cells.map(({ cell, notes: marks }) => `<td class="${escape(cell)}">${escape(cell)}${marks.map((one) => `<sup><a href="#note-${one}">${one}</a></sup>`).join(' ')}</td>`).join('')}</tr>`,
    ),
    '</tbody>',
    '</table>',
  ]);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${title}</title>`,
    `<style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1>`,
    `<p><code>${escape(head.semantic)}</code></p>`,
    ...parts,
    ...(notes === null || notes.list.length === 0
      ? []
      : [
          '<ol>',
          ...notes.list.map((note) => `<li id="note-${note.number}">${escape(noteInWords(note))}</li>`),
          '</ol>',
        ]),
    '</body></html>',
  ].join('\n');
}

/** One line a cell, so that two files compare by lines. `notes`: what else is decided there. */
export function renderMatrixCsv(matrix: PolicyMatrix, notes: MatrixNotes | null = null): string {
  const byNumber = new Map(notes?.list.map((note) => [note.number, noteInWords(note)]));
  const lines = sectionsOf(matrix, notes).flatMap(({ title, columns, rows }) =>
    rows.flatMap(({ name, cells }) =>
      cells.map(({ cell, notes: marks }, index) => [
        title,
        name,
        columns[index] ?? '',
        cell,
        ...(notes === null ? [] : [marks.map((one) => byNumber.get(one) ?? '').join('; ')]),
      ]),
    ),
  );
  return [['table', 'row', 'column', 'decision', ...(notes === null ? [] : ['elsewhere'])], ...lines]
    .map((line) => line.map(csvCell).join(','))
    .join('\r\n');
}

const STYLE =
  'body{font:14px system-ui,sans-serif;margin:2rem;color:#1b1b1b;background:#fff}table{border-collapse:collapse}' +
  'th,td{border:1px solid #bbb;padding:.3rem .6rem;text-align:left}td.ALLOW{background:#e3f4e3}' +
  'td.ESCALATE{background:#fff3cf}td.DENY{background:#fbe0e0}td.NEVER,td.ABORT{background:#f1c2c2;font-weight:600}';

const titleOf = ({ layers, host }: MatrixHead): string =>
  `${layers.join(' > ')}${host === null ? '' : ` on ${host}`}`;
const csvCell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
