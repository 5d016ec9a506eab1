// The life of the policy in force (POLICY.md 6.10): read → check → prove → test → compare → record → swap one pointer.
// INVARIANT: whatever fails keeps the active policy and says so; without one, everything is denied. Nothing that loosens comes
// into force unless somebody took it upon themselves, and that is on disk first.
import type { PolicyText } from '#policy/check.ts';
import { compilePolicy } from '#policy/compile.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import type { EffectivePolicy } from '#policy/facts.ts';
import { err, fail, failure, ok } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import { compareDecisions } from '#policy/life/compare-decisions.ts';
import { withFloorsOf } from '#policy/life/layer-zero-floors.ts';
import { manifestDigest } from '#policy/life/bundle.ts';
import type { AuditEntry, AuditLog } from '#gateway/audit/contract.ts';
import { policyFilesOf, todayOf } from '#gateway/policy-source.ts';
import type { PolicyLifeView, PolicyRefusal, PolicyReload } from '#gateway/protocol/views.ts';
import { keepBundles, keepCopy } from './kept-bundles.ts';
import { lowered, readRevisions, writeRevisions } from './revisions.ts';
import { ShadowHolder } from './shadow-holder.ts';
import type { Shadow } from './shadow.ts';
import { openBundleFile, readCandidate } from './sources.ts';
import type { Candidate, OpenedBundle } from './sources.ts';
import { watchFiles } from './watch.ts';
import type { Watching } from './watch.ts';
import { WORDS, comparisonOf, digestsOf, identityOf, loosening } from './words.ts';
import type { PolicyEventType } from './words.ts';

/** What the settings say, read anew at every reload. */
export type PolicySettings = {
  readonly files: readonly string[];
  readonly shadow: readonly string[];
  /** Semantic hash of a policy that may loosen. */
  readonly acknowledged: string | null;
};

export type ReloadRequest = {
  /** `person:terminal`, `gateway` (a file changed). */
  readonly by: string;
  readonly trigger: 'asked' | 'file';
  /** A person takes what loosens upon themselves, with this reason. */
  readonly acknowledge: string | null;
};

export type PolicyLifeParts = {
  readonly settings: () => Result<PolicySettings>;
  /** `<data>/policy`. */
  readonly directory: string;
  /** Watched beside the policy files. */
  readonly configFile: string;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly now: () => number;
  readonly onChange: (semanticHash: string) => void;
  readonly onRefused: (refusal: PolicyRefusal) => void;
};

type Active = {
  readonly policy: CompiledPolicy;
  readonly texts: readonly PolicyText[];
  readonly bundles: readonly OpenedBundle[];
  readonly files: readonly string[];
  readonly since: string;
  readonly day: string;
  readonly acknowledged: { readonly by: string; readonly reason: string } | null;
};

const DEBOUNCE_MS = 150;

export class PolicyLife {
  readonly #parts: PolicyLifeParts;
  #active: Active | null = null;
  #effective: EffectivePolicy | null = null;
  readonly #shadow = new ShadowHolder();
  /** Set by `ghost policy shadow`: until the next start it goes before the settings. */
  #shadowFiles: readonly string[] | null = null;
  #refused: PolicyRefusal | null = null;
  #watching: Watching | null = null;
  #watched = '';
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: PolicyLifeParts) {
    this.#parts = parts;
    const read = this.#read();
    if (!read.ok) {
      this.#refused = { at: this.#at(), ...read.error };
      return;
    }
    this.#swap(read.value, null);
    const { shadow } = read.value.settings;
    if (shadow.length > 0) this.#readShadow(shadow);
  }

  /** Asked for every act. A failure means that every act is denied. */
  inForce(): Result<EffectivePolicy> {
    if (this.#active === null || this.#effective === null)
      return err(this.#refused?.failures[0] ?? failure('policy.not-loaded', 'no policy was loaded', {}));
    if (todayOf(this.#parts.now()) !== this.#active.day) this.#newDay(this.#active);
    const now = new Date(this.#parts.now()).toISOString();
    const over = this.#active?.bundles.find(({ manifest }) => now > manifest.notAfter);
    if (over !== undefined)
      return fail('policy.bundle-expired', `\`${over.file}\` was valid until ${over.manifest.notAfter}`, {
        help: 'get a bundle that is valid now, and run `ghost policy reload`',
      });
    return this.#effective === null
      ? fail('policy.not-loaded', 'no policy is in force')
      : ok(this.#effective);
  }

  /** The candidate beside the policy in force, for `consult`. */
  shadow(): Shadow | null {
    return this.#active === null ? null : this.#shadow.beside(this.#active.policy);
  }

  /** Writes what was loaded or refused at the start, keeps the revisions, and begins to watch. */
  async begin(): Promise<Result<AuditEntry>> {
    const active = this.#active;
    this.#watch();
    if (active === null) return this.#note('policy.refused', 'FAILED', { ...this.#refused });
    const kept = keepBundles(this.#parts.directory, active.bundles);
    if (!kept.ok) {
      this.#active = null;
      this.#effective = null;
      this.#refused = { at: this.#at(), files: active.files, failures: [kept.error] };
      return this.#note('policy.refused', 'FAILED', { ...this.#refused });
    }
    const noted = await this.#note('policy.loaded', 'DONE', identityOf(active));
    if (noted.ok && this.#shadow.view() !== null) await this.#noteShadow('gateway');
    return noted;
  }

  /** Reads everything again. Errors: those of the policy, `policy.loosens`, `policy.bundle-*`, `audit.*`. One at a time. */
  reload(request: ReloadRequest): Promise<Result<PolicyReload>> {
    return this.#inTurn(() => this.#reload(request));
  }

  /** Goes back to an earlier signed bundle. Errors: `policy.bundle-*`, `policy.bad-key`, and those of `reload`. */
  revert(given: { file: string; by: string; reason: string }): Promise<Result<PolicyReload>> {
    return this.#inTurn(async () => {
      const { file, by, reason } = given;
      const place = { directory: this.#parts.directory, now: this.#parts.now() };
      const opened = openBundleFile(file, place);
      if (!opened.ok) return opened;
      const { manifest } = opened.value.opened;
      if (this.#active !== null && !this.#active.bundles.some((one) => one.manifest.id === manifest.id))
        return fail('policy.bundle-unknown', `no bundle \`${manifest.id}\` is in force`, {
          help: 'a revert goes back to an earlier revision of a bundle that `policy:` in config.yaml names',
        });
      const before = readRevisions(place.directory);
      if (!before.ok) return before;
      const noted = await this.#note(
        'policy.reverted',
        'DONE',
        { file, reason, id: manifest.id, revision: manifest.revision, digest: manifestDigest(manifest) },
        by,
      );
      if (!noted.ok) return noted;
      const kept = keepCopy(place.directory, opened.value.opened);
      if (!kept.ok) return kept;
      const written = writeRevisions(place.directory, lowered(before.value, manifest));
      if (!written.ok) return written;
      const reloaded = await this.#reload({ by, trigger: 'asked', acknowledge: `revert: ${reason}` });
      if (!reloaded.ok) writeRevisions(place.directory, before.value);
      return reloaded;
    });
  }

  /** Puts a candidate beside the active policy; none ends it. Errors: those of the candidate. */
  shadowWith(files: readonly string[], by: string): Promise<Result<PolicyLifeView>> {
    return this.#inTurn(async () => {
      const read = this.#readShadow(files);
      if (!read.ok) return read;
      this.#shadowFiles = files;
      this.#watch();
      const noted = await this.#noteShadow(by);
      return noted.ok ? ok(this.view()) : noted;
    });
  }

  view(): PolicyLifeView {
    const active = this.#active;
    const policy = this.inForce();
    return {
      policy: policy.ok
        ? {
            loaded: true,
            id: policy.value.id,
            revision: policy.value.revision,
            semanticHash: policy.value.semanticHash,
            layers: policy.value.layers,
          }
        : { loaded: false, error: policy.error },
      sourceHash: active?.policy.sourceHash ?? null,
      since: active?.since ?? null,
      files: active?.files ?? this.#refused?.files ?? [],
      bundles: (active?.bundles ?? []).map(({ file, manifest, keyId, digest, reverted }) => ({
        file,
        id: manifest.id,
        revision: manifest.revision,
        keyId,
        digest,
        notAfter: manifest.notAfter,
        reverted,
      })),
      acknowledged: active?.acknowledged ?? null,
      shadow: this.#shadow.view(),
      refused: this.#refused,
      watching: this.#watching?.complete ?? false,
    };
  }

  get refused(): PolicyRefusal | null {
    return this.#refused;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watching?.close();
    await this.#queue;
  }

  async #reload({ by, trigger, acknowledge }: ReloadRequest): Promise<Result<PolicyReload>> {
    const read = this.#read();
    if (!read.ok) return this.#refuse(read.error.files, read.error.failures, by, trigger);
    const { settings, candidate } = read.value;
    const before = this.#active;
    const { policy } = candidate;
    const unchanged =
      before !== null &&
      before.policy.sourceHash === policy.sourceHash &&
      digestsOf(before.bundles) === digestsOf(candidate.sources.bundles);
    const compared = before === null || unchanged ? null : compareDecisions(before.policy, policy);
    const loosens = compared !== null && (!compared.proven || compared.loosened > 0n);
    const given =
      acknowledge ?? (settings.acknowledged === policy.semanticHash ? 'acknowledged in the settings' : null);
    if (loosens && given === null)
      return this.#refuse(settings.files, [loosening(compared, policy)], by, trigger);
    const acknowledged = loosens && given !== null ? { by, reason: given } : null;
    if (!unchanged) {
      const noted = await this.#note(
        'policy.loaded',
        'DONE',
        {
          ...identityOf({ policy, files: settings.files, bundles: candidate.sources.bundles }),
          before: before?.policy.semanticHash ?? null,
          ...(compared === null ? {} : comparisonOf(compared)),
          acknowledged,
        },
        by,
      );
      if (!noted.ok) return this.#refuse(settings.files, [noted.error], by, trigger);
    }
    const kept = keepBundles(this.#parts.directory, candidate.sources.bundles);
    if (!kept.ok) return this.#refuse(settings.files, [kept.error], by, trigger);
    const news = !unchanged || this.#refused !== null;
    this.#refused = null;
    this.#swap(read.value, acknowledged ?? (unchanged ? before.acknowledged : null));
    this.#readShadow(this.#shadowFiles ?? settings.shadow);
    this.#watch();
    if (news) this.#parts.onChange(policy.semanticHash);
    return ok({
      outcome: unchanged ? 'UNCHANGED' : 'ACTIVATED',
      loosened: compared?.proven === true ? String(compared.loosened) : null,
      tightened: compared?.proven === true ? String(compared.tightened) : null,
      policy: this.view(),
    });
  }

  #read(): Result<
    { settings: PolicySettings; candidate: Candidate },
    { files: readonly string[]; failures: readonly Failure[] }
  > {
    const settings = this.#parts.settings();
    if (!settings.ok) return err({ files: [this.#parts.configFile], failures: [settings.error] });
    const { files } = settings.value;
    const candidate = readCandidate(files, { directory: this.#parts.directory, now: this.#parts.now() });
    return candidate.ok
      ? ok({ settings: settings.value, candidate: candidate.value })
      : err({ files, failures: candidate.error });
  }

  /** INVARIANT: the one place where a policy comes into force. */
  #swap(
    { settings, candidate }: { settings: PolicySettings; candidate: Candidate },
    acknowledged: Active['acknowledged'],
  ): void {
    const now = this.#parts.now();
    this.#active = {
      policy: candidate.policy,
      texts: candidate.sources.texts,
      bundles: candidate.sources.bundles,
      files: settings.files,
      since: new Date(now).toISOString(),
      day: todayOf(now),
      acknowledged,
    };
    this.#combine();
  }

  #combine(): void {
    this.#effective =
      this.#active === null ? null : withFloorsOf(this.#active.policy, this.#shadow.candidate);
  }

  /** What expired at midnight is gone. Its tests passed when it came into force, and dropping an ALLOW loosens nothing. */
  #newDay(active: Active): void {
    const day = todayOf(this.#parts.now());
    const documents = active.policy.stack.layers.map(({ document }) => ({
      ...document,
      tests: [],
      extends: document.extends === null ? null : { ...document.extends, hash: null },
    }));
    const compiled = compilePolicy(documents, { today: day });
    const before = active.policy.semanticHash;
    if (compiled.ok) this.#active = { ...active, policy: compiled.value, day };
    else {
      this.#active = null;
      this.#refused = { at: this.#at(), files: active.files, failures: compiled.error };
      this.#parts.onRefused(this.#refused);
    }
    this.#combine();
    if (compiled.ok && compiled.value.semanticHash !== before) {
      void this.#note('policy.loaded', 'DONE', {
        ...identityOf({ ...active, policy: compiled.value }),
        before,
        day,
      });
      this.#parts.onChange(compiled.value.semanticHash);
    }
  }

  async #refuse(
    files: readonly string[],
    failures: readonly Failure[],
    by: string,
    trigger: ReloadRequest['trigger'],
  ): Promise<Result<never>> {
    const [first] = failures;
    const error = first ?? failure('policy.unreadable', 'the policy did not load');
    const known = JSON.stringify(this.#refused?.failures) === JSON.stringify(failures);
    this.#refused = { at: this.#at(), files, failures };
    this.#watch();
    // An editor that writes the same faulty file three times is one refusal.
    if (!(known && trigger === 'file')) {
      this.#parts.onRefused(this.#refused);
      const active = this.#active?.policy.semanticHash ?? null;
      await this.#note('policy.refused', 'FAILED', { files, failures, active }, by);
    }
    return err(
      failures.length < 2
        ? error
        : { ...error, details: { ...error.details, failures: failures.slice(0, 100) } },
    );
  }

  #readShadow(files: readonly string[]): Result<void> {
    const place = { directory: this.#parts.directory, now: this.#parts.now() };
    const read = this.#shadow.read(files, this.#active?.texts ?? [], place);
    this.#combine();
    return read;
  }

  #noteShadow(by: string): Promise<Result<AuditEntry>> {
    const active = this.#active?.policy.semanticHash ?? null;
    const { outcome, details } = this.#shadow.event();
    return this.#note('policy.shadow', outcome, { ...details, active }, by);
  }

  /** Watches what is configured now; nothing is done where that has not changed. */
  #watch(): void {
    if (this.#closed) return;
    const settings = this.#parts.settings();
    const files = [
      this.#parts.configFile,
      ...policyFilesOf([
        ...(settings.ok ? settings.value.files : (this.#active?.files ?? [])),
        ...(this.#shadowFiles ?? (settings.ok ? settings.value.shadow : [])),
      ]),
    ];
    if (JSON.stringify(files) === this.#watched) return;
    this.#watched = JSON.stringify(files);
    this.#watching?.close();
    this.#watching = watchFiles(files, DEBOUNCE_MS, () => {
      void this.reload({ by: 'gateway', trigger: 'file', acknowledge: null });
    });
  }

  /** A step at a time; one that throws is a refusal, and the next one runs. */
  #inTurn<T>(step: () => Promise<Result<T>>): Promise<Result<T>> {
    const turn = this.#queue.then(async (): Promise<Result<T>> => {
      if (this.#closed) return fail('gateway.closed', 'the gateway is closing');
      try {
        return await step();
      } catch (thrown) {
        return fail('policy.unreadable', 'the policy was not changed because of an unexpected error', {
          cause: thrown,
        });
      }
    });
    this.#queue = turn;
    return turn;
  }

  #at(): string {
    return new Date(this.#parts.now()).toISOString();
  }

  #note(
    type: PolicyEventType,
    outcome: string,
    details: Readonly<Record<string, unknown>>,
    who = 'gateway',
  ): Promise<Result<AuditEntry>> {
    return this.#parts.audit.append({
      type,
      taskId: null,
      requestId: null,
      who,
      what: WORDS[type],
      where: '',
      verdict: null,
      why: '',
      outcome,
      details,
    });
  }
}
