// The rows of a result as a file: by the name's ending, and as an applet that passes its own check.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { canBeWritten, rowsFor } from '#gateway/client/result-rows.ts';
import { appletOf } from '#gateway/extraction/applet.ts';
import { offlinePlan } from '#engines/planner/plan.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { ok } from '#policy/language/failure.ts';
import { aResult } from '#test/fixtures/views.ts';

const cell = (value: string | number, quote: string) => ({
  value,
  unit: null,
  quote,
  source: 0,
  place: null,
});
const table: NonNullable<TaskResult['table']> = {
  title: 'Lamps',
  columns: [
    { name: 'Name', type: 'text', unit: null, outOf: null },
    { name: 'Price', type: 'money', unit: 'GBP', outOf: null },
  ],
  rows: [
    [cell('=HYPERLINK("http://x.example")', '=HYPERLINK("http://x.example")'), cell(12, '£12.00')],
    [
      cell('</script><script>top.postMessage(1)</script>', '</script><script>top.postMessage(1)</script>'),
      cell(3, '£3.00'),
    ],
  ],
  sources: [{ url: 'http://lamps.example/', title: 'Lamps', readAt: '2026-11-23T10:00:00.000Z' }],
  leftOut: [],
};
const appletFor = (given: TaskResult) => {
  const made = appletOf(given, null);
  return made.ok ? ok(made.value.html) : made;
};
const result = aResult({ intent: 'compare the lamps in a table', table });

test('the ending of the name says the form, and a formula stays text', () => {
  expect(rowsFor('a.CSV', result)).toMatchObject({ ok: true, value: expect.stringContaining("'=HYPERLINK") });
  expect(rowsFor('a.md', result)).toMatchObject({
    ok: true,
    value: expect.stringContaining('| Name | Price'),
  });
  const json = rowsFor('a.json', result);
  expect(json.ok ? JSON.parse(json.value) : null).toEqual(table);
  expect(rowsFor('a.xlsx', result)).toMatchObject({ ok: false, error: { code: 'command.bad-file' } });
});

test('the applet holds the data as data, and passes the check that every applet passes', () => {
  const made = appletFor(result);
  expect(made.ok).toBe(true);
  const html = made.ok ? made.value : '';
  expect(checkApplet(html)).toMatchObject({ accepted: true, findings: [] });
  expect(html).not.toContain('<script>top.postMessage');
});

test('a task that read no rows has none', () => {
  for (const none of [rowsFor('a.csv', aResult()), appletFor(aResult())])
    expect(none).toMatchObject({ ok: false, error: { code: 'act.no-table' } });
});

const SITES = [
  { name: 'lamp shop', url: 'http://lamps.example/', about: ['lamps'] },
  { name: 'lamp market', url: 'http://market.example/', about: ['lamps'] },
];
const measured: NonNullable<TaskResult['table']> = {
  ...table,
  columns: [
    { name: 'Name', type: 'text', unit: null, outOf: null },
    { name: 'Price', type: 'money', unit: 'GBP', outOf: null },
    { name: 'Stock', type: 'number', unit: null, outOf: null },
  ],
  rows: [
    [cell('Bell', 'Bell'), cell(12, '£12.00'), cell(4, '4')],
    [cell('Cone', 'Cone'), cell(3, '£3.00'), cell(9, '9')],
  ],
};
const formOf = (html: string): string | undefined => /"form":"(\w+)"/u.exec(html)?.[1];

test.each([
  ['compare the lamps of the lamp shop versus the lamp market in a table', 'table'],
  ['show me the product line of the lamp shop as cards', 'cards'],
  ['list the share prices of the lamp shop and the lamp market in a table', 'table'],
  ['compare the lamps of the lamp shop and the lamp market as a scatter plot', 'scatter'],
  ['visualise the lamps of the lamp shop against the lamp market as a bar chart', 'bar'],
])('“%s” is drawn in the form that it names, whatever else its words are', (intent, form) => {
  const { shows } = offlinePlan({ intent, sites: SITES, startUrl: null }, null);
  expect(shows).toBeDefined();
  const made = appletFor(aResult({ intent, table: measured, ...(shows === undefined ? {} : { shows }) }));
  expect(made.ok ? formOf(made.value) : made.error).toBe(form);
});

test('the words of the intent are read only where the plan names no form', () => {
  const intent = 'the lamps as a bar chart';
  const plain = appletFor(aResult({ intent, table: measured }));
  expect(plain.ok ? formOf(plain.value) : plain.error).toBe('bar');
  const named = appletFor(aResult({ intent, table: measured, shows: 'cards' }));
  expect(named.ok ? formOf(named.value) : named.error).toBe('cards');
  const unnamed = appletFor(aResult({ intent: 'plot the share of the lamps', table, shows: 'plot' }));
  expect(unnamed.ok ? formOf(unnamed.value) : unnamed.error).toBe('bar');
});

test('a name that cannot be written is refused before a task begins', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ghost-rows-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const there = join(folder, 'there.csv');
  writeFileSync(there, 'mine');
  for (const [file, kind] of [
    [join(folder, 'a.xlsx'), 'TABLE'],
    [there, 'TABLE'],
    [there, 'APPLET'],
    [join(folder, 'none', 'a.html'), 'APPLET'],
  ] as const)
    expect(canBeWritten(file, kind)).toMatchObject({ ok: false, error: { code: 'command.bad-file' } });
  expect(canBeWritten(join(folder, 'a.csv'), 'TABLE')).toMatchObject({ ok: true });
  expect(canBeWritten(join(folder, 'a.html'), 'APPLET')).toMatchObject({ ok: true });
});
