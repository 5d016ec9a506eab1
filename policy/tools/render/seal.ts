// Writes the end mark of a document: `whole: true` at its head, `end: ID@REVISION` as its last line. INVARIANT: nothing else of
// the text changes, and what is written loads to the same policy; otherwise there is no text.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { endOf } from '#policy/engine/reading/end-mark.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { textOf } from '#policy/engine/reading/source.ts';

export type Sealed = {
  readonly text: string;
  readonly end: string;
  /** How many of each section there are: what a person compares with what they think is there. */
  readonly parts: Readonly<Record<string, number>>;
};

/** `revision`: written too, where it is given. Errors: those of loading, `policy.unproven`. */
export function sealPolicy(
  { file, text, included }: PolicyText,
  revision?: number,
): Result<Sealed, readonly Failure[]> {
  const plain = textOf(text);
  const json = file.endsWith('.json');
  const bare = json ? plain : withoutMark(plain);
  const before = loadPolicy(json ? withoutMarkInJson(plain) : bare, { file, included });
  if (!before.ok) return before;
  const { id } = before.value;
  const number = revision ?? before.value.revision;
  const end = endOf(id, number);
  const sealed = json ? inJson(plain, number, end) : inYaml(bare, number, end);
  const after = loadPolicy(sealed, { file, included });
  const same =
    after.ok && after.value.mark?.complete === true && partsText(after.value) === partsText(before.value);
  if (same) return ok({ text: sealed, end, parts: partsOf(after.value) });
  return err([
    failure('policy.unproven', 'the mark cannot be written without changing more', {
      span: { file, line: 1, column: 1 },
      help: `nothing was written: put \`whole: true\` below \`revision\` and \`end: ${end}\` on the last line by hand`,
    }),
  ]);
}

const partsOf = (one: PolicyDocument): Sealed['parts'] => ({
  defaults: one.defaults.length,
  floors: one.floors.filter(({ section }) => section === 'floors').length,
  rules: one.rules.length,
  delegate: one.delegate.length,
  invariants: one.invariants.length,
  tests: one.tests.length,
});

const LEFT_OUT: readonly string[] = ['span', 'escalationSpan', 'sourceHash', 'mark', 'revision'];
const partsText = (one: PolicyDocument): string =>
  JSON.stringify(one, (key, value: unknown) =>
    LEFT_OUT.includes(key) ? undefined : value instanceof Map ? [...value] : value,
  );

/** A key in the first column is one of the document itself: block scalars are indented. */
const withoutMark = (text: string): string => text.replaceAll(/^(?:whole:[^\n]*|end:[^\n]*)(?:\n|$)/gmu, '');

function inYaml(bare: string, revision: number, end: string): string {
  const numbered = bare.replace(/^revision:[^\n]*$/mu, `revision: ${revision}`);
  const place = /^revision:/mu.test(numbered) ? /^(revision:[^\n]*)$/mu : /^(id:[^\n]*)$/mu;
  const lines = /^revision:/mu.test(numbered) ? '$1\nwhole: true' : `$1\nrevision: ${revision}\nwhole: true`;
  return `${numbered.replace(place, lines).trimEnd()}\n\nend: ${end}\n`;
}

function membersOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    // What is wrong with it is said by loading the text.
    return {};
  }
}

const withoutMarkInJson = (text: string): string => {
  const { whole: _whole, end: _end, ...rest } = membersOf(text);
  return Object.keys(rest).length === 0 ? text : JSON.stringify(rest);
};

function inJson(text: string, revision: number, end: string): string {
  const { whole: _whole, end: _end, $schema, policy, id, revision: _revision, ...rest } = membersOf(text);
  const head = $schema === undefined ? { policy, id } : { $schema, policy, id };
  return `${JSON.stringify({ ...head, revision, whole: true, ...rest, end }, null, 2)}\n`;
}
