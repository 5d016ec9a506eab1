// Connection, tabs, navigation: what a worker has open, and where it goes.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { CONNECTION, NAVIGATION, TABS } from '#gateway/protocol/commands/connection.ts';
import { acted } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call, OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';

const NO_SANDBOX = '--no-sandbox';

export const connection = {
  status: handler(CONNECTION.status, ({ host, worker }) => {
    const { version, pid, startedAt, policy, browser, attached, audit } = host.status();
    return answer({
      running: true,
      connected: worker.tabs.size > 0,
      gateway: { version, pid, startedAt },
      browser,
      attached,
      policy,
      audit,
      worker: worker.id,
      tabs: worker.tabs.size,
    });
  }),
  launch: handler(CONNECTION.launch, async (call, { headless, headed, noSandbox, port }) => {
    if (headless === true && headed === true)
      return fail('command.bad-params', '`--headless` and `--headed` exclude each other');
    const flags = [
      ...(noSandbox === true ? [NO_SANDBOX] : []),
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ];
    const own = headless !== undefined || headed !== undefined || flags.length > 0;
    const wanted = headed === undefined ? (headless ?? call.host.config.headless) : !headed;
    const opened = await call.open(own ? { browser: { headless: wanted, flags } } : {});
    if (!opened.ok) return opened;
    const { browser } = call.host.status();
    return answer({
      targetId: opened.value.tab.id,
      browser: 'error' in browser ? '' : `${browser.product} ${browser.version}`,
      headless: wanted,
    });
  }),
  connect: handler(CONNECTION.connect, async (call, { cdpUrl, port, auto, off }) => {
    const by = { kind: 'client', id: call.worker.id } as const;
    const named = [cdpUrl, port, auto === true ? true : undefined, off === true ? true : undefined];
    if (named.filter((one) => one !== undefined).length !== 1) {
      return fail('command.bad-params', '`connect` needs one of `--cdp-url`, `--port`, `--auto` and `--off`');
    }
    if (off === true) {
      const ended = await call.host.connection.disconnect(by);
      return ended.ok ? answer({ connected: false, changed: ended.value }) : ended;
    }
    const endpoint = cdpUrl ?? (port === undefined ? 'auto' : `http://127.0.0.1:${port}`);
    const connected = await call.host.connection.connect(endpoint, by, call.signal);
    return connected.ok ? answer({ connected: true, attached: connected.value }) : connected;
  }),
  stop: handler(CONNECTION.stop, async (call) => {
    const open = [...call.worker.tabs.values()];
    await Promise.all(open.map(({ tab }) => call.end(tab)));
    return answer({ closed: open.length });
  }),
};

export const tabs = {
  tabs: handler(TABS.tabs, ({ worker }) =>
    answer({ tabs: [...worker.tabs.values()].map((open) => viewOf(open, worker.current)) }),
  ),
  open: handler(TABS.open, async (call, { url }) => {
    const opened = await call.open({ url });
    return opened.ok ? answer({ targetId: opened.value.tab.id, ...pageOf(opened.value) }) : opened;
  }),
  close: handler(TABS.close, async (call, { targetId }) => {
    const open = call.tab(targetId);
    if (!open.ok) return open;
    const closed = await call.close(open.value);
    return closed.ok ? answer({ closed: closed.value, current: call.worker.current }) : closed;
  }),
  focus: handler(TABS.focus, (call, { targetId }) => {
    const open = call.tab(targetId);
    if (!open.ok) return open;
    call.worker.current = targetId;
    return answer({ targetId, ...pageOf(open.value) });
  }),
  cleanup: handler(TABS.cleanup, async (call, { keep = [] }) => {
    const closed: string[] = [];
    const kept: string[] = [];
    for (const open of call.worker.tabs.values()) {
      const { url } = pageOf(open);
      if (keep.some((start) => url.startsWith(start))) {
        kept.push(open.tab.id);
        continue;
      }
      const done = await call.close(open);
      if (!done.ok) return done;
      closed.push(done.value);
    }
    return answer({ closed, kept });
  }),
};

export const navigation = {
  navigate: handler(NAVIGATION.navigate, async (call, { url, target }) => {
    if (target === undefined && call.worker.current === null) {
      const opened = await call.open({ url });
      if (!opened.ok) return opened;
      const { tab } = opened.value;
      return answer({
        message: `Opened ${tab.view().url}`,
        ...pageOf(opened.value),
        status: null,
        targetId: tab.id,
      });
    }
    return moved(call, target, { type: 'NAVIGATE', url }, (at) => `Went to ${at}`);
  }),
  reload: handler(NAVIGATION.reload, (call, { target }) =>
    moved(call, target, { type: 'RELOAD' }, (at) => `Loaded ${at} again`),
  ),
  back: handler(NAVIGATION.back, (call, { target }) =>
    moved(call, target, { type: 'BACK' }, (at) => `Went back to ${at}`),
  ),
  forward: handler(NAVIGATION.forward, (call, { target }) =>
    moved(call, target, { type: 'FORWARD' }, (at) => `Went forward to ${at}`),
  ),
};

async function moved(
  call: Call,
  target: string | undefined,
  action: BrowserAction,
  words: (at: string) => string,
): Promise<Result<CommandAnswer>> {
  const open = call.tab(target);
  if (!open.ok) return open;
  const done = await acted(call, open.value, action, '');
  if (!done.ok) return done;
  const { url } = pageOf(open.value);
  return ok({ status: null, ...done.value, message: words(url) });
}

const viewOf = (open: OpenTab, current: string | null) => ({
  targetId: open.tab.id,
  ...pageOf(open),
  current: open.tab.id === current,
});
