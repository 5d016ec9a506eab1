// One explainer of failures: each surface says the same what, where, rules and mend, in its own form.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { explained, placeOfRule } from '#gateway/protocol/explained.ts';
import { failureFrame } from '#gateway/surfaces/daemon/request.ts';
import { failureInContent } from '#gateway/surfaces/mcp/tools/format.ts';
import { inWords } from '#ui/cli/console/output.ts';

const because = [
  { entry: 'rules.no-uploads', at: 'mine.yaml:3:5', layer: 'mine', reason: 'nothing leaves' },
  { entry: 'defaults', at: '', layer: 'mine', reason: '' },
];
const denied = failure('boundary.denied', 'not allowed to upload `a.txt`', {
  help: 'see `ghost policy explain`',
  cause: 'a rule says DENY',
  span: { file: 'mine.yaml', line: 3, column: 5 },
  details: { because },
});

test('a failure is explained as what happened, where, why, by which rules, and what to do', () => {
  expect(explained(denied)).toEqual({
    what: 'not allowed to upload `a.txt`',
    code: 'boundary.denied',
    retryable: false,
    where: { file: 'mine.yaml', line: 3, column: 5 },
    cause: 'a rule says DENY',
    rules: [
      { entry: 'rules.no-uploads', at: 'mine.yaml:3:5', reason: 'nothing leaves' },
      { entry: 'defaults', at: '', reason: '' },
    ],
    mend: 'see `ghost policy explain`',
  });
  expect(explained(denied).rules.map(placeOfRule)).toEqual(['rules.no-uploads (mine.yaml:3:5)', 'defaults']);
});

test('a terminal, an MCP client and the wire say the same of it, each in its own form', () => {
  expect(inWords(denied)).toBe(
    'mine.yaml:3:5: boundary.denied: not allowed to upload `a.txt`\n  because: a rule says DENY\n  help: see `ghost policy explain`',
  );
  expect(failureInContent(denied)).toEqual([
    {
      type: 'text',
      text: [
        '### Error',
        'not allowed to upload `a.txt`',
        '- code: boundary.denied',
        '- rule: rules.no-uploads (mine.yaml:3:5): nothing leaves',
        '- rule: defaults',
        '- what to do: see `ghost policy explain`',
      ].join('\n'),
    },
  ]);
  expect(JSON.parse(failureFrame(7, denied))).toMatchObject({
    id: 7,
    error: {
      message: 'not allowed to upload `a.txt`',
      data: {
        code: 'boundary.denied',
        retryable: false,
        suggestion: 'see `ghost policy explain`',
        cause: 'a rule says DENY',
        because,
      },
    },
  });
});

test('a failure without a place, a rule or a mend leaves them out, and a malformed list of rules is none', () => {
  const bare = failure('act.timed-out', 'it took too long', { details: { because: ['x', null, {}] } });
  expect(explained(bare)).toMatchObject({ where: null, cause: null, rules: [], mend: null });
  expect(inWords(bare)).toBe('act.timed-out: it took too long');
  expect(failureInContent(bare)[0]).toMatchObject({
    text: '### Error\nit took too long\n- code: act.timed-out (the same call may succeed later)',
  });
  expect(JSON.parse(failureFrame(null, bare)).error.data).not.toHaveProperty('suggestion');
});
