// One request, decided by the draft: the entry that decides, and those that lost.
import type { Explanation } from '#policy/tools/explain/explain.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { ADDRESS_CLASSES } from '#policy/language/vocabulary.ts';
import { ADDRESS_CLASS } from './capability-words.ts';
import { Choice } from './choice.tsx';
import { DecidedBy } from './decided-by.tsx';
import styles from './policy-editor.module.css';
import { VERDICT } from '#ui/app/parts/words.ts';
import { valueOf, withPair } from './request-text.ts';

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
      <Assumed text={text} onChange={onChange} />
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
            <DecidedBy explained={tried} className={styles['reasons']} />
          </>
        )}
      </div>
    </section>
  );
}

/** What a real request always says and a typed one seldom does: without it, a try and reality part silently. */
function Assumed({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const addressClass = valueOf(text, 'addressClass');
  const isNamed = valueOf(text, 'namedByUser') === 'true';
  return (
    <div className={styles['assumed']}>
      <Choice
        label="The site’s name leads to"
        of={ADDRESS_CLASSES}
        words={ADDRESS_CLASS}
        value={ADDRESS_CLASSES.find((one) => one === addressClass) ?? null}
        none="not given: as the address says, else the internet"
        onChange={(word) => onChange(withPair(text, 'addressClass', word))}
      />
      <label>
        <input
          type="checkbox"
          checked={isNamed}
          onChange={({ target }) => onChange(withPair(text, 'namedByUser', target.checked ? 'true' : null))}
        />
        <span>the person named this site in the task</span>
      </label>
    </div>
  );
}
