// A download is decided by what is said of it, and once more by what arrived; a person is asked again only for what is graver.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { OF_PERSON } from '#gateway/boundary/provenance/content.ts';
import { decideDownload } from '#gateway/boundary/downloads/decide-download.ts';
import { fileTypeOf } from '#gateway/boundary/downloads/file-type.ts';
import { ok } from '#policy/language/failure.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';
import { SIGNAL } from '#test/fixtures/tab.ts';
import { aTaskContext, NOBODY_NAMED } from '#test/fixtures/task-context.ts';

const NO_PROGRAMS =
  '\n  - { id: no-programs, decision: DENY, violation: CAPABILITY_DENIED, reason: Nothing that runs., when: { capability: FILE_DOWNLOAD, fileType: PROGRAM } }';
const LETS = 'defaults: [{ id: all, by: [namedByUser], rows: { false: ALLOW, true: ALLOW } }]';
const ASKS = 'defaults: [{ id: all, by: [namedByUser], rows: { false: ESCALATE, true: ESCALATE } }]';
const ELF = '\x7fELF\x02\x01\x01\0';

let directory: string;
let folder: string;
let audit: AuditLog;
let questions: string[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-arrived-'));
  folder = join(directory, 'folder');
  mkdirSync(folder, { mode: 0o700 });
  questions = [];
  const opened = await openAuditLog({ directory: join(directory, 'audit') });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What became of a file of these bytes: its name in the folder, or the failure. */
async function downloaded(
  policyBody: string,
  filename: string,
  bytes: string,
  mediaType?: string,
): Promise<unknown> {
  const policy = compiled(first('', NO_PROGRAMS, policyBody));
  const consent = new ConsentBroker({
    callback: {
      answer: async ({ title }) => {
        questions.push(title);
        return 'ALLOW_ONCE';
      },
      principal: { kind: 'person', channel: 'library', id: 'l' },
    },
  });
  const downloads = {
    folder,
    ours: true,
    maxBytes: 10_000,
    maxTaskBytes: 10_000,
    timeoutSeconds: 20,
    scanner: null,
  };
  const parts = {
    policy: () => ok(policy),
    audit,
    consent,
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
    downloads,
  };
  const verdict = await decideDownload(
    parts,
    aTaskContext({ namedHosts: new Set(['shop.test']), signal: SIGNAL }),
    {
      kind: 'DOWNLOAD',
      tabId: 'tab-1',
      documentUrl: 'http://shop.test/',
      url: 'http://shop.test/f',
      filename,
      ...(mediaType === undefined ? {} : { mediaType }),
    },
    SIGNAL,
  );
  if (!verdict.allow || verdict.download === undefined) return verdict;
  const from = join(directory, 'arrived');
  writeFileSync(from, bytes, 'latin1');
  const delivered = await verdict.download.arrived(from, SIGNAL);
  return delivered.ok ? delivered.value.name : delivered.error.code;
}

test('a program without an ending, said to be anything, is not delivered where the policy has none of those', async () => {
  expect(await downloaded(LETS, 'report', ELF, 'application/octet-stream')).toBe('boundary.denied');
  expect(await downloaded(LETS, 'report', '#!/bin/sh\n')).toBe('boundary.denied');
  expect(readdirSync(folder)).toEqual([]);
  await expect
    .poll(() => audit.since(0, 100).map(({ type, outcome }) => `${type} ${outcome}`))
    .toContain('page.act REFUSED');
});

test('what is what it was said to be is there, and nobody is asked', async () => {
  expect(await downloaded(LETS, 'notes.txt', 'a note', 'text/plain')).toBe('notes.txt');
  expect(await downloaded(LETS, 'report', 'a note')).toBe('report');
  expect(questions).toEqual([]);
});

test('a person who let it start is not asked again for its size or for a harmless kind', async () => {
  expect(await downloaded(ASKS, 'report', 'a note')).toBe('report');
  expect(questions).toHaveLength(1);
  expect(await downloaded(ASKS, 'other', ELF)).toBe('boundary.denied');
});

test.each([
  ['invoice.hta', 'application/pdf', 'MISMATCH'],
  ['invoice.hta', undefined, 'PROGRAM'],
  ['start.desktop', 'text/plain', 'PROGRAM'],
  ['settings.reg', undefined, 'PROGRAM'],
  ['sums.xlsm', undefined, 'PROGRAM'],
  ['sums.xlsx', undefined, 'SPREADSHEET'],
  ['invoice.xyz', 'application/pdf', 'OTHER'],
  ['invoice', 'application/pdf', 'PDF'],
] as const)('%s, said to be %s, is %s', (name, mediaType, type) => {
  expect(fileTypeOf({ name, mediaType })).toBe(type);
});

const OF_A_MAIL = {
  provenance: 'PAGE',
  contentOrigin: 'CROSS_ORIGIN',
  contentPlace: 'USERS',
  hosts: ['mail.test'],
} as const;
test.each([
  ['is of the words of that act', OF_A_MAIL, false],
  ['may be of any page’s words where nobody knows', undefined, false],
  ['is the person’s where the act is', OF_PERSON, true],
] as const)('a download that an act led to %s', async (_, content, allowed) => {
  const mails =
    '\n  - { id: mails, decision: DENY, reason: R., when: { capability: FILE_DOWNLOAD, provenance: PAGE, contentHost: mail.test } }';
  const policy = compiled(first('', mails, LETS));
  const task = aTaskContext({ namedHosts: new Set(['shop.test']), signal: SIGNAL });
  const parts = {
    policy: () => ok(policy),
    audit,
    consent: new ConsentBroker(),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
    downloads: { folder, ours: true, maxBytes: 10, maxTaskBytes: 10, timeoutSeconds: 20, scanner: null },
  };
  const by = { kind: 'navigator', id: 'n' } as const;
  const documentUrl = 'http://shop.test/';
  const file = {
    tabId: 'tab-1',
    documentUrl,
    url: `${documentUrl}f`,
    filename: 'f',
    coveredBy: 'r',
  } as const;
  const actor = { by, initiator: 'NAVIGATOR', ...(content === undefined ? {} : { content }) } as const;
  const { allow } = await task.tab.runAs('r', actor, async () => {
    // A short act on another page of the tab comes and goes meanwhile.
    await task.tab.runAs('short', { by, initiator: 'NAVIGATOR' }, () => Promise.resolve());
    return decideDownload(parts, task, { kind: 'DOWNLOAD', ...file }, SIGNAL);
  });
  expect(allow).toBe(allowed);
});
