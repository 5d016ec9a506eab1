// What a check says of a policy: loader, compiler and lints speak in the same shape, and stand in one order.
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure, Span } from '#policy/language/failure.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import type { Level, LintId } from './registry.ts';

/** A replacement in the text of one document; offsets into the text, and the same as a place. */
export type Edit = { readonly from: number; readonly to: number; readonly text: string; readonly span: Span };

/** Applied in memory and compiled before it is shown: `proof` says what was found true of the result. */
export type Fix = {
  readonly description: string;
  readonly edits: readonly Edit[];
  readonly proof: string;
  /** Nothing from today on is decided otherwise: `--fix` applies these and no others. */
  readonly harmless: boolean;
};

export type Finding = {
  /** A lint's id, or the error code without its area. */
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  readonly help?: string;
  readonly span: Span;
  /** `rules.corp-docs`; `null` where the finding is about the document. */
  readonly entry: string | null;
  /** A request that shows it, or what was proved. */
  readonly witness?: PolicyFacts;
  readonly proof?: string;
  readonly fix?: Fix;
  /** Why the document says that it is meant; then it is a note. */
  readonly accepted?: string;
};

/** What a lint says; its level comes from the registry. */
export type Remark = Omit<Finding, 'id' | 'level'> & { readonly id: LintId; readonly level?: Level };

/** A failure of the loader or the compiler as a finding. */
export function findingOf(one: Failure): Finding {
  const entry = one.details?.['entry'];
  const cause = one.cause === undefined ? [] : [one.cause];
  const help = [...cause, ...(one.help === undefined ? [] : [one.help])].join('; ');
  const shown = one.details?.['witness'];
  const witness = shown instanceof Object ? factsOfValues({ ...shown }) : null;
  return {
    id: one.code.slice(one.code.indexOf('.') + 1),
    level: 'error',
    message: one.message,
    ...(help === '' ? {} : { help }),
    span: one.span ?? { file: '', line: 1, column: 1 },
    entry: typeof entry === 'string' ? entry : null,
    ...(witness?.ok === true ? { witness: witness.value } : {}),
  };
}

const RANK: Readonly<Record<Level, number>> = { error: 0, warning: 1, note: 2 };
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By file in the order given, then by place, level, id and message. */
export function inOrder(findings: readonly Finding[], files: readonly string[]): readonly Finding[] {
  const rank = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.length);
  return findings.toSorted(
    (a, b) =>
      rank(a.span.file) - rank(b.span.file) ||
      compare(a.span.file, b.span.file) ||
      a.span.line - b.span.line ||
      a.span.column - b.span.column ||
      RANK[a.level] - RANK[b.level] ||
      compare(a.id, b.id) ||
      compare(a.message, b.message),
  );
}

export type Tally = { readonly errors: number; readonly warnings: number; readonly notes: number };

export function tally(findings: readonly Finding[]): Tally {
  const count = (level: Level): number => findings.filter((one) => one.level === level).length;
  return { errors: count('error'), warnings: count('warning'), notes: count('note') };
}
