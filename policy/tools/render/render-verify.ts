// What was proved, in lines and as data.
import type { Failure } from '#policy/language/failure.ts';
import { counted } from './render-endings.ts';
import { briefly, countInWords, numberOf } from './render-diff.ts';
import type { Proof, Refutation, ClaimResult } from '#policy/tools/verify/verify.ts';

/** `milliseconds`: of the proof alone, measured by the caller. */
export function renderVerify(proof: Proof, verdicts: readonly ClaimResult[], milliseconds: number): string {
  const proven = verdicts.filter(({ answer }) => answer === 'PROVEN').length;
  const idWidth = Math.max(0, ...verdicts.map(({ id }) => id.length));
  const saysWidth = Math.min(70, Math.max(0, ...verdicts.map(({ says }) => says.length)));
  const lines = verdicts.flatMap((one) => [
    `${one.answer.padEnd(8)}  ${one.id.padEnd(idWidth)}  ${one.says.padEnd(saysWidth)}${one.source === 'built-in' ? '  (built in)' : ''}`.trimEnd(),
    ...(one.refutation === null ? [] : refutationLines(one, one.refutation, proof)),
  ]);
  return [
    `${proof.layers.join(' > ')}: ${counted(verdicts.length, 'statement', 'statements')} about ${counted(proof.entries, 'entry', 'entries')}`,
    ...lines,
    `${proven} of ${verdicts.length} proven, on the policy and on whatever a lower layer could make of it, in ${milliseconds.toFixed(1)} ms`,
    `every request was looked at, on every day from ${proof.from} on: ${countInWords(proof.classes)} classes of them, in ${countInWords(BigInt(proof.cells))} cells`,
  ].join('\n');
}

function refutationLines(one: ClaimResult, refutation: Refutation, proof: Proof): readonly string[] {
  const { on, witness, day, decision, entry, at } = refutation;
  const by = entry === null ? '' : `, by ${entry}${at === null ? '' : ` at ${at}`}`;
  const where = one.layers.length < proof.layers.length ? `of ${one.layers.join(' > ')}: ` : '';
  const said =
    witness === null
      ? 'a lower layer could leave it out'
      : on === 'policy'
        ? `a request is ${decision ?? ''}${by}`
        : `a lower layer could make a request ${decision ?? ''}${by}`;
  return [
    `          ${where}${said}`,
    ...(witness === null
      ? []
      : [
          `          witness ${JSON.stringify(briefly(witness))}${day === null || day === proof.from ? '' : ` on ${day}`}`,
        ]),
  ];
}

export function verifyData(
  proof: Proof,
  verdicts: readonly ClaimResult[],
  milliseconds: number,
): Readonly<Record<string, unknown>> {
  const { layers, from, classes, cells } = proof;
  const refused: readonly Failure[] = proof.refused;
  return {
    ok: refused.length === 0 && verdicts.every(({ answer }) => answer === 'PROVEN'),
    layers,
    from,
    classes: numberOf(classes),
    cells,
    milliseconds,
    verdicts: verdicts.map((one) => ({ ...one, classes: numberOf(one.classes) })),
    refused,
  };
}
