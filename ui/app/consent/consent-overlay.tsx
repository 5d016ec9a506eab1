// Brings open questions to the screen, one at a time, each in its own document from its own origin.
// INVARIANT: the app cannot answer. All it can do is show the document, put it off for a rule, stop the task, or close,
// which means deny.
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

/** How long the outcome stays to be read, once its document shows it; and at most, where an answer came from elsewhere and the
 * document, which polls each second, has not told yet. */
const AFTER_ANSWER_MS = 900;
const AFTER_ELSEWHERE_MS = 5_000;

export function ConsentOverlay() {
  const consents = useWorld((world) => world.consents);
  const shown = useWorld((world) => world.onScreen);
  return shown === null ? null : (
    <Overlay
      key={shown.card.id}
      card={shown.card}
      open={consents.some(({ card }) => card.id === shown.card.id)}
      length={queueLength(consents, shown)}
    />
  );
}

function Overlay({ card, open, length }: { card: ConsentCard; open: boolean; length: number }) {
  // A change of the policy belongs to no task.
  const stoppable = useWorld((world) => world.tasks.some(({ id }) => id === card.taskId));
  const [answered, setAnswered] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const away = useWorld((world) => world.connection.state !== 'live');
  const frame = useRef<FrameHandle>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // What fills the screen would cover the question, which has the keyboard.
  useEffect(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  }, []);
  // It leaves only when it is closed and its outcome was there to be read.
  useEffect(() => {
    if (open && !answered) return undefined;
    const timer = window.setTimeout(clearScreen, answered ? AFTER_ANSWER_MS : AFTER_ELSEWHERE_MS);
    return () => window.clearTimeout(timer);
  }, [open, answered]);

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

  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(wanted) => (wanted ? undefined : close())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} data-look={card.look} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup className={styles['popup']} initialFocus={title}>
            <header className={styles['head']}>
              <Dialog.Title className={styles['title']} ref={title} tabIndex={-1}>
                Question 1 of {length}
              </Dialog.Title>
              {stoppable ? (
                <Button
                  icon={CircleStop}
                  aria-disabled={away}
                  onClick={() => (away ? undefined : void gateway.cancel(card.taskId))}
                >
                  Stop task
                </Button>
              ) : null}
              <Button icon={X} look="quiet" aria-label="Deny and close" onClick={close} />
            </header>
            {away ? (
              <div className={styles['away']} role="alert">
                <p>
                  The gateway cannot be reached. Nothing is allowed: it is denied as soon as that can be said,
                  or when its time is over.
                </p>
                <Button onClick={close}>Close</Button>
              </div>
            ) : null}
            <ConsentFrame
              key={attempt}
              id={card.id}
              handle={frame}
              onClosed={() => setAnswered(true)}
              onUnheard={clearScreen}
              onAlways={toRule}
              onRetry={() => setAttempt(attempt + 1)}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
