// What the person asks of the policy under Matrix and What if. INVARIANT: it outlives a change of the view, and nothing is decided by it.
import { create } from 'zustand';
import type { AddressClass, BrowserCapability, BrowserExecutorType } from '#policy/language/vocabulary.ts';

export type WhatIf = {
  readonly capability: BrowserCapability;
  readonly executor: BrowserExecutorType;
  /** `null`: the usual one. */
  readonly addressClass: AddressClass | null;
  /** `null`: nothing was typed yet. */
  readonly url: string | null;
  readonly namedByUser: boolean;
};

export const useWhatIf = create<WhatIf>(() => ({
  capability: 'NAVIGATE_CROSS_ORIGIN',
  executor: 'HEADLESS_CHROMIUM',
  addressClass: null,
  url: null,
  namedByUser: false,
}));

export type MatrixAsked = {
  /** Beside the sites that are known, newest first. */
  readonly added: readonly string[];
  /** Whose whole tables are shown; `''`: those of any other site. */
  readonly host: string;
  /** `null`: the usual one. */
  readonly addressClass: AddressClass | null;
  readonly executor: BrowserExecutorType;
};

export const useMatrixAsked = create<MatrixAsked>(() => ({
  added: [],
  host: '',
  addressClass: null,
  executor: 'HEADLESS_CHROMIUM',
}));
