// Every request whose decision the draft changes, against what is in force, before anything is written.
import type { Result } from '#policy/language/failure.ts';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { ChangeTable } from './policy-changes.tsx';
import type { Difference } from './policy-check.ts';
import styles from './policy-editor.module.css';

export function PolicyDifference({ difference }: { difference: Result<Difference> | null }) {
  return (
    <section className={styles['panel']} aria-labelledby="policy-difference">
      <h3 id="policy-difference">Difference from what is in force</h3>
      {difference === null ? (
        <p>Shown once the text loads.</p>
      ) : !difference.ok ? (
        <FailureText error={difference.error} />
      ) : difference.value.rows.length === 0 ? (
        <p>No request is decided otherwise.</p>
      ) : (
        <>
          <p>
            {difference.value.extent}: {difference.value.loosens ? 'something is' : 'nothing is'} loosened.
          </p>
          <ChangeTable caption="Changed decisions" rows={difference.value.rows} />
          {difference.value.more > 0 ? <p>And {difference.value.more} more rows.</p> : null}
        </>
      )}
    </section>
  );
}
