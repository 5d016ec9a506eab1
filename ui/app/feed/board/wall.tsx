// Up to six tasks that run, each by the newest picture of its page, twice a second. INVARIANT: pictures, never pages; put away while a
// question is open, and not asked for while nobody sees them.
import { useEffect, useState } from 'react';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { Chip, Untrusted } from '#ui/app/parts/parts.tsx';
import { TASK_STATUS } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './wall.module.css';

const MOST_TILES = 6;
const EACH_MS = 500;

export default function Wall() {
  const tasks = useWorld((world) => world.tasks);
  const isCovered = useWorld((world) => world.onScreen !== null);
  const shown = tasks
    .filter(({ status }) => status === 'RUNNING' || status === 'WAITING')
    .slice(0, MOST_TILES);
  if (shown.length === 0) return <p role="status">No task runs now.</p>;
  return (
    <ul className={styles['wall']} aria-label="Pictures of what runs">
      {shown.map((task) => (
        <li key={task.id}>
          <a className={styles['tile']} href={addressOf({ view: 'tasks', at: task.id })}>
            <Tile task={task} isCovered={isCovered} />
            <span className={styles['caption']}>
              <Chip word={TASK_STATUS[task.status]} />
              <span className={styles['intent']}>
                <Untrusted text={task.intent} limit={120} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Tile({ task, isCovered }: { task: TaskView; isCovered: boolean }) {
  const url = useLivePicture(task.id, !isCovered);
  if (isCovered) return <span className={styles['none']}>Put away while a question is open.</span>;
  if (url === null) return <span className={styles['none']}>No picture yet.</span>;
  return <img className={styles['picture']} src={url} alt="" />;
}

function useLivePicture(taskId: string, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    const gone = new AbortController();
    let isAsked = false;
    const look = async (): Promise<void> => {
      if (isAsked || document.hidden) return;
      isAsked = true;
      const result = await gateway.screenshot(taskId, gone.signal);
      isAsked = false;
      if (!gone.signal.aborted && result.ok && result.value !== null)
        setUrl(URL.createObjectURL(result.value.image));
    };
    void look();
    const timer = window.setInterval(() => void look(), EACH_MS);
    return () => {
      window.clearInterval(timer);
      gone.abort();
    };
  }, [taskId, isWanted]);
  useEffect(() => {
    if (url === null) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
