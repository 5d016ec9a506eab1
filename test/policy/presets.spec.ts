// The shipped policies: each tells what it is for, is tested to the last entry and cell, and gives up no floor of the default.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shippedPolicies, testFiles } from '#gateway/client/policy/files.ts';
import { SHIPPED, policyFilesOf, readPolicy } from '#gateway/settings/policy-source.ts';
import { BUILT_IN_INVARIANTS } from '#policy/engine/compile/built-in-invariants.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { testReportText } from '#policy/tools/testing/report.ts';
import type { Ran } from '#test/fixtures/ghost.ts';
import { program } from '#test/fixtures/program.ts';
import { TODAY, facts } from '#test/fixtures/policy/policies.ts';

const NAMES = Object.keys(SHIPPED);
const PRESETS = NAMES.filter((name) => name !== 'default' && name !== 'demo');

function documentOf(name: string): PolicyDocument {
  const [, file] = Object.entries(SHIPPED).find(([known]) => known === name) ?? ['', ''];
  const loaded = loadPolicy(readFileSync(file), { file });
  if (!loaded.ok) throw new Error(loaded.error[0]?.message);
  return loaded.value;
}

const testFileOf = (name: string): string =>
  `policy/${PRESETS.includes(name) ? 'presets' : 'defaults'}/${name}.policy-test.yaml`;

test.each(NAMES)(
  '%s passes its tests, which reach every entry and every cell, and notice every mutant',
  (name) => {
    const [report] = testFiles([testFileOf(name)], { mutants: true });
    expect(report && report.ok, report && testReportText(report)).toBe(true);
    const { coverage, mutants } = report ?? {};
    expect(coverage?.rules.missed).toEqual([]);
    expect(coverage?.cells.missed).toEqual([]);
    expect(coverage?.rules.total).toBeGreaterThan(3);
    expect(mutants?.survivors).toEqual([]);
    expect(mutants?.total).toBeGreaterThan(5);
  },
);

describe.each(PRESETS)('%s', (name) => {
  test('says in one sentence what it is for and how it differs from the default, and has owner, invariants and tests', () => {
    const document = documentOf(name);
    expect(document.description).toMatch(/^[A-Z][^.]*unlike the default[^.]*\.$/u);
    expect(document.owner).toBe('browser-security');
    expect(document.id).toBe(name);
    expect(document.invariants.length).toBeGreaterThan(2);
    expect(document.tests.length).toBeGreaterThan(2);
  });

  test('keeps every invariant of Phase-38, and every floor of the default at least as severe', () => {
    const read = readPolicy([name], TODAY);
    expect(read.ok).toBe(true);
    if (!read.ok) return;
    const ids = read.value.invariants.map((one) => one.id);
    for (const id of [...BUILT_IN_INVARIANTS, ...documentOf('default').invariants].map((one) => one.id))
      expect(ids).toContain(id);
    const floors = read.value.stack.layers.flatMap((layer) => layer.floors);
    const extent = ({ ref, listed, axes }: Entry): unknown => ({ ref, listed, axes });
    for (const floor of documentOf('default').floors.filter((one) => one.section === 'floors')) {
      const own = floors.find((one) => one.ref === floor.ref);
      expect(own && extent(own)).toEqual(extent(floor));
      const never = (entry: Entry | undefined, index: number): number =>
        floors.find((one) => one.ref === `never.${entry?.id}`)?.cells[index]?.severity ?? 0;
      for (const [index, cell] of floor.cells.entries())
        expect(
          Math.max(own?.cells[index]?.severity ?? 0, never(own, index)),
          `${floor.ref} ${index}`,
        ).toBeGreaterThanOrEqual(cell.never ? 2 : cell.severity);
    }
  });
});

test('every file beside the presets is a preset or belongs to one', () => {
  const files = readdirSync('policy/presets').filter(
    (file) => file.endsWith('.yaml') && !file.includes('.policy-test.'),
  );
  expect(files.toSorted()).toEqual(PRESETS.map((name) => `${name}.yaml`).toSorted());
});

describe('by name', () => {
  test('a preset loads below the layer that it extends', () => {
    expect(policyFilesOf(['research'])).toEqual([SHIPPED.research]);
    expect(policyFilesOf(['shopping'])).toEqual([SHIPPED.default, SHIPPED.shopping]);
    expect(policyFilesOf(['default', 'shopping', './own.yaml'])).toEqual([
      SHIPPED.default,
      SHIPPED.shopping,
      './own.yaml',
    ]);
    expect(policyFilesOf(['./research', 'constructor'])).toEqual(['./research', 'constructor']);
    const read = readPolicy(['read-only'], TODAY);
    expect(read.ok && read.value.layers).toEqual(['phase38-default@1', 'read-only@1']);
  });

  test('two presets that both stand alone are an error, not a mixture', () => {
    const read = readPolicy(['research', 'developer'], TODAY);
    expect(!read.ok && read.error.map((one) => one.code)).toEqual(['policy.bad-parent']);
  });

  test('all are listed with sentence and hash', () => {
    const listed = shippedPolicies();
    if (!listed.ok) throw new Error(listed.error[0]?.message);
    expect(listed.value.map((one) => one.name)).toEqual(NAMES);
    expect(new Set(listed.value.map((one) => one.semantic)).size).toBe(NAMES.length);
    for (const { description, semantic } of listed.value) {
      expect(description).toMatch(/^[A-Z].*\.$/u);
      expect(semantic).toMatch(/^sha256:[0-9a-f]{64}$/u);
    }
  });
});

test('a layer below locked-down names a host to look at, and gets no more than that', () => {
  const text = `policy: 1\nid: mine\nextends: { id: locked-down }\nrules:\n  - id: news\n    decision: ALLOW\n    when: { capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN, FILE_DOWNLOAD], host: news.test }\n`;
  const read = readPolicy(['locked-down'], TODAY);
  const below = loadPolicy(text, { file: 'mine.yaml' });
  if (!read.ok || !below.ok) throw new Error('does not load');
  const compiled = compilePolicy([documentOf('locked-down'), below.value], { today: TODAY });
  if (!compiled.ok) throw new Error(compiled.error[0]?.message);
  const decide = (capability: string, host: string): string =>
    compiled.value.decide(facts({ capability, host })).decision;
  expect(decide('NAVIGATE_CROSS_ORIGIN', 'news.test')).toBe('ALLOW');
  expect(decide('NAVIGATE_CROSS_ORIGIN', 'other.test')).toBe('DENY');
  expect(decide('FILE_DOWNLOAD', 'news.test')).toBe('DENY');
});

test.each(NAMES)(
  '%s denies each address of a scheme that is not the web’s, so also a document that a caller writes as `data:`',
  async (name) => {
    const request = ['--capability', 'NAVIGATE_CROSS_ORIGIN', '--executor', 'HEADED_CHROMIUM'];
    const args = ['policy', 'explain', '--policy', name, ...request, '--scheme', 'OTHER'];
    expect((await program(args)).stdout).toMatch(/^DENY .*\n {2}because (?:floors\.scheme|defaults\.)/u);
  },
);

describe('on the command line', () => {
  const ghost = (...args: readonly string[]): Promise<Ran> => program(['policy', ...args]);
  const shape = z.object({
    ok: z.boolean(),
    files: z.array(z.object({ ok: z.boolean(), findings: z.array(z.unknown()) })),
  });

  test.each(readdirSync('docs/policies'))(
    '%s, which the documents hand out, loads, keeps its invariants and passes its tests',
    async (file) => {
      const checked = await ghost('check', `docs/policies/${file}`);
      // It warns of what is loosened, and that is no error.
      expect(checked.stdout).toContain('its invariants are proved, its tests pass');
      expect(checked.stdout).toContain('\n0 errors');
    },
  );

  test('`policy test` ends in 0 where all passes, in 1 where something does not, as JSON or JUnit', async () => {
    const good = await ghost('test', testFileOf('demo'), '--json');
    expect(good.code, good.stdout).toBe(0);
    expect(shape.parse(JSON.parse(good.stdout))).toMatchObject({
      ok: true,
      files: [{ ok: true, findings: [] }],
    });
    const bad = await ghost('test', testFileOf('demo'), 'policy/none.policy-test.yaml', '--format', 'junit');
    expect(bad.code).toBe(1);
    expect(bad.stdout).toContain('<failure type="policy.unreadable"');
  });

  test('`policy list` names every shipped policy', async () => {
    const listed = await ghost('list');
    expect(listed.code).toBe(0);
    for (const name of NAMES) expect(listed.stdout).toContain(`${name}\n  `);
  });
});
