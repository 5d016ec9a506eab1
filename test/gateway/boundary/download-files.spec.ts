// Names, contents and folders of downloads, as a server would have them that means harm.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nameOf } from '#executors/guards/downloads/kinds.ts';
import { deliver } from '#gateway/boundary/downloads/deliver.ts';
import type { Delivery } from '#gateway/boundary/downloads/deliver.ts';
import { lookAtFolder } from '#gateway/boundary/downloads/folder.ts';
import { numbered, safeName } from '#gateway/boundary/downloads/safe-name.ts';
import { contradiction, sniff } from '#gateway/boundary/downloads/sniff.ts';
import { SIGNAL, need } from '#test/fixtures/tab.ts';

describe('names', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['Bericht März (2).pdf', 'Bericht März (2).pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\evil.dll', 'evil.dll'],
    ['/etc/cron.d/x', 'x'],
    ['a/..', 'a'],
    ['..', 'download'],
    ['', 'download'],
    ['.bashrc', 'bashrc'],
    ['...', 'download'],
    ['-rf', 'rf'],
    ['~/.ssh/authorized_keys', 'authorized_keys'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['COM¹', '_COM¹'],
    ['a\u0000b.txt', 'ab.txt'],
    ['line\nbreak\r.txt', 'linebreak.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['in\u200bvoice.pdf', 'invoice.pdf'],
    [`report.pdf${' '.repeat(80)}.exe`, 'report.pdf.exe'],
    ['report.pdf. . .', 'report.pdf'],
    ['a:stream.txt', 'a_stream.txt'],
    ['a<b>|c?*".txt', 'a_b__c___.txt'],
    ['one\u2215two\uff0fthree.txt', 'three.txt'],
  ])('%j becomes %j', (wanted, name) => {
    expect(safeName(wanted)).toBe(name);
  });

  test('a long one is shortened in front of its extension, to whole characters', () => {
    const name = safeName(`${'ä'.repeat(300)}.tar.gz`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^ä+\.gz$/u);
    expect(Buffer.byteLength(numbered(name, 1000))).toBeLessThan(255);
    expect(Buffer.byteLength(safeName(`x.${'y'.repeat(400)}`))).toBeLessThanOrEqual(200);
  });

  test('whatever was wanted, it is one visible segment below the folder, and stays as it is a second time', () => {
    const tricky = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom('..', '/', '\\', '\u0000', '\u202e', '.', ' ', 'con', 'a', '~', '-', '\u2044'),
          { maxLength: 12 },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(tricky, (wanted) => {
        const name = safeName(wanted);
        expect(join('/f', name)).toBe(`/f/${name}`);
        expect(name).toMatch(/^[^/\\<>:"|?*\p{Cc}\p{Cf}.~-][^/\\<>:"|?*\p{Cc}\p{Cf}]*$/u);
        expect(name).not.toMatch(/[. ]$/u);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
        expect(safeName(name)).toBe(name);
      }),
    );
  });

  test.each([
    ['attachment; filename="a.pdf"', 'a.pdf'],
    ['attachment; filename=a.pdf; size=3', 'a.pdf'],
    ['attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
    [`attachment; filename="plain.txt"; filename*=UTF-8''na%C3%AFve.txt`, 'naïve.txt'],
    [`attachment; filename*=iso-8859-1'en'%A3.txt`, '£.txt'],
    [`attachment; filename*=UTF-8''%FF; filename=b.txt`, 'b.txt'],
    ['attachment', 'at the end.bin'],
    ['attachment; filename=""', 'at the end.bin'],
    ['attachment; xfilename=x', 'at the end.bin'],
  ])('the header %j names %j', (header, name) => {
    expect(nameOf(header, 'http://a.test/dir/at%20the%20end.bin?x=1')).toBe(name);
  });
});

describe('contents', () => {
  const lie = (content: string, mediaType: string | undefined, name: string): string | null =>
    contradiction(sniff(Buffer.from(content, 'latin1')), { mediaType, name });
  test.each([
    ['MZ\x90\0', 'application/pdf', 'a.pdf'],
    ['MZ\x90\0', 'application/octet-stream', 'a.pdf'],
    ['MZ\x90\0', undefined, 'holiday.jpg'],
    ['\x7fELF\x02', 'image/png', 'a.png'],
    ['\x7fELF\x02', undefined, 'notes.weird'],
    ['#!/bin/sh\nrm -rf ~', 'text/plain', 'a.txt'],
    ['#!/bin/sh\n', 'application/octet-stream', 'a.dat'],
    ['<!doctype html><script>', 'application/pdf', 'a.pdf'],
    ['<html>', 'image/jpeg', 'a.jpg'],
    ['PK\x03\x04', 'application/pdf', 'a.pdf'],
    ['%PDF-1.7', 'image/png', 'a.png'],
    ['\x89PNG\r\n\x1a\n', 'application/pdf', 'a.pdf'],
    ['\0\0\0\0', 'text/csv', 'a.csv'],
    // What the policy has a word for has bytes of its own.
    ['%PDF-1.7', undefined, 'a.dotx'],
    ['\x89PNG\r\n\x1a\n', undefined, 'a.xhtml'],
    ['%PDF-1.7', undefined, 'a.numbers'],
    ['-----BEGIN PRIVATE KEY-----\n', undefined, 'server.key'],
    ['PK\x03\x04', undefined, 'a.opus'],
    ['\0\0\0\0', undefined, 'a.ndjson'],
    ['%PDF-1.7', 'application/pdf; charset=binary', 'a.sqlite'],
  ])('%j is no %s called %s', (content, mediaType, name) => {
    expect(lie(content, mediaType, name)).not.toBeNull();
  });
  test.each([
    ['%PDF-1.7', 'application/pdf', 'a.pdf'],
    ['PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'a.docx'],
    ['PK\x03\x04', 'application/octet-stream', 'a.zip'],
    ['\x89PNG\r\n\x1a\n', 'image/png', 'a.png'],
    ['a,b\n1,2\n', 'text/csv', 'a.csv'],
    ['{"a":1}', 'application/json', 'a.json'],
    ['MZ\x90\0', 'application/x-msdownload', 'setup.exe'],
    ['#!/bin/sh\n', 'application/octet-stream', 'run.sh'],
    ['\x01\x02\x03\0', 'application/octet-stream', 'a.dat'],
    ['', 'application/pdf', 'a.pdf'],
    ['<html>', undefined, 'a.hta'],
    ['<?xml version="1.0"?>', undefined, 'a.webloc'],
    ['PK\x03\x04', undefined, 'a.xlsm'],
    ['PK\x03\x04', undefined, 'a.key'],
    ['SQLite format 3\0', undefined, 'a.sqlite'],
    ['From: me\n', undefined, 'a.mhtml'],
    ['<svg xmlns="x">', 'image/svg+xml', 'a.svg'],
  ])('%j is a %s called %s', (content, mediaType, name) => {
    expect(lie(content, mediaType, name)).toBeNull();
  });
});

describe('folders', () => {
  const root = mkdtempSync(join(tmpdir(), 'ghost-folders-'));
  let folder = '';
  let from = '';
  let count = 0;
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  beforeEach(() => {
    count += 1;
    folder = join(root, `f${count}`);
    mkdirSync(folder, { mode: 0o700 });
    from = join(root, `from${count}`);
    writeFileSync(from, 'the content');
  });
  const delivery = async (more: Partial<Delivery> = {}): Promise<Delivery> => ({
    from,
    folder: need(await lookAtFolder(folder, false)),
    name: 'a.txt',
    mediaType: 'text/plain',
    mostBytes: 1000,
    scanner: null,
    admits: () => Promise.resolve(null),
    ...more,
  });

  test('a file is there whole, for its owner alone, not to be run, under its digest', async () => {
    expect(need(await deliver(await delivery(), SIGNAL))).toEqual({
      name: 'a.txt',
      folder,
      size: 11,
      sha256: createHash('sha256').update('the content').digest('hex'),
      kind: 'text',
    });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('the content');
    expect(statSync(join(folder, 'a.txt')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('nothing that is there is replaced, a link that leads away is not followed', async () => {
    writeFileSync(join(folder, 'a.txt'), 'mine');
    symlinkSync(join(root, 'elsewhere'), join(folder, 'a (2).txt'));
    expect(need(await deliver(await delivery(), SIGNAL)).name).toBe('a (3).txt');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine');
    expect(existsSync(join(root, 'elsewhere'))).toBe(false);
  });

  test('a folder that was exchanged since the decision gets nothing, nor does what stands in its place', async () => {
    const decided = await delivery();
    renameSync(folder, `${folder}-moved`);
    mkdirSync(folder, { mode: 0o700 });
    expect(await deliver(decided, SIGNAL)).toMatchObject({ error: { code: 'download.no-folder' } });
    rmSync(folder, { recursive: true });
    symlinkSync(`${folder}-moved`, folder);
    expect(await deliver(decided, SIGNAL)).toMatchObject({ error: { code: 'download.no-folder' } });
    expect(readdirSync(`${folder}-moved`)).toEqual([]);
  });

  test('a folder that is a link is decided on as what it leads to; no folder, a file and one for everybody are none', async () => {
    symlinkSync(folder, join(root, `link${count}`));
    expect(need(await lookAtFolder(join(root, `link${count}`), false)).path).toBe(folder);
    expect(need(await lookAtFolder(join(root, `new${count}`), true)).path).toBe(join(root, `new${count}`));
    expect(statSync(join(root, `new${count}`)).mode & 0o777).toBe(0o700);
    for (const path of [join(root, 'missing'), from, 'relative'])
      expect(await lookAtFolder(path, false)).toMatchObject({ error: { code: 'download.no-folder' } });
    chmodSync(folder, 0o777);
    expect(await lookAtFolder(folder, false)).toMatchObject({
      error: { cause: expect.stringContaining('everybody') },
    });
  });

  test('too large, another kind, a link or a pipe instead of a file: nothing is left of it', async () => {
    expect(await deliver(await delivery({ mostBytes: 10 }), SIGNAL)).toMatchObject({
      error: { code: 'download.too-large' },
    });
    expect(await deliver(await delivery({ name: 'a.pdf' }), SIGNAL)).toMatchObject({
      error: { code: 'download.other-content' },
    });
    symlinkSync(from, `${from}-link`);
    execFileSync('/usr/bin/mkfifo', [`${from}-pipe`]);
    for (const bad of [`${from}-link`, `${from}-pipe`, `${from}-none`])
      expect(await deliver(await delivery({ from: bad }), SIGNAL)).toMatchObject({
        error: { code: 'download.failed' },
      });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a scanner sees the file before it has its name; what it refuses, or cannot look at, is gone', async () => {
    const scanner = (script: string, timeoutSeconds = 20) => ({
      command: ['/bin/sh', '-c', script, 'scan'],
      timeoutSeconds,
    });
    const seen = join(root, `seen${count}`);
    const passes = scanner(`cat "$1" > ${seen}; ls ${folder} >> ${seen}`);
    expect(need(await deliver(await delivery({ scanner: passes }), SIGNAL)).name).toBe('a.txt');
    expect(readFileSync(seen, 'utf8')).toBe('the content');
    for (const refusing of [
      scanner('echo found a virus; exit 1'),
      scanner('exec sleep 30', 1),
      { command: ['/none'], timeoutSeconds: 5 },
    ])
      expect(await deliver(await delivery({ scanner: refusing, name: 'b.txt' }), SIGNAL)).toMatchObject({
        error: { code: 'download.not-scanned' },
      });
    expect(readdirSync(folder)).toEqual(['a.txt']);
  });

  test('a tab that is closed meanwhile leaves nothing', async () => {
    const closing = new AbortController();
    const delivered = deliver(
      await delivery({ scanner: { command: ['/bin/sh', '-c', 'exec sleep 30'], timeoutSeconds: 40 } }),
      closing.signal,
    );
    await expect.poll(() => readdirSync(folder).length).toBe(1);
    closing.abort();
    expect((await delivered).ok).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
