// Checks every document that is shown in a main frame, whether a request brought it or not: a page makes a blob without asking
// anybody. INVARIANT: a document without a web address was decided as a navigation, or is left at once.
import { describe } from '#policy/language/failure.ts';
import type { PageAct, PageActVerdict } from '#executors/contract/page-act.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import type { Page } from '#executors/page/page.ts';

type Options = {
  readonly tabId: string;
  readonly ask: (act: PageAct) => Promise<PageActVerdict>;
  readonly expectation: () => Expectation | null;
};

/** What requests bring, and the guard decides on; and what shows nothing of anybody's. */
const DECIDED = /^(?:https?:|chrome-error:|about:blank(?:[?#]|$))/u;

const ASKED_BY_NOBODY = {
  method: 'GET',
  contentType: '',
  referrer: '',
  body: null,
  isNew: false,
} as const;

export function watchCommitted(page: Page, { tabId, ask, expectation }: Options): void {
  const { session } = page;
  const decide = async (url: string): Promise<void> => {
    const origin = URL.parse(url)?.origin ?? 'null';
    const act = Object.freeze({
      kind: 'NAVIGATE',
      tabId,
      // Of whose making it is: a blob's address names its origin.
      documentUrl: origin === 'null' ? 'about:blank' : `${origin}/`,
      url,
      method: 'GET',
      start: 'SCRIPT',
      body: null,
      credentials: false,
      redirectedFrom: null,
    } as const);
    const release = page.hold();
    try {
      const { allow, reason } = await ask(act).catch((thrown: unknown) => ({
        allow: false,
        reason: describe(thrown),
      }));
      if (allow) return;
      expectation()?.refuse('NAVIGATE', url, reason, null);
    } finally {
      release();
    }
  };
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== page.id || DECIDED.test(frame.url)) return;
    // The act that runs was decided on as going to this very address, and no request asks for it.
    const running = expectation();
    if (running?.acts === true && running.take({ ...ASKED_BY_NOBODY, url: frame.url, frameId: page.id }))
      return;
    // Nothing of it runs on while it is decided; the floor on schemes refuses it everywhere but where a policy has none.
    const left = session.send('Page.navigate', { url: 'about:blank' });
    Promise.all([decide(frame.url), left]).catch(() => page.waiter.changed()); // the page is gone, and the document with it
  });
}
