// A claim as it is typed on a command line, in the words of a test file's `prove`: `{over: …, at_least: DENY}`.
import type { Failure, Result, Span } from '#policy/language/failure.ts';
import { err, fail, failure, ok } from '#policy/language/failure.ts';
import { loadTestFile } from './test-file.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import type { AdHocClaim } from '#policy/tools/verify/ad-hoc-claim.ts';

const HEAD = 'policy: claim\nprove:\n';
const INDENT = '  - ';

/** Parses one claim; `file` is how errors name it. One claim may say several things: `never` has one for each item. */
export function parseClaim(text: string, file: string): Result<readonly AdHocClaim[], readonly Failure[]> {
  const [first = '', ...rest] = text.split('\n');
  const wrapped = `${HEAD}${[`${INDENT}${first}`, ...rest.map((line) => `    ${line}`)].join('\n')}\n`;
  const loaded = loadTestFile({ file, text: wrapped }, (path) =>
    path === 'claim' ? ok({ file, text: '' }) : fail('policy.unreadable', `a claim cannot name \`${path}\``),
  );
  if (!loaded.ok) return err(loaded.error.map((one) => inClaim(one)));
  const comparing = loaded.value.claims.filter((claim) => claim.kind === 'equal');
  if (comparing.length > 0) return err(comparing.map(({ span }) => oneOnly(back(span))));
  const claims = loaded.value.claims.flatMap((claim): readonly AdHocClaim[] => {
    const { name, span } = claim;
    switch (claim.kind) {
      case 'at-least':
        return [
          { kind: claim.kind, says: name, over: claim.over, severity: claim.severity, span: back(span) },
        ];
      case 'never':
        return [
          {
            kind: claim.kind,
            says: name,
            over: claim.over,
            severity: severityOf(claim.decision),
            span: back(span),
          },
        ];
      case 'requires':
        return [
          {
            kind: claim.kind,
            says: name,
            over: claim.over,
            obligations: claim.obligations,
            span: back(span),
          },
        ];
      case 'equal':
        return [];
    }
  });
  return ok(claims);
}

const oneOnly = (span: Span): Failure =>
  failure('policy.unknown-key', 'a claim speaks of one policy and compares it with no other', {
    span,
    help: 'compare policies with `ghost policy diff`',
  });

const inClaim = (one: Failure): Failure =>
  one.code === 'policy.unreadable' && one.span !== undefined
    ? oneOnly(back(one.span))
    : failure(one.code, one.message, {
        ...(one.help === undefined ? {} : { help: one.help }),
        ...(one.details === undefined ? {} : { details: { ...one.details } }),
        ...(one.span === undefined ? {} : { span: back(one.span) }),
      });

/** From the place in the wrapped text to that in the claim. */
function back(span: Span): Span {
  const lines = HEAD.split('\n').length - 1;
  return {
    file: span.file,
    line: Math.max(1, span.line - lines),
    column: span.line <= lines ? 1 : Math.max(1, span.column - INDENT.length),
  };
}
