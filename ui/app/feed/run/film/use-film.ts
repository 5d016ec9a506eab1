// The pictures of one task, as the gateway keeps them: which there are, and each when it is looked at.
// INVARIANT: looking at them is an entry of the log: nothing is asked for before the task's own page is open.
import { useEffect, useRef, useState } from 'react';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';

/** Pictures that stay at hand. */
const MOST_HELD = 60;

export type Film = {
  readonly view: PicturesView | null;
  readonly error: Failure | null;
};

/** At which move of the task it was read. */
type Held = Film & { readonly moved: string };

/** Of one task for as long as its page is open; `null`: of none yet. `moved`: changes whenever the task may have a new picture. */
export function useFilm(id: string | null, moved: string): Film {
  const live = useWorld((world) => world.connection.state === 'live');
  const [film, setFilm] = useState<Held>({ moved, view: null, error: null });
  useEffect(() => {
    if (!live || id === null) return undefined;
    const gone = new AbortController();
    void gateway.pictures(id, gone.signal).then((found) => {
      if (gone.signal.aborted) return;
      setFilm((held) =>
        found.ok ? { moved, view: found.value, error: null } : { moved, view: held.view, error: found.error },
      );
    });
    return () => gone.abort();
  }, [id, moved, live]);
  return film;
}

/** The addresses of pictures within this page; what is not there yet is `null`, what cannot be had stays `null`. */
export function usePictures(id: string, wanted: readonly number[]): (number: number) => string | null {
  const held = useRef(new Map<number, string | null>());
  const [, setCount] = useState(0);
  const key = wanted.join();
  useEffect(() => {
    const { current } = held;
    return () => {
      for (const url of current.values()) if (url !== null) URL.revokeObjectURL(url);
      current.clear();
    };
  }, []);
  useEffect(() => {
    const gone = new AbortController();
    const { current } = held;
    const numbers = key === '' ? [] : key.split(',').map(Number);
    for (const number of numbers) {
      if (current.has(number)) continue;
      current.set(number, null);
      void gateway.picture(id, number, gone.signal).then((found) => {
        if (gone.signal.aborted || !found.ok) {
          current.delete(number);
          return;
        }
        current.set(number, URL.createObjectURL(found.value));
        for (const [old, url] of current) {
          if (current.size <= MOST_HELD) break;
          if (numbers.includes(old)) continue;
          if (url !== null) URL.revokeObjectURL(url);
          current.delete(old);
        }
        setCount((count) => count + 1);
      });
    }
    return () => gone.abort();
  }, [id, key]);
  return (number) => held.current.get(number) ?? null;
}
