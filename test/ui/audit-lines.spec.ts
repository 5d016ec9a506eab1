// What the log says at a terminal: pages and callers have their words in it, and steer nothing there.
import { expect, test } from 'vitest';
import { rowInWords } from '#ui/cli/commands/audit.ts';

test('a row shows what would steer the terminal, and what nobody sees, as code points', () => {
  const line = rowInWords({
    seq: 7,
    at: '2026-11-24T00:00:00.000Z',
    type: 'decision',
    taskId: 't',
    requestId: 'r',
    who: 'agent:\u202Enimda',
    what: 'click “\u001B[2JBuy”',
    where: 'https://a.test/\u009B2J',
    verdict: 'ALLOW',
    why: 'rule\u200B',
    outcome: 'DONE\r\nALL WELL',
    hash: '',
  });
  expect(line).toMatch(/^ {5}7 \| 2026-11-24T00:00:00.000Z \| agent:/u);
  expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(line).toContain('[2JBuy');
  expect(line).toContain('ALLOW (rule');
});
