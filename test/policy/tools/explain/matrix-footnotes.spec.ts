// A cell of the matrix against everything that it leaves open: without a footnote there is one answer, and a footnote says what else.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEFT_OPEN, footnotesOf } from '#policy/tools/explain/footnotes.ts';
import { cellFactsOf, matrixOf, noteInWords, renderMatrixText } from '#policy/tools/explain/matrix.ts';
import { BROWSER_CAPABILITIES } from '#policy/language/vocabulary.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { renderMatrixCsv, renderMatrixHtml, renderMatrixMarkdown } from '#policy/tools/render/matrix.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { build, request, upperLayer } from '#test/property/policy-arbitraries.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';
import { drawn } from '#test/fixtures/how-much.ts';

const HEAD = { layers: ['base@3'], semantic: 'sha256:x', host: 'shop.test' };
const DENYING = 'defaults: [{ id: all, by: [sandbox], rows: { false: DENY, true: DENY } }]';
const shop = (rules: string) => compiled(first(`rules:\n${rules}`, '', DENYING));
const footnotesIn = (...asked: Parameters<typeof footnotesOf>) => {
  const notes = footnotesOf(...asked);
  if (!notes.ok) throw new Error(notes.error.message);
  return notes.value;
};
const notesOf = (rules: string): readonly string[] =>
  footnotesIn(shop(rules), { host: 'shop.test' }).list.map(noteInWords);

test('a cell says where another answer holds, and which entry gives it', () => {
  const policy = shop(
    '  - { id: files, decision: ESCALATE, when: { host: shop.test, capability: SCREENSHOT, path: /files } }',
  );
  const notes = footnotesIn(policy, { host: 'shop.test' });
  const text = renderMatrixText(matrixOf(policy, { host: 'shop.test' }), notes);
  expect(text).toContain('SCREENSHOT               DENY¹   DENY¹');
  expect(text).toContain('CLOSE_TAB                DENY    DENY');
  expect(text).toMatch(/\n¹ ESCALATE below \/files \(rules\.files, base\.yaml:\d+:\d+\)$/u);
  const matrix = matrixOf(policy, { host: 'shop.test' });
  expect(renderMatrixMarkdown(matrix, HEAD, notes)).toContain('| SCREENSHOT | DENY¹ | DENY¹ |');
  expect(renderMatrixHtml(matrix, HEAD, notes)).toContain(
    '<td class="DENY">DENY<sup><a href="#note-1">1</a></sup></td>',
  );
  expect(renderMatrixCsv(matrix, notes)).toContain(
    'Capabilities (3.2),SCREENSHOT,HEADED,DENY,"ESCALATE below /files (rules.files, ',
  );
});

test.each([
  ['a folder', 'folder: /srv/downloads', 'folder /srv/downloads'],
  ['an endpoint', "endpoint: 'http://127.0.0.1:9222'", 'endpoint http://127.0.0.1:9222'],
  ['a port', 'port: 8443', 'port 8443'],
  ['a purpose', 'purpose: SUBRESOURCE', 'purpose SUBRESOURCE'],
  ['a name', 'elementName: Pay', 'elementName pay'],
  ['a number', 'downloads: 3', 'downloads 3'],
])('%s that a rule names is a footnote', (_, when, where) => {
  const [note = '', ...more] = notesOf(
    `  - { id: r, decision: ALLOW, when: { host: shop.test, capability: SCREENSHOT, ${when} } }`,
  );
  expect(note).toContain(`ALLOW where `);
  expect(note).toContain(where);
  expect(more).toEqual([]);
});

test('a rule that ends says when its cells change', () => {
  expect(
    notesOf(
      '  - { id: r, decision: ALLOW, when: { host: shop.test, capability: SCREENSHOT }, expires: 2030-01-31 }',
    ),
  ).toEqual([expect.stringMatching(/^DENY from 2030-02-01 on \(defaults\.all, base\.yaml:\d+:\d+\)$/u)]);
});

test('what holds everywhere has no footnote', () => {
  expect(notesOf('  - { id: r, decision: ALLOW, when: { host: shop.test } }')).toEqual([]);
  expect(notesOf('  - { id: r, decision: ALLOW, when: { host: other.test, path: /a } }')).toEqual([]);
});

test('a cell without a footnote has one answer, and with one no other than those', () => {
  const met = { plain: 0, noted: 0 };
  fc.assert(
    fc.property(
      upperLayer,
      fc.array(request, { minLength: 60, maxLength: 60 }),
      fc.constantFrom('', 'a.test'),
      (layer, asked, host) => {
        const { policy } = build([layer]);
        const given = host === '' ? {} : { host };
        const { marks, list } = footnotesIn(policy, given);
        const cells: PolicyFacts[] = [];
        const facts = cellFactsOf(given, (one) => cells.push(one) - 1);
        for (const table of ['capability', 'storage', 'tabs'] as const)
          for (const [row, columns] of Object.entries(facts[table]))
            for (const [column, index] of Object.entries(columns)) {
              const cell = cells[index];
              if (cell === undefined) throw new Error('no cell');
              const numbers = marks[table][row]?.[column] ?? [];
              const own = policy.decide(cell).decision;
              const permitted = [
                own,
                ...list.filter((note) => numbers.includes(note.number)).map((note) => note.decision),
              ];
              for (const other of asked) {
                const open = Object.fromEntries(LEFT_OPEN.map((name) => [name, other[name]]));
                const made = parseRequest({ ...cell, ...open });
                if (!made.ok) continue;
                const { decision } = policy.decide(made.value);
                expect(permitted).toContain(decision);
                met[decision === own ? 'plain' : 'noted'] += 1;
              }
            }
      },
    ),
    { numRuns: drawn({ quick: 4, long: 12 }), endOnFailure: true },
  );
  expect(met.noted).toBeGreaterThan(50);
  expect(met.plain).toBeGreaterThan(1000);
});

test('a note names a dozen of three hundred ports, and counts the others', () => {
  const ports = Array.from({ length: 300 }, (_, at) => 1001 + 2 * at).join(', ');
  const [note = '', ...more] = notesOf(
    `  - { id: r, decision: ALLOW, when: { host: shop.test, capability: SCREENSHOT, port: [${ports}] } }`,
  );
  expect(more).toEqual([]);
  expect(note).toMatch(/^ALLOW where .*port 1001, 1003, .*1023, and 288 more/u);
  expect(note.length).toBeLessThan(250);
});

test('a matrix with no end of notes tells a hundred, and every other cell still says what else is decided', () => {
  const rules = BROWSER_CAPABILITIES.flatMap((capability) =>
    [1, 2, 3, 4, 5, 6].map(
      (at) =>
        `  - { id: r${capability.toLowerCase().replaceAll('_', '-')}-${at}, decision: DENY, when: { host: shop.test, capability: ${capability}, path: /p/${at}, port: ${1000 + at} } }`,
    ),
  ).join('\n');
  const allowing = compiled(first(`rules:\n${rules}`, '', DENYING.replaceAll(': DENY', ': ALLOW')));
  const { list, marks } = footnotesIn(allowing, { host: 'shop.test' });
  expect(list.length).toBeGreaterThan(100);
  expect(list.length).toBeLessThanOrEqual(104);
  expect(list.slice(100).map(noteInWords)[0]).toMatch(/^\w+ and \d+ more/u);
  expect(list.map(({ number }) => number)).toEqual(list.map((_, at) => at + 1));
  expect(JSON.stringify(marks), 'one that is past the hundred is marked, too').toMatch(/\b101\b/u);
});

test('notes that outgrow their budget are an error with its mend', () => {
  const policy = shop(
    '  - { id: r, decision: ALLOW, when: { host: shop.test, capability: SCREENSHOT, path: /x } }',
  );
  expect(footnotesOf(policy, { host: 'shop.test' }, 3)).toMatchObject({
    ok: false,
    error: { code: 'policy.too-large', help: expect.stringContaining('--host') },
  });
});
