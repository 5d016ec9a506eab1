// One request, decided by the draft: the entry that decides, and those that lost.
import type { Explanation } from '#policy/tools/explain/explain.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import styles from './policy-editor.module.css';
import { VERDICT } from '#ui/app/parts/words.ts';

export function PolicyTry(props: {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly error: Failure | null;
  readonly tried: Explanation | null;
}) {
  const { text, onChange, error, tried } = props;
  return (
    <section className={styles['panel']} aria-labelledby="policy-try">
      <h3 id="policy-try">Try a request</h3>
      <input
        type="text"
        aria-labelledby="policy-try"
        aria-describedby="policy-try-help"
        className={styles['input']}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={styles['help']} id="policy-try-help">
        As in <code>capability=NAVIGATE_CROSS_ORIGIN executor=HEADLESS_CHROMIUM url=https://a.example/</code>
      </p>
      <div aria-live="polite">
        {error === null ? null : (
          <p>
            <Untrusted text={error.message} />
          </p>
        )}
        {tried === null || error !== null ? null : (
          <>
            <p>
              <Chip word={VERDICT[tried.decision]} />{' '}
              {tried.violation === null ? null : <code>{tried.violation}</code>}
            </p>
            <ul className={styles['reasons']}>
              {tried.because.map(({ entry, at, reason }) => (
                <li key={entry}>
                  decided by <code>{entry}</code> <Untrusted text={`${at} ${reason}`} limit={300} />
                </li>
              ))}
              {tried.outvoted.map(({ entry, decision, by }) => (
                <li key={entry}>
                  <code>{entry}</code> ({VERDICT[decision].text}) lost to <code>{by}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
