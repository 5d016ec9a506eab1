// `ghost policy matrix|schema|export`.
import { footnotesOf } from '#policy/tools/explain/footnotes.ts';
import { policySchemaText } from '#policy/engine/reading/schema.ts';
import { matrixOf, renderMatrixText } from '#policy/tools/explain/matrix.ts';
import { exportCedar } from '#policy/tools/render/cedar.ts';
import { exportJsonLogic } from '#policy/tools/render/json-logic.ts';
import { renderMatrixCsv, renderMatrixHtml, renderMatrixMarkdown } from '#policy/tools/render/matrix.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { failWith, say, sayJson, sayWhole } from '#ui/cli/console/output.ts';
import { policyIn } from './request.ts';

type MatrixFlags = {
  readonly format: 'text' | 'json' | 'markdown' | 'html' | 'csv';
  readonly host?: string;
};

export function matrix(named: readonly string[], flags: MatrixFlags): void {
  const json = flags.format === 'json';
  const policy = policyIn(named, json);
  if (policy === null) return;
  // The host as a request has it: canonical, with the address class that it has by itself.
  const asked = parseRequest({
    capability: 'SCREENSHOT',
    executor: 'HEADED_CHROMIUM',
    ...(flags.host === undefined ? {} : { host: flags.host }),
  });
  if (!asked.ok) return failWith(asked.error, { json });
  const { host, addressClass } = asked.value;
  const tables = matrixOf(policy, { host, addressClass });
  const footnotes = footnotesOf(policy, { host, addressClass });
  if (!footnotes.ok) return failWith(footnotes.error, { json });
  const notes = footnotes.value;
  const head = { layers: policy.layers, semantic: policy.semanticHash, host: host === '' ? null : host };
  switch (flags.format) {
    case 'json':
      return sayJson({ ...tables, footnotes: notes.list, marks: notes.marks });
    case 'text':
      return say(renderMatrixText(tables, notes));
    case 'markdown':
      return say(renderMatrixMarkdown(tables, head, notes));
    case 'html':
      return say(renderMatrixHtml(tables, head, notes));
    case 'csv':
      return say(renderMatrixCsv(tables, notes));
  }
}

export function schema(): void {
  sayWhole(policySchemaText());
}

export function exportPolicy(target: 'json-logic' | 'cedar', named: readonly string[], json: boolean): void {
  const policy = policyIn(named, json || target === 'json-logic');
  if (policy === null) return;
  if (target === 'json-logic') return sayJson(exportJsonLogic(policy));
  const cedar = exportCedar(policy);
  if (json) return sayJson(cedar);
  const commented = cedar.schema
    .split('\n')
    .map((line) => `//   ${line}`)
    .join('\n');
  say(`${cedar.policies}\n// The schema (alone with --schema):\n${commented}`);
}

export function exportCedarSchema(named: readonly string[]): void {
  const policy = policyIn(named, false);
  if (policy !== null) say(exportCedar(policy).schema);
}
