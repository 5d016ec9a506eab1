// Small parts that every view uses. INVARIANT: a chip says its meaning in words; colour only repeats it.
import {
  ArrowRight,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleX,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { visibleParts } from '#ui/consent/visible-text.ts';
import type { Failure } from '#policy/language/failure.ts';
import { nextStepOf } from './next-step.ts';
import styles from './parts.module.css';
import { plainWords } from '#ui/app/state/words/plain-words.ts';
import { addressOf, useRoute } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { capitalised, webAddress, type Tone, type Word } from './words.ts';

const ICONS: Readonly<Record<Tone, LucideIcon>> = {
  plain: CircleDashed,
  busy: LoaderCircle,
  good: CircleCheck,
  warn: CircleHelp,
  bad: CircleX,
};

export function Chip({ word }: { word: Word }) {
  const Icon = ICONS[word.tone];
  return (
    <span className={styles['chip']} data-tone={word.tone}>
      <Icon size={14} aria-hidden="true" />
      {word.text}
    </span>
  );
}

/** Text from a page or a model: plain, isolated, with hidden characters shown. */
export function Untrusted({ text, lines = false, limit }: { text: string; lines?: boolean; limit?: number }) {
  const parts = visibleParts(text, { lines, ...(limit === undefined ? {} : { limit }) });
  return (
    <bdi>
      {parts.map((part, index) =>
        part.escaped ? (
          <span className="escaped" key={index}>
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </bdi>
  );
}

/**
 * A web address as a link that tells the target nothing; anything else stays text, and so does a page of the demo world: it is reached by
 * Ghost Tabs alone.
 */
export function SourceLink({ url, children }: { url: string; children?: ReactNode }) {
  const isDemo = useWorld((world) => world.status?.demo === true);
  const address = webAddress(url);
  if (address === null) return <Untrusted text={url} />;
  if (isDemo && address.hostname.endsWith('.test'))
    return (
      <>
        {children ?? <Untrusted text={url} limit={120} />}{' '}
        <span className={styles['demo']}>(demo world)</span>
      </>
    );
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {children ?? <Untrusted text={url} limit={120} />}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

export function FailureText({ error }: { error: Failure }) {
  return (
    <div className={styles['failure']}>
      <Ban size={18} aria-hidden="true" />
      <div>
        <p>
          <strong>
            <Untrusted text={sentence(plainWords(error.message))} />
          </strong>
        </p>
        {error.help === undefined ? null : (
          <p>
            <Untrusted text={sentence(plainWords(error.help))} />
          </p>
        )}
        <NextStep error={error} />
        <p className={styles['code']}>{error.code}</p>
      </div>
    </div>
  );
}

function NextStep({ error }: { error: Failure }) {
  const place = nextStepOf(error);
  const here = addressOf(useRoute());
  // Whoever is there already is not sent there.
  if (place === null || here === place.address) return null;
  return (
    <p>
      <a href={place.address} className={styles['step']}>
        {place.words}
        <ArrowRight size={16} aria-hidden="true" />
      </a>
    </p>
  );
}

/** Failures are written lower case without a full stop; on a card they are sentences. */
const sentence = (text: string): string => `${capitalised(text)}.`;

/** The time, once a second, while `ticking`. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [ticking]);
  return now;
}
