// One step back from an encoded text. INVARIANT: a decoder is pure and bounded: it gives a few times what it was given at most,
// and never throws.

export type Decoder = {
  /** As the consent card says it: "hidden as …". */
  readonly name: string;
  /** Decoded texts, none where this is no such encoding. */
  readonly decode: (text: string) => readonly string[];
  /** Its result may be read as this encoding again. The others undo themselves, or say nothing new. */
  readonly again: boolean;
  /** What it gives is looked at, and not decoded further. */
  readonly last?: true;
};

/** Characters up to which the decoders that guess are tried. */
export const MAX_GUESSED_CHARACTERS = 256;
export const MAX_DECODED_CHARACTERS = 4_096;
