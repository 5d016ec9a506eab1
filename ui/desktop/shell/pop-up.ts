// A small window that stays once it was opened, and hides where the person looks elsewhere: the quick bar, the tray's menu.
import type { WindowPort } from '../ports/electron.ts';

type Parts = { readonly newWindow: () => WindowPort; readonly url: string };

export class PopUp {
  readonly #parts: Parts;
  #window: WindowPort | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `null` before it was opened, and after it was closed. */
  get window(): WindowPort | null {
    return this.#window;
  }

  get isVisible(): boolean {
    return this.#window?.isVisible() === true;
  }

  hide(): void {
    this.#window?.hide();
  }

  /** The one that is there, or a new one with its page. */
  async ready(): Promise<WindowPort> {
    if (this.#window !== null) return this.#window;
    const window = this.#parts.newWindow();
    this.#window = window;
    window.on('blur', () => window.hide());
    window.on('closed', () => (this.#window = null));
    await window.loadURL(this.#parts.url).catch(() => undefined);
    return window;
  }
}
