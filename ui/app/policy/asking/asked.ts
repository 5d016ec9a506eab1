// What the person asks of the policy under Matrix and What if. INVARIANT: it outlives a change of the view, and nothing is decided by it.
import { create } from 'zustand';
import { onSwept } from '#ui/app/state/kept/tab-storage.ts';
import {
  ADDRESS_CLASSES,
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
  type AddressClass,
  type BrowserCapability,
  type BrowserExecutorType,
} from '#policy/language/vocabulary.ts';

export type WhatIf = {
  readonly capability: BrowserCapability;
  readonly executor: BrowserExecutorType;
  /** `null`: the usual one. */
  readonly addressClass: AddressClass | null;
  /** `null`: nothing was typed yet. */
  readonly url: string | null;
  readonly namedByUser: boolean;
};

const NOTHING_ASKED: WhatIf = {
  capability: 'NAVIGATE_CROSS_ORIGIN',
  executor: 'HEADLESS_CHROMIUM',
  addressClass: null,
  url: null,
  namedByUser: false,
};

export const useWhatIf = create<WhatIf>(() => NOTHING_ASKED);

/** Of an address that anybody may have written: what is no value of its fact is left out. */
export function askedIn(search: string): Partial<WhatIf> {
  const given = new URLSearchParams(search);
  const one = <T extends string>(name: string, of: readonly T[]): T | undefined =>
    of.find((known) => known === given.get(name));
  const capability = one('capability', BROWSER_CAPABILITIES);
  const executor = one('executor', BROWSER_EXECUTOR_TYPES);
  return {
    ...(capability === undefined ? {} : { capability }),
    ...(executor === undefined ? {} : { executor }),
    addressClass: one('addressClass', ADDRESS_CLASSES) ?? null,
    url: given.get('url')?.slice(0, MOST_CHARACTERS) ?? null,
    namedByUser: given.get('namedByUser') === 'true',
  };
}

const MOST_CHARACTERS = 2_000;

export type MatrixAsked = {
  /** Beside the sites that are known, newest first. */
  readonly added: readonly string[];
  /** Whose whole tables are shown; `''`: those of any other site. */
  readonly host: string;
  /** `null`: the usual one. */
  readonly addressClass: AddressClass | null;
  readonly executor: BrowserExecutorType;
};

const NO_SITE: MatrixAsked = { added: [], host: '', addressClass: null, executor: 'HEADLESS_CHROMIUM' };

export const useMatrixAsked = create<MatrixAsked>(() => NO_SITE);

/** No name of a document: a name is never empty. */
export const TOGETHER = '';
export type DraftChosen = {
  /** The document whose draft is asked, or all of them together; `null`: nothing was chosen. */
  readonly of: string | null;
};

export const useDraftChosen = create<DraftChosen>(() => ({ of: null }));

onSwept(() => {
  useDraftChosen.setState({ of: null });
  useWhatIf.setState(NOTHING_ASKED);
  useMatrixAsked.setState(NO_SITE);
});
