// What the words of the policy language mean, each in a sentence: the schema's descriptions, and the editor's help.
// INVARIANT: every fact (fact-table.ts), key, decision and obligation has one (`satisfies`, and test/policy/language/meanings.spec.ts for the keys).
import { FACTS, FACT_NAMES } from './fact-table.ts';
import type { BrowserDecision, Obligation } from './vocabulary.ts';

export const FACT_MEANINGS: Readonly<Record<string, string>> = Object.fromEntries(
  FACT_NAMES.map((fact) => [fact, FACTS[fact].meaning]),
);

const DERIVED_MEANINGS: Readonly<Record<string, string>> = {
  display: 'Whether a person can see the browser on a screen. It follows from `executor`.',
  elementWords: 'A list of `words`: holds where the element’s name has one of them, by whole words.',
  valueWords: 'A list of `words`: holds where what is typed or chosen has one of them, by whole words.',
  hostList: 'A list of `lists`: holds where the host is in one of its patterns.',
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
  hash: 'Another one is refused: in `extends` the semantic hash of the layer above, in `include` that of the bytes of the file.',
  include:
    'Files of lists beside this document, each with the hash of its bytes: what is in their `words` and `lists` is read as if it stood here.',
  file: 'A file of lists in the folder of this document, called `….policy-lists.yaml`.',
  words: 'Lists of words by name, for `elementWords` and `valueWords`.',
  lists: 'Lists of host patterns by name, for `hostList`.',
  defaults: 'Tables that decide where no rule of this layer speaks.',
  floors: 'What always holds: neither rules nor lower layers go below it.',
  rules: 'What decides where it speaks; of several the severest. A rule replaces the defaults of its layer.',
  delegate: 'Where a layer below may relax, and how far.',
  escalation: 'Who is asked where a decision is ESCALATE, and for how long.',
  approvers:
    'Who may answer: `user` (whoever runs the gateway), `window` or `terminal` (the same, there alone), `mcp-client`, or roles that the settings of a gateway map to accounts. One that nobody is denies at once.',
  fourEyes: 'Somebody else than whoever asked has to answer.',
  askOnce:
    'Minutes in which it is asked once: so long a yes for this task on this site holds, if the task lasts so long; 0: it is asked about each act, but a yes to a log-in covers the rest of its form and one sending, for two minutes. What a site keeps of a log-in lasts no longer than the yes, for 0 two minutes. Left out: a yes for the task holds as long as the task.',
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
