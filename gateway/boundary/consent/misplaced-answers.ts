// Logs answers and links that were used by people whom they are not for. INVARIANT: the log stays bounded: the first few of one user
// about one thing have an entry each, then one entry each time that their number has doubled; none of them closes a question.
import type { AuditEvent, AuditLog } from '#gateway/audit/format/contract.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { Misplaced } from './contract.ts';

/** Of one kind. */
const LOGGED_PER_KIND = 3;
const MAX_KINDS = 500;

export class MisplacedAnswers {
  readonly #audit: AuditLog;
  readonly #counts = new Map<string, number>();

  constructor(audit: AuditLog) {
    this.#audit = audit;
  }

  /** `kind`: what makes two of them the same. Should it not reach the disk, the log refuses every later entry. */
  note(
    kind: string,
    event: Pick<AuditEvent, 'who' | 'what' | 'why' | 'details'> & Partial<Pick<AuditEvent, 'taskId'>>,
  ): void {
    const times = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.delete(kind);
    this.#counts.set(kind, times);
    forgetOldest(this.#counts, MAX_KINDS);
    if (times > LOGGED_PER_KIND && !Number.isInteger(Math.log2(times))) return;
    void this.#audit.append({
      taskId: null,
      requestId: null,
      where: '',
      verdict: null,
      ...event,
      type: 'consent.misplaced',
      outcome: 'REFUSED',
      details: { ...event.details, times },
    });
  }
}

/** An allowing answer that the question does not take from them. */
export function noteMisplaced(log: MisplacedAnswers, { card, by, proof, error }: Misplaced): void {
  log.note(`${card.id} ${nameOf(by)} ${proof.identity?.uid ?? ''}`, {
    taskId: card.taskId,
    who: nameOf(by),
    what: `allow what only others may: ${card.title}`,
    why: card.id,
    details: {
      authentication: proof.authentication,
      ...(proof.identity === undefined ? {} : { identity: proof.identity }),
      approvers: card.approvers ?? null,
      problem: error.message,
      ...proof.evidence,
    },
  });
}
