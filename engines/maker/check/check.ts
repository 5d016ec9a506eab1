// The three layers that an applet passes before anything of it runs, and each time it is opened again: size, markup, code. INVARIANT: what is
// not recognised letter by letter as ours is checked; a fault in any layer refuses the whole.
import { documentIn } from '#engines/maker/credited.ts';
import { dataIn } from '#engines/maker/data.ts';
import { RUNTIME } from '#engines/maker/draw/runtime.generated.ts';
import { DOCUMENT_POLICY } from '#engines/maker/policy.ts';
import { reporter } from './finding.ts';
import type { Finding, Position } from './finding.ts';
import { checkMarkup } from './markup.ts';
import type { Script } from './markup.ts';
import { checkScript } from './script.ts';

export const MOST_APPLET_BYTES = 100 * 1024;
/** Data that we injected, with our runtime beside it. */
const MOST_DATA_BYTES = 64 * 1024 * 1024;
const START: Position = { line: 1, column: 1 };

export type Verdict = {
  readonly accepted: boolean;
  /** In UTF-8, without what is ours. */
  readonly bytes: number;
  readonly findings: readonly Finding[];
};

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Of a file that names its model the framed document is checked: places are those in it. */
export function checkApplet(file: string): Verdict {
  const html = documentIn(file) ?? file;
  const findings: Finding[] = [];
  const size = reporter(findings, 'size');
  const whole = bytesOf(html);
  if (whole > MOST_DATA_BYTES) {
    size('size.too-large', START, `the document has ${whole} bytes`, 'give fewer rows');
    return { accepted: false, bytes: whole, findings };
  }
  // Without our runtime in it nothing of a document is ours, and a large one need not be read.
  const mayBeOurs = html.includes(RUNTIME);
  if (!mayBeOurs && whole > MOST_APPLET_BYTES) tooLarge(size, whole);
  if (whole > MOST_APPLET_BYTES && !mayBeOurs) return { accepted: false, bytes: whole, findings };
  const code = reporter(findings, 'code');
  const markup = reporter(findings, 'markup');
  const scripts = checkMarkup(html, { policy: DOCUMENT_POLICY, report: markup, code });
  const hasRuntime = scripts.some(({ text }) => text === RUNTIME);
  const ours = hasRuntime ? scripts.filter(({ text }) => text === RUNTIME || dataIn(text) !== undefined) : [];
  const bytes = ours.reduce((left, { text }) => left - bytesOf(text), whole);
  if (bytes > MOST_APPLET_BYTES) tooLarge(size, bytes);
  const isCode = ({ text }: Script): boolean =>
    !ours.some((one) => one.text === text) && dataIn(text) === undefined;
  const hasData = scripts.some(({ text }) => dataIn(text) !== undefined);
  scripts.forEach((script, at) => {
    if (!isCode(script)) return;
    checkScript(script.text, script.start, code, hasData);
    // One that a browser is still reading has not run yet: a script that comes before it could write into it. And what
    // one script declares (`const Math = …`) another would take for the language's.
    if (at < scripts.length - 1)
      markup(
        'markup.script-order',
        script.start,
        'a script follows the code of the applet',
        'write all code into one script, the last of the document',
      );
  });
  const order = findings.toSorted((one, other) => one.line - other.line || one.column - other.column);
  return { accepted: findings.length === 0, bytes, findings: order };
}

const tooLarge = (report: ReturnType<typeof reporter>, bytes: number): void =>
  report(
    'size.too-large',
    START,
    `the applet has ${bytes} bytes, ${MOST_APPLET_BYTES} are permitted`,
    'write less: data and charts are given to it',
  );
