// Tells the shell how things stand: which tasks there are, what is asked, what is lent. INVARIANT: a question is told at once, everything
// else twice a second at most; nothing of a page is in it.
import type { Gateway } from '#gateway/main.ts';
import type { Channel } from '#gateway/protocol/desktop/channel.ts';
import type { GATEWAY_SIDE, QuestionBrief, TaskBrief } from '#gateway/protocol/desktop/gateway-side.ts';
import type { SHELL_SIDE } from '#gateway/protocol/desktop/shell-side.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';

type Told = Pick<Channel<typeof GATEWAY_SIDE, typeof SHELL_SIDE>, 'tell'>;

const QUIET_MS = 500;
/** Of tasks that have ended, so many are told. */
const MOST_ENDED = 20;

/** Gives the way to tell no more. */
export function tellStanding(gateway: Gateway, channel: Told): () => void {
  let timer: NodeJS.Timeout | null = null;
  const tell = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    channel.tell('standing', {
      tasks: told(gateway.tasks.list()).map(taskBrief),
      questions: gateway.consents.list().map(questionBrief),
    });
  };
  const unsubscribe = gateway.subscribe((event) => {
    if (event.type.startsWith('consent.') || event.type === 'task.asked' || event.type === 'task.ended')
      tell();
    else if (event.type.startsWith('task.')) timer ??= setTimeout(tell, QUIET_MS);
  });
  tell();
  return () => {
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
  };
}

const told = (tasks: readonly TaskView[]): readonly TaskView[] => {
  let ended = 0;
  return tasks.filter(({ endedAt }) => endedAt === null || (ended += 1) <= MOST_ENDED);
};

const taskBrief = ({ id, intent, status, questions, lent }: TaskView): TaskBrief => ({
  id,
  intent,
  status,
  questions: questions.map((one) => ({ id: one.id, state: one.state })),
  lent: lent.map((one) => ({ ...one })),
});

const questionBrief = ({ card }: ConsentView): QuestionBrief => ({
  id: card.id,
  title: card.title,
  site: card.site?.registrableDomain ?? null,
  expiresAt: card.expiresAt,
});
