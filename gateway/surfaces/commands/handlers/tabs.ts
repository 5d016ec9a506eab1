// What a worker has open.
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { completeAddress } from '#gateway/surfaces/commands/call/complete-address.ts';
import { TABS } from '#gateway/protocol/commands/rows/tabs.ts';

export const tabs = {
  tabs: handler(TABS.tabs, ({ worker }) =>
    answer({ tabs: [...worker.tabs.values()].map((open) => viewOf(open, worker.current)) }),
  ),
  open: handler(TABS.open, async (call, { url, wait, keep }) => {
    const opened = await call.open(
      { url: completeAddress(url), ...(wait === undefined ? {} : { waitSeconds: wait }) },
      keep,
    );
    if (!opened.ok) return opened;
    const { tab } = opened.value;
    return answer({ targetId: tab.id, ...pageOf(opened.value), status: tab.view().status });
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

const viewOf = (open: OpenTab, current: string | null) => ({
  targetId: open.tab.id,
  ...pageOf(open),
  current: open.tab.id === current,
});
