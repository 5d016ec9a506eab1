// A view that is loaded when it is opened. INVARIANT: where the gateway is away and it cannot be loaded, the rest of the app stays, and
// the view comes by itself once the gateway is there again.
import { useEffect, useState, type ComponentType } from 'react';
import { useWorld } from '#ui/app/state/store.ts';

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
      load().then(
        (loaded) => {
          known = loaded;
          if (!isGone) setView(() => loaded);
        },
        () => {
          if (!isGone) setFailed(true);
        },
      );
      return () => {
        isGone = true;
      };
      // Each change of the connection is a reason to try again.
    }, [View, connection]);
    if (View !== null) return <View {...props} />;
    return (
      <p role="status">
        {hasFailed
          ? 'This view cannot be opened while the gateway is away. It opens by itself when the gateway is there again.'
          : 'Opening…'}
      </p>
    );
  };
}
