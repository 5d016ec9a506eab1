// What a person allowed within one task. INVARIANT: every grant has a scope and an end; none outlives its task or its policy.
import type { Gate } from '#policy/actions.ts';
import type { BrowserCapability } from '#policy/vocabulary.ts';
import type { Ruling } from '#gateway/decide.ts';

type SiteGrant = {
  readonly site: string;
  readonly capability: BrowserCapability;
  readonly policyHash: string;
};
type FollowUp = SiteGrant & { readonly documentId: string; readonly notAfter: number };

/** How long a log-in's form may be submitted after its password was allowed. */
const FOLLOW_UP_MS = 120_000;

export class Grants {
  readonly #sites: SiteGrant[] = [];
  #followUps: FollowUp[] = [];
  /** Hosts that the task's tab may connect to: by consent for one document, or for the rest of the task. */
  readonly #hosts = new Map<string, 'DOCUMENT' | 'TASK'>();

  /** "This task on this site". */
  allowSite(grant: SiteGrant): void {
    this.#sites.push(grant);
  }

  coversSite(grant: SiteGrant): boolean {
    return this.#sites.some((held) => sameGrant(held, grant));
  }

  /** Entering a password was allowed: the form of that document may be submitted to that site, once. */
  allowFollowUp(grant: SiteGrant & { documentId: string; now: number }): void {
    const { now, ...rest } = grant;
    this.#followUps.push({ ...rest, notAfter: now + FOLLOW_UP_MS });
  }

  takeFollowUp(grant: SiteGrant & { documentId: string; now: number }): boolean {
    const found = this.#followUps.find(
      (held) => sameGrant(held, grant) && held.documentId === grant.documentId && grant.now <= held.notAfter,
    );
    this.#followUps = this.#followUps.filter((held) => held !== found);
    return found !== undefined;
  }

  /** A document navigation to this host was admitted. What was admitted for the document before it ends here. */
  admitDocumentHost(host: string, lasts: 'DOCUMENT' | 'TASK'): void {
    for (const [known, span] of this.#hosts)
      if (span === 'DOCUMENT' && known !== host) this.#hosts.delete(known);
    if (this.#hosts.get(host) !== 'TASK') this.#hosts.set(host, lasts);
  }

  admitsHost(host: string): boolean {
    return this.#hosts.has(host);
  }
}

function sameGrant(a: SiteGrant, b: SiteGrant): boolean {
  return a.site === b.site && a.capability === b.capability && a.policyHash === b.policyHash;
}

type Asked = {
  readonly task: { readonly grants: Grants };
  readonly documentUrl: string;
  readonly documentId: string;
};

/** Whether everything that escalates was granted before, within its scope. Takes the single-use grants. */
export function coveredByGrants(ruling: Ruling, asked: Asked, now: number): boolean {
  const { grants } = asked.task;
  return ruling.gates
    .filter(({ decision }) => decision === 'ESCALATE')
    .every(({ gate }) => {
      const grant = grantFor(gate, asked, ruling);
      return grants.coversSite(grant) || grants.takeFollowUp({ ...grant, documentId: asked.documentId, now });
    });
}

/** Keeps what a granted answer allows beyond the act itself. */
export function keepGrants(ruling: Ruling, asked: Asked, scope: 'ONCE' | 'TASK_SITE', now: number): void {
  const { grants } = asked.task;
  for (const { gate, decision, facts } of ruling.gates) {
    if (decision !== 'ESCALATE') continue;
    const grant = grantFor(gate, asked, ruling);
    const enters = facts.action === 'FILL' || facts.action === 'TYPE';
    if (scope === 'TASK_SITE') grants.allowSite(grant);
    else if (gate.capability === 'FORM_SUBMIT_CREDENTIALS' && enters)
      grants.allowFollowUp({ ...grant, documentId: asked.documentId, now });
  }
}

/** A site here is one origin: the narrowest thing that "this site" can mean. */
function grantFor(gate: Gate, asked: Asked, ruling: Ruling): SiteGrant {
  const site = URL.parse(gate.url ?? asked.documentUrl)?.origin ?? '';
  return { site, capability: gate.capability, policyHash: ruling.policyHash };
}
