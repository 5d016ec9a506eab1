// What is said of refusals to whoever runs the door: each kind once, nothing behind an address's path, and no line that acts on a terminal.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import { Refusals } from '#gateway/surfaces/cdp/refusals.ts';
import { divert } from '#ui/cli/console/output.ts';
import { tellRefusal } from '#ui/cli/console/cdp-news.ts';

function refusals() {
  const told: string[] = [];
  return { told, refusals: new Refusals('robot', ({ method, why }) => told.push(`${method}: ${why}`)) };
}
const navigation = (url: string) =>
  failure('act.navigation-denied', `the navigation to \`${url}\` was refused`, { help: 'a rule says so' });

test('an address is told up to its path, and one host once, whatever a page writes behind it', () => {
  const { told, refusals: all } = refusals();
  for (let at = 0; at < 5_000; at += 1) all.started('CLICK', [navigation(`http://collect.test/a?d=${at}#b`)]);
  all.started('CLICK', [navigation('http://other.test/a')]);
  all.started('CLICK', [failure('boundary.denied', 'not allowed to click')]);
  expect(told).toEqual([
    'CLICK: the navigation to `http://collect.test/a` was refused: a rule says so',
    'CLICK: the navigation to `http://other.test/a` was refused: a rule says so',
    'CLICK: not allowed to click',
  ]);
});

test('that more was refused than is told is said once', () => {
  const { told, refusals: all } = refusals();
  for (let at = 0; at < 3_000; at += 1) all.started('CLICK', [navigation(`http://h${at}.test/`)]);
  expect(told).toHaveLength(1_001);
  expect(told.filter((one) => one.includes('more was refused than is told here'))).toHaveLength(1);
  expect(told.at(-1)).toContain('the log has all of it');
});

test('a navigation of the client that was refused on its way is told', () => {
  const { told, refusals: all } = refusals();
  all.answered('Page.navigate', { code: -32_000, message: 'no', data: 'act.navigation-denied' });
  all.answered('Page.navigate', { code: -32_000, message: 'late', data: 'act.timed-out' });
  expect(told).toEqual(['Page.navigate: no']);
});

test('as JSON too it is one short line without controls or what turns the reading direction', () => {
  let written = '';
  const end = divert({ out: () => undefined, err: (text) => (written += text) });
  try {
    tellRefusal({ client: 'robot', method: 'CLICK', why: `a\u009b31m\u202eb${'x'.repeat(100_000)}` }, true);
  } finally {
    end();
  }
  expect(written).toMatch(/^[ -~…]+\n$/u);
  expect(written.length).toBeLessThan(2_200);
  expect(JSON.parse(written)).toMatchObject({
    refused: { why: expect.stringContaining('a\u009b31m\u202eb') },
  });
});
