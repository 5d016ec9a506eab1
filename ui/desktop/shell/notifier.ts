// The system's notifications: that something waits, or that a task ended. INVARIANT: a press opens what it is about; there is no button
// in it, so nothing is answered there.
import { Notices, type Notice } from '#ui/signals/notices.ts';
import type { Happening } from '#gateway/protocol/desktop/happening.ts';
import type { ElectronPort, NotificationPort } from '../ports/electron.ts';

type Parts = Pick<ElectronPort, 'Notification'> & {
  readonly open: (opens: Notice['opens']) => void;
  /** Somebody looks at the window that would say the same. */
  readonly isWatched: () => boolean;
  readonly now: () => number;
};

const MOST_KEPT = 20;

export class Notifier {
  readonly #parts: Parts;
  readonly #notices = new Notices();
  /** Else they are collected while they are shown, and a press is heard by nobody. */
  #kept: NotificationPort[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  happened(happening: Happening): void {
    this.#tell(this.#notices.take(happening, this.#parts.now()));
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const one of this.#kept) one.close();
    this.#kept = [];
  }

  #tell(notice: Notice | null): void {
    const { Notification, isWatched, open, now } = this.#parts;
    if (notice !== null && Notification.isSupported() && !isWatched()) {
      const { title, body, opens } = notice;
      const shown = new Notification({ title, body, silent: !notice.asks });
      shown.on('click', () => open(opens));
      shown.show();
      this.#kept = [...this.#kept, shown].slice(-MOST_KEPT);
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    const next = this.#notices.nextMs;
    this.#timer =
      next === null
        ? null
        : setTimeout(() => this.#tell(this.#notices.due(now())), Math.max(0, next - now()));
  }
}
