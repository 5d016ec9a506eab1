// The policy of the person's own page: whole, proved, tested to the last cell, and no door for an agent.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testFiles } from '#gateway/client/policy/files.ts';
import { FOREGROUND_POLICY, readPolicy } from '#gateway/settings/policy-source.ts';
import { BUILT_IN_INVARIANTS } from '#policy/engine/compile/built-in-invariants.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { testReportText } from '#policy/tools/testing/report.ts';
import { PERMISSIONS } from '#ui/desktop/tables/permissions.ts';
import { TODAY, facts } from '#test/fixtures/policy/policies.ts';

test('passes its tests, which reach every entry and every cell, and notice every mutant', () => {
  const [report] = testFiles(['policy/defaults/foreground.policy-test.yaml'], { mutants: true });
  expect(report && report.ok, report && testReportText(report)).toBe(true);
  expect(report?.coverage?.rules.missed).toEqual([]);
  expect(report?.coverage?.cells.missed).toEqual([]);
  expect(report?.mutants?.survivors).toEqual([]);
});

test('stands alone, and holds every invariant that every policy holds', () => {
  const loaded = loadPolicy(readFileSync(FOREGROUND_POLICY), { file: FOREGROUND_POLICY });
  expect(loaded.ok && loaded.value.extends).toBeNull();
  const read = readPolicy([FOREGROUND_POLICY], TODAY);
  if (!read.ok) throw new Error(read.error[0]?.message);
  const ids = read.value.invariants.map(({ id }) => id);
  for (const { id } of BUILT_IN_INVARIANTS) expect(ids).toContain(id);
});

test('every ability that a page may ask Electron for, and that a person may be asked about, is never simply allowed', () => {
  const read = readPolicy([FOREGROUND_POLICY], TODAY);
  if (!read.ok) throw new Error(read.error[0]?.message);
  const simply = Object.values(PERMISSIONS)
    .flatMap((meaning) =>
      meaning === 'MEDIA' ? (['CAMERA', 'MICROPHONE'] as const) : meaning === 'NEVER' ? [] : [meaning],
    )
    .filter(
      (pageAct) =>
        PAGE_ACTS.includes(pageAct) &&
        read.value.decide(
          facts({
            capability: 'EXECUTE_JAVASCRIPT',
            executor: 'HEADED_CHROMIUM',
            initiator: 'PAGE',
            pageAct,
          }),
        ).decision === 'ALLOW',
    );
  // The screen is the person's to leave by Escape; a payment is a form of the browser's own.
  expect([...new Set(simply)].sort()).toEqual(['FULLSCREEN', 'PAYMENT']);
});
