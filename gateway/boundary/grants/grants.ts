// Keeps what a person allowed within one task. INVARIANT: every grant has a scope and an end; none outlives its task or its policy.
import { traitsOf } from '#policy/acts/act-rows.ts';
import type { BrowserCapability, Initiator } from '#policy/language/vocabulary.ts';
import { bindsBeyondSending } from '#engines/navigator/binding.ts';
import { isDeferred } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { originKey } from './named-origins.ts';
import { COVERAGE, coverageOf, grantKey } from './coverage.ts';
import { StorageGrants } from './storage-grants.ts';
import { KeptGrant } from './kept-grant.ts';
import { LogIns } from './log-ins.ts';
import type { FormSeen } from './log-ins.ts';
import { covers } from './site-grant.ts';
import type { SiteGrant } from './site-grant.ts';

/** How long an admitted document may take to arrive. */
const ARRIVAL_MS = 30_000;
const MINUTE_MS = 60_000;

export class Grants {
  /** What pages of a site may keep: nothing, unless somebody was asked about that. */
  readonly storage = new StorageGrants();
  readonly #sites: { readonly grant: SiteGrant; readonly kept: KeptGrant }[] = [];
  readonly logIns = new LogIns();
  /** Origins that the task's tab may connect to: by consent for one document, or for the rest of the task. */
  readonly #origins = new Map<
    string,
    {
      readonly span: 'DOCUMENT' | 'TASK';
      readonly policyHash: string;
      readonly answered: ReadonlySet<string>;
      /** The answers by which, as the log names them. */
      readonly answers: ReadonlySet<string>;
    }
  >();
  /** A document that was admitted and has not arrived yet. */
  #awaited: { readonly url: string; readonly policyHash: string; readonly notAfter: number } | null = null;

  /** "This task on this site". `says`: what it covers, where its capability's row does not say it. */
  allowSite(
    grant: SiteGrant,
    says: string = COVERAGE[grant.capability].says,
    notAfter: number | null = null,
  ): KeptGrant {
    const { site, policyHash } = grant;
    const kept = new KeptGrant({ kind: 'SITE', where: site, says, policyHash, notAfter }, () =>
      this.#narrow(site),
    );
    this.#sites.push({ grant, kept });
    return kept;
  }

  /** The one that covers it; `null`: none. */
  coveringSite(grant: SiteGrant, now: number): KeptGrant | null {
    this.endOver(now);
    return this.#sites.find((held) => !held.kept.isOver && covers(held.grant, grant))?.kept ?? null;
  }

  /** What was for a time that is over covers nothing, and what it opened is closed. */
  endOver(now: number): void {
    for (const { kept } of this.#sites)
      if (kept.about.notAfter !== null && now >= kept.about.notAfter) kept.revoke();
    this.storage.endOver(now);
  }

  /** The task is over: nothing of it covers anything. */
  end(): void {
    for (const { kept } of this.#sites) kept.end();
    this.logIns.end();
    this.storage.end();
  }

  /** A document at this URL was admitted. What was admitted for the document before it ends here. */
  admitDocument(given: {
    url: string;
    lasts: 'DOCUMENT' | 'TASK';
    policyHash: string;
    now: number;
    /** Approvers of what was answered for it, each as one text. */
    answered?: readonly string[];
    answer?: string | null;
  }): void {
    const { url, lasts, policyHash, now, answered = [], answer = null } = given;
    const origin = originKey(url);
    if (origin === null) return;
    this.#awaited = { url: withoutHash(url), policyHash, notAfter: now + ARRIVAL_MS };
    for (const [known, { span }] of this.#origins)
      if (span === 'DOCUMENT' && known !== origin) this.#origins.delete(known);
    const held = this.#origins.get(origin);
    const span = held?.policyHash === policyHash && held.span === 'TASK' ? 'TASK' : lasts;
    // Who allowed one document once allowed no other.
    const before = held?.policyHash === policyHash && held.span === 'TASK' ? held : NOBODY_ANSWERED;
    this.#origins.set(origin, {
      span,
      policyHash,
      answered: new Set([...before.answered, ...answered]),
      answers: new Set([...before.answers, ...(answer === null ? [] : [answer])]),
    });
  }

  /** For which approvers somebody answered when a document of this server was admitted. */
  answeredAt(server: string): ReadonlySet<string> {
    const origin = originKey(server);
    return (origin === null ? undefined : this.#origins.get(origin)?.answered) ?? new Set();
  }

  /** By which answers a document of this server was admitted. */
  answersAt(server: string): ReadonlySet<string> {
    const origin = originKey(server);
    return (origin === null ? undefined : this.#origins.get(origin)?.answers) ?? new Set();
  }

  /** What was admitted for the rest of the task there is admitted as long as its document. */
  #narrow(site: string): void {
    const origin = originKey(site);
    const held = origin === null ? undefined : this.#origins.get(origin);
    if (origin !== null && held !== undefined)
      this.#origins.set(origin, { ...held, span: 'DOCUMENT', ...NOBODY_ANSWERED });
  }

  /** A document of this URL is in the tab. */
  documentArrived(url: string): void {
    this.#awaited = null;
    const here = originKey(url);
    for (const [origin, { span }] of this.#origins)
      if (span === 'DOCUMENT' && origin !== here) this.#origins.delete(origin);
  }

  /**
   * Whether a connection belongs to what was admitted: to an origin of the task; of the document `page` that is in the tab; or
   * to the document that is on its way, by its exact URL where the connection shows one (plain http). `server`: an address of the
   * origin that it goes to; of a tunnel whose use is not known yet, the one by TLS.
   */
  admitsConnection(given: {
    server: string;
    url: string | null;
    /** By a guard that saw all of it. */
    decided?: boolean;
    page: string;
    policyHash: string;
    now: number;
  }): boolean {
    const { server, url, decided = false, page, policyHash, now } = given;
    this.endOver(now);
    const origin = originKey(server);
    const held = origin === null ? undefined : this.#origins.get(origin);
    if (held?.policyHash !== policyHash) return false;
    if (held.span === 'TASK' || originKey(page) === origin) return true;
    const awaited = this.#awaited;
    if (awaited === null || awaited.policyHash !== policyHash || now > awaited.notAfter) return false;
    if (originKey(awaited.url) !== origin) return false;
    // A form by GET writes its fields in the place of its address's query.
    return url === null || (decided ? bare(url) === bare(awaited.url) : withoutHash(url) === awaited.url);
  }
}

const NOBODY_ANSWERED: { readonly answered: ReadonlySet<string>; readonly answers: ReadonlySet<string> } = {
  answered: new Set(),
  answers: new Set(),
};

const bare = (url: string): string => withoutHash(url).replace(/\?.*$/su, '');

/** The fragment never leaves the browser. */
function withoutHash(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url;
  parsed.hash = '';
  return parsed.href;
}

type Asked = {
  readonly task: { readonly state: { readonly grants: Grants } };
  readonly documentUrl: string;
  readonly documentId: string;
  readonly initiator: Initiator;
  /** Digest of what runs or leaves, where an act is known by it. */
  readonly content?: string | null;
  /** What that is, where its capability's row does not say it. */
  readonly contentSays?: string | null;
  /** The form that is submitted, or entered into. */
  readonly form?: FormSeen | null;
  /** A plan, whose acts nobody has seen yet. */
  readonly isPlan?: boolean;
  /** Of a host that words stand at, what the policy looks at. Default: all of it. */
  readonly keptHost?: (host: string) => string;
};

/** Whether everything that escalates was granted before, within its scope. Takes the single-use grants. */
export const coveredByGrants = (ruling: Ruling, asked: Asked, now: number): boolean =>
  coveringGrants(ruling, asked, now) !== null;

/** The same, with what covers it; `null`: something is not covered. */
export function coveringGrants(ruling: Ruling, asked: Asked, now: number): readonly KeptGrant[] | null {
  const { grants } = asked.task.state;
  const used: KeptGrant[] = [];
  const areCovered = ruling.gates
    .filter(({ gate, decision }) => decision === 'ESCALATE' && !isDeferred(gate, decision))
    .every((one) => {
      const [grant, only] = grantFor(one, asked, ruling);
      const { facts } = one;
      const site = only === null ? null : grants.coveringSite({ ...grant, only }, now);
      const found =
        site ??
        grants.logIns.covering({ ...grant, ...logInOf(asked), now, submits: !traitsOf(facts.action).enters });
      if (found !== null) used.push(found);
      return found !== null;
    });
  if (!areCovered) return null;
  for (const kept of used) kept.use(now);
  return used;
}

/** Keeps what a granted answer allows beyond the act itself, as long as the policy says, and tells what that is. */
export function keepGrants(
  ruling: Ruling,
  asked: Asked,
  scope: 'ONCE' | 'TASK_SITE',
  now: number,
): readonly KeptGrant[] {
  const { grants } = asked.task.state;
  const all: KeptGrant[] = [];
  const { askOnce = Infinity } = ruling;
  const notAfter = askOnce === Infinity ? null : now + askOnce * MINUTE_MS;
  for (const one of ruling.gates) {
    const { gate, decision, facts } = one;
    if (decision !== 'ESCALATE' || isDeferred(gate, decision)) continue;
    const [grant, only] = grantFor(one, asked, ruling);
    if (scope === 'TASK_SITE' && only !== null && askOnce > 0)
      all.push(
        grants.allowSite({ ...grant, only, unforeseen: asked.isPlan !== true }, saysOf(one, asked), notAfter),
      );
    else if (gate.capability === 'FORM_SUBMIT_CREDENTIALS' && traitsOf(facts.action).enters) {
      // Each act is asked about: a log-in is one, and takes no longer than any.
      all.push(
        grants.logIns.allow(
          { ...grant, unforeseen: true, ...logInOf(asked), now },
          askOnce === 0 ? null : notAfter,
        ),
      );
    }
  }
  return all;
}

const saysOf = ({ gate, facts }: Ruling['gates'][number], { contentSays }: Asked): string | undefined =>
  coverageOf(gate.capability, facts.action).covers === 'CONTENT' ? (contentSays ?? undefined) : undefined;

/** A site here is one origin: the narrowest thing that "this site" can mean. And of it what coverage.ts says, `null` for nothing. */
function grantFor(
  { gate, facts, because, approvers }: Ruling['gates'][number],
  { documentUrl, initiator, content = null, keptHost = (host) => host }: Asked,
  ruling: Ruling,
): readonly [grant: SiteGrant, only: string | null] {
  const site = URL.parse(gate.url ?? documentUrl)?.origin ?? '';
  const carries = facts.valueFromAnotherSite || facts.valueHoldsSecret;
  const ofUsers = facts.contentPlace === 'USERS';
  const contentHost = keptHost(facts.contentHost);
  const { capability } = gate;
  const only = grantKey(capability, facts, content);
  const byPage = initiator === 'PAGE';
  const pageSends = byPage && ruling.gates.some(({ gate: one }) => SENDS.has(one.capability));
  const { policyHash } = ruling;
  const who = approvers === undefined ? {} : { approvers };
  const asks = because.map(({ layer, entry }) => `${layer} ${entry}`);
  const unforeseen =
    bindsBeyondSending(facts.elementName) || facts.provenance === 'PAGE' || facts.valueNotFromTask;
  const of = { asks, byPage, pageSends, carries, ofUsers, contentHost, unforeseen };
  const grant = { site, capability, only: '', ...of, policyHash, ...who };
  return [grant, only];
}

const SENDS: ReadonlySet<BrowserCapability> = new Set(['FORM_SUBMIT_CREDENTIALS', 'FORM_SUBMIT_DATA']);

const logInOf = ({
  documentId,
  form = null,
}: Asked): Pick<Asked, 'documentId'> & { form: FormSeen | null } => ({
  documentId,
  form,
});
