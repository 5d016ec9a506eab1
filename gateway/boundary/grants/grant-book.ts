// Lists what persons' answers still allow, over all tasks, and takes it back. INVARIANT: what is revoked covers nothing from that moment
// on, also where the log cannot say so; nothing here allows anything.
import { randomUUID } from 'node:crypto';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeptGrant } from './kept-grant.ts';

export type GrantBookParts = {
  readonly audit: Pick<AuditLog, 'append'>;
  /** The time of a permission, and that of the wall, in milliseconds. */
  readonly now: () => number;
  readonly wallMs: () => number;
  /** Whether a policy that grants are bound to is in force. */
  readonly stands: (policyHash: string) => boolean;
};

type About = Pick<GrantView, 'taskId' | 'intent' | 'by' | 'consentId'>;
type Entry = {
  readonly id: string;
  readonly about: About;
  readonly grantedAt: number;
  readonly kept: KeptGrant;
};

/** Nobody reads more. INVARIANT: what is not listed cannot be taken back, so older ones end. */
const MAX_LISTED = 1_000;

export class GrantBook {
  readonly #parts: GrantBookParts;
  #entries: readonly Entry[] = [];

  constructor(parts: GrantBookParts) {
    this.#parts = parts;
  }

  note(kept: readonly KeptGrant[], about: About): void {
    const known = new Set(this.#entries.map((entry) => entry.kept));
    const added = kept
      .filter((one) => !known.has(one))
      .map((one) => ({ id: `g-${randomUUID()}`, about, grantedAt: this.#parts.now(), kept: one }));
    // What another policy hides for a while is kept: that policy may go again, and the grant covers acts then.
    const all = [...this.#entries.filter((entry) => this.#mayHold(entry)), ...added];
    this.#entries = all.slice(-MAX_LISTED);
    for (const { kept: forgotten } of all.slice(0, -MAX_LISTED)) forgotten.end();
  }

  /** Newest first. */
  list(): readonly GrantView[] {
    return this.#entries
      .filter((entry) => this.#holds(entry))
      .map((entry) => this.#view(entry))
      .toReversed();
  }

  /** Errors: `grant.unknown`; `audit.*` where it is revoked and the log does not say so. */
  async revoke(id: string, by: string): Promise<Result<GrantView>> {
    const entry = this.#entries.find((one) => one.id === id && this.#holds(one));
    if (entry === undefined)
      return fail('grant.unknown', `there is no grant \`${id}\` that still holds`, {
        help: '`ghost grants list` shows those that do',
      });
    const view = this.#view(entry);
    entry.kept.revoke();
    const { about, kept } = entry;
    const written = await this.#parts.audit.append({
      type: 'grant.revoked',
      taskId: about.taskId,
      requestId: null,
      who: by,
      what: `take back: ${view.says}`,
      where: view.where,
      verdict: null,
      why: view.consentId,
      outcome: 'REVOKED',
      details: {
        grant: id,
        kind: view.kind,
        uses: view.uses,
        grantedBy: about.by,
        policyHash: kept.about.policyHash,
      },
    });
    return written.ok ? ok(view) : written;
  }

  #holds(entry: Entry): boolean {
    return this.#mayHold(entry) && this.#parts.stands(entry.kept.about.policyHash);
  }

  /** Under the policy that it was given under. */
  #mayHold({ kept }: Entry): boolean {
    const { notAfter } = kept.about;
    return !kept.isOver && (notAfter === null || this.#parts.now() <= notAfter);
  }

  #view({ id, about, grantedAt, kept }: Entry): GrantView {
    const { kind, where, says, notAfter } = kept.about;
    const onWall = (at: number): string =>
      new Date(this.#parts.wallMs() + at - this.#parts.now()).toISOString();
    return {
      id,
      ...about,
      kind,
      where,
      says,
      grantedAt: onWall(grantedAt),
      uses: kept.uses,
      usedAt: kept.usedAt === null ? null : onWall(kept.usedAt),
      endsAt: notAfter === null ? null : onWall(notAfter),
    };
  }
}
