// One request, asked of the policy in force: what is decided, by which entry, which lost, and what would have to be otherwise.
// INVARIANT: nothing is asked of a browser or written; every fact that the person did not give is said.
import { useMemo, useState } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import {
  ADDRESS_CLASSES,
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
} from '#policy/language/vocabulary.ts';
import type { Explanation } from '#policy/tools/explain/explain.ts';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';
import { ADDRESS_CLASS, CAPABILITY, EXECUTOR } from './editor/capability-words.ts';
import type { LookQuestion } from './editor/policy-check.ts';
import { usePolicyCheck } from './editor/use-policy-check.ts';
import { useInForce, useKnownHosts, useUsualAddress } from './use-look.ts';
import styles from './policy-tabs.module.css';

type Asked = {
  readonly capability: string;
  readonly executor: string;
  readonly addressClass: string | null;
  readonly url: string | null;
  readonly namedByUser: boolean;
};

export function PolicyWhatIf({ files }: { files: readonly PolicyFileView[] }) {
  const inForce = useInForce(files);
  const usual = useUsualAddress();
  const [first] = useKnownHosts();
  const [asked, setAsked] = useState<Asked>({
    capability: 'NAVIGATE_CROSS_ORIGIN',
    executor: 'HEADLESS_CHROMIUM',
    addressClass: null,
    url: null,
    namedByUser: false,
  });
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
        <label className={styles['field']}>
          <span>Do</span>
          <select
            value={capability}
            onChange={({ target }) => setAsked({ ...asked, capability: target.value })}
          >
            {BROWSER_CAPABILITIES.map((one) => (
              <option key={one} value={one}>
                {CAPABILITY[one]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['field']}>
          <span>At the site or address</span>
          <input
            type="text"
            value={url}
            maxLength={2_000}
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setAsked({ ...asked, url: target.value })}
          />
        </label>
        <label className={styles['field']}>
          <span>Its name leads to</span>
          <select
            value={addressClass}
            onChange={({ target }) => setAsked({ ...asked, addressClass: target.value })}
          >
            {ADDRESS_CLASSES.map((one) => (
              <option key={one} value={one}>
                {ADDRESS_CLASS[one]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['field']}>
          <span>Browser</span>
          <select value={executor} onChange={({ target }) => setAsked({ ...asked, executor: target.value })}>
            {BROWSER_EXECUTOR_TYPES.map((one) => (
              <option key={one} value={one}>
                {EXECUTOR[one]}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={namedByUser}
            onChange={({ target }) => setAsked({ ...asked, namedByUser: target.checked })}
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
    </section>
  );
}

function Explained({ said }: { said: Explanation }) {
  const { decision, because, outvoted, almost = [], nearestAllow, facts } = said;
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
      <ul className={styles['reasons']}>
        {because.map(({ entry, at, reason }) => (
          <li key={`${entry}${at}`}>
            decided by <code>{entry}</code> <Untrusted text={`${at} ${reason}`} limit={300} />
          </li>
        ))}
        {outvoted.map(({ entry, decision: other, by }) => (
          <li key={entry}>
            <code>{entry}</code> ({VERDICT[other].text}) lost to <code>{by}</code>
          </li>
        ))}
      </ul>
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
          <summary>Every fact of the request, those that you did not give at their neutral value</summary>
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
