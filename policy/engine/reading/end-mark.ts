// How a document says that it is all there: `whole: true` at its head promises a last line, `end: ID@REVISION`. INVARIANT: of a
// document that makes the promise no cut passes the check, wherever it is: the promise stands before anything that could be lost.
// Whoever takes parts of a document as a text may load them: what comes after another policy has to keep its mark (`guards.ts`).
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Source } from '#policy/engine/values/source-places.ts';
import { isNode } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import type { EndMark, Fault } from '#policy/engine/documents/end-mark-found.ts';

/** What may stand before `whole`: without the rest, no document of these alone loads. */
const HEAD: readonly string[] = ['$schema', 'policy', 'id', 'revision', 'vocabulary', 'owner', 'description'];

export const endOf = (id: string, revision: number): string => `${id}@${revision}`;

/** A line that promises an end, and one that holds it, also where nothing can be parsed. One line each: no text is gone through twice. */
const PROMISE = /^\s*(?:\{\s*)?"?whole"?\s*:\s*true\b/u;
const END = /^\s*"?end"?\s*:\s*\S/u;

/**
 * Of a document that does not load: whether it ends before the end that it promises. What else is wrong with it comes of that, as
 * where it was cut inside a name. `data`: as far as it could be parsed.
 */
export function cutOff(text: string, file: string, data: unknown): readonly Failure[] {
  const lines = text.trimEnd().split('\n');
  const promises = isNode(data)
    ? data['whole'] === true && data['end'] === undefined
    : lines.some((line) => PROMISE.test(line)) && !lines.some((line) => END.test(line));
  if (!promises) return [];
  const last = lines.at(-1) ?? '';
  const span = { file, line: lines.length, column: Math.max(1, last.length) };
  return [
    failure(
      'policy.truncated',
      'the document ends in the middle: the `end` that its head promises is not there',
      {
        span,
        help: 'it was cut off, or a part was lost: bring it back whole; what else is said of it may come of that',
      },
    ),
  ];
}

/** Nothing, where a document says nothing of it. */
export function readEndMark(
  data: Node,
  { id, revision }: { readonly id: string; readonly revision: number },
  source: Source,
): { readonly mark?: EndMark } {
  const keys = Object.keys(data);
  const { whole, end } = data;
  if (whole === undefined && end === undefined) return {};
  const wanted = endOf(id, revision);
  const faults: Fault[] = [];
  const fault = (key: string, message: string, help: string): void => {
    faults.push({ message, help, span: source.keySpan([key]) });
  };
  if (end !== undefined && end !== wanted)
    fault(
      'end',
      `\`end\` is that of \`${typeof end === 'string' ? end : 'something else'}\`, and this is \`${wanted}\``,
      `look whether two files were mixed up; then write \`end: ${wanted}\`, or run \`ghost policy seal\``,
    );
  const after = end === undefined ? undefined : keys[keys.indexOf('end') + 1];
  if (after !== undefined)
    fault(
      after,
      `\`${after}\` stands behind \`end\``,
      'move `end` to the last line, or run `ghost policy seal`',
    );
  if (end !== undefined && whole !== true)
    fault(
      'end',
      'the head does not say `whole: true`, so a file without this line would pass',
      'add `whole: true` below `revision`, or run `ghost policy seal`',
    );
  const before = keys.slice(0, Math.max(0, keys.indexOf('whole'))).find((key) => !HEAD.includes(key));
  if (before !== undefined)
    fault(
      'whole',
      `\`whole\` stands behind \`${before}\`, so a file that is cut between them would pass`,
      'move it below `revision`, or run `ghost policy seal`',
    );
  const cut = whole === true && end === undefined;
  const truncated = cut
    ? {
        message: 'the document ends before its `end`',
        help: `it was cut off, or a part was lost: bring it back. If it is all there, its last line is \`end: ${wanted}\`; \`ghost policy seal\` writes it`,
        span: source.keySpan([keys.at(-1) ?? 'whole']),
      }
    : null;
  return {
    mark: { truncated, complete: whole === true && end !== undefined && faults.length === 0, faults },
  };
}
