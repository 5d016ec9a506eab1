// Whose a terminal is, told from the processes behind it.
import { expect, test } from 'vitest';
import type { ProcessRow } from '#executors/system/process-tree.ts';
import { relation } from '#gateway/surfaces/terminal/answering.ts';

let pid = 100;
const row = (command: string, startedAt: number, uid = process.getuid?.() ?? 0): ProcessRow => {
  pid += 1;
  return { pid, parent: 1, command, session: 1, tty: 0, startedAt, uid };
};
const init: ProcessRow = { ...row('systemd', 1, 0), pid: 1, parent: 0 };
const asker = { line: [row('agent', 500)] };
const terminal = { terminal: '/dev/pts/9', processes: [], heldBy: [] };

test('a terminal that a scheduler made for somebody allows nothing, though its program was there before the asker', () => {
  for (const command of ['cron', 'crond', 'atd']) {
    const line = [row('ghost', 900), row('script', 899), row('sh', 898), row(command, 10, 0), init];
    expect(relation({ ...terminal, lines: [line] }, [asker])?.code, command).toBe('consent.own-request');
  }
  const own = [row('ghost', 900), row('bash', 40), row('sshd', 39, 0), init];
  expect(relation({ ...terminal, lines: [own] }, [asker])).toBe(null);
});
