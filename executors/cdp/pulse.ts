// Whether the browser answers at all while something waits for it. INVARIANT: whatever it says counts as an answer, and only time in
// which we listened counts as silence: a gateway that was stopped, or slept, finds no browser hung.
import { outsideBudget, stretched } from './budget.ts';
import type { TabConnection } from './connection.ts';

const TICK_MS = 500;
/** So long nothing was heard: it is asked for its version, which costs it nothing. */
const QUIET_TICKS = 4;
/** It was asked, and said nothing for so long. */
export const HUNG_TICKS = 6;

export type Pulse = { readonly stop: () => void };

/** `hung` is called once, where it does not answer within three seconds (longer on a machine that has too much to do). */
export function pulseOf(connection: TabConnection, hung: () => void): Pulse {
  let heard = connection.heard;
  let silent = 0;
  const look = (): void => {
    if (connection.heard !== heard) {
      heard = connection.heard;
      silent = 0;
      return;
    }
    silent += 1;
    if (silent === QUIET_TICKS) ask(connection);
    if (silent < QUIET_TICKS + HUNG_TICKS) return;
    stop();
    hung();
  };
  const timer = setInterval(look, stretched(TICK_MS));
  const stop = (): void => clearInterval(timer);
  timer.unref();
  return { stop };
}

/** Its answer is heard like everything else. */
function ask({ browser }: TabConnection): void {
  outsideBudget(() => browser.send('Browser.getVersion')).catch(() => undefined); // no answer is what is looked for
}
