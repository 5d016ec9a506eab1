// Browsers that start, end, or run already.
import { fail } from '#policy/language/failure.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { CONNECTION } from '#gateway/protocol/commands/rows/connection.ts';

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
    const { by } = call;
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
