// What is kept of a task's steps, read once its part of the page is open. INVARIANT: looking at it is an entry of the log: nothing is asked for
// before somebody looks, and what was of another task is never shown.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '#policy/language/failure.ts';
import { useWorld } from '#ui/app/state/store.ts';

export type Kept<T> = {
  readonly view: T | null;
  readonly error: Failure | null;
  /** What it was when `view` was asked for. */
  readonly mark: string;
  /** Once more, at the person's word. */
  readonly readAgain: () => void;
};

/** `moved`: another one than before: it is read anew. `read` is the same function each time. */
export function useKept<T>(
  id: string,
  moved: string,
  read: (id: string, signal: AbortSignal) => Promise<Result<T>>,
  mark = moved,
): Kept<T> {
  const live = useWorld((world) => world.connection.state === 'live');
  const [again, setAgain] = useState(0);
  const now = useRef(mark);
  useEffect(() => {
    now.current = mark;
  });
  const asked = `${again} ${moved}`;
  /** `asked`: at which move of the task, and for which asking, it was read. */
  const [held, setHeld] = useState<{
    readonly id: string;
    readonly asked: string;
    readonly view: T | null;
    readonly error: Failure | null;
    readonly mark: string;
  }>({ id, asked, view: null, error: null, mark });
  useEffect(() => {
    if (!live) return undefined;
    const gone = new AbortController();
    const asking = now.current;
    void read(id, gone.signal).then((found) => {
      if (gone.signal.aborted) return;
      setHeld((before) => ({
        id,
        asked,
        view: found.ok ? found.value : before.id === id ? before.view : null,
        error: found.ok ? null : found.error,
        mark: found.ok ? asking : before.mark,
      }));
    });
    return () => gone.abort();
  }, [id, asked, live, read]);
  const readAgain = useCallback(() => setAgain((count) => count + 1), []);
  return held.id === id
    ? { view: held.view, error: held.error, mark: held.mark, readAgain }
    : { view: null, error: null, mark, readAgain };
}
