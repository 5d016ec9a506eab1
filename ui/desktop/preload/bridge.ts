// The page's end of the calls: what its own rows are, checked before they leave and as they come back.
// INVARIANT: a page gets functions with plain values; no channel, no event and no object of Electron's comes out of here.
import type { ContextBridge, IpcRenderer } from 'electron';
import { CALLS, CALL_CHANNEL, SHOWN, SHOW_CHANNEL, callsOf, shownTo } from '../ipc/table.ts';
import type { CallName, ParamsOf, ResultOf, ShownName, ShownValue } from '../ipc/table.ts';
import type { Replied } from '../ipc/serve.ts';
import type { Role } from '../tables/windows.ts';

export type Electron = {
  readonly contextBridge: Pick<ContextBridge, 'exposeInMainWorld'>;
  readonly ipcRenderer: Pick<IpcRenderer, 'invoke'> & {
    on(channel: string, listener: (event: unknown, ...given: unknown[]) => void): unknown;
  };
};

export type Bridge = {
  readonly call: <N extends CallName>(name: N, params: ParamsOf<N>) => Promise<ResultOf<N> | null>;
  /** Told at once of what was shown last. */
  readonly onShown: <N extends ShownName>(name: N, listener: (value: ShownValue<N>) => void) => void;
};

/** Calls of this role alone: what is another's is refused here, before the main process refuses it. */
export function bridgeFor(role: Role, { ipcRenderer }: Pick<Electron, 'ipcRenderer'>): Bridge {
  const calls = new Set<string>(callsOf(role));
  const names = new Set<string>(shownTo(role));
  const listeners = new Map<string, ((value: unknown) => void)[]>();
  const last = new Map<string, unknown>();
  ipcRenderer.on(SHOW_CHANNEL, (_event, name, value) => {
    if (typeof name !== 'string' || !names.has(name)) return;
    const parsed = SHOWN[name as ShownName].value.safeParse(value);
    if (!parsed.success) return;
    last.set(name, parsed.data);
    for (const listener of listeners.get(name) ?? []) listener(parsed.data);
  });
  return {
    async call(name, params) {
      if (!calls.has(name)) return null;
      const given = CALLS[name].params.safeParse(params);
      if (!given.success) return null;
      const replied = parseReply(await ipcRenderer.invoke(CALL_CHANNEL, name, given.data));
      if (replied?.ok !== true) return null;
      const result = CALLS[name].result.safeParse(replied.value);
      // Made by this very row's schema.
      return result.success ? (result.data as ResultOf<typeof name>) : null;
    },
    onShown(name, listener) {
      if (!names.has(name)) return;
      const heard = listener as (value: unknown) => void;
      listeners.set(name, [...(listeners.get(name) ?? []), heard]);
      if (last.has(name)) heard(last.get(name));
    },
  };
}

function parseReply(reply: unknown): Replied | null {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply)) return null;
  return reply.ok === true && 'value' in reply ? { ok: true, value: reply.value } : { ok: false };
}
