// The entries of a tab's history, as a program that drives the tab is told of them.
// INVARIANT: one whose origin the task may not read is there, and nothing of it is told.
import type { RemoteEntry } from '#executors/contract/remote.ts';
import type { Page } from '#executors/page/page.ts';

const START = 'about:blank';

export async function historyOf(
  page: Page,
  hide: (text: string) => string,
): Promise<{ readonly current: number; readonly entries: readonly RemoteEntry[] }> {
  const { currentIndex, entries } = await page.history();
  // Every tab begins empty: nobody was on that page, and no act goes back to it.
  const begin = entries[0]?.url === START && currentIndex > 0 ? 1 : 0;
  return {
    current: currentIndex - begin,
    entries: entries
      .slice(begin)
      .map(({ id, url, title }) =>
        url === START || page.reads(url)
          ? { id, url: hide(url), title: hide(title) }
          : { id, url: '', title: '' },
      ),
  };
}
