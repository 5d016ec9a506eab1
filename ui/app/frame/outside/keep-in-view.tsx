// Keeps the picture of a Ghost Tab in sight beside other programs: the desktop's own small window, or the browser's. INVARIANT: it shows a
// picture alone; nothing that is pressed or typed there reaches the page.
import { PictureInPicture2 } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#ui/app/parts/button.tsx';
import { desktop } from '#ui/app/state/desktop.ts';

type PictureInPicture = {
  requestWindow(size: { readonly width: number; readonly height: number }): Promise<Window>;
};

const SIZE = { width: 384, height: 300 } as const;

function ofBrowser(): PictureInPicture | null {
  const found: unknown = Reflect.get(globalThis, 'documentPictureInPicture');
  return typeof found === 'object' && found !== null && 'requestWindow' in found
    ? (found as PictureInPicture)
    : null;
}

/** `children`: what is shown there; it is drawn by this page, so it is as new as the one beside it. */
export function KeepInView({ taskId, children }: { taskId: string; children: ReactNode }) {
  const [small, setSmall] = useState<Window | null>(null);
  useEffect(() => () => small?.close(), [small]);
  if (desktop() === null && ofBrowser() === null) return null;
  const open = async (): Promise<void> => {
    const bridge = desktop();
    if (bridge !== null) return void bridge.openPicture(taskId);
    if (small !== null) return small.focus();
    const window = await ofBrowser()
      ?.requestWindow(SIZE)
      .catch(() => null);
    if (window === null || window === undefined) return;
    window.document.title = 'Ghost Tab, only to look at';
    for (const sheet of document.querySelectorAll('link[rel="stylesheet"]'))
      window.document.head.append(window.document.importNode(sheet, true));
    window.addEventListener('pagehide', () => setSmall(null), { once: true });
    setSmall(window);
  };
  return (
    <>
      <Button icon={PictureInPicture2} look="quiet" onClick={() => void open()}>
        Keep in view
      </Button>
      {small === null ? null : createPortal(children, small.document.body)}
    </>
  );
}
