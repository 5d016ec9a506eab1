// Brings open questions to the screen, one at a time, each in its own document from its own origin: the gravest over the window, the others
// beside the view where there is room. INVARIANT: the app cannot answer. All it can do is show the document, put it off for a rule, stop the
// task, or close, which means deny; and what is pressed elsewhere in the app closes nothing.
import { Dialog } from '@base-ui/react/dialog';
import { CircleStop, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { ConsentFrame, type FrameHandle } from './consent-frame.tsx';
import styles from './consent-overlay.module.css';
import { queueLength } from '#ui/app/state/consent-queue.ts';
import { goTo } from '#ui/app/state/route.ts';
import { clearScreen, draftRuleFrom, useWorld } from '#ui/app/state/store.ts';
import { QUESTION, usePane } from './use-pane.ts';

/** How long the outcome stays to be read, once its document shows it; and at most, where an answer came from elsewhere and the
 * document, which polls each second, has not told yet. */
const AFTER_ANSWER_MS = 900;
const AFTER_ELSEWHERE_MS = 5_000;

export default function ConsentOverlay() {
  const consents = useWorld((world) => world.consents);
  const shown = useWorld((world) => world.onScreen);
  const isPane = usePane(shown?.card ?? null);
  return shown === null ? null : (
    <Overlay
      // A question beside the view and one over it are two dialogs.
      key={isPane ? 'pane' : 'window'}
      isPane={isPane}
      card={shown.card}
      open={consents.some(({ card }) => card.id === shown.card.id)}
      length={queueLength(consents, shown)}
    />
  );
}

type Given = {
  readonly isPane: boolean;
  readonly card: ConsentCard;
  readonly open: boolean;
  readonly length: number;
};

function Overlay({ isPane, card, open, length }: Given) {
  // A change of the policy belongs to no task.
  const stoppable = useWorld((world) => world.tasks.some(({ id }) => id === card.taskId));
  const [answered, setAnswered] = useState<string | null>(null);
  const [attempts, setAttempts] = useState<Readonly<Record<string, number>>>({});
  /** Whose document stands: until then what came of the one before is there. */
  const [standing, setStanding] = useState<{ readonly id: string; readonly isShown: boolean } | null>(null);
  const [[current, before], setCards] = useState<readonly [ConsentCard, ConsentCard | null]>([card, null]);
  if (current.id !== card.id) setCards([card, answered === current.id ? current : null]);
  const away = useWorld((world) => world.connection.state !== 'live');
  const frame = useRef<FrameHandle>(null);
  const popup = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const stands = standing?.id === card.id ? standing : null;
  const isAnswered = answered === card.id;

  // It leaves only when it is closed and its outcome was there to be read.
  useEffect(() => {
    if (open && !isAnswered) return undefined;
    const timer = window.setTimeout(clearScreen, isAnswered ? AFTER_ANSWER_MS : AFTER_ELSEWHERE_MS);
    return () => window.clearTimeout(timer);
  }, [open, isAnswered]);
  // The view makes room for it, and nothing of the view is beneath it.
  useEffect(() => {
    if (!isPane) return undefined;
    document.documentElement.dataset['asked'] = 'pane';
    return () => {
      delete document.documentElement.dataset['asked'];
    };
  }, [isPane]);

  const toRule = (): void => {
    if (card.requestId === undefined) return;
    draftRuleFrom(card);
    goTo({ view: 'policy', tab: 'text', from: card.requestId });
  };
  // Closing means deny. Where nobody can be told, it is closed all the same: what is not answered is denied.
  const close = (): void => {
    if (away) clearScreen();
    else frame.current?.deny();
  };
  // Beside the view, Escape in a field of the view is that field's.
  const isMeant = (): boolean => !isPane || popup.current?.contains(document.activeElement) === true;
  const attempt = attempts[card.id] ?? 0;

  return (
    <Dialog.Root
      open
      modal={!isPane}
      disablePointerDismissal
      onOpenChange={(wanted) => (wanted || !isMeant() ? undefined : close())}
    >
      <Dialog.Portal>
        {isPane ? null : <Dialog.Backdrop className={styles['backdrop']} data-look={card.look} />}
        <Dialog.Viewport className={styles['viewport']} data-pane={isPane}>
          <Dialog.Popup {...QUESTION} ref={popup} className={styles['popup']} initialFocus={title}>
            <div className={styles['head']}>
              <Dialog.Title className={styles['title']} ref={title} tabIndex={-1}>
                Question 1 of {length}
              </Dialog.Title>
              {/* Once the card is there, it has its own. */}
              {stoppable && stands?.isShown !== true ? (
                <Button
                  icon={CircleStop}
                  aria-disabled={away}
                  onClick={() => (away ? undefined : void gateway.cancel(card.taskId))}
                >
                  Stop task
                </Button>
              ) : null}
              <Button icon={X} look="quiet" aria-label="Deny and close" onClick={close} />
            </div>
            {away ? (
              <div className={styles['away']} role="alert">
                <p>
                  The gateway cannot be reached. Nothing is allowed: it is denied as soon as that can be said,
                  or when its time is over.
                </p>
                <Button onClick={close}>Close</Button>
              </div>
            ) : null}
            {/* In one list, so that a document stays what it is when the next one comes. */}
            {[...(before === null || stands !== null ? [] : [before]), card].map((one) =>
              one.id === card.id ? (
                <ConsentFrame
                  key={`${one.id} ${attempt}`}
                  id={one.id}
                  follows={before !== null}
                  handle={frame}
                  onStands={(isShown) => setStanding({ id: one.id, isShown })}
                  onClosed={() => setAnswered(one.id)}
                  onUnheard={clearScreen}
                  onAlways={toRule}
                  onRetry={() => setAttempts({ ...attempts, [one.id]: attempt + 1 })}
                />
              ) : (
                <ConsentFrame key={`${one.id} ${attempts[one.id] ?? 0}`} id={one.id} isOver />
              ),
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
