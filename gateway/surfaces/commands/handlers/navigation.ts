// Where a tab goes.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import { completeAddress } from '#gateway/surfaces/commands/call/complete-address.ts';
import type { Result } from '#policy/language/failure.ts';
import { acted } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { NAVIGATION } from '#gateway/protocol/commands/rows/navigation.ts';

export const navigation = {
  navigate: handler(NAVIGATION.navigate, async (call, { url: written, target }) => {
    const url = completeAddress(written);
    if (target === undefined && call.worker.current === null) {
      const opened = await call.open({ url });
      if (!opened.ok) return opened;
      const { tab } = opened.value;
      return answer({
        message: `Opened ${tab.view().url}`,
        ...pageOf(opened.value),
        status: tab.view().status,
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
  const { status } = open.value.tab.view();
  return ok({ status, ...done.value, message: words(url) });
}
