// What the page shows outside of itself: its title, its icon, and notices while nobody looks at it.
// INVARIANT: a notice opens what it is about, and answers nothing.
import { useEffect } from 'react';
import { happeningOf } from '#gateway/protocol/desktop/happening.ts';
import { Notices, type Notice } from '#ui/signals/notices.ts';
import { standingOf } from '#ui/signals/standing.ts';
import { onEvents } from '#ui/app/state/connect.ts';
import { telling } from '#ui/app/frame/outside/notices.ts';
import { goTo } from '#ui/app/state/route.ts';
import { answerNow, useWorld } from '#ui/app/state/store.ts';
import { showFavicon } from './favicon.ts';

export function useSignals(title: string): void {
  const state = useWorld((world) => standingOf(world).state);
  const questions = useWorld((world) => standingOf(world).questions);
  const running = useWorld((world) => standingOf(world).running);
  useEffect(() => {
    const counts = questions > 0 ? `(${questions} asked) ` : running > 0 ? `(${running}) ` : '';
    document.title = `${counts}${title} – Ghost Browser`;
    showFavicon(state);
  }, [state, questions, running, title]);
  useEffect(tellWhileHidden, []);
}

function tellWhileHidden(): () => void {
  const notices = new Notices();
  let timer: number | undefined;
  const show = (notice: Notice | null): void => {
    if (notice !== null && document.hidden && telling() === 'ON') tell(notice);
    window.clearTimeout(timer);
    if (notices.nextMs === null) return;
    timer = window.setTimeout(() => show(notices.due(performance.now())), notices.nextMs - performance.now());
  };
  const leave = onEvents((event) => {
    const happening = happeningOf(event);
    if (happening !== null) show(notices.take(happening, performance.now()));
  });
  return () => {
    window.clearTimeout(timer);
    leave();
  };
}

function tell({ title, body, opens }: Notice): void {
  const shown = new Notification(title, { body, tag: `${opens.kind} ${opens.id}` });
  shown.addEventListener('click', () => {
    window.focus();
    shown.close();
    if (opens.kind === 'TASK') goTo({ view: 'tasks', at: opens.id });
    else {
      const consent = useWorld.getState().consents.find(({ card }) => card.id === opens.id);
      if (consent !== undefined) answerNow(consent);
    }
  });
}
