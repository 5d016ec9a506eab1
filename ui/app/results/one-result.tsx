// One kept result at an address of its own, opened: the vault is asked for it and for nothing else.
// INVARIANT: what is not kept is said.
import { useCallback, useState } from 'react';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOf, addressOfTask } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import type { KeptView } from '#ui/app/state/api.ts';
import { KeptResult } from './kept-result.tsx';
import styles from './results.module.css';

export function OneResult({ id }: { id: string }) {
  const connected = useWorld((world) => world.connection.state === 'live');
  const [kept, setKept] = useState<KeptView | null>(null);
  const [isDeleted, setDeleted] = useState(false);
  const onDeleted = useCallback(() => setDeleted(true), []);
  return (
    <article className={styles['view']} aria-labelledby="result-title">
      <p className={styles['back']}>
        <a href={addressOf({ view: 'results', query: '' })}>All results</a>
        <a href={addressOfTask(id)}>How it came about</a>
      </p>
      <h1 id="result-title">{kept === null ? 'Result' : <Untrusted text={kept.intent} limit={1_000} />}</h1>
      <h2 className="visually-hidden">What came of it</h2>
      {isDeleted ? (
        <p role="status">The result is deleted for good.</p>
      ) : connected ? (
        <KeptResult taskId={id} onDeleted={onDeleted} onRead={setKept} />
      ) : null}
    </article>
  );
}
