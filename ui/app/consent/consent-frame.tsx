// The consent document of one question, in a frame. INVARIANT: messages count only from that frame and from its own origin,
// and the frame shows no other origin than the one that the gateway's status names.
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { ConsentDenyMessage } from '#ui/consent/messages.ts';
import { parseFromConsent } from '#ui/consent/messages.ts';
import { fail, type Failure, type Result } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import styles from './consent-overlay.module.css';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { useWorld } from '#ui/app/state/store.ts';

export type FrameHandle = { readonly deny: () => void };

type Props = {
  readonly id: string;
  /** It was answered, and its outcome is read until the next one stands: nothing of it is pressed any more. */
  readonly isOver?: boolean;
  /** Until this one stands, the one before it is there. */
  readonly follows?: boolean;
  readonly handle?: Ref<FrameHandle>;
  /** It has drawn something: the question, or why there is none. */
  readonly onStands?: (isShown: boolean) => void;
  readonly onClosed?: () => void;
  /** The person said no, and the gateway could not be told. */
  readonly onUnheard?: () => void;
  /** The person wants a rule for questions like this one. */
  readonly onAlways?: () => void;
  readonly onRetry?: () => void;
};

const NOTHING = (): void => undefined;

export function ConsentFrame({
  id,
  isOver = false,
  follows = false,
  handle,
  onStands = NOTHING,
  onClosed = NOTHING,
  onUnheard = NOTHING,
  onAlways = NOTHING,
  onRetry = NOTHING,
}: Props) {
  const element = useRef<HTMLIFrameElement>(null);
  const consentOrigin = useWorld((world) => world.status?.consentOrigin ?? null);
  const [ticket, setTicket] = useState<Result<URL> | null>(null);
  /** The question stands in the document, which listens: before its first word it would not hear. */
  const shown = useRef(false);
  const refused = useRef(false);
  const [drawn, setDrawn] = useState(false);
  const stands = useRef(onStands);
  useEffect(() => {
    stands.current = onStands;
  });
  const url = ticket?.ok === true ? ticket.value : null;

  // What fills the screen would cover the question, which has the keyboard.
  useEffect(() => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  }, []);

  useEffect(() => {
    const gone = new AbortController();
    void fetchTicket(id, consentOrigin, gone.signal).then((result) => {
      if (gone.signal.aborted) return;
      setTicket(result);
      if (!result.ok) stands.current(false);
    });
    return () => gone.abort();
  }, [id, consentOrigin]);

  useEffect(() => {
    const onMessage = (event: MessageEvent): void => {
      const frame = element.current;
      if (frame === null || event.source !== frame.contentWindow || event.origin !== url?.origin) return;
      const message = parseFromConsent(event.data);
      if (message === null) return;
      if (message.type === 'ghost.consent.size') {
        frame.style.height = `${Math.min(2_000, Math.max(120, message.height))}px`;
        shown.current = true;
        setDrawn(true);
        stands.current(!refused.current);
      } else if (message.type === 'ghost.consent.not-shown') {
        refused.current = true;
        stands.current(false);
      } else if (message.id !== id) return;
      else if (message.type === 'ghost.consent.closed') onClosed();
      else if (message.type === 'ghost.consent.always') onAlways();
      else onUnheard();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, [id, url, onClosed, onUnheard, onAlways]);

  useImperativeHandle(handle, () => ({
    deny() {
      const message: ConsentDenyMessage = { type: 'ghost.consent.deny' };
      // A document that has no question, or not yet, can answer none; saying no is the app's right, too.
      if (url === null || !shown.current || refused.current) void gateway.deny(id);
      else element.current?.contentWindow?.postMessage(message, url.origin);
    },
  }));

  if (ticket?.ok === false) {
    return <NotShown error={ticket.error} onRetry={onRetry} />;
  }
  // A document without a word yet is an empty sheet: it gets its room when it has said how much it needs.
  return (
    <>
      {drawn || follows ? null : <p className={styles['opening']}>Opening the question…</p>}
      {url === null ? null : (
        <iframe
          ref={element}
          className={styles['frame']}
          data-drawn={drawn}
          inert={isOver}
          title={isOver ? 'Answered question' : 'Consent question'}
          src={url.href}
          // Its origin is not ours, so it cannot reach out and take its own sandbox away.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin"
          allow=""
          referrerPolicy="origin"
          onLoad={() => element.current?.focus()}
        />
      )}
    </>
  );
}

async function fetchTicket(id: string, expected: string | null, signal: AbortSignal): Promise<Result<URL>> {
  const ticket = await gateway.ticket(id, signal);
  if (!ticket.ok) return ticket;
  const url = new URL(ticket.value.url);
  if (expected === null || url.origin === new URL(expected).origin)
    return { ok: true, value: developed(url) };
  return fail('consent.unknown', 'the question’s address is not on the consent origin', {
    help: 'answer it with `ghost consent`',
  });
}

/** `npm run dev` serves the consent document itself; a built app never takes this branch. */
function developed(url: URL): URL {
  const origin: unknown = import.meta.env['VITE_CONSENT_ORIGIN'];
  if (!import.meta.env.DEV || typeof origin !== 'string') return url;
  return new URL(`${url.pathname}${url.search}`, origin);
}

function NotShown({ error, onRetry }: { error: Failure; onRetry: () => void }) {
  return (
    <div className={styles['failed']} role="alert">
      <FailureText error={error} />
      <p>
        Nothing is allowed while it is not answered. In a terminal,{' '}
        <code>npm run -s ghost -- consent list</code> shows it too.
      </p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
