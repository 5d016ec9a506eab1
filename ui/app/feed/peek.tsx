// The last picture of the page that the agent looks at. INVARIANT: a picture, never the page: nothing here takes input for it.
import { useEffect, useState } from 'react';
import { picturedAddress } from '#gateway/protocol/http.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { KeepInView } from '#ui/app/frame/outside/keep-in-view.tsx';
import styles from './peek.module.css';
import { useWorld, type World } from '#ui/app/state/store.ts';
import { number } from '#ui/app/parts/words.ts';

type Picture =
  | { readonly state: 'loading' | 'none' | 'failed' }
  | {
      readonly state: 'shown';
      readonly url: string;
      readonly page: string;
      readonly step: number;
      readonly isOld: boolean;
    };

export function Peek({ task }: { task: TaskView }) {
  const picture = usePicture(task.id);
  // A question is never shown over the agent's page.
  const covered = useWorld((world) => world.onScreen !== null);
  return (
    <figure className={styles['peek']}>
      {covered ? <p className={styles['none']}>Put away while a question is open.</p> : null}
      {covered ? null : picture.state === 'shown' ? (
        <img src={picture.url} alt={`Picture of the page at step ${number(picture.step)}`} />
      ) : (
        <p className={styles['none']}>{MESSAGES[picture.state]}</p>
      )}
      <figcaption>
        Page content, only to look at
        {picture.state !== 'shown' || picture.page === '' ? null : (
          <>
            {': '}
            <Untrusted text={picture.page} limit={120} />
            {picture.page === picturedAddress(task.url ?? '') ? null : ' (the tab has gone on since)'}
          </>
        )}
        {picture.state === 'shown' && picture.isOld
          ? '. A newer picture cannot be had right now: the next step tries again.'
          : null}
      </figcaption>
      {covered || picture.state !== 'shown' ? null : (
        <KeepInView taskId={task.id}>
          <img src={picture.url} alt={`Picture of the page at step ${number(picture.step)}`} />
        </KeepInView>
      )}
    </figure>
  );
}

const MESSAGES = {
  loading: 'Fetching the picture…',
  none: 'The agent has not looked at a page yet.',
  failed: 'The picture cannot be had right now. The next step tries again.',
} as const;

/** The newest picture. The one shown stays until the next is there. */
export function usePicture(taskId: string): Picture {
  const [picture, setPicture] = useState<Picture>({ state: 'loading' });
  useEffect(() => {
    let seen: TaskView | undefined;
    let gone = new AbortController();
    const fetchNewest = async (step: number, signal: AbortSignal): Promise<void> => {
      const result = await gateway.screenshot(taskId, signal);
      if (signal.aborted) return;
      if (result.ok && result.value !== null) {
        const { image, page } = result.value;
        setPicture({ state: 'shown', url: URL.createObjectURL(image), page, step, isOld: false });
      } else {
        setPicture((held) =>
          held.state === 'shown' ? { ...held, isOld: true } : { state: result.ok ? 'none' : 'failed' },
        );
      }
    };
    // Whatever moves a task may have changed its picture; updates come twice a second at most.
    const onChange = (world: World): void => {
      const task = world.tasks.find((held) => held.id === taskId);
      if (task === seen) return;
      seen = task;
      gone.abort();
      gone = new AbortController();
      void fetchNewest(task?.step ?? 0, gone.signal);
    };
    onChange(useWorld.getState());
    const unsubscribe = useWorld.subscribe(onChange);
    return () => {
      unsubscribe();
      gone.abort();
    };
  }, [taskId]);
  useEffect(() => {
    if (picture.state !== 'shown') return undefined;
    return () => URL.revokeObjectURL(picture.url);
  }, [picture]);
  return picture;
}
