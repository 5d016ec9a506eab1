// What each call of a page does, a row each. INVARIANT: the rows are those of the table; what they reach is shown, opened or started, and
// nothing of it answers a question.
import type { Result } from '#policy/language/failure.ts';
import type { Answers } from '../ipc/serve.ts';
import type { GatewayChannel } from '../process/supervisor.ts';
import type { Tabs } from '../foreground/tabs.ts';
import type { Shown } from '../tables/links.ts';
import type { ConsentWindow } from './consent-window.ts';
import type { PictureWindow } from './picture-window.ts';
import type { QuickBar } from './quick-bar.ts';
import type { TrayWindow } from './tray-window.ts';

export type AnswerParts = {
  readonly tabs: Tabs;
  readonly quick: QuickBar;
  readonly picture: PictureWindow;
  readonly consent: ConsentWindow;
  readonly trayWindow: TrayWindow;
  readonly ask: <T>(use: (channel: GatewayChannel) => Promise<Result<T>>) => Promise<Result<T>>;
  readonly openAddress: (url: string) => void;
  readonly show: (shown: Shown) => void;
  readonly choose: (item: string) => void;
  readonly unfold: (open: boolean) => void;
};

const DONE = { ok: true } as const;

export function answersOf(parts: AnswerParts): Answers {
  const { tabs, quick, picture, consent, trayWindow, ask, openAddress, show, choose, unfold } = parts;
  const done = (act: () => void) => async () => {
    act();
    return DONE;
  };
  return {
    // What leads somewhere is gone to; what is to be done is said in the bar, which shows what will be done with it.
    go: async ({ text }) => {
      const found = await ask((channel) => channel.call('read', { text }));
      if (!found.ok) return { ok: false, why: found.error.message };
      const { address } = found.value;
      if (address === null) {
        const started = await ask((channel) => channel.call('run', { intent: text, lend: [] }));
        if (!started.ok) return { ok: false, why: started.error.message };
        show({ kind: 'TASK', id: started.value.taskId });
        return DONE;
      }
      const { active } = tabs;
      if (active === null) openAddress(address);
      else tabs.go(active, address, true);
      return DONE;
    },
    newTab: done(() => void tabs.open(null, false)),
    select: async ({ tab }) => done(() => tabs.select(tab))(),
    closeTab: async ({ tab }) => done(() => tabs.close(tab))(),
    move: async ({ to }) => done(() => tabs.move(to))(),
    find: async ({ text, forward }) => done(() => tabs.find(text, forward))(),
    endFind: done(() => tabs.endFind()),
    zoom: async ({ by }) => done(() => tabs.zoom(by))(),
    doHere: async () => {
      await quick.open(tabs.active?.contents.getURL() ?? null);
      return DONE;
    },
    unfold: async ({ open }) => done(() => unfold(open))(),
    showQuestions: done(() => show({ kind: 'QUESTION', id: null })),

    openAddress: async ({ url }) => {
      const isWeb = /^https?:$/u.test(URL.parse(url)?.protocol ?? '');
      if (isWeb) openAddress(url);
      return isWeb;
    },
    openQuestion: async ({ id }) => consent.open(id),
    openPicture: async ({ taskId }) => {
      await picture.open(taskId);
      return true;
    },

    read: async ({ text }) => {
      const found = await ask((channel) => channel.call('read', { text }));
      return found.ok ? found.value : null;
    },
    submit: (asked) => quick.submit(asked),
    hide: async (_params, contentsId) => {
      if (quick.window?.webContents.id === contentsId) quick.hide();
      else if (picture.window?.webContents.id === contentsId) picture.hide();
      else trayWindow.hide();
      return DONE;
    },

    choose: async ({ item }) => {
      trayWindow.hide();
      choose(item);
      return DONE;
    },

    picture: async () => {
      const { taskId } = picture;
      const found = taskId === null ? null : await ask((channel) => channel.call('picture', { taskId }));
      return found?.ok === true ? found.value : null;
    },
    stopTask: async () => {
      const { taskId } = picture;
      if (taskId !== null) await ask((channel) => channel.call('stop', { taskId }));
      return DONE;
    },
    openTask: done(() => {
      if (picture.taskId !== null) show({ kind: 'TASK', id: picture.taskId });
    }),

    fit: async ({ height }) => done(() => consent.fit(height))(),
  };
}
