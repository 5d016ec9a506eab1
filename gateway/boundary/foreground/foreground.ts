// The person's own page in a desktop's window: what they and its documents do there is decided by a policy of its own, asked about and
// logged as anything else. INVARIANT: no agent has a part in it: nothing here acts on the page, and nothing of it is read.
import { OF_PERSON } from '#gateway/boundary/provenance/content.ts';
import { randomUUID } from 'node:crypto';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { decidePageAct, PAGE_ITSELF } from '#gateway/boundary/page/page-acts.ts';
import type { Starter } from '#gateway/boundary/page/page-acts.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import type { DownloadLeave } from '#executors/contract/download.ts';
import type { FileView } from '#gateway/protocol/views/task.ts';
import { failure } from '#policy/language/failure.ts';
import type { ForegroundAsked, ForegroundVerdict } from './asked.ts';
import { decidePermission } from './permissions.ts';

/** Who types an address, or presses a link, in the window. */
const PERSON = {
  by: { kind: 'client', id: 'desktop', channel: 'UI' },
  initiator: 'USER',
} as const satisfies Starter;
const MAX_TABS = 200;

/** What stands in one tab: a document and what it may do, until another one stands there. */
type Visit = { readonly task: TaskContext; readonly end: AbortController };

export class Foreground {
  readonly #parts: Consultants;
  readonly #visits = new Map<string, Visit>();
  readonly #downloads = new Map<string, DownloadLeave>();

  constructor(parts: Consultants) {
    this.#parts = parts;
  }

  /** INVARIANT: an error is a refusal. */
  async decide(asked: ForegroundAsked, signal: AbortSignal): Promise<ForegroundVerdict> {
    const { tab, byPerson, act } = asked;
    // Where a person goes, what was allowed to the page before is over, and what they named is named.
    const named = byPerson && act.kind === 'NAVIGATE' ? [act.url] : [];
    const visit =
      named.length > 0 ? this.#begin(tab, named) : (this.#visits.get(tab) ?? this.#begin(tab, []));
    if (visit === null) return { allow: false, reason: `there are ${MAX_TABS} pages open already` };
    // Its page filled the log, or an answer ended it: it goes no further until another one stands there.
    const { stopped } = visit.task.state;
    if (stopped !== null && named.length === 0) return { allow: false, reason: stopped.message };
    const until = AbortSignal.any([signal, visit.end.signal]);
    if (act.kind === 'PERMISSION') return decidePermission(this.#parts, visit.task, { ...asked, act }, until);
    const whole = pageActOf(asked);
    if (act.kind !== 'DOWNLOAD')
      return plain(
        await decidePageAct(this.#parts, visit.task, whole, until, byPerson ? PERSON : PAGE_ITSELF),
      );
    const decide = () => decidePageAct(this.#parts, visit.task, whole, signal);
    const verdict = await (byPerson
      ? visit.task.tab.runAs(act.id, { ...PERSON, content: OF_PERSON }, decide)
      : decide());
    if (verdict.download === undefined) return { allow: false, reason: verdict.reason };
    this.#downloads.set(act.id, verdict.download);
    return plain(verdict);
  }

  /** Another document stands in the tab. What the person's own going there was named for holds on; `null`: the tab is closed. */
  visit(tab: string, url: string | null): void {
    const visit = this.#visits.get(tab);
    if (visit === undefined) return;
    if (url !== null && visit.task.named.has(url)) return;
    this.#end(tab);
    if (url !== null) this.#begin(tab, []);
  }

  received(download: string, received: number, total: number | null): ForegroundVerdict {
    const why = this.#downloads.get(download)?.admits(received, total);
    return why === undefined
      ? { allow: false, reason: 'there is no such download' }
      : { allow: why === null, reason: why ?? '' };
  }

  /** Takes the file out of the quarantine, examined and scanned; `null`: it does not come. */
  async downloaded(download: string, path: string | null, signal: AbortSignal): Promise<FileView | null> {
    const leave = this.#downloads.get(download);
    this.#downloads.delete(download);
    if (leave === undefined) return null;
    if (path === null) {
      leave.failed(failure('download.failed', 'the download did not arrive'));
      return null;
    }
    const arrived = await leave.arrived(path, signal);
    return arrived.ok ? arrived.value : null;
  }

  close(): void {
    for (const tab of this.#visits.keys()) this.#end(tab);
  }

  /** What was allowed to the page that stood there is over. */
  #end(tab: string): void {
    const visit = this.#visits.get(tab);
    visit?.end.abort();
    visit?.task.state.grants.end();
    this.#visits.delete(tab);
  }

  #begin(tab: string, named: readonly string[]): Visit | null {
    this.#end(tab);
    if (this.#visits.size >= MAX_TABS) return null;
    const end = new AbortController();
    const task = createTaskContext({
      id: `window-${randomUUID()}`,
      intent: 'the page that you look at',
      requestedBy: PERSON.by,
      initiator: 'USER',
      executor: 'HEADED_CHROMIUM',
      tabPolicy: 'CONTROLLED_MULTI',
      namedHosts: new Set(named),
      hostMap: {},
      peopleAndClock: this.#parts.peopleAndClock,
      secrets: {},
      // Nothing of it was read by anybody but the person.
      provenance: new Provenance('', {}, { named: new NamedOrigins(new Set(named)) }),
      approve: 'ask',
      signal: end.signal,
    });
    const visit = { task, end };
    this.#visits.set(tab, visit);
    return visit;
  }
}

const plain = ({ allow, reason }: ForegroundVerdict): ForegroundVerdict => ({ allow, reason });

function pageActOf({ tab, documentUrl, byPerson, act }: ForegroundAsked): PageAct {
  const at = { tabId: tab, documentUrl };
  switch (act.kind) {
    case 'NAVIGATE':
    case 'FRAME':
      return {
        ...at,
        kind: act.kind,
        url: act.url,
        method: act.method,
        start: act.redirectedFrom === null ? 'UNKNOWN' : 'REDIRECT',
        body: bodyOf(act.bodyBytes),
        // Which fields are filled no hook of the window's sees.
        credentials: false,
        redirectedFrom: act.redirectedFrom,
      };
    case 'CONNECT':
      return {
        ...at,
        kind: 'CONNECT',
        url: act.url,
        method: act.method,
        body: bodyOf(act.bodyBytes),
        credentials: false,
      };
    case 'OPEN_WINDOW':
    case 'EXTERNAL_PROTOCOL':
      return { ...at, kind: act.kind, url: act.url };
    case 'DOWNLOAD':
      return {
        ...at,
        kind: 'DOWNLOAD',
        url: act.url,
        filename: act.filename,
        ...(byPerson ? { coveredBy: act.id } : {}),
        ...(act.mediaType === '' ? {} : { mediaType: act.mediaType }),
        ...(act.bytes === null ? {} : { bytes: act.bytes }),
      };
    case 'PERMISSION':
      return { ...at, kind: 'FEATURE', feature: act.feature };
  }
}

const bodyOf = (bytes: number | null) =>
  bytes === null ? null : { bytes, contentType: '', fields: [], text: null };
