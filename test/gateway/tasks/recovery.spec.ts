// What is tried again after a failure, and what never is.
import { beforeEach, expect, test } from 'vitest';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { Performed } from '#gateway/boundary/attempt/contract.ts';
import { Recovery } from '#gateway/tasks/loop/recovery.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { ErrorCode, Result } from '#policy/language/failure.ts';

const noted: string[] = [];
let writes = true;
const audit = {
  append: async ({ what }: AuditEvent): Promise<Result<unknown>> => {
    if (!writes) return err(failure('audit.write-failed', 'the disk is full'));
    noted.push(what);
    return ok(null);
  },
};
let recovery: Recovery;
beforeEach(() => {
  noted.length = 0;
  writes = true;
  recovery = new Recovery(audit, 't-1');
});

const because = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  failure(code, 'it failed', { details });
const done = (submits: boolean): Performed => ({
  requestId: 'r1',
  what: 'send the form',
  ruling: null,
  consent: null,
  submits,
  result: err(failure('browser.crashed', 'gone')),
});

test.each<ErrorCode>([
  'task.unverified',
  'act.navigation-failed',
  'navigator.failed',
  'navigator.bad-proposal',
])('%s may pass: once more, logged before, and then no more', async (code) => {
  expect(await recovery.again(because(code))).toEqual(ok(true));
  expect(noted).toEqual(['try the part of the task again, 2 of 2']);
  expect(await recovery.again(because(code))).toEqual(ok(false));
  recovery.subtaskDone('http://site.example/');
  expect(await recovery.again(because(code))).toEqual(ok(true));
});

test.each<ErrorCode>([
  'boundary.denied',
  'consent.refused',
  'navigator.needs-help',
  'navigator.stuck',
  'task.step-limit',
])('%s is no accident: it is not tried again', async (code) => {
  expect(await recovery.again(because(code))).toEqual(ok(false));
  expect(noted).toEqual([]);
});

test('a navigator that gave up over an error that may pass gets another go at it', async () => {
  expect(await recovery.again(because('navigator.needs-help', { pageError: false }))).toEqual(ok(false));
  expect(await recovery.again(because('navigator.needs-help', { pageError: true }))).toEqual(ok(true));
});

test('what has sent something is never run again, neither here nor on a fresh tab', async () => {
  recovery.acted(done(true));
  expect(recovery.hasSent).toBe(true);
  expect(await recovery.again(because('task.unverified'))).toEqual(ok(false));
  expect((await recovery.after(because('browser.crashed')))?.help).toContain('send the form');
  recovery.subtaskDone('http://site.example/');
  expect(recovery.hasSent).toBe(false);
});

test('a lost tab is replaced twice, from where the last part that is done ended', async () => {
  recovery.acted(done(false));
  recovery.subtaskDone('http://site.example/after');
  expect(recovery.from).toBeNull();
  expect(await recovery.after(because('browser.crashed'))).toBeNull();
  expect(recovery.from).toBe('http://site.example/after');
  expect(await recovery.after(because('browser.launch-failed'))).toBeNull();
  expect(await recovery.after(because('browser.crashed'))).toMatchObject({ code: 'browser.crashed' });
});

test('a log that takes no entry ends it', async () => {
  writes = false;
  expect(await recovery.again(because('task.unverified'))).toMatchObject({
    ok: false,
    error: { code: 'audit.write-failed' },
  });
  expect(await recovery.after(because('browser.crashed'))).toMatchObject({ code: 'audit.write-failed' });
});

test('a form whose answer did not come in time is not sent again, and one that was never sent is', async () => {
  const slow = err(failure('act.timed-out', 'the page did not load'));
  recovery.acted({ ...done(true), result: slow });
  expect(recovery.hasSent).toBe(true);
  expect(await recovery.again(because('task.unverified'))).toEqual(ok(false));
  recovery.subtaskDone('http://site.example/');
  recovery.acted({ ...done(false), result: slow });
  recovery.acted({ ...done(true), result: err(failure('act.covered', 'it is covered')) });
  expect(recovery.hasSent).toBe(false);
  expect(await recovery.again(because('task.unverified'))).toEqual(ok(true));
});
