// Tells the app how large the applet is, over a port that the app gives once. INVARIANT: nothing else ever leaves: two whole numbers, sent
// when the page has nothing else to do, so that one that is never idle is silent and is ended by the app. An applet without any size is closed: so a key that
// is pressed in it does what it does in the app.
const READ_MS = 500;
const NO_SIZE = { width: 0, height: 0 };

export function reportSize(): void {
  // What a script of the applet could put in their place later is taken now.
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own object below
  const stop = Event.prototype.stopImmediatePropagation;
  // oxlint-disable-next-line typescript/unbound-method -- applied to its own object below
  const send = MessagePort.prototype.postMessage;
  const { apply } = Reflect;
  const idle = whenIdle();
  const later = setTimeout.bind(globalThis);
  const root = document.documentElement;
  let given = false;
  addEventListener(
    'message',
    (event) => {
      const [port] = event.ports;
      if (given || event.source !== parent || event.data !== 'ghost-applet' || port === undefined) return;
      given = true;
      apply(stop, event, []);
      const read = (): void => {
        apply(send, port, [{ width: Math.round(root.scrollWidth), height: Math.round(root.scrollHeight) }]);
        later(() => idle(read), READ_MS);
      };
      idle(read);
      let closes = false;
      addEventListener('keydown', ({ key, target, defaultPrevented, isTrusted }) => {
        // In a field with words the key takes these away.
        const isOfField = target instanceof HTMLInputElement && target.value !== '';
        closes = key === 'Escape' && isTrusted && !isOfField && !defaultPrevented;
      });
      // Once the key is done with: nothing of it comes to a frame that is gone.
      addEventListener('keyup', ({ key, isTrusted }) => {
        if (closes && key === 'Escape' && isTrusted) apply(send, port, [NO_SIZE]);
      });
    },
    true,
  );
}

/**
 * A task of the lowest priority, not an idle callback: a frame that draws nothing new may wait for one for ever, and would be ended
 * as frozen. Where the browser knows no priorities (Safari), a task like any other: then only what never yields is silent.
 */
function whenIdle(): (act: () => void) => void {
  if ('scheduler' in globalThis) {
    const { scheduler } = globalThis;
    const post = scheduler.postTask.bind(scheduler);
    return (act) => void post(act, { priority: 'background' });
  }
  return setTimeout.bind(globalThis);
}
