// The small window at the tray that shows its menu as a page, where the system tells of a press on the tray.
import type { Rectangle } from 'electron';
import type { WindowPort } from '../ports/electron.ts';

type Parts = {
  readonly newWindow: () => WindowPort;
  readonly url: string;
  readonly show: (window: WindowPort) => void;
};

export class TrayWindow {
  readonly #parts: Parts;
  #window: WindowPort | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async toggle(at: Rectangle): Promise<void> {
    if (this.#window?.isVisible() === true) return this.hide();
    const window = this.#window ?? (await this.#begin());
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
    this.#window?.hide();
  }

  refresh(): void {
    if (this.#window !== null) this.#parts.show(this.#window);
  }

  async #begin(): Promise<WindowPort> {
    const window = this.#parts.newWindow();
    this.#window = window;
    window.on('blur', () => window.hide());
    window.on('closed', () => (this.#window = null));
    await window.loadURL(this.#parts.url).catch(() => undefined);
    return window;
  }
}
