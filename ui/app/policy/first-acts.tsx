// What a policy says to the acts that people ask about first, at a site that the person named and at any other. INVARIANT: every cell is
// the engine's own answer.
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { Chip } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';
import { CAPABILITY } from './editor/capability-words.ts';
import type { ForeseeAnswer } from './editor/policy-check.ts';
import { decidedOf } from './preset-changes.ts';
import styles from './asking/policy-tabs.module.css';

const FIRST_ACTS: readonly BrowserCapability[] = [
  'SCREENSHOT',
  'NAVIGATE_CROSS_ORIGIN',
  'FORM_SUBMIT_DATA',
  'FORM_SUBMIT_CREDENTIALS',
  'FILE_DOWNLOAD',
  'FILE_UPLOAD',
];

type Given = {
  /** In the order of `comparedActs`. */
  readonly decided: ForeseeAnswer;
  /** What is in force, where this is something else. */
  readonly now?: ForeseeAnswer | null;
};

export function FirstActs({ decided, now = null }: Given) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">An agent may</th>
          <th scope="col">at a site that you named</th>
          <th scope="col">at any other site</th>
        </tr>
      </thead>
      <tbody>
        {FIRST_ACTS.map((capability) => (
          <tr key={capability}>
            <th scope="row">{CAPABILITY[capability]}</th>
            {[true, false].map((namedByUser) => {
              const [then, before] = [decided, now].map((answer) =>
                answer === null ? null : decidedOf(answer, capability, namedByUser),
              );
              const differs = then !== null && before !== null && then !== before;
              return (
                <td key={String(namedByUser)} data-changes={differs}>
                  {then === null || then === undefined ? '' : <Chip word={VERDICT[then]} />}
                  {differs && before !== undefined ? (
                    <span className={styles['until']}> now {VERDICT[before].text}</span>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
