// Holds the candidate of shadow mode. INVARIANT: a candidate that held goes on while its file does not load: its floors do not
// fall because somebody is editing.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { PolicyLifeView } from '#gateway/protocol/views/policy.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { withIncluded } from '#gateway/policy/kept/lists-beside.ts';
import type { Candidate } from '#gateway/policy/kept/sources.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import type { Shadow } from './shadow.ts';

type Held = {
  readonly files: readonly string[];
  readonly policy: CompiledPolicy;
  /** What it was made of, each with the lists that it includes. */
  readonly texts: readonly PolicyText[];
  readonly since: string;
  /** The same one while the candidate is the same. */
  readonly counted: { differences: number };
};

export class ShadowHolder {
  #held: Held | { readonly files: readonly string[]; readonly error: Failure } | null = null;

  get candidate(): CompiledPolicy | null {
    return this.#held === null || 'error' in this.#held ? null : this.#held.policy;
  }

  /** The very texts that are decided with, whatever its files hold by now. */
  get texts(): readonly PolicyText[] {
    return this.#held === null || 'error' in this.#held ? [] : this.#held.texts;
  }

  /** For `consult`. */
  beside(active: CompiledPolicy): Shadow | null {
    const held = this.#held;
    if (held === null || 'error' in held) return null;
    return {
      active,
      candidate: held.policy,
      count: () => {
        held.counted.differences += 1;
      },
    };
  }

  /** On a later day, with the policy that it is beside. */
  onDay(day: string): void {
    const held = this.#held;
    if (held !== null && !('error' in held)) this.#held = { ...held, policy: held.policy.on(day) };
  }

  end(): void {
    this.#held = null;
  }

  /** What was read of a candidate's files. `now`: milliseconds. */
  take(files: readonly string[], read: Result<Candidate, readonly Failure[]>, now: number): Result<void> {
    const held = this.#held;
    if (!read.ok) {
      const error = read.error[0] ?? failure('policy.unreadable', 'the candidate did not load');
      if (held === null || 'error' in held) this.#held = { files, error };
      return err(error);
    }
    const { policy, sources } = read.value;
    const texts = sources.texts.map((text) => asIncluded(text, policy));
    const same = held !== null && !('error' in held) && held.policy.semanticHash === policy.semanticHash;
    this.#held = same
      ? { ...held, files, policy, texts }
      : { files, policy, texts, since: new Date(now).toISOString(), counted: { differences: 0 } };
    return ok(undefined);
  }

  view(): PolicyLifeView['shadow'] {
    const held = this.#held;
    if (held === null) return null;
    if ('error' in held) return { loaded: false, files: held.files, error: held.error };
    const { files, policy, since, counted } = held;
    const { id, semanticHash, layers } = policy;
    return { loaded: true, files, id, semanticHash, layers, since, differences: counted.differences };
  }

  /** Its beginning or end, for the log. */
  event(): { readonly outcome: string; readonly details: Readonly<Record<string, unknown>> } {
    const held = this.#held;
    if (held === null) return { outcome: 'ENDED', details: {} };
    if ('error' in held) return { outcome: 'FAILED', details: { files: held.files, failures: [held.error] } };
    const { files, policy } = held;
    return { outcome: 'STARTED', details: { files, id: policy.id, candidate: policy.semanticHash } };
  }
}

/** With the lists that its document includes, as in force: whatever else it names, in a comment, was read in vain. */
function asIncluded(text: PolicyText, { stack }: CompiledPolicy): PolicyText {
  if (text.included === undefined) return text;
  const hash = hashOfBytes(text.text);
  const own = stack.layers.find(({ document }) => document.sourceHash === hash);
  return own === undefined ? text : withIncluded(text, own.document.include);
}
