// One change of the policy that a person confirms in the consent document: what it waits for, and what came of it. INVARIANT: one at a time,
// and whoever leaves the view takes the question with them.
import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '#policy/language/failure.ts';

export type Confirming =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'done'; readonly words: string }
  | { readonly state: 'failed'; readonly error: Failure };

type Confirmed = {
  readonly outcome: Confirming;
  /** `words`: what is said of what it came to. */
  readonly ask: <T>(
    call: (signal: AbortSignal) => Promise<Result<T>>,
    words: (value: T) => string,
  ) => Promise<boolean>;
};

export function useConfirmed(): Confirmed {
  const [outcome, setOutcome] = useState<Confirming>({ state: 'idle' });
  const gone = useRef(new AbortController());
  const isWaiting = useRef(false);
  useEffect(() => {
    const controller = new AbortController();
    gone.current = controller;
    return () => controller.abort();
  }, []);
  return {
    outcome,
    async ask(call, words) {
      if (isWaiting.current) return false;
      const { signal } = gone.current;
      isWaiting.current = true;
      setOutcome({ state: 'waiting' });
      const done = await call(signal);
      isWaiting.current = false;
      if (signal.aborted) return false;
      setOutcome(
        done.ok ? { state: 'done', words: words(done.value) } : { state: 'failed', error: done.error },
      );
      return done.ok;
    },
  };
}
