// Runs in the page's world before its first script: a window has no opener and is opened without one, and no name to find
// it by. Self-contained: its source text is sent to the browser. What still opens with an opener is closed (popup-budget.ts).
// INVARIANT: navigations inside the page's own frames keep their target.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export function cutWindows(report: () => void): void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return;
  const { apply } = Reflect;
  const { getOwnPropertyDescriptor } = Object;
  const { toLowerCase, trim } = String.prototype;
  const { getAttribute, setAttribute } = Element.prototype;
  const openWindow = window.open;
  const { submit, requestSubmit } = HTMLFormElement.prototype;
  const frameNamed = Document.prototype.querySelectorAll;
  const win = window;
  const doc = document;
  if (win.top === win) {
    try {
      if (win.opener !== null) win.opener = null;
      if (win.name !== '') win.name = '';
    } catch {
      // A document that may not touch its own window has nothing to cut.
    }
  }
  const within = (name: string): boolean => {
    const low = apply(toLowerCase, apply(trim, name, []), []);
    if (low === '' || low === '_self' || low === '_top' || low === '_parent' || low === '_unfencedtop')
      return true;
    if (low === '_blank') return false;
    try {
      for (let one: Window = win; ; one = one.parent) {
        for (const frame of apply(frameNamed, one.document, ['iframe[name],frame[name],object[name]'])) {
          if (apply(getAttribute, frame, ['name']) === name) return true;
        }
        if (one === one.parent) return false;
      }
    } catch {
      return false; // a parent of another origin: its frames are not ours to find by name
    }
  };
  win.open = {
    open(url?: string | URL, target?: string, features?: string): Window | null {
      const name = target ?? '_blank';
      if (name !== '' && within(name)) return apply(openWindow, win, [url ?? '', name, features ?? '']);
      report();
      apply(openWindow, win, [url ?? '', '_blank', `${features ?? ''},noopener`]);
      return null;
    },
  }.open;
  const cut = (element: Element): void => {
    const base = apply(frameNamed, doc, ['base[target]'])[0];
    const inherited = base === undefined ? '' : (apply(getAttribute, base, ['target']) ?? '');
    if (within(apply(getAttribute, element, ['target']) ?? inherited)) return;
    apply(setAttribute, element, ['rel', 'noopener']);
  };
  const targetOf = getOwnPropertyDescriptor(Event.prototype, 'target')?.get;
  const pathOf = Event.prototype.composedPath;
  const seen = (event: Event): void => {
    const path = apply(pathOf, event, []);
    const start: unknown = targetOf === undefined ? null : apply(targetOf, event, []);
    for (const node of [start, ...path]) {
      if (
        node instanceof HTMLAnchorElement ||
        node instanceof HTMLAreaElement ||
        node instanceof HTMLFormElement
      )
        cut(node);
    }
  };
  for (const type of ['click', 'auxclick', 'submit']) win.addEventListener(type, seen, { capture: true });
  HTMLFormElement.prototype.submit = {
    submit(this: HTMLFormElement): void {
      cut(this);
      apply(submit, this, []);
    },
  }.submit;
  HTMLFormElement.prototype.requestSubmit = {
    requestSubmit(this: HTMLFormElement, submitter?: HTMLElement | null): void {
      cut(this);
      apply(requestSubmit, this, submitter === undefined ? [] : [submitter]);
    },
  }.requestSubmit;
}
