// A look right behind an act shows the page as it is when it is told, whatever was taken of it ahead.
import { expect, test, vi } from 'vitest';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { startSite } from '#test/fixtures/site.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';
import { decidedAnew, need, outline } from '#test/fixtures/tab.ts';

const on = tabOnSite();
const SIGNAL = new AbortController().signal;

type Decides = (documentUrl: string) => Promise<unknown>;

/** An act as a caller has it done that looks next; what it `decides` meanwhile stands between inspection and act. */
async function once(action: BrowserAction, decides: Decides): Promise<Result<ActOutcome>> {
  const { tab, authority, bind } = on.t;
  const bound = bind(action, need(await tab.inspect(action, SIGNAL)));
  await decides(bound.document.url);
  const looksNext = action.type !== 'SNAPSHOT';
  return tab.perform(authority.authorise(bound), bound, null, SIGNAL, undefined, looksNext);
}
const act = async (action: BrowserAction, decides: Decides = async () => undefined): Promise<ActOutcome> =>
  need(await decidedAnew(() => once(action, decides)));
const shownBy = (done: ActOutcome): string => (done.kind === 'SNAPSHOT' ? outline(done.snapshot.nodes) : '');

async function clicked(script: string): Promise<void> {
  on.site.pages['/page'] =
    `<!doctype html><title>T</title><button onclick="${script}">Go</button><p id="said">nothing yet</p>`;
  on.site.pages['/next'] = '<!doctype html><title>Next</title><p>you are there</p>';
  on.site.pages['/changed'] = '';
  await on.t.open(`${on.site.origin}/page`);
  await act({ type: 'CLICK', ref: await on.t.ref('button', 'Go') });
}
const SAYS = "said.textContent = 'all said'; fetch('/changed?' + Math.random())";

test('what it did at once is in it', async () => {
  await clicked("said.textContent = 'all said'");
  expect(shownBy(await act({ type: 'SNAPSHOT' }))).toContain('all said');
});

test('what came of it a moment later is in it', async () => {
  await clicked("setTimeout(() => { said.textContent = 'all said'; }, 18)");
  expect(shownBy(await act({ type: 'SNAPSHOT' }))).toContain('all said');
});

test('a document that it asked for a moment later is waited for', async () => {
  await clicked("setTimeout(() => { location.href = '/next'; }, 18)");
  expect(shownBy(await act({ type: 'SNAPSHOT' }))).toContain('you are there');
});

test('what changed while the look was being decided is in it', async () => {
  await clicked(`setTimeout(() => { ${SAYS} }, 400)`);
  const before = on.site.hits.length;
  const looked = await act({ type: 'SNAPSHOT' }, () =>
    vi.waitFor(() => expect(on.site.hits.slice(before).join(' ')).toContain('/changed'), 10_000),
  );
  expect(shownBy(looked)).toContain('all said');
});

test('a document of another origin that comes meanwhile is decided on before anything of it is read', async () => {
  const { promise: answers, resolve: answer } = Promise.withResolvers<void>();
  const other = await startSite(
    {
      '/next': (_, response) =>
        void answers.then(() =>
          response.setHeader('content-type', 'text/html').end('<p>of another site</p>'),
        ),
    },
    '127.0.0.2',
  );
  await clicked(`setTimeout(() => { location.href = '${other.origin}/next'; }, 400)`);
  const decidedOn: string[] = [];
  const asks: Decides = async (url) => {
    decidedOn.push(new URL(url).origin);
    if (url.startsWith(other.origin)) throw new Error('nothing of that site is read');
    await vi.waitFor(() => expect(other.hits).toEqual(['GET /next']), 10_000);
    setImmediate(answer);
  };
  await expect(act({ type: 'SNAPSHOT' }, asks)).rejects.toThrow('nothing of that site is read');
  expect(decidedOn).toEqual([on.site.origin, other.origin]);
  await other.close();
});

test('what a click was decided to lead to is covered a moment later too, and a refusal leaves the page as it was', async () => {
  const { t, site } = on;
  const asked: string[] = [];
  t.rules.pageAct = (act) => {
    if (act.kind !== 'NAVIGATE') return true;
    asked.push(act.url);
    return false;
  };
  try {
    site.pages['/next'] = '<!doctype html><title>Next</title><p>you are there</p>';
    const leads = async (to: string): Promise<ActOutcome> => {
      site.pages['/page'] =
        `<!doctype html><a href="/next" onclick="event.preventDefault(); setTimeout(() => { location.href = '${to}'; }, 18)">Go</a>`;
      await t.open(`${site.origin}/page`);
      return act({ type: 'CLICK', ref: await t.ref('link', 'Go') });
    };
    expect(await leads('/next')).toMatchObject({ navigated: true, refused: [] });
    expect(shownBy(await act({ type: 'SNAPSHOT' }))).toContain('you are there');
    expect(asked).toEqual([]);
    const refused = await leads('/elsewhere');
    expect(refused).toMatchObject({ navigated: false, refused: [{ code: 'act.navigation-denied' }] });
    expect(shownBy(await act({ type: 'SNAPSHOT' }))).toContain('Go');
    expect(asked).toEqual([`${site.origin}/elsewhere`]);
  } finally {
    t.rules.pageAct = () => true;
  }
});
