// The tray's menu as data: the oldest question, what runs, what is lent, stop all. Made into a native menu and into a page alike.
// INVARIANT: it opens a question and never answers it; what an agent or a page wrote is not in it.
import type { QuestionBrief, TaskBrief } from '#gateway/protocol/desktop/gateway-side.ts';
import { lentInWords } from '#ui/signals/lent-words.ts';
import { standingInWords, standingOf } from '#ui/signals/standing.ts';
import type { TrayState } from '../ipc/table.ts';
import type { ShellWorld } from '../process/world.ts';
import type { UpdateState } from '../updates/updates.ts';

export type TrayAct =
  | { readonly kind: 'OPEN_QUESTION'; readonly id: string }
  | { readonly kind: 'OPEN_TASK'; readonly id: string }
  | { readonly kind: 'STOP_ALL' | 'SHOW' | 'QUICK_BAR' | 'RESTART_GATEWAY' | 'AT_LOGIN' | 'UPDATE' | 'QUIT' };

const MOST_TASKS = 6;
const MOST_CHARACTERS = 60;
const RUNS: ReadonlySet<string> = new Set(['QUEUED', 'RUNNING', 'WAITING']);

/** Of the program itself. */
type Program = {
  /** Whether it begins with the log-in; `null`: it cannot here. */
  readonly atLogin?: boolean | null;
  /** `null`: it has no releases to look for. */
  readonly update?: UpdateState | null;
};

/** `clock`: a moment as the person reads it. */
export function trayMenu(
  { gateway, tasks, questions }: ShellWorld,
  clock: (at: string) => string,
  { atLogin = null, update = null }: Program = {},
): TrayState {
  const standing = standingOf({ tasks, consents: questions });
  const running = tasks.filter(({ status }) => RUNS.has(status));
  const isThere = gateway.kind === 'READY';
  return {
    state: standing.state,
    words: isThere ? standingInWords(standing) : GATEWAY_WORDS[gateway.kind],
    items: [
      ...(isThere
        ? []
        : [{ id: 'note', kind: 'NOTE', enabled: false, label: GATEWAY_WORDS[gateway.kind] } as const]),
      ...(gateway.kind === 'FAILED' || gateway.kind === 'WAITING'
        ? [{ id: 'restart', kind: 'ACT', enabled: true, label: 'Start the gateway now' } as const]
        : []),
      ...questions.slice(0, 1).map((one) => questionItem(one, questions.length)),
      ...running.slice(0, MOST_TASKS).map(taskItem),
      ...(running.length > MOST_TASKS
        ? [
            {
              id: 'more',
              kind: 'NOTE',
              enabled: false,
              label: `and ${running.length - MOST_TASKS} more`,
            } as const,
          ]
        : []),
      ...standing.lent.map(({ lent, taskId }) => ({
        id: `lent:${taskId}`,
        kind: 'LENT' as const,
        enabled: true,
        label: `${lentInWords(lent, clock)}: ${short(intentOf(tasks, taskId))}`,
      })),
      { id: 'stop-all', kind: 'ACT', enabled: running.length > 0, label: stopAllWords(running.length) },
      { id: 'quick', kind: 'ACT', enabled: isThere, label: 'Say what should be done…' },
      { id: 'show', kind: 'ACT', enabled: true, label: 'Open Ghost Browser' },
      ...(atLogin === null
        ? []
        : [
            {
              id: 'at-login',
              kind: 'ACT',
              enabled: true,
              label: atLogin ? 'Start at log-in: on (turn off)' : 'Start at log-in: off (turn on)',
            } as const,
          ]),
      ...(update === null ? [] : [updateItem(update, running.length)]),
      { id: 'quit', kind: 'ACT', enabled: true, label: 'Quit' },
    ],
  };
}

const GATEWAY_WORDS = {
  STARTING: 'the gateway is starting',
  WAITING: 'the gateway ended and is started again',
  FAILED: 'the gateway does not start: nothing runs',
  CLOSED: 'the gateway is closed',
  READY: '',
} as const;

const questionItem = ({ id, title, site }: QuestionBrief, of: number): TrayState['items'][number] => ({
  id: `question:${id}`,
  kind: 'QUESTION',
  enabled: true,
  label: `${title}${site === null ? '' : ` at ${site}`}?${of > 1 ? ` (and ${of - 1} more)` : ''}`,
});
const taskItem = ({ id, intent }: TaskBrief): TrayState['items'][number] => ({
  id: `task:${id}`,
  kind: 'TASK',
  enabled: true,
  label: short(intent),
});
function updateItem(update: UpdateState, running: number): TrayState['items'][number] {
  const act = (label: string) => ({ id: 'update', kind: 'ACT', enabled: true, label }) as const;
  const note = (label: string) => ({ id: 'updating', kind: 'NOTE', enabled: false, label }) as const;
  switch (update.kind) {
    case 'IDLE':
      return act('Look for a newer version');
    case 'LOOKING':
      return note('looking for a newer version');
    case 'NEWEST':
      return act('Look for a newer version (this is the newest)');
    case 'FOUND':
      return act(`Fetch version ${update.version}`);
    case 'FETCHING':
      return note(`fetching version ${update.version}: ${update.percent} %`);
    case 'READY':
      return act(`Restart as version ${update.version}${running === 0 ? '' : `, and stop all ${running}`}`);
    case 'FAILED':
      return act(`Look for a newer version (${short(update.failure.message)})`);
  }
}
const stopAllWords = (count: number): string =>
  count === 0 ? 'Stop all (nothing runs)' : `Stop all ${count}`;
const intentOf = (tasks: readonly TaskBrief[], id: string): string =>
  tasks.find((one) => one.id === id)?.intent ?? '';
const short = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;

/** What a press on an item of this very menu means; `null`: nothing, or it is none of it. */
export function actOf(menu: TrayState, item: string): TrayAct | null {
  const found = menu.items.find(({ id }) => id === item);
  if (found?.enabled !== true) return null;
  const [kind = '', ...rest] = item.split(':');
  const id = rest.join(':');
  switch (kind) {
    case 'question':
      return { kind: 'OPEN_QUESTION', id };
    case 'task':
    case 'lent':
      return { kind: 'OPEN_TASK', id };
    case 'stop-all':
      return { kind: 'STOP_ALL' };
    case 'quick':
      return { kind: 'QUICK_BAR' };
    case 'show':
      return { kind: 'SHOW' };
    case 'restart':
      return { kind: 'RESTART_GATEWAY' };
    case 'at-login':
      return { kind: 'AT_LOGIN' };
    case 'update':
      return { kind: 'UPDATE' };
    case 'quit':
      return { kind: 'QUIT' };
    default:
      return null;
  }
}
