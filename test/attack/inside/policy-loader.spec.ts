// Whoever may propose a policy, or write where one is watched, writes one that costs the gateway its time.
// INVARIANT: growth is what is measured, never a duration: eight times the text takes at most sixteen times the work.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { loadTestFile } from '#policy/tools/testing/test-file.ts';
import { growthOf } from '#test/fixtures/growth.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { always } from '#test/fixtures/how-much.ts';

const HEAD = 'policy: 1\nid: layer\nextends: { id: phase38-default }\n';
const lines = (n: number, of: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => of(index)).join('\n');
const items = (n: number, of: (index: number) => string): string =>
  `[${Array.from({ length: n }, (_, index) => of(index)).join(', ')}]`;
const rule = (inside: string): string => `${HEAD}rules:\n  - { id: a, decision: DENY, ${inside} }\n`;

/** `n` is how many of something there are. */
const TEXTS: Readonly<Record<string, (n: number) => string>> = {
  'unknown keys': (n) => `${HEAD}${lines(n, (at) => `key${at}: 1`)}\n`,
  'unknown keys, one letter from known ones': (n) => `${HEAD}${lines(n, (at) => `rulez${at}: 1`)}\n`,
  'unknown facts': (n) => rule(`when: { ${items(n, (at) => `hots${at}: a`).slice(1, -1)} }`),
  'unknown members': (n) => rule(`when: { capability: ${items(n, (at) => `SCREENSHOT${at}`)} }`),
  'bad hosts': (n) => rule(`when: { host: ${items(n, (at) => `a${at}/`)} }`),
  'good hosts': (n) => rule(`when: { host: ${items(n, (at) => `a${at}.test`)} }`),
  'rules with unknown keys': (n) => `${HEAD}rules:\n${lines(n, (at) => `  - { idd: a${at} }`)}\n`,
  'rows that are no members': (n) =>
    `${HEAD}defaults:\n  - { id: t, by: [capability], rows: { ${items(n, (at) => `K${at}: DENY`).slice(1, -1)} } }\n`,
  'keys that stand twice': (n) => `${HEAD}${lines(n, () => 'owner: a')}\n`,
  'keys that stand twice, each another': (n) => `${HEAD}${lines(n, (at) => `key${at >> 1}: a`)}\n`,
  'word lists': (n) => `${HEAD}words: { ${items(n, (at) => `w${at}: [a]`).slice(1, -1)} }\n`,
  'words of one list': (n) => `${HEAD}words: { a: ${items(n, (at) => `w${at}`)} }\n`,
  'operators that are none': (n) =>
    rule(`when: { capability: SCREENSHOT }, logic: { and: ${items(n, (at) => `{ xor${at}: [1, 2] }`)} }`),
  'tests of unknown facts': (n) =>
    `${HEAD}tests:\n  cases:\n${lines(n, (at) => `    - { name: a, expect: DENY, with: { k${at}: 1 } }`)}\n`,
  anchors: (n) => `${HEAD}${lines(n, (at) => `k${at}: &a${at} 1`)}\n`,
  aliases: (n) => `a: &a 1\n${lines(n, (at) => `k${at}: *a`)}\n`,
  tags: (n) => `${HEAD}${lines(n, (at) => `k${at}: !t 1`)}\n`,
  tabs: (n) => `${HEAD}${lines(n, (at) => `\tk${at}: 1`)}\n`,
  'lists in lists': (n) => `policy: ${'['.repeat(n)}${']'.repeat(n)}\n`,
  'lists that are never closed': (n) => `policy: ${'['.repeat(n)}`,
  documents: (n) => `${HEAD}${'---\na: 1\n'.repeat(n)}`,
  'a long key': (n) => `${HEAD}${'k'.repeat(n * 20)}: 1\n`,
  'a long text': (n) => `${HEAD}owner: "${'k'.repeat(n * 20)}"\n`,
  'empty lines': (n) => `${HEAD}${'\n'.repeat(n * 20)}`,
};

const SMALL = 2_000;
const LARGE = 8 * SMALL;
/** Eight times the text: linear work is 8 times, and up to 16 where the collector has more to do; quadratic work is 64 times. */
const LINEAR_AT_MOST = 24;

/** A few milliseconds are the machine's, whatever the text is. */
const FLOOR_MS = 10;

describe('policy loader: text that costs', () => {
  test.each(always(3, Object.keys(TEXTS)))('%s take work in proportion to the text', (name) => {
    const make = TEXTS[name] ?? String;
    const [small, large] = [make(SMALL), make(LARGE)];
    const load = (text: string): void => {
      loadPolicy(text, { file: 'p.yaml' });
    };
    load(small);
    const work = { small: () => load(small), large: () => load(large) };
    expect(growthOf(work, { floorMs: FLOOR_MS, clearedAt: LINEAR_AT_MOST })).toBeLessThanOrEqual(
      LINEAR_AT_MOST,
    );
  });

  test.each(always(3, Object.keys(TEXTS)))(
    'of %s a hundred failures are listed, and that there are more is said',
    (name) => {
      const loaded = loadPolicy((TEXTS[name] ?? String)(LARGE), { file: 'p.yaml' });
      const failures = loaded.ok ? [] : loaded.error;
      expect(failures.length).toBeLessThanOrEqual(101);
      if (failures.length === 101) expect(failures.at(-1)?.message).toBe('… and more');
    },
  );

  test('files of policy tests are read by the same bounds', () => {
    const text = (n: number): string => `policy: ./a.yaml\n${lines(n, (at) => `key${at}: 1`)}\n`;
    const load = (one: string): void => {
      loadTestFile({ file: 'a.policy-test.yaml', text: one }, () => {
        throw new Error('nothing is read');
      });
    };
    load(text(SMALL));
    const work = { small: () => load(text(SMALL)), large: () => load(text(LARGE)) };
    expect(growthOf(work, { floorMs: FLOOR_MS, clearedAt: LINEAR_AT_MOST })).toBeLessThanOrEqual(
      LINEAR_AT_MOST,
    );
  });
});

describe('policy loader: from outside', () => {
  const home = new GhostHome();
  afterAll(() => home[Symbol.dispose]());

  test('`policy check` of fifty thousand unknown keys says what is wrong, and ends', async () => {
    const file = join(home.directory, 'many.yaml');
    writeFileSync(file, `${HEAD}${lines(50_000, (at) => `key${at}: 1`)}\n`);
    const ran = await home.run(['policy', 'check', file, '--json']);
    const { findings } = z
      .object({ findings: z.array(z.object({ id: z.string(), message: z.string() })) })
      .parse(ran.json());
    expect(ran.code).toBe(1);
    expect(findings[0]).toMatchObject({ id: 'unknown-key', message: '`key0` is not a key here' });
    expect(findings.length).toBeLessThanOrEqual(101);
  });

  test('twin: a policy with as many hosts as fit is in force', () => {
    const loaded = loadPolicy(rule(`when: { host: ${items(30_000, (at) => `site${at}.test`)} }`), {
      file: 'p.yaml',
    });
    expect(loaded.ok).toBe(true);
  });
});
