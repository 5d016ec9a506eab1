// The pages of one tab as targets: what a page opened is one beside it, and what is closed is none. Whichever is in front is known here.
// INVARIANT: it may be told of once for each target of the tab, and changes nothing when it is told again.
import type { RemotePageEvent } from '#executors/contract/remote.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import type { OwnTarget } from './target.ts';

type Targets = {
  readonly ofTab: (open: OpenTab) => readonly OwnTarget[];
  readonly add: (open: OpenTab, contextId: string, opener: OwnTarget | null) => OwnTarget;
  readonly remove: (target: OwnTarget) => void;
};

export function pagesOf(targets: Targets, heard: OwnTarget, event: RemotePageEvent): void {
  const all = targets.ofTab(heard.open);
  const named = (page: string | null): OwnTarget | undefined => all.find(({ pageId }) => pageId === page);
  if (event.kind === 'PAGE_GONE') {
    const gone = named(event.page);
    if (gone !== undefined) targets.remove(gone);
    return;
  }
  const { page, opener, instead } = event;
  for (const one of all) {
    // What it showed last is told of it for as long as others are in front.
    if (one.inFront && one.pageId !== page && one.pageId !== instead) one.inFront = false;
  }
  const replaced = instead === null ? undefined : named(instead);
  const there = replaced ?? named(page);
  if (there === undefined) targets.add(heard.open, heard.contextId, named(opener) ?? null);
  else there.inFront = true;
  if (replaced === undefined) return;
  replaced.pageId = page;
  replaced.page.replaced();
}
