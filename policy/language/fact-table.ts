// The facts of a request as data: kind, members and the neutral value that stands in where a caller leaves one out.
// INVARIANT: one row for every field of PolicyFacts. The order is the order of the decision diagram.
import type { PolicyFacts } from './facts.ts';
import {
  ADDRESS_CLASSES,
  BROWSER_ACTION_TYPES,
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
  CONTENT_ORIGINS,
  CONTENT_PLACES,
  CROSS_TAB_ACTIONS,
  DISPLAYS,
  ELEMENT_ROLES,
  INITIATORS,
  LAUNCH_FLAG_CLASSES,
  ORIGIN_RELATIONS,
  PAGE_ACTS,
  PORT_CLASSES,
  PROVENANCES,
  PURPOSES,
  SCHEMES,
  STORAGE_TYPES,
  TAB_POLICIES,
} from './vocabulary.ts';
import type { BrowserExecutorType, Display } from './vocabulary.ts';

export type FactName = keyof PolicyFacts;

export type FactSpec =
  /** `neutral: null`: there is none, the caller has to say it. */
  | { readonly kind: 'enum'; readonly members: readonly string[]; readonly neutral: string | null }
  | { readonly kind: 'boolean'; readonly neutral: boolean }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly neutral: number }
  | { readonly kind: 'host'; readonly neutral: '' }
  | { readonly kind: 'path'; readonly style: PathStyle; readonly neutral: '/' | '' }
  | { readonly kind: 'text'; readonly style: TextStyle; readonly neutral: '' };

/** Which canonical form the values of a text have. */
export type TextStyle = 'endpoint' | 'name' | 'port';

const members = <const M extends string, const N extends M | null>(list: readonly M[], neutral: N) => ({
  kind: 'enum' as const,
  members: list,
  neutral,
});

export const FACTS = {
  /** Canonical host of the target. Neutral: none. Taken from `url` where that is given. */
  host: { kind: 'host', neutral: '' },
  capability: members(BROWSER_CAPABILITIES, null),
  /** From `url` where that is given. A pattern is a path and all below it, by segments. */
  path: { kind: 'path', style: 'url', neutral: '/' },
  /** Neutral: false; from `url` or `path` as they are written, where one is given. */
  pathAmbiguous: { kind: 'boolean', neutral: false },
  folder: { kind: 'path', style: 'folder', neutral: '' },
  endpoint: { kind: 'text', style: 'endpoint', neutral: '' },
  elementName: { kind: 'text', style: 'name', neutral: '' },
  /** Neutral: PUBLIC; from a literal address, `localhost` or `*.localhost` in `url` or `host` where there is one. */
  addressClass: members(ADDRESS_CLASSES, 'PUBLIC'),
  namedByUser: { kind: 'boolean', neutral: false },
  /** Neutral: SAME_ORIGIN, and CROSS_ORIGIN for NAVIGATE_CROSS_ORIGIN. */
  origin: members(ORIGIN_RELATIONS, 'SAME_ORIGIN'),
  storage: members(['NONE', ...STORAGE_TYPES], 'NONE'),
  executor: members(BROWSER_EXECUTOR_TYPES, null),
  tabAction: members(['NONE', ...CROSS_TAB_ACTIONS], 'NONE'),
  tabPolicy: members(TAB_POLICIES, 'SINGLE_TAB'),
  launchFlags: members(LAUNCH_FLAG_CLASSES, 'CLEAN'),
  sandbox: { kind: 'boolean', neutral: true },
  /** Neutral: HTTPS; from `url` where that is given. */
  scheme: members(SCHEMES, 'HTTPS'),
  initiator: members(INITIATORS, 'NAVIGATOR'),
  provenance: members(PROVENANCES, 'USER'),
  contentOrigin: members(CONTENT_ORIGINS, 'NONE'),
  contentPlace: members(CONTENT_PLACES, 'NONE'),
  action: members(['NONE', ...BROWSER_ACTION_TYPES], 'NONE'),
  purpose: members(PURPOSES, 'DOCUMENT'),
  /** Neutral: DEFAULT; from `url` where that is given. */
  portClass: members(PORT_CLASSES, 'DEFAULT'),
  /** Neutral: none, or the scheme's own where `host` is given and `portClass` is DEFAULT; from `url` where that is given. */
  port: { kind: 'text', style: 'port', neutral: '' },
  pageAct: members(['NONE', ...PAGE_ACTS], 'NONE'),
  elementRole: members(ELEMENT_ROLES, 'NONE'),
  targetReadable: { kind: 'boolean', neutral: true },
  targetWritable: { kind: 'boolean', neutral: true },
  valueHoldsSecret: { kind: 'boolean', neutral: false },
  valueFromAnotherSite: { kind: 'boolean', neutral: false },
  valueNotFromTask: { kind: 'boolean', neutral: false },
  downloads: { kind: 'integer', min: 0, max: 1000, neutral: 0 },
  acts: { kind: 'integer', min: 0, max: 1000, neutral: 0 },
} as const satisfies Record<FactName, FactSpec>;

/** Facts in the order of the decision diagram. */
export const FACT_NAMES: readonly FactName[] = [
  'host',
  'capability',
  'pathAmbiguous',
  'path',
  'folder',
  'endpoint',
  'elementName',
  'addressClass',
  'namedByUser',
  'origin',
  'storage',
  'executor',
  'tabAction',
  'tabPolicy',
  'launchFlags',
  'sandbox',
  'scheme',
  'initiator',
  'provenance',
  'contentOrigin',
  'contentPlace',
  'action',
  'purpose',
  'portClass',
  'port',
  'pageAct',
  'elementRole',
  'targetReadable',
  'targetWritable',
  'valueHoldsSecret',
  'valueFromAnotherSite',
  'valueNotFromTask',
  'downloads',
  'acts',
];

/** How the executor types look on a screen. Derived: a document may name it, a request may not supply it. */
export const DISPLAY_OF = {
  HEADED_CHROMIUM: 'HEADED',
  HEADED_EDGE: 'HEADED',
  HEADED_UNKNOWN: 'HEADED',
  HEADLESS_CHROMIUM: 'HEADLESS',
  HEADLESS_EDGE: 'HEADLESS',
  HEADLESS_UNKNOWN: 'HEADLESS',
  FORBIDDEN: 'HEADLESS',
} as const satisfies Record<BrowserExecutorType, Display>;

export const DISPLAY_MEMBERS: readonly string[] = DISPLAYS;
/**
 * What a document may name beside the facts: `display` follows from `executor`, `elementWords` from `elementName` by the
 * word lists that the document declares. A request supplies neither.
 */
export const DERIVED_FACTS: Readonly<Record<string, FactName>> = {
  display: 'executor',
  elementWords: 'elementName',
};
/** Every name that a document's `when`, `by` and `logic` may use. */
export const DOCUMENT_FACTS: readonly string[] = [...FACT_NAMES, ...Object.keys(DERIVED_FACTS)];

export const factSpec = (fact: FactName): FactSpec => FACTS[fact];

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(FACTS, name);
}

/** `url`: percent-encoded text of a URL. `folder`: text of a file system. */
export type PathStyle = 'url' | 'folder';
