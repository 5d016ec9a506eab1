// A layer of one's own, where every document comes with the project: a copy of the lowest one that can be edited. INVARIANT: it is asked
// for here, confirmed in the consent document, and decides as before.
import { useState } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';

export function OwnLayer() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const start = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    const started = await gateway.startOwnLayer();
    setBusy(false);
    if (!started.ok) setError(started.error);
  };
  return (
    <>
      <Button aria-disabled={busy} onClick={() => void start()}>
        {busy ? 'You are asked…' : 'Start my own layer'}
      </Button>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
    </>
  );
}
