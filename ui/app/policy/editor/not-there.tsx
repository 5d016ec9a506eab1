// What an address points at in the policy and is not there: a document, a line or an entry. INVARIANT: nothing else is shown as if it were it.
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOf, type PolicyLine } from '#ui/app/state/route.ts';
import { lineOfRule } from './rule-ids.ts';
import styles from './policy-editor.module.css';

type Given = {
  readonly files: readonly PolicyFileView[];
  /** As it stands in the editor; `null`: it cannot be read. */
  readonly textOf: (file: PolicyFileView) => string | null;
  readonly rule: string | null;
  readonly at: PolicyLine | null;
};

export function NotThere(given: Given) {
  const words = missing(given);
  if (words === null) return null;
  return (
    <div role="status" className={styles['hint']}>
      <p>{words}</p>
      <p>
        What was in force before is under <a href={addressOf({ view: 'policy', tab: 'history' })}>History</a>;
        what decided an act stands in its entry of the{' '}
        <a href={addressOf({ view: 'audit', query: '' })}>audit log</a>.
      </p>
    </div>
  );
}

function missing({ files, textOf, rule, at }: Given) {
  if (at !== null) {
    const file = files.find(({ name }) => name === at.file);
    if (file === undefined)
      return (
        <>
          The policy in force has no document <Untrusted text={`“${at.file}”`} limit={200} />: it was renamed,
          or is no part of it any more. Its documents are below.
        </>
      );
    const lines = textOf(file)?.split('\n').length ?? 0;
    return at.line <= lines ? null : (
      <>
        <Untrusted text={`“${at.file}”`} limit={200} /> has {lines} lines now: there is no line {at.line}.
      </>
    );
  }
  if (rule === null || files.some((file) => lineOfRule(textOf(file) ?? '', rule) !== null)) return null;
  return (
    <>
      No document of the policy has an entry <Untrusted text={`“${rule}”`} limit={200} />: it was renamed, or
      taken out.
    </>
  );
}
