// Answers that were let go on and whose downloads have not begun yet.
// INVARIANT: one leave is one address, once, and for a short time; what is not taken by then has failed.
import { failure, type Failure } from '#policy/language/failure.ts';
import type { DownloadLeave } from '#executors/contract/download.ts';
import type { Expectation } from '#executors/page/expectation.ts';

const BEGIN_MS = 5_000;

export type Approved = {
  readonly url: string;
  readonly leave: DownloadLeave;
  readonly expectation: Expectation | null;
};
type Open = Approved & { readonly timer: NodeJS.Timeout; readonly over: () => void };

export class ReleasedAnswers {
  readonly #open: Open[] = [];

  /** Resolves once the download has begun, or is not waited for any more. */
  add({ url, leave, expectation }: Approved): Promise<void> {
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      const at = this.#open.indexOf(open);
      if (at !== -1) this.#open.splice(at, 1);
      const error = failure('download.failed', 'the browser did not begin the download');
      expectation?.refuse('DOWNLOAD', url, error.message, null);
      over.resolve();
      leave.failed(error);
    }, BEGIN_MS);
    const open = { url, leave, expectation, timer, over: over.resolve };
    this.#open.push(open);
    return over.promise;
  }

  /** Of the download that begins now. `followed` is called once it is looked after. */
  take(url: string): (Approved & { readonly followed: () => void }) | null {
    const at = this.#open.findIndex((open) => withoutFragment(open.url) === withoutFragment(url));
    const [open] = at === -1 ? [] : this.#open.splice(at, 1);
    if (open === undefined) return null;
    clearTimeout(open.timer);
    return { ...open, followed: open.over };
  }

  /** None of them begins any more. */
  end(why: Failure): void {
    for (const { timer, leave, over } of this.#open.splice(0)) {
      clearTimeout(timer);
      over();
      leave.failed(why);
    }
  }
}

const withoutFragment = (url: string): string => url.split('#')[0] ?? url;
