// One shipped policy: its sentence, what it says to the acts that people ask about first, where it decides otherwise than now, every change
// on demand, and the button that proposes it.
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { PolicyPreset } from '#gateway/protocol/views/policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { CAPABILITY } from './editor/capability-words.ts';
import type { CheckQuestion, ForeseeAnswer, NamedText } from './editor/policy-check.ts';
import { PolicyDifference } from './editor/policy-difference.tsx';
import { usePolicyCheck } from './editor/use-policy-check.ts';
import { FirstActs } from './first-acts.tsx';
import { actChanges, type ActChange } from './preset-changes.ts';
import styles from './asking/policy-tabs.module.css';

type Given = {
  readonly preset: {
    readonly name: PolicyPreset;
    readonly says: string;
    readonly texts: readonly NamedText[];
    readonly isInForce: boolean;
  };
  readonly inForce: readonly NamedText[] | null;
  /** Of what is in force, in the order of `comparedActs`; `null`: not asked yet. */
  readonly now: ForeseeAnswer | null;
  /** Of this one; `null`: not asked yet. */
  readonly decided: ForeseeAnswer | null | 'UNKNOWN';
  /** Every change of it is shown. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
};

const TITLE: Readonly<Record<PolicyPreset, string>> = {
  default: 'Default',
  careful: 'Careful',
  'read-only': 'Read only',
  research: 'Research',
  shopping: 'Shopping',
  'locked-down': 'Locked down',
  developer: 'Developer',
};
const WHERE: Readonly<Record<ActChange['where'], string>> = {
  BOTH: '',
  NAMED: ', at a site that you named',
  UNNAMED: ', at a site that you did not name',
};

export function PresetCard({ preset, inForce, now, decided, isOpen, onOpen }: Given) {
  const { name, says, isInForce } = preset;
  const title = useId();
  return (
    <article className={styles['preset']} aria-labelledby={title}>
      <div className={styles['inline']}>
        <h3 id={title}>{TITLE[name]}</h3>
        {isInForce ? <Chip word={{ text: 'in force', tone: 'good' }} /> : null}
      </div>
      <p>{says}</p>
      {decided === 'UNKNOWN' ? null : decided === null || now === null ? (
        <p>Comparing it with what is in force…</p>
      ) : (
        <>
          <FirstActs decided={decided} now={isInForce ? null : now} />
          {isInForce ? null : <Differs changes={actChanges(now, decided)} />}
        </>
      )}
      {/* It stays when it is taken: whoever pressed it is still there. */}
      <div className={styles['inline']}>
        <Take preset={name} title={title} isInForce={isInForce} />
        {isInForce || inForce === null ? null : (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            {isOpen ? 'Hide every change' : 'Show every change'}
          </Button>
        )}
      </div>
      {isOpen && !isInForce && inForce !== null ? (
        <EveryChange inForce={inForce} texts={preset.texts} />
      ) : null}
    </article>
  );
}

function Differs({ changes }: { changes: readonly ActChange[] }) {
  if (changes.length === 0)
    return (
      <p className={styles['hint']}>
        No kind of act is decided otherwise as a whole; what it changes depends on the single request.
      </p>
    );
  return (
    <ul className={styles['differs']} aria-label="Decided otherwise than now">
      {changes.map(({ capability, where, before, after }) => (
        <li key={`${capability}${where}`}>
          <span>
            {CAPABILITY[capability]}
            {WHERE[where]}
          </span>
          <span className={styles['turn']}>
            <Chip word={VERDICT[before]} />
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">until now, then</span>
            <Chip word={VERDICT[after]} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type Taking = { readonly state: 'idle' | 'waiting' } | { readonly state: 'failed'; readonly error: Failure };

type TakeGiven = { readonly preset: PolicyPreset; readonly title: string; readonly isInForce: boolean };

function Take({ preset, title, isInForce }: TakeGiven) {
  const [taking, setTaking] = useState<Taking>({ state: 'idle' });
  const gone = useRef(false);
  const button = useId();
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const take = async (): Promise<void> => {
    if (isInForce || taking.state === 'waiting') return;
    setTaking({ state: 'waiting' });
    const done = await gateway.takePreset(preset);
    if (gone.current) return;
    setTaking(done.ok ? { state: 'idle' } : { state: 'failed', error: done.error });
  };
  return (
    <>
      <Button
        id={button}
        aria-labelledby={`${button} ${title}`}
        aria-disabled={isInForce || taking.state === 'waiting'}
        onClick={() => void take()}
      >
        {isInForce ? 'In force now' : taking.state === 'waiting' ? 'You are asked…' : 'Take this policy…'}
      </Button>
      {taking.state === 'failed' ? (
        <div role="alert" className={styles['whole']}>
          <FailureText error={taking.error} />
        </div>
      ) : null}
    </>
  );
}

/** The exact difference, which takes a moment: asked for, not shown at once. */
function EveryChange({ inForce, texts }: { inForce: readonly NamedText[]; texts: readonly NamedText[] }) {
  const question = useMemo(
    (): CheckQuestion => ({ active: inForce, draft: texts, request: {}, gates: [] }),
    [inForce, texts],
  );
  const { answer, error, stale } = usePolicyCheck(question);
  if (stale) return <p role="status">Comparing every request…</p>;
  return error === null ? (
    <div className={styles['every']} role="region" aria-label="Every change" tabIndex={0}>
      <PolicyDifference difference={answer?.difference ?? null} />
    </div>
  ) : (
    <div role="alert">
      <FailureText error={error} />
    </div>
  );
}
