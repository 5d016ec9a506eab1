// What is kept of a page between acts: the last look at it, and the frame that acts without an element look into.

/** A look that was taken, for what comes after. */
export type Looked = {
  readonly generation: number;
  readonly documentId: string;
  readonly url: string;
  /** By the monotonic clock. */
  readonly at: number;
  readonly frames: readonly string[];
  readonly elements: number;
  /** Frames that were watched only when the capture had begun: each counts as a change. */
  readonly late: number;
};

export type FrameScope = { readonly frameId: string; readonly documentId: string };
