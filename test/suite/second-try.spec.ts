// The second try of `npm test`: who may have one, what counts as passed, and what is told.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countsOf, reportOf, type Report } from './report.ts';
import { inWords, mayBeTriedAgain, merged, SECOND_TRIES_AT_MOST, toTryAgain } from './second-try.ts';

const ROOT = join(import.meta.dirname, '../..');
const BROWSER = join(ROOT, 'test/ui/access.spec.ts');
const OTHER = join(ROOT, 'test/e2e/cli.spec.ts');
const PURE = join(ROOT, 'test/policy/presets.spec.ts');

const report = (files: Readonly<Record<string, Readonly<Record<string, string>> | null>>): Report =>
  reportOf(
    JSON.stringify({
      success: false,
      testResults: Object.entries(files).map(([name, tests]) => ({
        name,
        status: tests === null || Object.values(tests).includes('failed') ? 'failed' : 'passed',
        message: tests === null ? 'did not load' : '',
        assertionResults: Object.entries(tests ?? {}).map(([fullName, status]) => ({
          fullName,
          status,
          failureMessages: status === 'failed' ? [`${fullName} fell`] : [],
        })),
      })),
    }),
  );

const first = report({ [BROWSER]: { a: 'failed', b: 'passed', c: 'skipped' }, [PURE]: { p: 'passed' } });

test('a spec that starts a browser, a process or a server may be tried again, one that computes may not', () => {
  for (const spec of [
    BROWSER,
    OTHER,
    'test/attack/inside/floods.spec.ts',
    'test/executors/network/proxy.spec.ts',
    'test/engines/demo-shop.spec.ts',
  ])
    expect(mayBeTriedAgain(spec), spec).toBe(true);
  for (const spec of [
    PURE,
    'test/engines/offline-conformance.spec.ts',
    'test/property/policy.spec.ts',
    'test/gateway/tabs/queue/scheduler.spec.ts',
    'test/suite/second-try.spec.ts',
  ])
    expect(mayBeTriedAgain(spec), spec).toBe(false);
});

const BROWSER_SPECS =
  'access applet audit policy results new-tab legible settings grants tasks questions'.split(' ');

test('files with failures are tried again, each once; eleven, a pure one among them or an error outside are not', () => {
  expect(toTryAgain(first, [])).toEqual({ files: [BROWSER], why: null });
  expect(toTryAgain(report({ [BROWSER]: { a: 'failed', b: 'failed' } }), []).files).toEqual([BROWSER]);
  expect(toTryAgain(report({ [BROWSER]: null, [OTHER]: { x: 'failed' } }), []).files).toEqual([
    BROWSER,
    OTHER,
  ]);
  const failing = (count: number): Report =>
    report(
      Object.fromEntries(
        BROWSER_SPECS.slice(0, count).map((name) => [
          join(ROOT, `test/ui/${name}.spec.ts`),
          { a: 'failed', b: 'failed' },
        ]),
      ),
    );
  expect(toTryAgain(failing(SECOND_TRIES_AT_MOST), []).files).toHaveLength(SECOND_TRIES_AT_MOST);
  expect(toTryAgain(failing(11), [])).toEqual({ files: [], why: 'tests of 11 files failed, more than 10' });
  const mixed = report({ [BROWSER]: { a: 'failed' }, [PURE]: { p: 'failed' } });
  expect(toTryAgain(mixed, []).files).toEqual([]);
  expect(toTryAgain(first, ['Error: unhandled']).files).toEqual([]);
  expect(toTryAgain(report({ [PURE]: { p: 'passed' } }), [])).toEqual({ files: [], why: null });
});

test('a file that passes whole the second time counts as passed, and who needed it is told with the first failure', () => {
  const all = merged(first, report({ [BROWSER]: { a: 'passed', b: 'passed', c: 'skipped' } }), []);
  expect(countsOf(all)).toEqual({ passed: 3, failed: 0, skipped: 1 });
  expect(all.success).toBe(true);
  expect(inWords(all)).toBe('passed on the second try: test/ui/access.spec.ts: a\n    a fell\n');
  expect(reportOf(JSON.stringify(all))['secondTry']).toEqual([
    { file: BROWSER, name: 'a', message: 'a fell' },
  ]);
  const loaded = merged(report({ [BROWSER]: null }), report({ [BROWSER]: { a: 'passed' } }), []);
  expect(countsOf(loaded)).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test('a second try in which anything of the file fails, is skipped, is missing or goes wrong outside helps nobody', () => {
  const seconds: readonly Report[] = [
    report({ [BROWSER]: { a: 'failed', b: 'passed' } }),
    report({ [BROWSER]: { a: 'passed', b: 'failed' } }),
    report({ [BROWSER]: { a: 'skipped', b: 'passed' } }),
    report({ [BROWSER]: { a: 'passed' } }),
    report({ [BROWSER]: null }),
    report({}),
  ];
  const fine = report({ [BROWSER]: { a: 'passed', b: 'passed' } });
  for (const all of [
    ...seconds.map((second) => merged(first, second, [])),
    merged(first, fine, ['Error: x']),
  ]) {
    expect(countsOf(all)).toEqual({ passed: 2, failed: 1, skipped: 1 });
    expect(all.success).toBe(false);
    expect(all.secondTry).toEqual([]);
  }
});
