// The pictures of one task as they leave the gateway: which there are, which acts they stand around, and where words stand on them.
// INVARIANT: plain JSON; places are in pixels of the picture.

export type PictureBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type PictureView = {
  /** From 1 on, in their order. */
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  /** The step after which it was taken; 0: before the first. */
  readonly step: number;
  /** Address of the page on it. */
  readonly page: string;
  readonly width: number;
  readonly height: number;
};

/** An act, and the pictures of the page as it was and as it became. */
export type PicturedAct = {
  /** As its log entries have it. */
  readonly requestId: string;
  readonly step: number;
  /** As its step has it. */
  readonly at: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Its element, on the picture before. */
  readonly box: PictureBox | null;
};

/** Words that the result quotes, on the picture on which they stand. */
export type PicturedQuote = {
  readonly quote: string;
  readonly page: string;
  readonly picture: number;
  readonly box: PictureBox;
};

export type PictureNotes = {
  readonly acts: readonly PicturedAct[];
  readonly quotes: readonly PicturedQuote[];
};

export type PicturesView = PictureNotes & { readonly pictures: readonly PictureView[] };
