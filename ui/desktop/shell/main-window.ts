// The main window: the frame over it, and beneath it the app or one of the person's own pages. A page that crashes costs its own view,
// and the gateway, which is another process, nothing. INVARIANT: the frame is never covered, so that a page cannot draw one.
import type { BaseWindowPort, ViewPort } from '../ports/electron.ts';
import type { Windows } from './windows.ts';

type Parts = {
  readonly windows: Pick<Windows, 'base' | 'view'>;
  readonly frameUrl: string;
  readonly onClosed: () => void;
  /** The person wants it out of sight: it stays in the tray. */
  readonly keepsRunning: () => boolean;
};

/** The strip of tabs; with the row of the address under it, where a page stands in front. */
export const FRAME_PX = { app: 44, page: 124, unfolded: 460 } as const;

export class MainWindow {
  readonly frame: ViewPort;
  readonly #parts: Parts;
  readonly #window: BaseWindowPort;
  #app: ViewPort;
  #page: ViewPort | null = null;
  #loaded: Promise<void> = Promise.resolve();
  #isUnfolded = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#window = parts.windows.base();
    this.frame = parts.windows.view('FRAME');
    this.#app = this.#newApp();
    this.#window.contentView.addChildView(this.frame);
    this.#window.on('resize', () => this.#lay());
    this.#window.on('close', (event) => {
      if (!parts.keepsRunning()) return;
      event.preventDefault();
      this.#window.hide();
    });
    this.#window.on('closed', parts.onClosed);
    void this.frame.webContents.loadURL(parts.frameUrl).catch(() => undefined);
    this.frame.webContents.on('render-process-gone', () => this.frame.webContents.reload());
    this.#lay();
  }

  get app(): ViewPort {
    return this.#app;
  }

  get isVisible(): boolean {
    return !this.#window.isDestroyed() && this.#window.isVisible();
  }

  show(): void {
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  /** Where the app is served now; another start of the gateway has another address and key. */
  showApp(url: string): void {
    const { webContents } = this.#app;
    this.#loaded = webContents.loadURL(url).catch(() => undefined);
  }

  /** Within the app, once it has taken its key out of its address. */
  async route(hash: string): Promise<void> {
    await this.#loaded;
    const { webContents } = this.#app;
    const at = webContents.isDestroyed() ? null : URL.parse(webContents.getURL());
    if (at === null) return;
    at.hash = hash;
    await webContents.loadURL(at.href).catch(() => undefined);
  }

  /** `null`: the app. */
  front(page: ViewPort | null): void {
    if (this.#page !== null) this.#window.contentView.removeChildView(this.#page);
    this.#page = page;
    if (page !== null) this.#window.contentView.addChildView(page);
    // Over whatever was added last.
    this.#window.contentView.addChildView(this.frame);
    this.#lay();
  }

  /** The frame reaches over the page while something is unfolded in it. */
  unfold(open: boolean): void {
    this.#isUnfolded = open;
    this.#lay();
  }

  destroy(): void {
    if (!this.#window.isDestroyed()) this.#window.destroy();
  }

  #newApp(): ViewPort {
    const app = this.#parts.windows.view('APP');
    this.#window.contentView.addChildView(app);
    app.webContents.on('render-process-gone', () => {
      // Its key is in its own session, and its address leads it there again.
      if (!app.webContents.isDestroyed()) app.webContents.reload();
    });
    return app;
  }

  #lay(): void {
    const { width, height } = this.#window.getContentBounds();
    const top = this.#page === null ? FRAME_PX.app : FRAME_PX.page;
    const below = { x: 0, y: top, width, height: Math.max(0, height - top) };
    const frame = this.#isUnfolded && this.#page !== null ? FRAME_PX.unfolded : top;
    this.frame.setBounds({ x: 0, y: 0, width, height: Math.min(height, frame) });
    this.#app.setBounds(below);
    this.#app.setVisible(this.#page === null);
    this.#page?.setBounds(below);
  }
}
