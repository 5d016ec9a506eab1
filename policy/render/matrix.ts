// The effective tables for the review meeting: Markdown, HTML and CSV of what matrix.ts asks the policy.
import type { MatrixTable, PolicyMatrix } from '../matrix.ts';
import { escape } from './junit.ts';

type Section = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** What the head of a rendered matrix says of the policy. */
export type MatrixHead = {
  readonly layers: readonly string[];
  readonly semantic: string;
  readonly host: string | null;
};

export function renderMatrixMarkdown(matrix: PolicyMatrix, head: MatrixHead): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  const parts = sectionsOf(matrix).map(({ title, columns, rows }) =>
    [
      `## ${title}`,
      '',
      `| | ${columns.map(cell).join(' | ')} |`,
      `| --- |${columns.map(() => ' --- |').join('')}`,
      ...rows.map((row) => `| ${row.map(cell).join(' | ')} |`),
    ].join('\n'),
  );
  return [`# ${titleOf(head)}`, `\`${head.semantic}\``, ...parts].join('\n\n');
}

export function renderMatrixHtml(matrix: PolicyMatrix, head: MatrixHead): string {
  const title = escape(titleOf(head));
  const parts = sectionsOf(matrix).flatMap((section) => [
    `<h2>${escape(section.title)}</h2>`,
    '<table>',
    `<thead><tr><th></th>${section.columns.map((one) => `<th scope="col">${escape(one)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...section.rows.map(
      ([name, ...cells]) =>
        `<tr><th scope="row">${escape(name ?? '')}</th>${cells.map((one) => `<td class="${escape(one)}">${escape(one)}</td>`).join('')}</tr>`,
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
    '</body></html>',
  ].join('\n');
}

/** One line a cell, so that two files compare by lines. */
export function renderMatrixCsv(matrix: PolicyMatrix): string {
  const lines = sectionsOf(matrix).flatMap(({ title, columns, rows }) =>
    rows.flatMap(([name, ...cells]) =>
      cells.map((cell, index) => [title, name ?? '', columns[index] ?? '', cell]),
    ),
  );
  return [['table', 'row', 'column', 'decision'], ...lines]
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

function sectionsOf(matrix: PolicyMatrix): readonly Section[] {
  const single = (cells: Readonly<Record<string, string>>): Section['rows'] => Object.entries(cells);
  return [
    section('Capabilities (3.2)', matrix.capability),
    section('Headed and headless (2.3)', matrix.headedVsHeadless),
    section('Storage (4.2)', matrix.storage),
    section('Tabs (5.3)', matrix.tabs),
    { title: 'Browsers (2.2)', columns: ['decision'], rows: single(matrix.executors) },
    { title: 'Launch flags (9.2)', columns: ['decision'], rows: single(matrix.launchFlags) },
  ];
}

function section(title: string, table: MatrixTable): Section {
  const columns = Object.keys(Object.values(table)[0] ?? {});
  const rows = Object.entries(table).map(([name, cells]) => [
    name,
    ...columns.map((column) => cells[column] ?? ''),
  ]);
  return { title, columns, rows };
}
