// Renders a page as text for the caller that acts in a tab: the whole, an opened fold, or the changes since an earlier look.
// INVARIANT: it renders only what a decided look has given; it never looks itself.
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { renderChanges } from '#executors/perception/outline/changes.ts';
import { renderOutline } from '#executors/perception/outline/outline.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { TabReading, TabReadingOptions } from '#gateway/protocol/tabs.ts';

/** Looks that `since` may name. */
const MAX_SNAPSHOTS_KEPT = 4;

export class PageText {
  #looks: readonly PageSnapshot[] = [];

  saw(snapshot: PageSnapshot): void {
    this.#looks = [snapshot, ...this.#looks].slice(0, MAX_SNAPSHOTS_KEPT);
  }

  /** Errors: `act.unknown-ref` for a fold that the last look does not have. */
  read({ budget, from, since }: TabReadingOptions): Result<TabReading> {
    const [last] = this.#looks;
    if (last === undefined) {
      return fail('act.unknown-ref', 'there was no look at this page yet', {
        help: 'take a snapshot first',
      });
    }
    if (from !== undefined && !from.startsWith('@') && !last.nodes.some(({ ref }) => ref === from)) {
      return fail('act.unknown-ref', `the last snapshot has no element \`${from}\``, {
        help: 'open what a fold of it names',
      });
    }
    const { url, title } = last.document;
    const base = { url, title, generation: last.generation };
    const before = this.#looks.find(({ generation }) => generation === since);
    const changes = before === undefined ? null : renderChanges(before, last, budget);
    if (changes !== null)
      return ok({ ...base, kind: 'CHANGES', text: changes, listed: 0, folded: 0, folds: [] });
    const outline = renderOutline(last, {
      ...(budget === undefined ? {} : { budget }),
      ...(from === undefined ? {} : { from }),
    });
    return ok({ ...base, kind: 'PAGE', ...outline });
  }
}
