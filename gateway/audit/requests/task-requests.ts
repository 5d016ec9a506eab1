// What a task sent out, from its entries: each request with who began it and what became of it.
// INVARIANT: nothing is told that no entry says, and what a page put into an entry is told as text.
import { setImmediate } from 'node:timers/promises';
import type { AuditEntry, AuditLog } from '#gateway/audit/format/contract.ts';
import { sampleOf } from '#gateway/audit/format/sample.ts';
import { boundaryWordOfAll, outcomeOfAll } from '#gateway/protocol/boundary-word.ts';
import { readLog } from '#gateway/audit/read/access.ts';
import type { EndedView, RequestSource, RequestsView, RequestView } from '#gateway/protocol/requests.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';

/** Acts that go somewhere whatever they meet. */
const GOING = ['NAVIGATE', 'RELOAD', 'BACK', 'FORWARD', 'OPEN_TAB', 'DOWNLOAD', 'UPLOAD'];
/** What is entered stays on the page until it is sent, whatever it was decided by. */
const ENTERING = ['TYPE', 'FILL'];
const LOOKING = ['SNAPSHOT', 'SCREENSHOT', 'EXTRACT', 'OBSERVE'];
/** What any other act sends something by. */
const LEAVING: readonly unknown[] = [
  'NAVIGATE_SAME_ORIGIN',
  'NAVIGATE_CROSS_ORIGIN',
  'FORM_SUBMIT_DATA',
  'FORM_SUBMIT_CREDENTIALS',
  'FILE_DOWNLOAD',
  'FILE_UPLOAD',
] satisfies readonly BrowserCapability[];
/** Acts of a page by which something is asked of a server. */
const PAGE_REQUESTS: readonly unknown[] = ['NAVIGATE', 'FRAME', 'OPEN_WINDOW', 'DOWNLOAD'];
/** Of one request that goes on and on, entries behind the first. */
const FIRST_OF = ['decision', 'page.act', 'connection'];

/** The newest entries of a task that are looked through, and how many of them in one go: others wait. */
const MOST_ENTRIES = 1_000;
const ENTRIES_AT_ONCE = 100;
/** Servers that are told one by one. */
const MOST_ENDED = 50;

type Details = Readonly<Record<string, unknown>>;

/** `taskId`: no operator of a query is in it. Errors: those of `readLog`. */
export async function taskRequests(
  audit: Pick<AuditLog, 'search' | 'entry' | 'append'>,
  taskId: string,
  who: string,
  signal?: AbortSignal,
): Promise<Result<RequestsView>> {
  const read = await readLog(audit, { text: `task:${taskId}`, limit: MOST_ENTRIES }, who, signal);
  if (!read.ok) return read;
  const { rows, total } = read.value;
  const entries: AuditEntry[] = [];
  for (const [at, { seq }] of rows.toReversed().entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await setImmediate();
    const entry = audit.entry(seq);
    if (entry !== null) entries.push(entry);
  }
  return ok({ ...requestsIn(entries), until: entries.at(-1)?.at ?? null, complete: total <= rows.length });
}

type Line = {
  readonly entries: AuditEntry[];
  readonly after: string | null;
  /** Of an entry that counts further ones: the request that they came after; `null`: it is not among the entries. */
  readonly like?: AuditEntry | null;
};

/** `entries`: of one task, oldest first. */
export function requestsIn(
  entries: readonly AuditEntry[],
): Pick<RequestsView, 'requests' | 'ended' | 'rest' | 'unnamed'> {
  const lines: Line[] = [];
  const requests = new Map<string, Line>();
  let after: string | null = null;
  for (const entry of entries) {
    const id = entry.requestId ?? `entry ${entry.seq}`;
    const known = requests.get(id);
    if (FIRST_OF.includes(entry.type) && countIn(entry.details) > 0)
      lines.push({ entries: [entry], after, like: known?.entries[0] ?? null });
    else if (known !== undefined) known.entries.push(entry);
    else if (FIRST_OF.includes(entry.type)) {
      const line = { entries: [entry], after: isAct(entry) ? id : after };
      requests.set(id, line);
      lines.push(line);
    }
    // What is asked of a server while a person thinks, or after a refusal, is of the act before.
    const [first] = known?.entries ?? [];
    if (entry.type === 'authorization.issued' && first !== undefined && isAct(first)) after = id;
  }
  return {
    requests: lines.flatMap(({ entries: own, after: act, like }) => {
      const [first] = own;
      if (first === undefined) return [];
      if (like !== undefined) return repeatsIn(first, like, act);
      return isRequest(first) ? [viewOf(first, own, act)] : [];
    }),
    ...endedIn(entries),
  };
}

/** What an entry counts: the same again, or others that only the kind of their entry is known of. */
function repeatsIn(entry: AuditEntry, like: AuditEntry | null, after: string | null): readonly RequestView[] {
  const { seq, at, type, who, why, verdict, details } = entry;
  const ours = {
    seq,
    at,
    word: boundaryWordOfAll([entry]),
    why,
    count: countIn(details),
    after,
  };
  if (like !== null && isSame(details, like))
    return isRequest(like) ? [{ ...viewOf(like, [like], after), ...ours, repeats: 'SAME' }] : [];
  // What a document was given is no request; what else was counted may be one.
  if (verdict === null) return [];
  const source = type === 'connection' && who === 'page' ? 'OTHER' : sourceOf(entry);
  return [{ ...ours, source, what: '', method: null, site: '', repeats: 'OTHERS' }];
}

/** Entries of one burst are alike by all that decided them; those of one kind only where all have the same words. */
function isSame({ samples }: Details, like: AuditEntry): boolean {
  if (samples === undefined) return true;
  return Array.isArray(samples) && samples.length === 1 && samples[0] === sampleOf(like);
}

/** Of the agent or of a person, and no look at a page. */
const isAct = ({ type, details }: AuditEntry): boolean =>
  type === 'decision' && !LOOKING.includes(String(details['action']));

function isRequest({ type, details }: AuditEntry): boolean {
  if (type === 'connection') return true;
  if (type === 'page.act') return PAGE_REQUESTS.includes(details['kind']);
  const action = String(details['action']);
  if (GOING.includes(action)) return true;
  return (
    !ENTERING.includes(action) &&
    gatesOf(details).some(({ facts }) => isRecord(facts) && LEAVING.includes(facts['capability']))
  );
}

function viewOf(first: AuditEntry, entries: readonly AuditEntry[], after: string | null): RequestView {
  const { seq, at, what, where, details } = first;
  const word = boundaryWordOfAll(entries);
  const decided = entries.findLast(({ type }) => type === first.type && first.why !== '') ?? first;
  return {
    seq,
    at,
    source: sourceOf(first),
    what,
    method: methodOf(details),
    site: siteOf(details) ?? where,
    // It was let, and came to nothing.
    word:
      (word === 'allowed' || word === 'you-allowed') && outcomeOfAll(entries) === 'FAILED' ? 'failed' : word,
    why: decided.why,
    count: 1,
    repeats: 'NONE',
    after,
  };
}

function sourceOf({ type, who, details }: AuditEntry): RequestSource {
  if (who.startsWith('person')) return 'YOU';
  if (who !== 'page') return 'AGENT';
  // The choke point sees a connection; whose it is shows where it belongs to a document that was let come.
  return type === 'connection' && 'port' in details && details['admitted'] !== true ? 'OTHER' : 'PAGE';
}

/** A tunnel's own is not that of what goes through it. */
function methodOf({ method }: Details): string | null {
  return typeof method === 'string' && method !== 'CONNECT' ? method : null;
}

/** Where the gate leads that decided it. */
function siteOf(details: Details): string | null {
  const gates = gatesOf(details);
  const deciding = gates.find(({ decision }) => decision !== 'ALLOW') ?? gates[0];
  const url = deciding?.['url'];
  return typeof url === 'string' && url !== '' ? url : null;
}

/** An entry that stands for others says how many. */
const countIn = ({ count }: Details): number => (typeof count === 'number' && count > 0 ? count : 0);

function endedIn(entries: readonly AuditEntry[]): Pick<RequestsView, 'ended' | 'rest' | 'unnamed'> {
  const sums = new Map<string, EndedView>();
  let unnamed = 0;
  for (const { type, details } of entries) {
    if (type !== 'connection.ended' || !Array.isArray(details['ends'])) continue;
    unnamed += numberIn(details['more']);
    for (const end of details['ends'].filter(isRecord)) {
      const site = `${String(end['host'])}:${String(end['port'])}`;
      sums.set(site, { site, ...plus(sums.get(site), end) });
    }
  }
  const sorted = [...sums.values()].toSorted((a, b) => b.connections - a.connections);
  const left = sorted.slice(MOST_ENDED);
  const rest = left.reduce<ReturnType<typeof plus> | undefined>((sum, one) => plus(sum, one), undefined);
  return {
    ended: sorted.slice(0, MOST_ENDED),
    rest: rest === undefined ? null : { servers: left.length, ...rest },
    unnamed,
  };
}

const plus = (sum: Omit<EndedView, 'site'> | undefined, end: Details): Omit<EndedView, 'site'> => ({
  connections: (sum?.connections ?? 0) + numberIn(end['connections']),
  failed: (sum?.failed ?? 0) + numberIn(end['failed']),
  up: (sum?.up ?? 0) + numberIn(end['up']),
  down: (sum?.down ?? 0) + numberIn(end['down']),
});

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
const gatesOf = ({ gates }: Details): readonly Details[] =>
  Array.isArray(gates) ? gates.filter(isRecord) : [];
const isRecord = (value: unknown): value is Details => typeof value === 'object' && value !== null;
