// `npm run test:quick` starts no browser, by what its specs import.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LONG, STARTERS, canStartBrowser, withoutBrowser } from '../quick.ts';

test('a spec that can start a browser is found by its imports, over any number of files', () => {
  for (const spec of [
    'test/engines/demo-shop.spec.ts',
    'test/gateway/boundary/boundary.spec.ts',
    'test/gateway/surfaces/http.spec.ts',
    'test/executors/browsers/launch.spec.ts',
    'test/ui/access.spec.ts',
    'test/e2e/cli.spec.ts',
  ])
    expect(canStartBrowser(spec), spec).toBe(true);
});

test('the quick tests are those of policy, engines and gateway that cannot', () => {
  const quick = withoutBrowser();
  expect(quick.filter(canStartBrowser)).toEqual([]);
  for (const spec of [
    'test/policy/engine/deciding/member-index.spec.ts',
    'test/engines/grammar.spec.ts',
    'test/gateway/audit/audit-log.spec.ts',
  ])
    expect(quick).toContain(spec);
  expect(new Set(quick.map((spec) => spec.split('/')[1]))).toEqual(new Set(['policy', 'engines', 'gateway']));
});

test('what is left out of them for its length exists and would be one of them', () => {
  expect(LONG.filter((spec) => !withoutBrowser().includes(spec))).toEqual([]);
});

test('what starts browsers stands where it is looked for', () => {
  const root = join(import.meta.dirname, '../..');
  expect([...STARTERS].filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
