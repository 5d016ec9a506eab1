// A row of the audit list, and what a verification found. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

/** A row of the audit list. Verdict and outcome are separate. */
export type AuditRow = {
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly taskId: string | null;
  /** Of the act that it is about: decision, question, answer, authorisation and outcome have one. */
  readonly requestId: string | null;
  readonly who: string;
  readonly what: string;
  readonly where: string;
  readonly verdict: BrowserDecision | null;
  /** `rules.named-by-user:31`, consent id … */
  readonly why: string;
  readonly outcome: string | null;
  readonly hash: string;
};

/** The newest rows that match, and how many do. */
export type AuditAnswer = {
  readonly rows: readonly AuditRow[];
  readonly total: number;
  /** Nobody counted further: there may be more than `total`. */
  readonly atLeast?: true;
  /** Where they were asked for. */
  readonly facets?: AuditFacets;
};

/** The keys of a query, with what the help says of each. */
export const QUERY_KEYS = {
  type: 'the kind of event, or its family: `type:decision`, `type:consent`',
  verdict: '`ALLOW`, `ESCALATE`, `DENY`, `ABORT` or `none`',
  is: 'what became of an act: `allowed`, `you-allowed`, `you-refused`, `stopped` or `failed`',
  task: 'the id of a task, or `none`',
  request: 'the id of a request, or `none`',
  who: 'who acted: `who:page`, `who:navigator`, `who:navigator:offline`',
  what: 'words of the act',
  where:
    'a host with its subdomains (`where:shop.test`), strictly its subdomains (`where:*.shop.test`), or an origin',
  why: 'words of the reason: a rule or a consent id',
  outcome: 'the outcome, or `none`',
  since: 'from a date, a time, or an age: `since:2026-01-01`, `since:2026-01-01T12:00Z`, `since:2h`',
  until: 'up to a time; a date counts to its end',
  seq: 'a number or a range: `seq:10`, `seq:10..20`, `seq:10..`',
  text: 'words anywhere, as without a key',
} as const;

/** Keys of a query whose values are counted. */
export const FACET_KEYS = ['is', 'who', 'why', 'where', 'type', 'task'] as const;
export type FacetKey = (typeof FACET_KEYS)[number];

export type AuditFacets = {
  /** How many entries were counted, the newest that match, and the oldest of them. */
  readonly entries: number;
  readonly oldest: number;
  /** Most frequent first; a key that the query narrows is counted as if it did not. */
  readonly values: Readonly<Record<FacetKey, readonly { readonly value: string; readonly count: number }[]>>;
  /** `from`: RFC 3339, where the first bar begins; `null`: there is none. */
  readonly times: {
    readonly from: string | null;
    readonly barMs: number;
    readonly bars: readonly { readonly entries: number; readonly stopped: number }[];
  };
};

export type AuditVerification = {
  readonly ok: boolean;
  readonly entries: number;
  /** The last entry that a signed checkpoint covers, and when it was signed. */
  readonly checkpoint: { readonly size: number; readonly at: string; readonly rootHash: string } | null;
  readonly firstBad: { readonly seq: number; readonly problem: string } | null;
  readonly publicKey: string;
};

/** An entry's text and the hashes beside its way up the tree, in base64, from the leaf on. */
export type EntryProof = {
  readonly seq: number;
  /** The canonical text (RFC 8785) that is hashed. */
  readonly text: string;
  readonly leaf: string;
  readonly path: readonly string[];
};

/** Entries held against one signed root. */
export type ProvenEntries = {
  readonly size: number;
  readonly rootHash: string;
  /** RFC 3339. */
  readonly signedAt: string;
  /** The signed note, C2SP `tlog-checkpoint`. */
  readonly checkpoint: string;
  readonly publicKey: string;
  readonly entries: readonly EntryProof[];
};

/** One entry beside the list. */
export type EntryView = {
  readonly row: AuditRow;
  readonly previous: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** The canonical text that is hashed. */
  readonly text: string;
  /** Entries of the same act, in order; the entry itself among them. */
  readonly act: readonly AuditRow[];
  /** Of the same task: the entries right before and after. */
  readonly before: number | null;
  readonly after: number | null;
  /** What decided, as the policy's text was then. */
  readonly rules: readonly RuleThen[];
};

export type RuleThen = {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** From `from` on; `null`: this policy's text is not kept here any more. */
  readonly lines: readonly string[] | null;
  readonly from: number;
};

/** One entry's proof, and the file that another machine checks. */
export type ProofView = Omit<ProvenEntries, 'entries'> & {
  readonly entry: EntryProof;
  readonly file: string;
};

export const AUDIT_EXPORT_FORMS = ['csv', 'jsonl', 'bundle'] as const;
export type AuditExportForm = (typeof AUDIT_EXPORT_FORMS)[number];

/** A file of what matched, and the entry that says so. */
export type AuditExport = {
  readonly name: string;
  readonly text: string;
  readonly form: AuditExportForm;
  readonly query: string;
  readonly entries: number;
  /** `false`: the oldest that match are not in it. */
  readonly complete: boolean;
  readonly oldest: number | null;
  readonly newest: number | null;
  /** Of its own entry. */
  readonly seq: number;
};
