// The small window at the tray that shows its menu as a page, where the system tells of a press on the tray.
import type { Rectangle } from 'electron';
import type { WindowPort } from '../ports/electron.ts';
import { PopUp } from './pop-up.ts';

type Parts = {
  readonly newWindow: () => WindowPort;
  readonly url: string;
  readonly show: (window: WindowPort) => void;
};

export class TrayWindow {
  readonly #parts: Parts;
  readonly #popUp: PopUp;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#popUp = new PopUp(parts);
  }

  async toggle(at: Rectangle): Promise<void> {
    if (this.#popUp.isVisible) return this.hide();
    const window = await this.#popUp.ready();
    const { width, height } = window.getBounds();
    // Beneath a bar at the top, above one at the bottom.
    const isLow = at.y > height;
    window.setPosition(
      Math.max(0, Math.round(at.x + at.width / 2 - width / 2)),
      isLow ? at.y - height : at.y + at.height,
    );
    this.refresh();
    window.show();
    window.focus();
  }

  hide(): void {
    this.#popUp.hide();
  }

  refresh(): void {
    const { window } = this.#popUp;
    if (window !== null) this.#parts.show(window);
  }
}
