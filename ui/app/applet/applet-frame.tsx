// The applet's frame, and what is said when the app ended it.
import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { APPLET_ENDS, watchApplet, type AppletEnd } from './watch.ts';
import styles from './applet.module.css';

type Given = { readonly url: string; readonly onAgain: () => void; readonly onClose: () => void };

export function AppletFrame({ url, onAgain, onClose }: Given) {
  const place = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  const [why, setWhy] = useState<AppletEnd | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);

  useEffect(() => {
    const frame = document.createElement('iframe');
    frame.title = 'Applet';
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.setAttribute('allow', '');
    frame.referrerPolicy = 'no-referrer';
    frame.src = url;
    const { stop } = watchApplet(frame, {
      size: () => setShown(true),
      ended: setWhy,
      closed: () => close.current(),
    });
    place.current?.append(frame);
    return stop;
  }, [url]);

  if (why !== null)
    return (
      <div className={styles['ended']} role="alert">
        <p>
          <strong>The applet was ended:</strong> {APPLET_ENDS[why]}. Nothing of it is left.
        </p>
        <Button onClick={onAgain}>Open it again</Button>
      </div>
    );
  return (
    <div className={styles['frame']} ref={place} data-shown={isShown}>
      {isShown ? null : (
        <p className={styles['waiting']} role="status">
          Opening the applet…
        </p>
      )}
    </div>
  );
}
