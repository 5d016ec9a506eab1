// Keeps a press that was meant for something else from allowing anything. INVARIANT: it can only hold back an allowance;
// a denial never passes through here. Time starts again whenever what is on the screen appears, moves, resizes or changes.

export type Held = 'wait' | 'hidden' | 'small' | 'covered';

/** A window smaller than this (CSS pixels) cannot show what is asked. */
const SMALLEST = { width: 200, height: 160 };

export class Shield {
  readonly #ms: number;
  #quietSince: number;
  #covered = false;
  #pointer: { x: number; y: number; offsetX: number; offsetY: number } | null = null;
  #armedAtPress = false;
  /** Since when all that must be read has been there to be read. */
  #readableSince: number;
  /** The key that is down, or was pressed last without being let go. */
  #key: { readonly at: number; readonly wasArmed: boolean } | null = null;
  #timer: number | undefined;
  readonly #onChange: () => void;

  /** `ms`: how long everything has to be still. `onChange` runs whenever `held()` may have changed. */
  constructor(ms: number, onChange: () => void) {
    this.#ms = ms;
    this.#readableSince = performance.now();
    this.#quietSince = this.#readableSince;
    this.#onChange = onChange;
    this.#arm();
  }

  /** Watches the window, the content, and whether anything lies over the controls that allow. */
  watch(content: Element, controls: readonly Element[]): void {
    const disturb = (): void => this.disturb();
    window.addEventListener('resize', disturb);
    document.addEventListener('visibilitychange', disturb);
    new ResizeObserver(disturb).observe(content);
    window.addEventListener('pointermove', (event) => this.#follow(event), { passive: true });
    const press = (event: PointerEvent): void => {
      this.#follow(event);
      this.#armedAtPress = this.held() === null;
    };
    window.addEventListener('pointerdown', press, { capture: true, passive: true });
    this.#watchKeys();
    this.#watchCover(controls);
  }

  /** What the person looks at has changed: the time starts again. */
  disturb(): void {
    this.#quietSince = performance.now();
    this.#arm();
    this.#onChange();
  }

  /** What must be read came into view only now: the time starts again, for keys and assistive tools as well. */
  cameIntoView(): void {
    this.#readableSince = performance.now();
    this.disturb();
  }

  #arm(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#onChange(), this.#ms + 1);
  }

  /** Why an allowance is not taken now; `null` when it is. */
  held(): Held | null {
    if (document.visibilityState !== 'visible') return 'hidden';
    if (window.innerWidth < SMALLEST.width || window.innerHeight < SMALLEST.height) return 'small';
    if (performance.now() - this.#quietSince < this.#ms) return 'wait';
    return this.#covered ? 'covered' : null;
  }

  /** A pointer's press counts when the shield was open at its start and at its end. */
  takesPointer(): boolean {
    return this.#armedAtPress && this.held() === null;
  }

  /** A key's press counts when the shield was open as it went down; an assistive tool presses without any key. */
  takesKey(): boolean {
    return (this.#key?.wasArmed ?? true) && this.held() === null;
  }

  /**
   * The way without timing, for keyboards and assistive tools: a second, separate press. It needs no stillness and no
   * view of the screen, only that what is asked has been there to be read for the gateway's own minimum as it began.
   */
  takesConfirmedKey(): boolean {
    const began = this.#key?.at ?? performance.now();
    return document.visibilityState === 'visible' && began - this.#readableSince >= this.#ms;
  }

  #watchKeys(): void {
    const down = ({ key, isTrusted, repeat }: KeyboardEvent): void => {
      if (!isTrusted || repeat || (key !== 'Enter' && key !== ' ')) return;
      this.#key = { at: performance.now(), wasArmed: this.held() === null };
    };
    // A space presses as it is let go: it is forgotten only after that.
    const up = (): void => void window.setTimeout(() => (this.#key = null));
    window.addEventListener('keydown', down, { capture: true, passive: true });
    window.addEventListener('keyup', up, { capture: true, passive: true });
  }

  /** Where the pointer is on the screen less where it is in this document: it changes when the frame is moved. */
  #follow(event: PointerEvent): void {
    if (!event.isTrusted) return;
    const now = {
      x: event.clientX,
      y: event.clientY,
      offsetX: event.screenX - event.clientX,
      offsetY: event.screenY - event.clientY,
    };
    const last = this.#pointer;
    this.#pointer = now;
    if (last === null) return;
    // Page zoom makes the two scales differ: up to the distance that the pointer itself went is not a move of the frame.
    const slackX = Math.abs(now.x - last.x) * 1.1 + 8;
    const slackY = Math.abs(now.y - last.y) * 1.1 + 8;
    if (Math.abs(now.offsetX - last.offsetX) > slackX || Math.abs(now.offsetY - last.offsetY) > slackY) {
      this.disturb();
    }
  }

  /** Intersection Observer v2 says whether anything lies over the control, in this frame or in those around it. */
  #watchCover(controls: readonly Element[]): void {
    if (!('isVisible' in IntersectionObserverEntry.prototype)) return;
    const options: IntersectionObserverInit & { trackVisibility: boolean; delay: number } = {
      threshold: [0, 0.5, 0.95],
      trackVisibility: true,
      delay: 100,
    };
    const covered = new Set<Element>();
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        // Scrolled out of view is not covered: no pointer reaches it there.
        if (entry.isIntersecting && 'isVisible' in entry && entry.isVisible === false)
          covered.add(entry.target);
        else covered.delete(entry.target);
      }
      if (covered.size > 0 === this.#covered) return;
      this.#covered = covered.size > 0;
      this.disturb();
    }, options);
    for (const control of controls) observer.observe(control);
  }
}
