// What a page asked for from inside (by links, forms, scripts) and of which its browser has not told yet: whoever acts waits for that.
export class AskedFromInside {
  /** URLs of windows whose targets have not been settled yet. */
  readonly #windows: string[] = [];
  #navigations = 0;
  #downloads = 0;

  /** Navigations of the main frame, counted from the page's beginning. */
  get navigations(): number {
    return this.#navigations;
  }
  /** Whether a window or a download is to come. */
  get opensSomething(): boolean {
    return this.opensWindow || this.#downloads > 0;
  }
  get opensWindow(): boolean {
    return this.#windows.length > 0;
  }

  navigation(): void {
    this.#navigations += 1;
  }
  download(): void {
    this.#downloads += 1;
  }
  downloadBegan(): void {
    this.#downloads = Math.max(0, this.#downloads - 1);
  }
  window(url: string): void {
    this.#windows.push(url);
  }
  /** The first window that was asked for is there now: what it was to show. */
  windowCame(): string | undefined {
    return this.#windows.shift();
  }
  /** The browser kept it from opening by itself. */
  nothingOpens(): void {
    this.#windows.length = 0;
    this.#downloads = 0;
  }
}
