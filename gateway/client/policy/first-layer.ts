// A first layer of an organisation's own, as `ghost policy init` writes it. INVARIANT: only a document that loads, is proved and passes its
// tests is written, and over no file.
import { writeFileSync } from 'node:fs';
import { checkWithParents } from '#policy/engine/compile/check.ts';
import { err, fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { Answers } from '#policy/tools/first-layer/answers.ts';
import { firstLayer } from '#policy/tools/first-layer/first-layer.ts';
import { formatPolicy } from '#policy/tools/render/format.ts';
import { shippedTexts, today } from './shipped.ts';

/** Errors: what `ghost policy check` would say of it. */
export function checkedFirstLayer(answers: Answers, file: string): Result<string, readonly Failure[]> {
  const laidOut = formatPolicy({ file, text: firstLayer(answers) });
  if (!laidOut.ok) return laidOut;
  const text = laidOut.value;
  const { findings } = checkWithParents({ file, text }, shippedTexts(), { today: today() });
  return findings.length === 0 ? ok(text) : err(findings);
}

/** Errors: `command.bad-file`, and what `ghost policy check` would say. */
export function writeFirstLayer(answers: Answers, file: string): Result<string, readonly Failure[]> {
  const checked = checkedFirstLayer(answers, file);
  if (!checked.ok) return checked;
  try {
    writeFileSync(file, checked.value, { flag: 'wx' });
    return checked;
  } catch (cause) {
    const help = 'name a file that is not there yet, in a folder that is';
    return err([fail('command.bad-file', `cannot write \`${file}\``, { cause, help }).error]);
  }
}
