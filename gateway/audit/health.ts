// Whether acts may run: the log can be written, and there is room for it. INVARIANT: what stops them is counted, and ends by itself;
// the entry at its end says how many there were.
import type { Failure } from '#policy/language/failure.ts';
import type { DiskWatch } from '#gateway/settings/disk-watch.ts';
import { HEALTHY, type HealthCause, type HealthView } from '#gateway/protocol/views/health.ts';
import type { AuditEvent, AuditLog } from './format/contract.ts';

export class Health {
  readonly #audit: AuditLog;
  readonly #disk: () => Pick<DiskWatch, 'low' | 'since'>;
  readonly #keeping: () => HealthCause | null;
  #refusedForRoom = 0;

  /** `keeping`: why results are not kept; what is wrong with the log is said alone, since it is mostly the same disk. */
  constructor(
    audit: AuditLog,
    disk: () => Pick<DiskWatch, 'low' | 'since'>,
    keeping: () => HealthCause | null = () => null,
  ) {
    this.#audit = audit;
    this.#disk = disk;
    this.#keeping = keeping;
  }

  /** Why no act may begin now; `null`: it may. One that may not is counted. */
  refuseAct(): Failure | null {
    const down = this.#audit.refuseAct();
    if (down !== null) return down;
    const { low } = this.#disk();
    if (low !== null) this.#refusedForRoom += 1;
    return low;
  }

  view(): HealthView {
    const causes = [this.#audit.trouble(), this.#room()].filter((cause) => cause !== null);
    if (causes.length === 0) {
      const keeping = this.#keeping();
      return keeping === null ? HEALTHY : { state: keeping.state, causes: [keeping] };
    }
    return { state: causes.some(({ state }) => state === 'failed') ? 'failed' : 'degraded', causes };
  }

  /** There is room again since now, and was none since `from`: what is to be written down of it. */
  hasRoom(from: Date): AuditEvent {
    const refusedActs = this.#refusedForRoom;
    this.#refusedForRoom = 0;
    return {
      type: 'audit.resumed',
      taskId: null,
      requestId: null,
      who: 'gateway',
      what: `let acts run again (refused: ${refusedActs})`,
      where: '',
      verdict: null,
      why: 'ENOSPC',
      outcome: 'DONE',
      details: {
        from: from.toISOString(),
        to: this.#disk().since.toISOString(),
        reason: 'ENOSPC',
        refusedActs,
      },
    };
  }

  #room(): HealthCause | null {
    const { low, since } = this.#disk();
    if (low === null) return null;
    return {
      state: 'failed',
      code: 'audit.disk-low',
      reason: 'ENOSPC',
      since: since.toISOString(),
      message: low.message,
      help: low.help ?? '',
      refusedActs: this.#refusedForRoom,
    };
  }
}
