// What a task would come to, beside *Run*: its kind, where it begins, what will be asked. INVARIANT: it claims no more than can be
// foreseen, and what the policy would stop stands before what it lets go.
import { Ban, CircleCheck, Hand } from 'lucide-react';
import type { ExpectedAct, ExpectedKind } from '#gateway/protocol/views/forecast.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, INTENT_CLASS, listed } from '#ui/app/parts/words.ts';
import styles from './command-list.module.css';
import type { Foretold } from './use-forecast.ts';

const DOES: Readonly<Record<ExpectedKind, string>> = {
  OPEN: 'open',
  LOG_IN: 'log in at',
  PAY: 'pay at',
  SEND: 'send at',
  DOWNLOAD: 'download from',
  UPLOAD: 'upload to',
};

type Sorted = Record<'asks' | 'stops', readonly ExpectedAct[]>;

export function foretoldIn({ view, decisions }: Foretold): Sorted | null {
  if (view === null || decisions === null) return null;
  const of = (...wanted: readonly string[]): readonly ExpectedAct[] =>
    view.expected.filter((_, at) => wanted.includes(decisions[at] ?? ''));
  return { asks: of('ESCALATE'), stops: of('DENY', 'ABORT') };
}

export const actsInWords = (acts: readonly ExpectedAct[]): string =>
  listed(acts.map(({ does, host }) => `${DOES[does]} ${host}`));

/** Several sites that would each be asked for are asked for once, as a plan. */
export function asksInWords(acts: readonly ExpectedAct[]): string {
  const sites = acts.filter(({ does }) => does === 'OPEN');
  if (sites.length < 2) return actsInWords(acts);
  const plan = `once for the plan, to open ${listed(sites.map(({ host }) => host))}`;
  const others = acts.filter(({ does }) => does !== 'OPEN');
  return others.length === 0 ? plan : `${plan}; then to ${actsInWords(others)}`;
}

export function ForetoldLine({ foretold }: { foretold: Foretold }) {
  const { view } = foretold;
  if (view === null) return <span className={styles['foretold']}>Looking what it would come to…</span>;
  const sorted = foretoldIn(foretold);
  return (
    <span className={styles['foretold']}>
      <span className={styles['class']}>{INTENT_CLASS[view.intentClass]}</span>
      {view.sites.length === 0 ? (
        <span>it is not clear where to begin</span>
      ) : (
        <span>
          <Untrusted text={listed(view.sites.map(({ host }) => host))} limit={160} />
        </span>
      )}
      {view.parts > 1 ? <span>in {counted(view.parts, 'part')}</span> : null}
      {sorted === null ? null : <Sorted sorted={sorted} />}
    </span>
  );
}

function Sorted({ sorted: { asks, stops } }: { sorted: Sorted }) {
  return (
    <>
      {stops.length === 0 ? null : (
        <span data-tone="bad">
          <Ban size={14} aria-hidden="true" /> would be stopped: <Untrusted text={actsInWords(stops)} />
        </span>
      )}
      {asks.length === 0 ? null : (
        <span data-tone="warn">
          <Hand size={14} aria-hidden="true" /> will ask: <Untrusted text={asksInWords(asks)} />
        </span>
      )}
      {asks.length > 0 || stops.length > 0 ? null : (
        <span data-tone="good">
          <CircleCheck size={14} aria-hidden="true" /> nothing to ask, as far as can be foreseen
        </span>
      )}
    </>
  );
}
