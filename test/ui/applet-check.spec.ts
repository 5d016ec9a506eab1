// `ghost applet check`: its exit codes and its words, from a file and from standard input.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'ghost-applet-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Ran = { readonly code: number; readonly out: string };
const ghost = (words: readonly string[], input?: string): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'ui/cli/ghost.js'), 'applet', 'check', ...words],
      (error, out) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    );
    child.stdin?.end(input);
  });

const GOOD = '<!doctype html><html lang="en"><head><title>t</title></head><body><p>x</p></body></html>';
const BAD = GOOD.replace('<p>x</p>', '\n<script>\n  fetch("x");\n</script>');

test('an applet that passes exits 0, a refused one exits 1 with layer, code, line and column', async () => {
  const file = join(folder, 'a.html');
  writeFileSync(file, BAD);
  const [good, bad] = await Promise.all([ghost(['-', '--json'], GOOD), ghost([file, '--json'])]);
  expect(good.code).toBe(0);
  expect(JSON.parse(good.out)).toMatchObject({ accepted: true, findings: [] });
  expect(bad.code).toBe(1);
  expect(JSON.parse(bad.out)).toMatchObject({
    accepted: false,
    findings: [{ layer: 'code', code: 'code.global', line: 3, column: 3 }],
  });
});

test('for a person each finding is a line with file, line and column; a file that is none is said', async () => {
  const [bad, none] = await Promise.all([ghost(['-'], BAD), ghost([join(folder, 'none.html'), '--json'])]);
  expect(bad.out).toContain('-:3:3: code: code.global: `fetch()` is not permitted');
  expect(none.code).toBe(2);
  expect(JSON.parse(none.out)).toMatchObject({ error: { code: 'applet.unreadable' } });
});
