// Watches the one applet that is shown: takes its size, and ends it when it is silent, floods, leaves its document, is out of sight or
// another is opened. INVARIANT: two whole numbers come from it and nothing else; the app stays alive whatever it does, since it runs in a
// process of its own.
type AppletSize = { readonly width: number; readonly height: number };

/** Why an applet was ended. */
export const APPLET_ENDS = {
  frozen: 'it did not answer for 5 seconds and more',
  flood: 'it sent more messages than an applet has any need of',
  message: 'it sent something that is no size',
  left: 'it left its document',
  hidden: 'its tab was out of sight, where nobody sees what it does',
  other: 'another one was opened, and one runs at a time',
  unopened: 'it could not be opened: it was not there after 30 seconds',
} as const;
export type AppletEnd = keyof typeof APPLET_ENDS;

const LOOK_MS = 500;
/** Looks without a word in between: five seconds where the machine keeps up. */
const SILENT_LOOKS = 10;
/** What draws for the first time is given as many times as long. */
const FIRST = 2;
/** A large document on a busy machine: until it is read, nothing in it can answer. */
const OPENING_MS = 30_000;
/** A look that comes late says that the machine does not keep up: it counts for a quarter, so that what takes all of it is ended all the same. */
const LATE_MS = 750;
const LATE_LOOK = 0.25;
/** From one look to the next. */
const MOST_MESSAGES_A_LOOK = 40;
const MOST_PX = 100_000;

function sizeIn(data: unknown): AppletSize | null {
  if (typeof data !== 'object' || data === null || Object.keys(data).length !== 2) return null;
  if (!('width' in data) || !('height' in data)) return null;
  const { width, height } = data;
  const isPixels = (one: unknown): one is number =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) <= MOST_PX;
  return isPixels(width) && isPixels(height) ? { width, height } : null;
}

/** `frame`: not in the document yet, or just put there. Ends with `stop`, or by itself: then the frame is gone and `on.ended` says why. */
export function watchApplet(
  frame: HTMLIFrameElement,
  on: {
    readonly size: (size: AppletSize) => void;
    readonly ended: (why: AppletEnd) => void;
    /** The close key was pressed in it: an applet without any size is closed. */
    readonly closed: () => void;
  },
  openingMs = OPENING_MS,
): { readonly stop: () => void } {
  const channel = new MessageChannel();
  const over = new AbortController();
  const beganAt = performance.now();
  let lookedAt = beganAt;
  /** Since it was heard last, or since its document was there. */
  let silent = 0;
  let isHeard = false;
  let messages = 0;
  let loads = 0;

  // Every window of the app hears it, and none but the app's.
  const others = new BroadcastChannel('ghost-applet-opened');
  const stop = (): void => {
    over.abort();
    others.close();
    clearInterval(timer);
    channel.port1.close();
    frame.remove();
  };
  const end = (why: AppletEnd): void => {
    if (over.signal.aborted) return;
    stop();
    on.ended(why);
  };
  others.addEventListener('message', () => end('other'));
  others.postMessage(null);
  document.addEventListener('visibilitychange', () => (document.hidden ? end('hidden') : undefined), {
    signal: over.signal,
  });
  const count = (): boolean => {
    messages += 1;
    if (messages > MOST_MESSAGES_A_LOOK) end('flood');
    return messages <= MOST_MESSAGES_A_LOOK;
  };
  channel.port1.addEventListener('message', (event) => {
    if (over.signal.aborted || !count()) return;
    const size = sizeIn(event.data);
    if (size === null) return end('message');
    silent = 0;
    isHeard = true;
    if (size.width === 0 && size.height === 0) {
      stop();
      on.closed();
    } else on.size(size);
  });
  channel.port1.start();
  // Nothing is read of what comes another way; it is counted.
  addEventListener(
    'message',
    ({ source }) => void (source !== null && source === frame.contentWindow && count()),
    {
      signal: over.signal,
    },
  );
  frame.addEventListener(
    'load',
    () => {
      loads += 1;
      if (loads > 1) return end('left');
      silent = 0;
      // The document's origin is opaque: it has no name that could be given here.
      frame.contentWindow?.postMessage('ghost-applet', '*', [channel.port2]);
    },
    { signal: over.signal },
  );
  const timer = setInterval(() => {
    const now = performance.now();
    silent += now - lookedAt > LATE_MS ? LATE_LOOK : 1;
    lookedAt = now;
    messages = 0;
    if (document.hidden) return end('hidden');
    if (loads === 0) {
      if (now - beganAt > openingMs) end('unopened');
    } else if (silent > SILENT_LOOKS * (isHeard ? 1 : FIRST)) end('frozen');
  }, LOOK_MS);
  return { stop };
}
