// What widens what is allowed, on its way to a person's terminal and back. INVARIANT: a word that was typed is for what was shown
// with it, once, and for nothing else.

export type Widening =
  | { readonly act: 'RELOAD' | 'PROMOTE' | 'SHADOW' }
  | { readonly act: 'REVERT'; readonly file: string }
  /** `key`: the text of a public key. */
  | { readonly act: 'TRUST'; readonly key: string };

export type ShownWidening = {
  /** What it would do, for the person who is to type. */
  readonly lines: readonly string[];
  /** What they type. */
  readonly word: string;
  /** Names exactly this: a policy, a bundle, a key. */
  readonly covers: string;
  /** What is typed before is thrown away. */
  readonly pauseMs: number;
};

export type OpenedWidening = ShownWidening & { readonly nonce: string };
export type TypedWord = { readonly nonce: string; readonly word: string };
