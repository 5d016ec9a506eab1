// One line for whoever is here for the first time: where the first steps are. INVARIANT: it stands in nobody's way, and one press ends it.
import { useState } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { endFirstRun, firstRunIsOver } from '#ui/app/state/kept/first-run.ts';
import { addressOf } from '#ui/app/state/route.ts';

export function FirstTime() {
  const [isOver, setOver] = useState(firstRunIsOver);
  if (isOver) return null;
  return (
    <p>
      First time here? <a href={addressOf({ view: 'settings', start: true })}>Three first steps</a>: the
      browser, a model or none, what an agent may do.{' '}
      <Button
        look="quiet"
        onClick={() => {
          endFirstRun();
          setOver(true);
        }}
      >
        Not now
      </Button>
    </p>
  );
}
