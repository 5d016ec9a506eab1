// Every lint: its id, its level and what it says in a sentence. INVARIANT: closed; a lint outside this list does not compile.

export type Level = 'error' | 'warning' | 'note';

type Row = { readonly level: Level; readonly sentence: string };

export const LINTS = {
  // Of the loader and the compiler: such a policy does not load.
  'incomplete-table': { level: 'error', sentence: 'A table does not say what holds for every member.' },
  'unknown-member': { level: 'error', sentence: 'A word is not a member of the enum that it stands for.' },
  'unknown-fact': { level: 'error', sentence: 'A condition names a fact that the vocabulary does not have.' },
  'unknown-key': { level: 'error', sentence: 'A key is not one of those that stand here.' },
  'type-mismatch': { level: 'error', sentence: 'A value is of another type than its place wants.' },
  'duplicate-id': { level: 'error', sentence: 'Two entries of a section have the same id.' },
  'expiring-restriction': { level: 'error', sentence: 'Something other than an ALLOW rule expires.' },
  'grant-in-floor': {
    level: 'error',
    sentence: 'An entry grants what a floor forbids: an error in one layer, a warning below another.',
  },
  'invariant-violated': { level: 'error', sentence: 'A request breaks an invariant.' },
  'public-suffix': {
    level: 'error',
    sentence: 'A grant names a public suffix, and does not say that it is for whoever has a site there.',
  },
  'test-failed': { level: 'error', sentence: 'An embedded test expects another answer.' },
  // Of what the policy decides.
  'escalate-nobody': {
    level: 'error',
    sentence: 'A request escalates to nobody: no approver may answer it.',
  },
  'unknown-approver': {
    level: 'warning',
    sentence:
      'An entry asks an approver that the settings give to nobody: an error where nobody else may answer.',
  },
  unreachable: { level: 'warning', sentence: 'An entry matches no request that can be made.' },
  powerless: { level: 'warning', sentence: 'An entry never decides: others outvote it wherever it speaks.' },
  'vacuous-invariant': {
    level: 'warning',
    sentence: 'An invariant speaks of no request that can be made.',
  },
  redundant: { level: 'note', sentence: 'Without the entry every request is decided the same.' },
  'loosens-default': { level: 'note', sentence: 'A rule is less severe than what would hold without it.' },
  'sensitive-allow-unscoped': {
    level: 'warning',
    sentence: 'A grant of a sensitive capability names no host, or covers what pages and tools ask for.',
  },
  'allow-by-exception': { level: 'warning', sentence: 'An ALLOW holds for all hosts but some.' },
  'broad-wildcard': {
    level: 'warning',
    sentence: 'A wildcard covers hosts of people who have nothing in common.',
  },
  'any-port': { level: 'note', sentence: 'A grant on a host names no port: it holds for every port of it.' },
  'path-case': {
    level: 'note',
    sentence:
      'A restriction by path compares letter by letter: servers that fold case serve it in another case.',
  },
  'apex-missing': { level: 'note', sentence: 'A wildcard covers the subdomains and not the host itself.' },
  'apex-only': { level: 'note', sentence: 'A host is covered and its subdomains are not.' },
  'lookalike-host': {
    level: 'warning',
    sentence: 'A host looks like another one, or is an address or this machine.',
  },
  'class-missing': {
    level: 'warning',
    sentence: 'An entry names a host of this machine or its network, and no address class: it means PUBLIC.',
  },
  'broad-addresses': {
    level: 'warning',
    sentence: 'An ALLOW opens addresses that are not public behind any name.',
  },
  'accepts-nothing': {
    level: 'warning',
    sentence: 'An entry accepts a finding that nothing reports.',
  },
  truncated: { level: 'error', sentence: 'A document ends before the end that it promises.' },
  'end-mark': {
    level: 'warning',
    sentence: 'What says that a document is all there is not in its place, or is that of another one.',
  },
  'no-end-mark': { level: 'note', sentence: 'Nothing would show that the document was cut off.' },
  'longer-timeout': {
    level: 'warning',
    sentence: 'A time-out is longer than a layer above gives: the shorter one holds.',
  },
  'longer-ask-once': {
    level: 'warning',
    sentence: 'A yes would hold for longer than a layer above or the document says: the fewest minutes hold.',
  },
  'idle-ask-once': {
    level: 'warning',
    sentence: 'An end of an answer is given where nobody is asked.',
  },
  'no-reason': { level: 'note', sentence: 'An entry gives no reason.' },
  'no-owner': { level: 'note', sentence: 'The document names no owner.' },
  'long-lived-grant': {
    level: 'note',
    sentence: 'A grant of a sensitive capability holds for more than a year.',
  },
  'untested-rule': { level: 'note', sentence: 'No embedded test is decided by the entry.' },
  'weak-tests': {
    level: 'note',
    sentence: 'Cells or entries could be loosened and no embedded test would notice.',
  },
  'space-growth': { level: 'warning', sentence: 'A fact makes the policy nearly too large to prove.' },
} as const satisfies Record<string, Row>;

export type LintId = keyof typeof LINTS;

export type LintRow = Row & { readonly id: string };

/** The registry, for `ghost policy lints` and for SARIF. */
export const LINT_ROWS: readonly LintRow[] = Object.entries(LINTS).map(([id, row]) => ({ id, ...row }));

/** The row of any finding's id: an error code that no lint names has a row of its own. */
export function lintRow(id: string): LintRow {
  return (
    LINT_ROWS.find((one) => one.id === id) ?? {
      id,
      level: 'error',
      sentence: `The document does not load (policy.${id}).`,
    }
  );
}
