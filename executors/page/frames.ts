// Frames of other sites and dedicated workers are targets of their own: each is made ready before its first instruction.
// INVARIANT: what could not be made ready stays paused for ever; a worker that was not granted never runs.
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import { sayOnline } from './online.ts';

type Info = CdpPayload<'Target.attachedToTarget'>['targetInfo'];

export type Attachments = {
  /** Guards a frame's session as its page's; its own frame has the target's id. */
  readonly frame: (session: CdpSession, rootFrameId: string) => Promise<unknown>;
  /** Makes a worker ready; `false`: it must not run. */
  readonly worker: (session: CdpSession, info: Info) => Promise<boolean>;
  readonly gone: (session: CdpSession) => void;
};

const FILTER = [{ type: 'iframe' }, { type: 'worker' }, { exclude: true }];

export function watchFrames(session: CdpSession, attachments: Attachments): Promise<unknown> {
  const { connection } = session;
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    const attached = connection.session(sessionId);
    ready(attached, targetInfo, attachments)
      .then((runs) => (runs ? attached.send('Runtime.runIfWaitingForDebugger') : undefined))
      .catch(() => connection.forget(sessionId)); // it went away; otherwise it stays paused
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    attachments.gone(connection.session(sessionId));
    connection.forget(sessionId);
  });
  return session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: FILTER,
  });
}

async function ready(session: CdpSession, info: Info, attachments: Attachments): Promise<boolean> {
  if (info.type === 'worker') {
    const [runs] = await Promise.all([attachments.worker(session, info), watchFrames(session, attachments)]);
    return runs;
  }
  // A worklet is paused even where the filter leaves it out: it has no network of its own.
  if (info.type !== 'iframe') return true;
  await Promise.all([
    attachments.frame(session, info.targetId),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    sayOnline(session),
    watchFrames(session, attachments),
  ]);
  return true;
}
