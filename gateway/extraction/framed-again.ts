// A model's kept answer with rows put into it again. INVARIANT: policy, DATA and runtime are ours, of the rows that are given now, and the whole
// passes the check as it did when it was made; what does not is nothing.
import { parseBrief } from '#engines/maker/brief.ts';
import { checkApplet } from '#engines/maker/check/check.ts';
import { framed } from '#engines/maker/by-model/framed.ts';
import type { Drawn } from './applet.ts';
import type { CheckedApplet, ModelAnswer } from './checked-applet.ts';
import { scriptHashes } from './script-hashes.ts';

export function framedAgain({ answer, ...credit }: ModelAnswer, rows: Drawn): CheckedApplet | null {
  const { intent, table, shows = '' } = rows;
  const brief = parseBrief({ intent, dataType: 'table', data: table, visualizationHint: shows });
  if (!brief.ok) return null;
  const document = framed(answer, brief.value, credit);
  if ('findings' in document || !checkApplet(document.html).accepted) return null;
  return { html: document.html, form: 'model', hashes: scriptHashes(document.html), credit };
}
