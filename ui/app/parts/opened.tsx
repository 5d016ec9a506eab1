// A view that is loaded when it is opened. INVARIANT: where it cannot be loaded, the rest of the app stays, and the view comes by itself:
// once the gateway is there again, and while it is there, by trying again.
import { useEffect, useState, type ComponentType } from 'react';
import { useWorld } from '#ui/app/state/store.ts';

/** How long after a failure it is tried again while the gateway is there: twice as long each time, up to the second. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;

export function opened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Opened(props: Props) {
    const connection = useWorld((world) => world.connection.state);
    const [View, setView] = useState(() => known);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (View !== null) return undefined;
      let isGone = false;
      let timer = 0;
      const attempt = (waitMs: number): void => {
        load().then(
          (loaded) => {
            known = loaded;
            if (!isGone) setView(() => loaded);
          },
          () => {
            if (isGone) return;
            setFailed(true);
            if (connection !== 'live') return;
            timer = window.setTimeout(() => attempt(Math.min(2 * waitMs, MAX_WAIT_MS)), waitMs);
          },
        );
      };
      attempt(FIRST_WAIT_MS);
      return () => {
        isGone = true;
        window.clearTimeout(timer);
      };
      // Each change of the connection is a reason to try again.
    }, [View, connection]);
    if (View !== null) return <View {...props} />;
    return (
      <p role="status">
        {!hasFailed
          ? 'Opening…'
          : connection === 'live'
            ? 'This part of the app could not be loaded. It is tried again by itself.'
            : 'This view cannot be opened while the gateway is away. It opens by itself when the gateway is there again.'}
      </p>
    );
  };
}
