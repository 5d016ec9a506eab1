// How much pages of one task may make the log say before the task ends.
import { takeOne } from '#test/fixtures/counted-act.ts';
import { expect, test } from 'vitest';
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { ENTRIES_PER_ACT, MAX_PAGE_ENTRIES, notePageEvent } from '#gateway/boundary/task/page-log.ts';
import { fail } from '#policy/language/failure.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const EVENT: AuditEvent = {
  type: 'connection',
  taskId: 't1',
  requestId: 'r',
  who: 'page',
  what: 'connect',
  where: 'a.example',
  verdict: 'ALLOW',
  why: '',
  outcome: null,
  details: {},
};
const log: Pick<AuditLog, 'append'> = { append: async () => fail('audit.write-failed', 'it writes nothing') };

/** Goes on until the pages had `count` entries: as many as there is room for, a second after another. */
function pagesWrite(task: ReturnType<typeof aTaskContext>, seconds: number): void {
  const real = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => real() + ahead;
  try {
    for (let second = 0; second < seconds; second += 1, ahead += 1_000)
      for (let one = 0; one < 3; one += 1) void notePageEvent(log as AuditLog, task, EVENT, null);
  } finally {
    performance.now = real;
  }
}

test('pages that write without an act of the task end it; a long task that goes from page to page goes on', () => {
  const seconds = MAX_PAGE_ENTRIES / 2;
  const idle = aTaskContext();
  pagesWrite(idle, seconds);
  expect(idle.state.stopped?.code).toBe('task.page-flood');
  const busy = aTaskContext();
  for (let act = 0; act * ENTRIES_PER_ACT < MAX_PAGE_ENTRIES; act += 1) takeOne(busy.state.acts, 'NAVIGATE');
  pagesWrite(busy, seconds);
  expect(busy.state.stopped).toBe(null);
});
