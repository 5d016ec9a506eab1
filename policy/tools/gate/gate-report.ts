// What the gate found, in one list: every reason against a policy with its part, its line and its mend; the parts, and the verdict.
// INVARIANT: nothing that speaks against a policy is left out, and each has something to do about it. `gate-forms.ts` shows it.
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { DiffRow } from '#policy/tools/compare/diff.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import { regionInWords, valuesInWords } from '#policy/tools/compare/region.ts';
import { salientOf, witnessInWords } from '#policy/tools/render/render-diff.ts';
import { extentOf } from '#policy/tools/render/render-endings.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import { visibleLine } from '#policy/language/failure.ts';
import type { Failure, Span } from '#policy/language/failure.ts';
import { tally } from '#policy/tools/lint/model/finding.ts';
import type { GateReport } from './gate.ts';

/** What the gate does, in order. */
export const PARTS = ['check', 'verify', 'test', 'diff'] as const;

export type Reason = {
  readonly part: (typeof PARTS)[number];
  /** A lint or error code, or `loosened`, `guard`, `violated`, `unproven`. */
  readonly id: string;
  readonly message: string;
  readonly span: Span | null;
  readonly mend: string;
};

/** All that speaks against it, by part; none where it may go in or was acknowledged. */
export function reasonsAgainst(report: GateReport): readonly Reason[] {
  const reasons = [
    ...checkReasons(report),
    ...proofReasons(report),
    ...testReasons(report),
    ...diffReasons(report),
  ];
  return reasons.map((one) => ({
    ...one,
    message: visibleLine(one.message),
    mend: visibleLine(one.mend),
  }));
}

const checkReasons = ({ refusing }: GateReport): readonly Reason[] =>
  [...refusing].map(({ id, message, span, help }) => ({
    part: 'check',
    id: `policy.${id}`,
    message,
    span,
    mend: help ?? 'mend what the message names',
  }));

const proofReasons = ({ proof }: GateReport): readonly Reason[] =>
  (proof?.verdicts ?? [])
    .filter(({ answer }) => answer !== 'PROVEN')
    .map(({ id, says, answer, at, refutation }) => ({
      part: 'verify',
      id: answer.toLowerCase(),
      message: `\`${id}\` is ${answer}: ${says}`,
      span: spanOf(at),
      mend:
        refutation?.entry === null || refutation?.entry === undefined
          ? 'run `ghost policy verify` to see what breaks it'
          : `change \`${refutation.entry}\`${refutation.at === null ? '' : ` at ${refutation.at}`}`,
    }));

const testReasons = ({ tests }: GateReport): readonly Reason[] =>
  tests.flatMap(({ results, findings }) =>
    [...results.flatMap(({ failures }) => failures), ...findings].map((one) => reasonOf('test', one)),
  );

const reasonOf = (part: Reason['part'], { code, message, span, help }: Failure): Reason => ({
  part,
  id: code,
  message,
  span: span ?? null,
  mend: help ?? 'mend what the message names',
});

function diffReasons({
  diff,
  incomparable,
  toAcknowledge,
  acknowledged,
  policy,
}: GateReport): readonly Reason[] {
  const none = incomparable.map((one) => reasonOf('diff', one));
  if (diff === null || acknowledged) return none;
  const meant = `or have a person acknowledge it with \`--acknowledged ${toAcknowledge ?? ''}\``;
  const guards = (diff.guards ?? []).map((one): Reason => ({
    part: 'diff',
    id: 'guard',
    message: guardInWords(one),
    span: one.span,
    mend: `bring \`${one.guard}\` back as it was, ${meant}`,
  }));
  const rows = diff.rows
    .filter(({ direction }) => direction === 'LOOSENED')
    .map((row): Reason => ({
      part: 'diff',
      id: 'loosened',
      message: rowInWords(row),
      span: row.causes[0]?.span ?? deciderOf(row, policy),
      mend: `take back what ${row.causes.map(({ entry, how }) => `\`${entry}\` ${how}`).join(', ') || 'changed'} says, ${meant}`,
    }));
  return [...none, ...guards, ...rows];
}

function rowInWords(row: DiffRow): string {
  const capabilities = row.region['capability'];
  const what = capabilities === undefined ? 'any capability' : valuesInWords('capability', capabilities);
  const where = regionInWords(salientOf(row.region)) || 'ordinary requests';
  return `LOOSENED ${changeInWords(row)}: ${what}, ${where} (witness ${witnessInWords(row)})`;
}

/** No entry changed, but who may answer, how long, or a duty: what decides there, or the head of the lowest layer. */
function deciderOf(row: DiffRow, policy: GateReport['policy']): Span | null {
  if (policy === null) return null;
  const { layers, entries } = policy.stack;
  return entries.find(({ ref }) => row.after.includes(ref))?.span ?? layers.at(-1)?.document.span ?? null;
}

function spanOf(at: string): Span | null {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/u.exec(at) ?? [];
  return file === undefined ? null : { file, line: Number(line), column: Number(column) };
}

type Line = { readonly part: Reason['part']; readonly ok: boolean; readonly words: string };

/** A line for each part: whether it holds, and how much was looked at. */
export function partsOf(report: GateReport): readonly Line[] {
  const { findings, refusing, proof, tests, diff } = report;
  const { errors, warnings, notes } = tally(findings);
  const proven = proof?.verdicts.filter(({ answer }) => answer === 'PROVEN').length ?? 0;
  const results = tests.flatMap((one) => one.results);
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  const loosened = diff?.rows.filter(({ direction }) => direction === 'LOOSENED').length ?? 0;
  const guards = diff?.guards?.length ?? 0;
  const known = warnings - [...refusing].filter(({ level }) => level === 'warning').length;
  return [
    {
      part: 'check',
      ok: refusing.size === 0 && report.policy !== null,
      words: `${errors} errors, ${warnings} warnings${known > 0 ? ` (${known} as before)` : ''}, ${notes} notes; its own tests ${report.policy === null ? 'did not all pass' : 'pass'}`,
    },
    {
      part: 'verify',
      ok: proof !== null && proven === proof.verdicts.length,
      words: proof === null ? 'nothing to prove' : `${proven} of ${proof.verdicts.length} proven`,
    },
    {
      part: 'test',
      ok: tests.every((one) => one.ok),
      words:
        tests.length === 0 ? 'no test files' : `${tests.length} files, ${passed} of ${results.length} passed`,
    },
    {
      part: 'diff',
      ok: diff !== null && loosened + guards === 0,
      words: diff === null ? 'not compared' : `${extentOf(diff)}; ${guards} guards gone`,
    },
  ];
}

export function verdictOf(report: GateReport): string {
  switch (report.answer) {
    case 'REFUSED':
      return 'REFUSED: it may not go in';
    case 'UNPROVEN':
      return 'UNPROVEN: nothing says what it loosens';
    case 'LOOSENED':
      return report.acknowledged
        ? 'LOOSENED, and acknowledged: it may go in'
        : `LOOSENED: it waits for an acknowledgement of ${report.toAcknowledge ?? ''}`;
    case 'MAY_GO_IN':
      return 'it may go in';
  }
}

export const titleOf = ({ policy, diff }: GateReport): string =>
  `${policy?.layers.join(' > ') ?? 'a policy that does not load'} against ${diff?.old.layers.join(' > ') ?? 'what was not compared'}`;

export const placeIn = ({ span }: Reason): string => (span === null ? '' : `${placeOf(span)}: `);
