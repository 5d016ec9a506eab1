// The page's next frame, waited for in our isolated world. Self-contained: its source text is sent to the browser.
// A page hears of its own scrolling with its next frame: what it does then is there before a point of it is chosen.

/** A page that is not drawn has no animation frames: it is waited for this long. */
const MOST_MS = 500;

export type NextFrame = () => Promise<void>;

function nextFrame(mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, mostMs);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** An expression: a function without parameters that resolves with the next frame. */
export const NEXT_FRAME = `(() => (${String(nextFrame)})(${MOST_MS}))`;
