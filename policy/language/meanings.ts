// What the words of the policy language mean, each in a sentence: the schema's descriptions, and the editor's help.
// INVARIANT: every fact, key, decision and obligation has one (`satisfies`, and test/policy/language/meanings.spec.ts for the keys).
import type { FactName } from './fact-table.ts';
import type { BrowserDecision, Obligation } from './vocabulary.ts';

export const FACT_MEANINGS: Readonly<Record<string, string>> = {
  host: 'Where the act goes. `h` is exactly that host, `*.h` are those strictly below it.',
  capability: 'What the act needs to be allowed to do.',
  path: 'Path of the URL. A pattern is a path and all below it, by segments, decoded.',
  pathAmbiguous:
    'Whether servers may read the path differently, as with `..%2f`, `;x` or `//`. A grant that names a path leaves such paths out, a restriction takes them in, unless this fact stands beside.',
  folder: 'Folder of an upload or a download, and all below it.',
  endpoint: 'The running browser that an ATTACH goes to, exactly.',
  elementName: 'Accessible name of the element that is acted on, compared case-folded and whole.',
  addressClass:
    'What kind of address the host is or resolves to. An entry that names none opens PUBLIC alone: `[PUBLIC, PRIVATE]`.',
  namedByUser: 'Whether the person wrote this host in the intent or typed it as a URL.',
  origin: 'Whether the act goes to the origin of the document that it happens on.',
  storage: 'Which storage of a page is read or written.',
  executor: 'Which kind of browser carries it out.',
  tabAction: 'What the act does to other tabs.',
  tabPolicy: 'How many tabs the task may have.',
  launchFlags: 'What the command line of the browser holds.',
  sandbox: 'Whether the sandbox of the browser is on.',
  scheme: 'Scheme of the URL.',
  initiator: 'Who starts the act: a person, the navigator, the page by itself, or a client.',
  provenance:
    'Whose words the act is made of: USER where all of them stand in what the person wrote or was asked about, PAGE where some stand on a page and not there, TOOL where a program made them up.',
  contentOrigin: 'Whose page the words of a PAGE act stand on, seen from the document that it happens on.',
  contentPlace:
    'Where they stand: SITE in controls and landmarks, USERS where users write, CONTENT where nobody can tell.',
  action: 'The act that was asked for.',
  purpose: 'Whether a document is loaded, or something that a document needs.',
  portClass: 'What kind of port the URL has, seen from its scheme.',
  port: 'The port of the URL, exactly: `443`, or a list. A scheme’s own counts where the URL names none.',
  pageAct: 'What the page starts by itself; NONE where somebody else acts.',
  elementRole: 'Role of the element that is acted on.',
  targetReadable: 'Whether the task may read the origin that the act goes to.',
  targetWritable: 'Whether the task may act on the origin that the act goes to.',
  valueHoldsSecret: 'Whether a declared secret was found in what is typed, submitted or put into a URL.',
  valueFromAnotherSite: 'Whether what is sent was read at another site.',
  valueNotFromTask: 'Whether what is sent comes from outside the task.',
  downloads: 'Downloads admitted so far in this execution, 0 to 1000.',
  acts: 'Acts of this type admitted so far in this task, 0 to 1000.',
} satisfies Record<FactName, string>;

const DERIVED_MEANINGS: Readonly<Record<string, string>> = {
  display: 'Whether a person can see the browser on a screen. It follows from `executor`.',
  elementWords: 'A list of `words`: holds where the element’s name has one of them, by whole words.',
};

export const DECISION_MEANINGS = {
  ALLOW: 'It is done.',
  ESCALATE: 'A person is asked, and silence is a no.',
  DENY: 'It is refused, whoever asks.',
  ABORT: 'It is refused, and the execution ends.',
} as const satisfies Record<BrowserDecision, string>;

export const CELL_MEANINGS: Readonly<Record<string, string>> = {
  ...DECISION_MEANINGS,
  NEVER: 'DENY, and a floor: no rule and no lower layer can allow it.',
};

export const OBLIGATION_MEANINGS = {
  AUDIT: 'The decision is in the audit log before the act.',
  AUDIT_FULL: 'The log holds all that is known of the act.',
  SCREENSHOT_BEFORE: 'A picture is taken before the act.',
  SCREENSHOT_AFTER: 'A picture is taken after the act.',
  CLEAR_STORAGE: 'The storage of the page is cleared at the end.',
  DELETE_PROFILE: 'The profile of the browser is deleted at the end.',
  SCAN_DOWNLOAD: 'What is downloaded is scanned first.',
  RECHECK_ON_REDIRECT: 'Every step of a redirect is decided again.',
  MASK_VALUE: 'Values are masked wherever they are shown or kept.',
} as const satisfies Record<Obligation, string>;

/** Keys of a document, wherever they stand. */
export const KEY_MEANINGS: Readonly<Record<string, string>> = {
  policy: 'Version of the document format: 1.',
  id: 'Name of the document or of the entry, by which decisions, tests and lower layers name it.',
  revision: 'Number of this version; it only grows.',
  whole: 'The document is all there only with its last line, `end`; without it, it does not pass the check.',
  end: 'The last line, `id@revision`: what is cut off before it does not pass the check.',
  vocabulary: 'Version of the facts and members that the document is written in.',
  owner: 'Who answers for this document.',
  description: 'What the policy is for, in a sentence.',
  extends: 'The layer above. A layer below only tightens, except where the one above delegates.',
  hash: 'Semantic hash of the layer above: another one is refused.',
  words: 'Lists of words by name, for `elementWords`.',
  defaults: 'Tables that decide where no rule of this layer speaks.',
  floors: 'What always holds: neither rules nor lower layers go below it.',
  rules: 'What decides where it speaks; of several the severest. A rule replaces the defaults of its layer.',
  delegate: 'Where a layer below may relax, and how far.',
  escalation: 'Who is asked where a decision is ESCALATE, and for how long.',
  approvers:
    'Who may answer: `user` (whoever runs the gateway), `window` or `terminal` (the same, there alone), `mcp-client`, or roles that the settings of a gateway map to accounts. One that nobody is denies at once.',
  fourEyes: 'Somebody else than whoever asked has to answer.',
  timeout: 'Seconds in which somebody has to answer; then it is denied.',
  bind: 'What an approval is bound to: always the policy and the request.',
  obligations: 'Duties that come with the decision. Whoever does not know one denies.',
  always: 'Duties of every decision.',
  after: 'Duties at the end of every execution.',
  invariants: 'What is proved of this policy and of whatever a lower layer could make of it.',
  tests: 'Requests and what is decided on them. One that fails keeps the policy from coming into force.',
  given: 'Facts of every test, which a test may override.',
  cases: 'The tests, one by one.',
  name: 'What the test shows, in a sentence.',
  with: 'Facts of the request.',
  expect: 'What has to be decided.',
  by: 'In a table, the facts of its axes; in a test, the entry that has to decide.',
  columns: 'Members of the second axis, in order.',
  rows: 'A decision for each member of the first axis, or one for each column.',
  when: 'Requests that the entry speaks of: every fact here has one of its values.',
  except: 'Requests that the entry does not speak of after all.',
  logic: 'A condition in JSON Logic for what `when` cannot say, typed and closed.',
  decision: 'What is decided.',
  violation: 'What a refusal is called.',
  reason: 'Why, for whoever reads the decision.',
  accept: 'Findings of `ghost policy check` that are meant, each with its reason.',
  lint: 'The finding that is meant.',
  escalate: 'Who is asked, and for how long, where this entry escalates.',
  pathCase:
    'Said beside a `path` as `INSENSITIVE`, for servers for which `/admin` and `/ADMIN` are one. A grant then holds for A to Z in any case, a restriction for every letter that some server folds, as `ı`, `ſ` and the Kelvin sign.',
  publicSuffix:
    'Said of a grant that names a public suffix, as `*.com`: that it is for whoever has a site there.',
  expires: 'Last day of an ALLOW, as `2026-12-31`.',
  to: 'The least severe decision that a layer below may reach there.',
  at_least: 'No request of `over` is decided less severely.',
  over: 'Requests that the invariant speaks of; none: all.',
  requires: 'Duties that every such decision carries.',
};

/** A fact of a document, or a fact that follows from one. */
export const factMeaning = (name: string): string | null =>
  FACT_MEANINGS[name] ?? DERIVED_MEANINGS[name] ?? null;
