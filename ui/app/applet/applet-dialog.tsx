// The one applet that is open: over everything but a question, as large as the window allows. INVARIANT: closed, it is gone with its
// state; nothing of it comes here but its size, and who drew it stands outside its document.
import { Dialog } from '@base-ui/react/dialog';
import { Maximize2, Minimize2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AppletAddress, DrawnForm } from '#gateway/protocol/views/applet.ts';
import type { Result } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { AppletFrame } from './applet-frame.tsx';
import { ShowAs } from './show-as.tsx';
import styles from './applet.module.css';

/** The rows of a task that this gateway ran, or of a result that is kept. */
export type AppletSource = 'TASK' | 'KEPT';

type Given = {
  readonly taskId: string;
  readonly of: AppletSource;
  /** Kept results whose rows are shown with it. */
  readonly also: readonly string[];
  readonly title: string;
  readonly form: DrawnForm | null;
  readonly onClose: () => void;
  readonly onChoose: (form: DrawnForm) => void;
};

export function AppletDialog({ taskId, of, also, title, form, onClose, onChoose }: Given) {
  const heading = useRef<HTMLHeadingElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [made, setMade] = useState<AppletAddress | null>(null);

  // The browser's own key leaves the full screen, too.
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const turn = (): void => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    // Where the browser does not let it, it fills the window.
    else if (isFull) setFull(false);
    else popup.current?.requestFullscreen().catch(() => setFull(true));
  };

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(wanted) => (wanted ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Viewport className={styles['viewport']} data-full={isFull}>
          <Dialog.Popup className={styles['popup']} initialFocus={heading} ref={popup}>
            <header className={styles['head']}>
              <Dialog.Title className={styles['title']} ref={heading} tabIndex={-1}>
                <Untrusted text={title} limit={200} />
              </Dialog.Title>
              <ShowAs value={made?.form ?? form} hasModel={made?.hasModel ?? false} onChoose={onChoose} />
              <Button icon={isFull ? Minimize2 : Maximize2} aria-pressed={isFull} onClick={turn}>
                Full screen
              </Button>
              <Button icon={X} look="quiet" onClick={onClose}>
                Close
              </Button>
            </header>
            {typeof made?.credit === 'string' ? <p className={styles['credit']}>{made.credit}</p> : null}
            <Made
              key={`${form ?? ''}${attempt}`}
              taskId={taskId}
              of={of}
              also={also}
              form={form}
              onMade={setMade}
              onAgain={() => setAttempt(attempt + 1)}
              onClose={onClose}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type Making = Pick<Given, 'taskId' | 'of' | 'also' | 'form'> & {
  readonly onMade: (made: AppletAddress) => void;
  readonly onAgain: () => void;
  readonly onClose: () => void;
};

/** One applet, from its making on. */
function Made({ taskId, of, also, form, onMade, onAgain, onClose }: Making) {
  const [made, setMade] = useState<Result<AppletAddress> | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const asked =
      of === 'KEPT'
        ? gateway.keptApplet([taskId, ...also], form, gone.signal)
        : gateway.applet(taskId, form, gone.signal);
    void asked.then((result) => {
      if (gone.signal.aborted) return;
      setMade(result);
      if (result.ok) onMade(result.value);
    });
    return () => gone.abort();
  }, [taskId, of, also, form, onMade]);
  if (made === null)
    return (
      <p className={styles['waiting']} role="status">
        Making the applet…
      </p>
    );
  if (made.ok) return <AppletFrame url={made.value.url} onAgain={onAgain} onClose={onClose} />;
  return (
    <div className={styles['ended']} role="alert">
      <FailureText error={made.error} />
    </div>
  );
}
