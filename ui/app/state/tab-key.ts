// How a tab that was opened without a key (a link, a middle click) gets it from one of this origin that has it, so that a view can be
// opened anywhere. INVARIANT: the key is told to this origin alone, to one that asked just now, by a tab whose key the gateway takes;
// it is in no address. A window that another page opened and still holds asks for none.

const CHANNEL = 'ghost.key';
/** A tab answers at once; a throttled one in the background within this. */
const PATIENCE_MS = 1_500;

type Asked = { readonly type: 'ask'; readonly nonce: string };
type Told = { readonly type: 'key'; readonly nonce: string; readonly key: string };

/** `null`: no tab of this origin has one, or this window is another page's. */
export function askForKey(): Promise<string | null> {
  if (window.opener !== null) return Promise.resolve(null);
  const channel = new BroadcastChannel(CHANNEL);
  const asked: Asked = { type: 'ask', nonce: crypto.randomUUID() };
  return new Promise((resolve) => {
    const end = (key: string | null): void => {
      window.clearTimeout(timer);
      channel.close();
      resolve(key);
    };
    const timer = window.setTimeout(() => end(null), PATIENCE_MS);
    channel.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
      if (origin === location.origin && isTold(data) && data.nonce === asked.nonce) end(data.key);
    });
    channel.postMessage(asked);
  });
}

/** Answers tabs that ask, for as long as this one is open. `key`: `null` where it has none that the gateway takes. */
export function tellKey(key: () => string | null, gone: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  gone.addEventListener('abort', () => channel.close());
  channel.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    const held = key();
    if (held === null || origin !== location.origin || !isAsked(data)) return;
    channel.postMessage({ type: 'key', nonce: data.nonce, key: held } satisfies Told);
  });
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isAsked = (data: unknown): data is Asked =>
  isRecord(data) && data['type'] === 'ask' && typeof data['nonce'] === 'string';

const isTold = (data: unknown): data is Told =>
  isRecord(data) &&
  data['type'] === 'key' &&
  typeof data['nonce'] === 'string' &&
  typeof data['key'] === 'string';
