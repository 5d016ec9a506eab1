// The effective tables for a review: every cell in every format, for any host or for one.
import { expect, test } from 'vitest';
import { matrixOf } from '#policy/tools/explain/matrix.ts';
import { renderMatrixCsv, renderMatrixHtml, renderMatrixMarkdown } from '#policy/tools/render/matrix.ts';
import { BROWSER_CAPABILITIES } from '#policy/language/vocabulary.ts';
import { defaultPolicy, edited, policyOf } from '#test/fixtures/policy/policies.ts';

const policy = defaultPolicy();
const head = { layers: policy.layers, semantic: policy.semanticHash, host: '<b>&.example' };

test('Markdown, HTML and CSV hold the same cells', () => {
  const matrix = matrixOf(policy);
  const [markdown, html, csv] = [
    renderMatrixMarkdown(matrix, head),
    renderMatrixHtml(matrix, head),
    renderMatrixCsv(matrix),
  ];
  for (const capability of BROWSER_CAPABILITIES) {
    const { HEADED, HEADLESS } = matrix.capability[capability] ?? {};
    expect(markdown).toContain(`| ${capability} | ${HEADED} | ${HEADLESS} |`);
    expect(html).toContain(
      `<th scope="row">${capability}</th><td class="${HEADED}">${HEADED}</td><td class="${HEADLESS}">${HEADLESS}</td>`,
    );
    expect(csv).toContain(`Capabilities (3.2),${capability},HEADED,${HEADED}\r\n`);
  }
});

test('what stands in the head is escaped in HTML', () => {
  const html = renderMatrixHtml(matrixOf(policy), head);
  expect(html).toContain('on &lt;b&gt;&amp;.example');
  expect(html).not.toContain('<b>');
});

test('the tables of a host are those of its class', () => {
  const scoped = policyOf(
    edited([
      '\nrules:\n',
      "\nrules:\n  - { id: s, decision: DENY, when: { capability: SCREENSHOT, host: '*.bank.example' }, reason: r }\n",
    ]),
  );
  const at = (host: string) => matrixOf(scoped, { host }).capability['SCREENSHOT']?.['HEADED'];
  expect([at('a.bank.example'), at('bank.example'), at('')]).toEqual(['DENY', 'ALLOW', 'ALLOW']);
});
