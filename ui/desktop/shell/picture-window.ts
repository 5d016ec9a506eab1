// A Ghost Tab as a small picture over everything. INVARIANT: it shows, and nothing that is pressed or typed in it reaches the page.
import type { WindowPort } from '../ports/electron.ts';

type Parts = {
  readonly newWindow: () => WindowPort;
  readonly url: string;
};

export class PictureWindow {
  readonly #parts: Parts;
  #window: WindowPort | null = null;
  #taskId: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get window(): WindowPort | null {
    return this.#window;
  }

  /** Of this task the picture is. */
  get taskId(): string | null {
    return this.#taskId;
  }

  async open(taskId: string): Promise<void> {
    this.#taskId = taskId;
    if (this.#window === null) {
      const window = this.#parts.newWindow();
      this.#window = window;
      window.on('closed', () => {
        this.#window = null;
        this.#taskId = null;
      });
    }
    // Anew for each task: a page that was shown the other one's picture shows it no longer.
    await this.#window.loadURL(this.#parts.url).catch(() => undefined);
    this.#window?.showInactive();
  }

  hide(): void {
    this.#window?.destroy();
    this.#window = null;
    this.#taskId = null;
  }
}
