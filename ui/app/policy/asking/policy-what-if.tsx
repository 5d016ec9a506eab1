// One request, asked of the policy in force: what is decided, by which entry, which lost, and what would have to be otherwise.
// INVARIANT: nothing is asked of a browser or written; every fact that the person did not give is said.
import { useEffect, useMemo } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import {
  ADDRESS_CLASSES,
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
} from '#policy/language/vocabulary.ts';
import type { Explanation } from '#policy/tools/explain/explain.ts';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';
import { ADDRESS_CLASS, CAPABILITY, EXECUTOR } from '#ui/app/policy/editor/capability-words.ts';
import { askedIn, useWhatIf } from './asked.ts';
import { Choice } from '#ui/app/policy/editor/choice.tsx';
import { DecidedBy } from '#ui/app/policy/editor/decided-by.tsx';
import type { LookQuestion } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { RangeAgain } from './range-again.tsx';
import { useInForce, useKnownHosts, useUsualAddress } from './use-look.ts';
import styles from './policy-tabs.module.css';

type Given = {
  readonly files: readonly PolicyFileView[];
  /** Facts of a request that an address has, as of a form. */
  readonly given: string | null;
};

export function PolicyWhatIf({ files, given }: Given) {
  useEffect(() => {
    if (given !== null) useWhatIf.setState(askedIn(given));
  }, [given]);

  const inForce = useInForce(files);
  const usual = useUsualAddress();
  const [first] = useKnownHosts();
  const asked = useWhatIf();
  const url = asked.url ?? (first === undefined ? '' : `http://${first}/`);
  const addressClass = asked.addressClass ?? usual;
  const { capability, executor, namedByUser } = asked;
  const question = useMemo((): LookQuestion | null => {
    if (inForce === null) return null;
    const site = url.trim();
    const target: Readonly<Record<string, string>> =
      site === '' ? {} : site.includes('://') ? { url: site } : { host: site };
    return {
      inForce,
      draft: null,
      hosts: [],
      host: '',
      addressClass: usual,
      executor: 'HEADLESS_CHROMIUM',
      request: { capability, executor, addressClass, namedByUser: String(namedByUser), ...target },
    };
  }, [inForce, usual, capability, executor, addressClass, namedByUser, url]);
  const { answer, error, stale } = usePolicyCheck(question);
  const said = answer?.explained ?? null;

  return (
    <section className={styles['tab']} aria-labelledby="policy-what-if">
      <h2 id="policy-what-if">What if an agent wanted to…</h2>
      <div className={styles['form']}>
        <Choice
          label="Do"
          of={BROWSER_CAPABILITIES}
          words={CAPABILITY}
          value={capability}
          onChange={(one) => useWhatIf.setState({ capability: one ?? capability })}
          className={styles['field']}
        />
        <label className={styles['field']}>
          <span>At the site or address</span>
          <input
            type="text"
            value={url}
            maxLength={2_000}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => useWhatIf.setState({ url: target.value })}
          />
        </label>
        <Choice
          label="Its name leads to"
          of={ADDRESS_CLASSES}
          words={ADDRESS_CLASS}
          value={addressClass}
          onChange={(one) => useWhatIf.setState({ addressClass: one })}
          className={styles['field']}
        />
        <Choice
          label="Browser"
          of={BROWSER_EXECUTOR_TYPES}
          words={EXECUTOR}
          value={executor}
          onChange={(one) => useWhatIf.setState({ executor: one ?? executor })}
          className={styles['field']}
        />
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={namedByUser}
            onChange={({ target }) => useWhatIf.setState({ namedByUser: target.checked })}
          />
          <span>You named this site in the task</span>
        </label>
      </div>
      {inForce === null ? <p>Nothing is in force that could be asked.</p> : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      <div role="status" aria-busy={stale}>
        {said === null || stale ? null : <Explained said={said} />}
      </div>
      <RangeAgain files={files} />
    </section>
  );
}

function Explained({ said }: { said: Explanation }) {
  const { decision, almost = [], nearestAllow, facts } = said;
  if (said.error !== undefined)
    return (
      <p>
        Not a request: <Untrusted text={said.error.message} limit={400} />
      </p>
    );
  const change = Object.entries(nearestAllow?.change ?? {});
  return (
    <>
      <p className={styles['answer']}>
        It would be <Chip word={VERDICT[decision]} />
      </p>
      <DecidedBy explained={said} className={styles['reasons']} />
      {decision === 'ALLOW' ? null : (
        <>
          <h3>What stands between it and a yes</h3>
          {almost.length === 0 && nearestAllow === null ? (
            <p>Nothing that this policy says would allow it anywhere.</p>
          ) : null}
          <ul className={styles['reasons']}>
            {nearestAllow === null || change.length === 0 ? null : (
              <li>
                it would be allowed with{' '}
                <Untrusted
                  text={change.map(([fact, value]) => `${fact} ${String(value)}`).join(', ')}
                  limit={300}
                />
              </li>
            )}
            {almost.map(({ entry, decision: other, at, needs, ended }) => (
              <li key={`${entry}${at}`}>
                <code>{entry}</code> ({VERDICT[other].text}) <Untrusted text={at} limit={120} />
                {ended === undefined ? '' : `, ended on ${ended}`} needs{' '}
                <Untrusted text={needs.map((need) => needInWords(need)).join(' and ')} limit={400} />
              </li>
            ))}
          </ul>
        </>
      )}
      {facts === null ? null : (
        <details>
          <summary>Every fact of the request; what you did not give has its neutral value</summary>
          <dl className={styles['facts']}>
            {Object.entries(facts).map(([fact, value]) => (
              <div key={fact}>
                <dt>{fact}</dt>
                <dd>{String(value) === '' ? 'none' : <Untrusted text={String(value)} limit={200} />}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

type Need = NonNullable<Explanation['almost']>[number]['needs'][number];

const needInWords = (need: Need): string =>
  Object.entries(need)
    .map(
      ([fact, { is, oneOf }]) => `${fact} ${oneOf.join(' or ')} (it is ${is === '' ? 'none' : String(is)})`,
    )
    .join(' and ');
