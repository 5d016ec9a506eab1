// What a document may do beyond showing itself: decided once for an origin and a policy, before its first script runs.
// INVARIANT: anything unexpected grants nothing, and what is granted stands in the log before the document has it.
import { randomUUID } from 'node:crypto';
import { describe } from '#policy/failure.ts';
import { forgetOldest } from '#policy/forget-oldest.ts';
import type { EffectivePolicy } from '#policy/facts.ts';
import { DOCUMENT_ACTS, pageActGates } from '#policy/page-acts.ts';
import type { PageActKind } from '#policy/vocabulary.ts';
import type { DocumentRequest, PageGrants } from '#executors/contract.ts';
import type { AuditEvent } from './audit/contract.ts';
import type { Consultants } from './consult.ts';
import { bounded } from './bounded.ts';
import { rule } from './decide.ts';
import { factsFor, hostOf } from './facts.ts';
import { notePageEvent } from './page-log.ts';
import type { TaskContext } from './tasks/context.ts';
import { visible } from './words.ts';

/** What was decided in a task, by everything that it depends on; and what was told last of an origin. */
type Known = { readonly decided: Map<string, PageGrants>; readonly logged: Map<string, string> };
const KEEP = 500;

export class DocumentGrants {
  readonly #parts: Consultants;
  readonly #tasks = new WeakMap<TaskContext, Known>();

  constructor(parts: Consultants) {
    this.#parts = parts;
  }

  /** The DOCUMENT rows of the page-act table that the policy grants to a document. Never rejects. */
  async of(task: TaskContext, document: DocumentRequest): Promise<PageGrants> {
    try {
      return await this.#decide(task, document);
    } catch (thrown) {
      await this.#log(task, document, [], { error: describe(thrown) });
      return new Set();
    }
  }

  async #decide(task: TaskContext, document: DocumentRequest): Promise<PageGrants> {
    if (document.mainFrame) task.grants.documentArrived(document.url);
    const policy = this.#parts.policy();
    if (!policy.ok) return new Set();
    const { semanticHash } = policy.value;
    const known = this.#known(task);
    const about = [originOf(document.url), originOf(document.topUrl), document.mainFrame];
    const admitted = task.grants.admitsHost(hostOf(URL.parse(document.url)), semanticHash);
    const sets = [task.origins.reads(document.url), task.origins.writes(document.url)];
    const key = JSON.stringify([
      ...about,
      URL.parse(document.url)?.pathname,
      semanticHash,
      admitted,
      ...sets,
      task.downloads,
    ]);
    const granted =
      known.decided.get(key) ?? grantedBy(policy.value, task, document, admitted, this.#parts.duties);
    keep(known.decided, key, granted);
    const place = JSON.stringify(about);
    const told = JSON.stringify([...granted, semanticHash]);
    if (known.logged.get(place) === told) return granted;
    const written = await this.#log(task, document, [...granted], { policy: semanticHash });
    if (!written) return new Set();
    keep(known.logged, place, told);
    return granted;
  }

  async #log(
    task: TaskContext,
    document: DocumentRequest,
    granted: readonly PageActKind[],
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
      why: '',
      outcome: null,
      details: { document: bounded(document), granted, ...more },
    };
    const written = await notePageEvent(this.#parts.audit, task, event, null);
    return written.ok;
  }

  #known(task: TaskContext): Known {
    const known = this.#tasks.get(task) ?? { decided: new Map(), logged: new Map() };
    this.#tasks.set(task, known);
    return known;
  }
}

/** An ESCALATE counts as granted where the person was asked for that document's host already. */
function grantedBy(
  policy: EffectivePolicy,
  task: TaskContext,
  document: DocumentRequest,
  admitted: boolean,
  duties: Consultants['duties'],
): PageGrants {
  const { url, topUrl, mainFrame } = document;
  return new Set(
    DOCUMENT_ACTS.filter((kind) => {
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
      }));
      const { decision } = rule(policy, asked, duties);
      return decision === 'ALLOW' || (decision === 'ESCALATE' && admitted);
    }),
  );
}

const originOf = (url: string): string => {
  const parsed = URL.parse(url);
  return parsed === null || parsed.origin === 'null' ? url : parsed.origin;
};

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  forgetOldest(map, KEEP);
}
