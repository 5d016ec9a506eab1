// Decides what a document may do beyond showing itself: once for an origin and a policy, before the document's first script runs.
// INVARIANT: anything unexpected grants nothing; what the policy would ask about is withheld unless a person was asked about exactly
// that; what is granted and what is withheld is in the log before the document has it.
import { originOrAddress } from '#policy/requests/host.ts';
import { randomUUID } from 'node:crypto';
import { describe } from '#policy/language/failure.ts';
import { grantBasisOf } from '#policy/requests/grant-basis.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { DOCUMENT_ACTS, pageActGates } from '#policy/acts/page-acts.ts';
import { STORAGE_TYPES } from '#policy/language/vocabulary.ts';
import type { PageActKind, StorageType } from '#policy/language/vocabulary.ts';
import type { DocumentRequest, PageGrants } from '#executors/contract/document.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { byHost } from '#gateway/boundary/weighing/by-host.ts';
import type { WordHosts } from '#gateway/boundary/weighing/by-host.ts';
import { contentHostOf } from '#gateway/boundary/provenance/content.ts';
import { bounded } from '#gateway/settings/bounded-evidence.ts';
import { ownersMay, rule } from '#policy/engine/deciding/ruling.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { hostOf } from '#policy/requests/host.ts';
import { notePageEvent } from '#gateway/boundary/task/page-log.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { DecidedAbilities } from '#gateway/boundary/task/state/document-abilities.ts';
import { visible } from '#gateway/protocol/visible.ts';

const NONE: DecidedAbilities = { granted: new Set(), withheld: [] };

export class DocumentDecisions {
  readonly #parts: Consultants;

  constructor(parts: Consultants) {
    this.#parts = parts;
  }

  /** The DOCUMENT rows of the page-act table that the policy grants to a document. Never rejects. */
  async of(task: TaskContext, document: DocumentRequest): Promise<PageGrants> {
    try {
      return await this.#decide(task, document);
    } catch (thrown) {
      await this.#log(task, document, NONE, { error: describe(thrown) });
      return new Set();
    }
  }

  async #decide(task: TaskContext, document: DocumentRequest): Promise<PageGrants> {
    if (document.mainFrame) task.state.grants.documentArrived(document.url);
    const policy = this.#parts.policy();
    if (!policy.ok) return new Set();
    const standing = grantBasisOf(policy.value);
    const known = task.tab.documentAbilities;
    const about = [originOrAddress(document.url), originOrAddress(document.topUrl), document.mainFrame];
    const { storage } = task.state.grants;
    task.state.grants.endOver(this.#parts.now());
    const asked = new Map(
      STORAGE_TYPES.map((kind) => [
        kind,
        storage.answeredBy({ storage: kind, url: document.url, policyHash: standing }),
      ]),
    );
    const sets = [task.state.origins.reads(document.url), task.state.origins.writes(document.url)];
    const key = JSON.stringify([
      ...about,
      URL.parse(document.url)?.pathname,
      standing,
      [...asked],
      ...sets,
      task.state.downloads.started,
      hostsOf(task, document),
    ]);
    const decided = known.decided(key, () =>
      decideOn(policy.value, task, document, asked, this.#parts.duties),
    );
    const place = JSON.stringify(about);
    const told = JSON.stringify([...decided.granted, decided.withheld, standing]);
    if (known.isLogged(place, told)) return decided.granted;
    const written = await this.#log(task, document, decided, { policy: policy.value.semanticHash });
    if (!written) return new Set();
    known.noteLogged(place, told);
    return decided.granted;
  }

  async #log(
    task: TaskContext,
    document: DocumentRequest,
    { granted, withheld }: DecidedAbilities,
    more: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const event: AuditEvent = {
      type: 'page.act',
      taskId: task.id,
      requestId: randomUUID(),
      who: 'page',
      what: `show ${visible(document.url)} with the abilities that the policy grants it`,
      where: hostOf(URL.parse(document.url)),
      verdict: null,
      why:
        withheld.length === 0
          ? ''
          : `withheld: ${withheld.join(', ')} (the policy says ask, and nobody was asked about it)`,
      outcome: null,
      details: { document: bounded(document), granted: [...granted], withheld, ...more },
    };
    const written = await notePageEvent(this.#parts.audit, task, event, null);
    return written.ok;
  }
}

/** The document's own host, and those of whom an act of the page may be. */
function hostsOf(task: TaskContext, { url, topUrl }: DocumentRequest): WordHosts {
  const { known, any } = task.state.frameHosts.at(contentHostOf(topUrl));
  return { known: [...new Set([...known, contentHostOf(url)])], any };
}

/** Being let to a site covers nothing here: an ESCALATE is granted by an answer about that storage at that origin alone. */
function decideOn(
  policy: EffectivePolicy,
  task: TaskContext,
  document: DocumentRequest,
  answered: ReadonlyMap<StorageType, readonly string[]>,
  duties: Consultants['duties'],
): DecidedAbilities {
  const { url, topUrl, mainFrame } = document;
  const hosts = hostsOf(task, document);
  const granted = new Set<PageActKind>();
  const withheld: PageActKind[] = [];
  for (const kind of DOCUMENT_ACTS) {
    const asked = pageActGates(kind, { url, documentUrl: topUrl }).map((gate) => ({
      gate,
      facts: factsFor(gate, {
        task,
        action: 'NONE',
        initiator: 'PAGE',
        documentUrl: topUrl,
        purpose: mainFrame ? 'DOCUMENT' : 'SUBRESOURCE',
        pageAct: kind,
      }),
      hosts,
    }));
    const put = byHost(asked, task.state.frameHosts, [policy]);
    const { decision, gates } = rule(policy, put, duties);
    const covered = gates.every(
      (one) =>
        one.decision === 'ALLOW' ||
        (one.decision === 'ESCALATE' &&
          one.gate.storage !== undefined &&
          isAnswered(answered.get(one.gate.storage) ?? [], one.approvers)),
    );
    if (decision === 'ALLOW' || (decision === 'ESCALATE' && covered)) granted.add(kind);
    else if (decision === 'ESCALATE') withheld.push(kind);
  }
  return { granted, withheld };
}

/** What whoever runs the gateway may answer for was answered by whoever answered; else it takes those who are named. */
const isAnswered = (by: readonly string[], approvers: string | undefined): boolean =>
  by.length > 0 && (approvers === undefined || ownersMay(approvers) || by.includes(approvers));
