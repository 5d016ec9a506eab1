// The facts of a request, one row a fact: kind, members, the neutral value that stands in where a caller leaves one out, how the
// decider reads it, and what it means. INVARIANT: types, schema, help, order of the decision diagram and the decider's reader come
// from here; there is no other list of facts.
import {
  ADDRESS_CLASSES,
  BROWSER_ACTION_TYPES,
  BROWSER_CAPABILITIES,
  BROWSER_EXECUTOR_TYPES,
  CHANNELS,
  CONTENT_ORIGINS,
  CONTENT_PLACES,
  CONTENT_TYPES,
  CROSS_TAB_ACTIONS,
  DISPLAYS,
  ELEMENT_ROLES,
  FILE_TYPES,
  FORM_PURPOSES,
  HTTP_METHODS,
  INITIATORS,
  LAUNCH_FLAG_CLASSES,
  ORIGIN_RELATIONS,
  PAGE_ACTS,
  PORT_CLASSES,
  PROVENANCES,
  PURPOSES,
  SCHEMES,
  SIZE_CLASSES,
  STORAGE_TYPES,
  TAB_POLICIES,
  WEEKDAYS,
} from './vocabulary.ts';
import type { BrowserExecutorType, Display } from './vocabulary.ts';

export type FactSpec =
  /** `neutral: null`: there is none, the caller has to say it. */
  | { readonly kind: 'enum'; readonly members: readonly string[]; readonly neutral: string | null }
  | { readonly kind: 'boolean'; readonly neutral: boolean }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly neutral: number }
  | { readonly kind: 'host'; readonly neutral: '' }
  | { readonly kind: 'path'; readonly style: PathStyle; readonly neutral: '/' | '' }
  /** Named things, each with a value. */
  | { readonly kind: 'keyed'; readonly style: KeyedStyle; readonly neutral: '' }
  | { readonly kind: 'text'; readonly style: TextStyle; readonly neutral: '' };

/** A row of the table. */
type FactRow = FactSpec & {
  /**
   * How the decider reads it (POLICY.md section 8): with the facts that stay the same from one request to the next, or alone.
   * After a change: `node test/policy/generate-facts.ts`.
   */
  readonly read: 'TOGETHER' | 'ALONE';
  /**
   * What entries of a log say of it. `ALWAYS`. `LATER`: those of before it was a fact say nothing, which is every new one. `KEPT`:
   * the same, and since it may name a person or hold a secret, only a text that the policy takes for the same. The path has a rule of its own.
   */
  readonly logged: 'ALWAYS' | 'LATER' | 'KEPT';
  /** In a matrix of decisions: on an axis, given or neutral; or left open, and told in footnotes. */
  readonly matrix: 'SHOWN' | 'OPEN';
  /**
   * What a suggestion from a log makes of it. `KIND`: it tells kinds of requests apart, and a rule names it. `ACT`: it differs from
   * act to act of one kind; tests alone name it. `PAGE`: the same, and as text of a page nothing that is suggested names it.
   */
  readonly suggests: 'KIND' | 'ACT' | 'PAGE';
  /** In a sentence: the schema's description, and the editor's help. */
  readonly meaning: string;
};

/** `parameters`: each with values, and servers read them in different ways. `names`: there or not, of which any is enough. */
export type KeyedStyle = 'parameters' | 'names';

/** Which canonical form the values of a text have. */
export type TextStyle = 'endpoint' | 'name' | 'port' | 'plain' | 'address' | 'host';

const members = <const M extends string, const N extends M | null>(list: readonly M[], neutral: N) => ({
  kind: 'enum' as const,
  members: list,
  neutral,
});

export const FACTS = {
  /** Canonical host of the target. Neutral: none. Taken from `url` where that is given. */
  host: {
    kind: 'host',
    neutral: '',
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Where the act goes. `h` is exactly that host, `*.h` are those strictly below it.',
  },
  capability: {
    ...members(BROWSER_CAPABILITIES, null),
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'What the act needs to be allowed to do.',
  },
  /** Neutral: false; from `url` or `path` as they are written, where one is given. */
  pathAmbiguous: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Whether servers may read the path differently, as with `..%2f`, `;x` or `//`. A grant that names a path leaves such paths out, a restriction takes them in, unless this fact stands beside.',
  },
  /** From `url` where that is given. A pattern is a path and all below it, by segments. */
  path: {
    kind: 'path',
    style: 'url',
    neutral: '/',
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Path of the URL. A pattern is a path and all below it, by segments, decoded; `*` is any one segment, as in `/orgs/*/settings`.',
  },
  /** From `url` where that is given. */
  query: {
    kind: 'keyed',
    style: 'parameters',
    neutral: '',
    read: 'TOGETHER',
    logged: 'KEPT',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'Parameters of the URL’s query: `{ module: [Accounts] }` for values, `{ export: true }` for any. Where servers may read one in different ways a grant that names it leaves it out, and a restriction takes it in; a value is exact in a grant, and in a restriction whatever is alike but for case, form of letters, accents and spaces around it.',
  },
  /** Neutral: false; from `url` as it is written, where that is given. */
  fragmentAmbiguous: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Whether the fragment may be read in different ways, as with `..` or `//`. It is to `fragment` what `pathAmbiguous` is to `path`.',
  },
  /** From `url` where that is given. */
  fragment: {
    kind: 'path',
    style: 'url',
    neutral: '',
    read: 'TOGETHER',
    logged: 'KEPT',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Place in an application that the URL’s fragment names, as a path: `/admin` is `#/admin`, `#!/admin` and `#admin`, and all below. None without a fragment. A page’s own scripts change it without asking.',
  },
  folder: {
    kind: 'path',
    style: 'folder',
    neutral: '',
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Folder of an upload or a download, and all below it; `*` is any one folder, as in `/home/*/outbox`.',
  },
  endpoint: {
    kind: 'text',
    style: 'endpoint',
    neutral: '',
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'The running browser that an ATTACH goes to, exactly.',
  },
  elementName: {
    kind: 'text',
    style: 'name',
    neutral: '',
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'PAGE',
    meaning: 'Accessible name of the element that is acted on, compared case-folded and whole.',
  },
  /** Of the element itself; a page may give any. */
  elementId: {
    kind: 'text',
    style: 'plain',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'The `id` of the element that is acted on, exactly as the page has it.',
  },
  elementTestId: {
    kind: 'text',
    style: 'plain',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'The `data-testid` of the element that is acted on, exactly as the page has it.',
  },
  value: {
    kind: 'text',
    style: 'name',
    neutral: '',
    read: 'ALONE',
    logged: 'KEPT',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'What is typed or chosen, or what an ANSWER tells, compared case-folded and whole. None for what is hidden: passwords, codes and saved secrets.',
  },
  /** Neutral: none; from a literal address in `url` or `host` where there is one. */
  address: {
    kind: 'text',
    style: 'address',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'The IP address that the host is or resolved to: an address, or a block as `10.20.0.0/16`; one in IPv6 that only stands for one in IPv4 (mapped, translated, NAT64) is that one, tunnels are not looked into. None until it is known, when a connection is made.',
  },
  /** Neutral: PUBLIC; from a literal address, `localhost` or `*.localhost` in `url` or `host` where there is one. */
  addressClass: {
    ...members(ADDRESS_CLASSES, 'PUBLIC'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning:
      'What kind of address the host is or resolves to. An entry that names none opens PUBLIC alone: `[PUBLIC, PRIVATE]`.',
  },
  namedByUser: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether the person wrote this host in the intent or typed it as a URL.',
  },
  /** Neutral: SAME_ORIGIN, and CROSS_ORIGIN for NAVIGATE_CROSS_ORIGIN. */
  origin: {
    ...members(ORIGIN_RELATIONS, 'SAME_ORIGIN'),
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether the act goes to the origin of the document that it happens on.',
  },
  storage: {
    ...members(['NONE', ...STORAGE_TYPES], 'NONE'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Which storage of a page is read or written.',
  },
  executor: {
    ...members(BROWSER_EXECUTOR_TYPES, null),
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Which kind of browser carries it out.',
  },
  tabAction: {
    ...members(['NONE', ...CROSS_TAB_ACTIONS], 'NONE'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'What the act does to other tabs.',
  },
  tabPolicy: {
    ...members(TAB_POLICIES, 'SINGLE_TAB'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'How many tabs the task may have.',
  },
  launchFlags: {
    ...members(LAUNCH_FLAG_CLASSES, 'CLEAN'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'What the command line of the browser holds.',
  },
  sandbox: {
    kind: 'boolean',
    neutral: true,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether the sandbox of the browser is on.',
  },
  /** Neutral: HTTPS; from `url` where that is given. */
  scheme: {
    ...members(SCHEMES, 'HTTPS'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Scheme of the URL.',
  },
  initiator: {
    ...members(INITIATORS, 'NAVIGATOR'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Who starts the act: a person, the navigator, the page by itself, or a client.',
  },
  provenance: {
    ...members(PROVENANCES, 'USER'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning:
      'Whose words the act is made of: USER where all of them stand in what the person wrote, or let go to that site; PAGE where some stand on a page and not there, TOOL where a program made them up.',
  },
  contentOrigin: {
    ...members(CONTENT_ORIGINS, 'NONE'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whose page the words of a PAGE act stand on, seen from the document that it happens on.',
  },
  contentPlace: {
    ...members(CONTENT_PLACES, 'NONE'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning:
      'Where they stand: SITE in controls and landmarks, USERS where users write, CONTENT where nobody can tell.',
  },
  contentHost: {
    kind: 'text',
    style: 'host',
    neutral: '',
    read: 'TOGETHER',
    logged: 'KEPT',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'Host of the page that the words of a PAGE act stand on, exactly and whatever its port; of a page’s own acts, its own and those of its frames. Words that stand on pages of several hosts are decided for each of them, and the severest answer holds; made-up words beside them are of none, and decided as those of a TOOL, too. Passages, codes and addresses are looked for in every way of writing that the gateway decodes (percent signs, entities, escapes, base64 and others, backwards), each text by itself; passages also over what went to the same site piece by piece, in their order and as they stand; words said otherwise, ways of writing that nobody decodes, and pieces in another order or another writing are made up. Where the page is unknown (one without a host, too many pages, a text too long to be looked for, a file that is not all on a page, a form that was forgotten), every host that the policy names counts, and none: what names hosts to deny or ask holds, what names them to allow does not. Of an ANSWER, the host of each page that was read. None for what the person wrote, and for what a program made up.',
  },
  method: {
    ...members(HTTP_METHODS, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'What the request asks of its server: a form’s method, GET for a link or a navigation, and what a page’s script says.',
  },
  contentType: {
    ...members(CONTENT_TYPES, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'What kind of body goes along; NONE where none does.',
  },
  sentSize: {
    ...members(SIZE_CLASSES, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'How large the body is that goes along.',
  },
  fileType: {
    ...members(FILE_TYPES, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'What a file is, by its name and its first bytes. MISMATCH where the two differ; OTHER for a name whose ending is not known. A download is decided by its name and announced type, and again by its bytes and its size before it is in the folder.',
  },
  fileSize: {
    ...members(SIZE_CLASSES, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'How large a file is, of an upload or a download.',
  },
  formPurpose: {
    ...members(FORM_PURPOSES, 'NONE'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'What the form is for that the act submits, or enters something into, as the gateway works it out from its fields and the words of the button that sends it, also where Enter does; of a form that a page sends by itself, from its fields alone. Those are the page’s: a form that has signs of several purposes is decided for each of them, and the severest answer holds.',
  },
  action: {
    ...members(['NONE', ...BROWSER_ACTION_TYPES], 'NONE'),
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'The act that was asked for.',
  },
  purpose: {
    ...members(PURPOSES, 'DOCUMENT'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'Whether a document is loaded, or something that a document needs.',
  },
  /** Neutral: DEFAULT; from `url` where that is given. */
  portClass: {
    ...members(PORT_CLASSES, 'DEFAULT'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'What kind of port the URL has, seen from its scheme.',
  },
  /** Neutral: none, or the scheme's own where `host` is given and `portClass` is DEFAULT; from `url` where that is given. */
  port: {
    kind: 'text',
    style: 'port',
    neutral: '',
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'The port of the URL, exactly: `443`, or a list. A scheme’s own counts where the URL names none.',
  },
  pageAct: {
    ...members(['NONE', ...PAGE_ACTS], 'NONE'),
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'What the page starts by itself; NONE where somebody else acts.',
  },
  elementRole: {
    ...members(ELEMENT_ROLES, 'NONE'),
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'Role of the element that is acted on.',
  },
  targetReadable: {
    kind: 'boolean',
    neutral: true,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether the task may read the origin that the act goes to.',
  },
  targetWritable: {
    kind: 'boolean',
    neutral: true,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether the task may act on the origin that the act goes to.',
  },
  valueHoldsSecret: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether a declared secret was found in what is typed, submitted or put into a URL.',
  },
  valueFromAnotherSite: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether what is sent was read at another site.',
  },
  valueNotFromTask: {
    kind: 'boolean',
    neutral: false,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'SHOWN',
    suggests: 'KIND',
    meaning: 'Whether what is sent comes from outside the task.',
  },
  principal: {
    kind: 'text',
    style: 'plain',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'Who has the task done: the account of this machine that the connection comes from, or that the gateway runs as. Nobody says it of themselves; an agent has the account of whoever runs it.',
  },
  channel: {
    ...members(CHANNELS, 'UI'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning:
      'By which way the task came: `UI` the window, `CLI` the `ghost` command and the socket that it uses, `MCP` an agent that came by the MCP server, `CDP` one that came by the DevTools endpoint, `LIBRARY` a program that opened the gateway itself.',
  },
  team: {
    kind: 'text',
    style: 'plain',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'KIND',
    meaning: 'The team that the principal belongs to, by `people` of the gateway’s settings.',
  },
  groups: {
    kind: 'keyed',
    style: 'names',
    neutral: '',
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'Groups that the principal is in, by `people` of the gateway’s settings: holds for whoever is in one of them.',
  },
  weekday: {
    ...members(WEEKDAYS, 'MONDAY'),
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Day of the week, in the `timeZone` of the gateway’s settings.',
  },
  hour: {
    kind: 'integer',
    min: 0,
    max: 23,
    neutral: 12,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Hour of the day, 0 to 23, in the `timeZone` of the gateway’s settings: 9 is from 9:00 to 9:59.',
  },
  allActs: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Acts of every type admitted so far in this task, 0 to 1000.',
  },
  changes: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'Acts admitted so far in this task that send or enter something (what is typed, filled in or chosen, a file, a form), 0 to 1000.',
  },
  siteActs: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Acts of every type admitted so far in this task at this host, 0 to 1000.',
  },
  minuteActs: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Acts of every type admitted in this task in the last 60 seconds, 0 to 1000.',
  },
  elementActs: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'LATER',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning:
      'Acts of this type admitted so far in this task on this element, 0 to 1000: by its role and name at its host, its node in the document, or its data-testid, the largest of the three. Names and marks are the page’s, which may make a new element of it.',
  },
  downloads: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'TOGETHER',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Downloads admitted so far in this execution, 0 to 1000.',
  },
  acts: {
    kind: 'integer',
    min: 0,
    max: 1000,
    neutral: 0,
    read: 'ALONE',
    logged: 'ALWAYS',
    matrix: 'OPEN',
    suggests: 'ACT',
    meaning: 'Acts of this type admitted so far in this task, 0 to 1000.',
  },
} as const satisfies Readonly<Record<string, FactRow>>;

export type FactName = keyof typeof FACTS;
export type FactOfKind<Kind extends FactSpec['kind']> = {
  [Fact in FactName]: (typeof FACTS)[Fact]['kind'] extends Kind ? Fact : never;
}[FactName];

/** A text, path or keyed fact of one style. */
export type FactOfStyle<Style extends string> = {
  [Fact in FactName]: (typeof FACTS)[Fact] extends { readonly style: Style } ? Fact : never;
}[FactName];

/** Facts whose row says one thing in one column. */
export type FactWith<Column extends keyof FactRow, Said> = {
  [Fact in FactName]: (typeof FACTS)[Fact][Column] extends Said ? Fact : never;
}[FactName];

export const isFactName = (name: string): name is FactName => Object.hasOwn(FACTS, name);

/** Facts in the order of the decision diagram. */
export const FACT_NAMES: readonly FactName[] = Object.keys(FACTS).filter(isFactName);

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
 * What a document may name beside the facts: `display` follows from `executor`, `elementWords` and `valueWords` from
 * `elementName` and `value` by the word lists that the document declares, `hostList` from `host` by its lists. A request
 * supplies none.
 */
export const DERIVED_FACTS: Readonly<Record<string, FactName>> = {
  display: 'executor',
  elementWords: 'elementName',
  valueWords: 'value',
  hostList: 'host',
};
/** Every name that a document's `when`, `by` and `logic` may use. */
export const DOCUMENT_FACTS: readonly string[] = [...FACT_NAMES, ...Object.keys(DERIVED_FACTS)];

export const factSpec = (fact: FactName): FactSpec => FACTS[fact];

/** Every fact whose row says that. */
export const factsWith = <Column extends 'logged' | 'matrix' | 'suggests', Said extends FactRow[Column]>(
  column: Column,
  said: Said,
): readonly FactWith<Column, Said>[] =>
  FACT_NAMES.filter((fact): fact is FactWith<Column, Said> => FACTS[fact][column] === said);

export const isOfKind = <Kind extends FactSpec['kind']>(
  fact: FactName,
  kind: Kind,
): fact is FactOfKind<Kind> => factSpec(fact).kind === kind;

export const isOfStyle = <Style extends PathStyle | KeyedStyle | TextStyle>(
  fact: FactName,
  style: Style,
): fact is FactOfStyle<Style> => {
  const spec = factSpec(fact);
  return 'style' in spec && spec.style === style;
};

/** `url`: percent-encoded text of a URL. `folder`: text of a file system. */
export type PathStyle = 'url' | 'folder';
