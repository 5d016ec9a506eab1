// The state behind the policy's life: read → check → prove → test → compare → record → swap one pointer (POLICY.md 6.10).
// INVARIANT: whatever fails keeps the active policy and says so; without one, everything is denied. Nothing that loosens comes
// into force unless somebody took it upon themselves, and that is on disk first.
import { dirname, join } from 'node:path';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import { listsBesideOf, policyFilesOf } from '#gateway/settings/policy-source.ts';
import type { PolicyLifeView, PolicyRefusal, PolicyReload } from '#gateway/protocol/views/policy.ts';
import { admitHere, adoptionOf, countsOf, reasonIn } from './adopting/adoption.ts';
import type { Admitted } from './adopting/adoption.ts';
import { beforeStart, keptOf } from './adopting/comparison-base.ts';
import type { Before } from './adopting/comparison-base.ts';
import { asIfUndone, undoCutOff } from './state/edit-journal.ts';
import type { CutOff } from './state/edit-journal.ts';
import type { PolicyEdit } from './state/editable.ts';
import { InForce, activeOf, stillValid } from './state/in-force.ts';
import type { Active } from './state/in-force.ts';
import { candidateApart, wouldChange } from './apart.ts';
import type { WouldChange } from './apart.ts';
import { checkCandidate } from './checking/candidate.ts';
import { PolicyChecking } from './checking/checking.ts';
import { keepBundles } from './kept/kept-bundles.ts';
import { keepPolicy } from './kept/kept-policies.ts';
import type { PolicyLifeParts, PolicySettings, ReloadRequest, Warrant } from './state/life-parts.ts';
import { authenticated, recordIn } from './state/record.ts';
import type { PolicyRecord } from './state/record.ts';
import { ShadowHolder } from './state/shadow-holder.ts';
import {
  candidateInTurns,
  candidateOf,
  dayAt,
  isBundle,
  readCandidate,
  readSources,
  sameTexts,
} from './kept/sources.ts';
import type { Candidate, Place } from './kept/sources.ts';
import { promotion } from './promotion.ts';
import { startOf } from './adopting/start.ts';
import type { Start } from './adopting/start.ts';
import { lifeView } from './state/status.ts';
import { Midnight } from './midnight.ts';
import { watchFiles } from './watch.ts';
import type { Watching } from './watch.ts';
import { allOf, comparisonOf, identityOf } from './state/words.ts';

export type ReadPolicy = { readonly settings: PolicySettings; readonly candidate: Candidate };
export type NotRead = { readonly files: readonly string[]; readonly failures: readonly Failure[] };

const DEBOUNCE_MS = 150;

export class PolicyCore {
  readonly parts: PolicyLifeParts;
  readonly note: PolicyRecord;
  readonly shadow = new ShadowHolder();
  /** Set by `ghost policy shadow`: until the next start it goes before the settings. */
  shadowFiles: readonly string[] | null = null;
  readonly #held = new InForce();
  readonly #checking: PolicyChecking;
  readonly #onFile: () => void;
  #refused: PolicyRefusal | null = null;
  #watching: Watching | null = null;
  #watched = '';
  readonly #closing = new AbortController();
  readonly #midnight: Midnight;
  /** At the start: an edit that the end of the last program had cut off. */
  readonly #undone: Result<CutOff | null>;
  #started: Start | null = null;
  /** By which the log names what is in force; until it does, nothing is. */
  #kept: string | null = null;

  /** `onFile`: a watched file changed. */
  constructor(parts: PolicyLifeParts, onFile: () => void) {
    this.parts = parts;
    this.#checking = parts.checking ?? new PolicyChecking();
    this.note = recordIn(parts.audit);
    this.#onFile = onFile;
    this.#midnight = new Midnight(parts.now, () => this.roll());
    this.#undone = parts.looksOnly === true ? ok(null) : undoCutOff(parts.directory);
    const read = this.read(parts.looksOnly === true ? asIfUndone(parts.directory) : {});
    if (!read.ok) {
      const { files, failures } = read.error;
      const all = this.#undone.ok ? failures : [this.#undone.error, ...failures];
      this.#refused = { at: this.#at(), files, failures: all };
      return;
    }
    this.#start(read.value);
    const { shadow } = read.value.settings;
    if (this.active !== null && shadow.length > 0) this.#shadowAtStart(shadow);
  }

  #start(read: ReadPolicy): void {
    const { settings, candidate } = read;
    this.#started = startOf(this.before(read), candidate, settings.acknowledged);
    const { inForce, refused } = this.#started;
    if (refused !== null) this.#refused = { at: this.#at(), files: settings.files, failures: [refused] };
    if (inForce.policy === 'CANDIDATE') this.#swap(read, inForce.acknowledged);
    if (inForce.policy === 'BEFORE') this.#held.swap(inForce.active, this.shadow.candidate);
  }

  /** What a policy that was read is compared with. */
  before({ settings, candidate }: ReadPolicy): Before {
    const { active } = this;
    if (active !== null)
      return { kind: 'KNOWN', active, running: true, otherFiles: false, bundled: active.bundles.length > 0 };
    const { files, named = 'SETTINGS' } = settings;
    return beforeStart(this.parts.last, candidate, { files, named, now: this.parts.now() });
  }

  get active(): Active | null {
    return this.#held.active;
  }

  get refused(): PolicyRefusal | null {
    return this.#refused;
  }

  /** A candidate's floors are decided with: its end widens what is allowed. */
  get floorsHold(): boolean {
    const { active, effective } = this.#held;
    return active !== null && effective?.semanticHash !== active.policy.semanticHash;
  }

  get place(): Place {
    return {
      directory: this.parts.directory,
      now: this.parts.now(),
      day: this.#held.dayAt(this.parts.now()),
    };
  }

  /** From the midnight after its last day, in UTC, an entry is gone. That tightens, as was proved: nobody takes it upon themselves. */
  roll(): void {
    const ended = this.#held.roll(this.parts.now(), this.shadow);
    const { active } = this;
    if (ended === null || active === null) return;
    void this.note('policy.loaded', 'DONE', { ...identityOf(active), day: active.day, ended });
    this.changed();
  }

  /** A failure means that every act is denied. */
  inForce(): Result<EffectivePolicy> {
    const read = this.#asRead();
    return read.ok && this.#kept === null
      ? fail('policy.not-loaded', 'the policy is not in force before it is kept and recorded')
      : read;
  }

  /** What was read, whether or not it is kept and recorded yet. */
  #asRead(): Result<EffectivePolicy> {
    this.roll();
    const confirmed = this.parts.confirmed?.();
    if (confirmed?.ok === false) return confirmed;
    const { active, effective } = this.#held;
    if (active === null || effective === null)
      return err(this.#refused?.failures[0] ?? failure('policy.not-loaded', 'no policy was loaded', {}));
    const valid = stillValid(active, this.parts.now());
    return valid.ok ? ok(effective) : valid;
  }

  view(): PolicyLifeView {
    return this.#viewOf(this.inForce());
  }

  /** What a gateway that starts now would hold; nothing is decided by it. */
  viewAtStart(): PolicyLifeView {
    return this.#viewOf(this.#asRead());
  }

  #viewOf(policy: Result<EffectivePolicy>): PolicyLifeView {
    return lifeView({
      policy,
      active: this.active,
      refused: this.#refused,
      shadow: this.shadow.view(),
      watching: this.#watching?.complete ?? false,
      first: this.#started?.first ?? false,
      approverProblem: this.parts.approverProblem ?? null,
    });
  }

  /** Keeps the revisions, and writes what was loaded or refused at the start. */
  async begin(): Promise<Result<AuditEntry>> {
    const active = this.active;
    this.watch();
    this.#midnight.await();
    const undone = await this.#noteUndone();
    if (!undone.ok) return undone;
    if (active === null) return this.note('policy.refused', 'FAILED', { ...this.#refused });
    const kept = await this.#keep(active).catch((cause: unknown) =>
      err(failure('policy.last-unknown', 'the policy cannot be kept for the next start', { cause })),
    );
    if (!kept.ok) {
      this.#held.swap(null, null);
      this.#refused = { at: this.#at(), files: active.files, failures: [kept.error] };
      return this.note('policy.refused', 'FAILED', { ...this.#refused });
    }
    const noted = await this.note('policy.loaded', 'DONE', {
      ...identityOf(active),
      ...this.#started?.said,
      kept: kept.value,
    });
    if (!noted.ok) return noted;
    this.#settle(kept.value);
    if (this.#refused !== null)
      await this.note('policy.refused', 'FAILED', { ...this.#refused, active: active.policy.semanticHash });
    if (this.shadow.view() !== null) await this.noteShadow('gateway');
    return noted;
  }

  /** What came of an edit whose beginning is the last that the log has of it. */
  async #noteUndone(): Promise<Result<void>> {
    if (this.#undone.ok && this.#undone.value === null) return ok(undefined);
    const { error, ...details } = this.#undone.ok
      ? { ...this.#undone.value, ...fail('gateway.closed', 'the gateway ended before it was done') }
      : this.#undone;
    const noted = await this.note('policy.edited', 'FAILED', { ...details, error });
    return noted.ok ? ok(undefined) : noted;
  }

  /** For reverts, and for the next start: the digest by which the log has to name it. */
  async #keep(active: Active): Promise<Result<string>> {
    const bundles = keepBundles(this.parts.directory, active.bundles);
    if (!bundles.ok) return bundles;
    const last = keptOf(active);
    const kept = await keepPolicy(this.parts.directory, last);
    return kept.ok ? this.parts.last.prepare(last) : kept;
  }

  #settle(digest: string): void {
    this.parts.last.settle(digest);
    this.#kept = digest;
  }

  /** `other`: what is taken for something that is read, without being written. */
  read(other: Pick<Place, 'instead' | 'back'> = {}): Result<ReadPolicy, NotRead> {
    const settings = this.parts.settings();
    if (!settings.ok) return err({ files: [this.parts.configFile], failures: [settings.error] });
    const { files } = settings.value;
    const candidate = readCandidate(files, { ...this.place, ...other });
    return candidate.ok
      ? ok({ settings: settings.value, candidate: candidate.value })
      : err({ files, failures: candidate.error });
  }

  /**
   * What would change if it were read now: checked and compared by the thread, nothing is compiled here. `other`: as for `read`; `files`
   * in the place of those of the settings, `gates` to be decided again.
   */
  async compareApart({
    files: others,
    gates = [],
    ...other
  }: Pick<Place, 'instead' | 'back'> & {
    readonly files?: readonly string[];
    readonly gates?: readonly LoggedGate[];
  } = {}): Promise<Result<WouldChange, NotRead>> {
    const settings = this.parts.settings();
    if (!settings.ok) return err({ files: [this.parts.configFile], failures: [settings.error] });
    const { files } = others === undefined ? settings.value : { files: others };
    const read = await wouldChange(files, { ...this.#asking(other), gates });
    return read.ok ? read : err({ files, failures: read.error });
  }

  /**
   * Reads, and has it checked and compared by a thread of its own: decisions go on meanwhile. Only what comes into force is compiled
   * here, in turns with them; what is refused or waits for an acknowledgement holds up nothing. `instead`: as for `read`.
   */
  async readApart(
    request: Warrant,
    instead?: Place['instead'],
  ): Promise<Result<ReadPolicy & { readonly admit: (active: Active) => Admitted }, NotRead>> {
    const settings = this.parts.settings();
    if (!settings.ok) return err({ files: [this.parts.configFile], failures: [settings.error] });
    const { files, acknowledged: inSettings } = settings.value;
    const refused = (failures: readonly Failure[]): Result<never, NotRead> => err({ files, failures });
    const { active } = this;
    const place = { ...this.place, ...(instead === undefined ? {} : { instead }) };
    this.watch();
    const sources = readSources(files, place);
    if (!sources.ok) return refused(sources.error);
    const today = dayAt(place);
    if (active === null || sameTexts(active, sources.value)) {
      const policy = active?.day === today ? active.policy : null;
      const candidate =
        policy === null ? candidateOf(sources.value, today) : ok({ policy, sources: sources.value });
      if (!candidate.ok) return refused(candidate.error);
      return ok({ settings: settings.value, candidate: candidate.value, admit: admitHere(candidate.value) });
    }
    const checked = await this.#checking.check({
      before: active.texts,
      texts: sources.value.texts,
      as: 'POLICY',
      today,
    });
    if (!checked.ok) return refused(checked.error);
    const { policy } = checked.value;
    const reason = reasonIn(request, policy.sourceHash);
    const known: Before = {
      kind: 'KNOWN',
      active,
      running: true,
      otherFiles: false,
      bundled: active.bundles.length > 0,
    };
    const { compared } = checked.value;
    const would =
      compared === null
        ? null
        : adoptionOf(
            known,
            { policy, sources: sources.value },
            { by: request.by, reason, inSettings },
            () => checked.value,
          );
    if (would !== null && !would.ok) {
      checked.value.documents.close();
      return refused([would.error]);
    }
    const candidate = await candidateInTurns(sources.value, checked.value, today, this.#closing.signal);
    if (!candidate.ok) return refused(candidate.error);
    // What is in force is another one by now where its day ended meanwhile: then it is compared again.
    const admit = (now: Active): Admitted =>
      now.policy === active.policy && compared !== null ? checked.value : admitHere(candidate.value)(now);
    return ok({ settings: settings.value, candidate: candidate.value, admit });
  }

  /** Errors: those of the policy, `policy.loosens`, `policy.bundle-*`, `audit.*`. */
  async reload(request: ReloadRequest): Promise<Result<PolicyReload>> {
    const { by, trigger, proof } = request;
    const read = await this.readApart(request);
    if (!read.ok) return this.#refuse(read.error.files, read.error.failures, by, trigger);
    const { settings, candidate, admit } = read.value;
    const { policy, sources } = candidate;
    this.roll();
    const refuse = (error: Failure): Promise<Result<never>> =>
      this.#refuse(settings.files, [error], by, trigger);
    const before = this.active;
    const adopted = adoptionOf(
      this.before(read.value),
      candidate,
      { by, reason: reasonIn(request, policy.sourceHash), inSettings: settings.acknowledged },
      admit,
    );
    if (!adopted.ok) return refuse(adopted.error);
    const { unchanged, compared, acknowledged } = adopted.value;
    const kept = await this.#keep(this.#asActive(read.value, acknowledged));
    if (!kept.ok) return refuse(kept.error);
    // Under another name or by somebody else's word it is kept otherwise, though it decides the same.
    const isOther = !unchanged || kept.value !== this.#kept;
    if (isOther) {
      const noted = await this.note(
        'policy.loaded',
        'DONE',
        {
          ...identityOf({ policy, files: settings.files, bundles: sources.bundles }),
          before: before?.policy.semanticHash ?? null,
          ...(compared === null ? {} : comparisonOf(compared)),
          acknowledged,
          kept: kept.value,
          ...(trigger === 'file' ? {} : authenticated(proof)),
        },
        by,
      );
      if (!noted.ok) return refuse(noted.error);
      this.#settle(kept.value);
    }
    // Whoever shows the documents shows others from now on, whatever they decide.
    const news = isOther || this.#refused !== null;
    this.#refused = null;
    this.#swap(read.value, acknowledged);
    await this.readShadow(this.shadowFiles ?? settings.shadow);
    this.watch();
    if (news) this.changed();
    return ok({ outcome: unchanged ? 'UNCHANGED' : 'ACTIVATED', ...countsOf(compared), policy: this.view() });
  }

  /** Nothing is decided yet: here, and in one go. */
  #shadowAtStart(files: readonly string[]): void {
    const { place } = this;
    const sources = readSources(files, place);
    const report = sources.ok
      ? checkCandidate(sources.value.texts, this.active?.texts ?? [], dayAt(place))
      : { findings: sources.error, policy: null };
    const read =
      report.policy === null || !sources.ok
        ? err(report.findings)
        : ok({ policy: report.policy, sources: sources.value });
    this.shadow.take(files, read, place.now);
    this.#held.swap(this.active, this.shadow.candidate);
  }

  /** What is read as the candidate: as it was asked for, or by the settings. */
  get candidateFiles(): readonly string[] {
    const settings = this.parts.settings();
    return this.shadowFiles ?? (settings.ok ? settings.value.shadow : []);
  }

  /** No files end it. Whoever listens is told where its floors make the policy another one. */
  async readShadow(files: readonly string[]): Promise<Result<void>> {
    const before = this.#held.standing;
    const read = files.length === 0 ? null : await candidateApart(files, this.#asking());
    // Midnight may have passed since.
    this.roll();
    if (read === null) this.shadow.end();
    const { now, day } = this.place;
    const taken =
      read === null
        ? ok(undefined)
        : this.shadow.take(files, read.ok ? ok(onDay(read.value, day)) : read, now);
    this.#held.swap(this.active, this.shadow.candidate);
    if (this.#held.standing !== before) this.changed();
    return taken;
  }

  /** The edit that would put the candidate in force. Errors: those of `promotion`. */
  promotion(): Result<PolicyEdit> {
    const { shadow, active } = this;
    return promotion({ shadow, active });
  }

  #asking(other: Pick<Place, 'instead' | 'back'> = {}): Parameters<typeof wouldChange>[1] {
    const place = { ...this.place, ...other };
    return { checking: this.#checking, place, active: () => this.active, signal: this.#closing.signal };
  }

  noteShadow(by: string, proof?: Proof): Promise<Result<AuditEntry>> {
    const active = this.active?.policy.semanticHash ?? null;
    const { outcome, details } = this.shadow.event();
    const how = by === 'gateway' ? {} : authenticated(proof);
    return this.note('policy.shadow', outcome, { ...details, active, ...how }, by);
  }

  /** `isHeld`: everything is denied, whatever approvals stand on. */
  changed(isHeld = false): void {
    const { standing } = this.#held;
    if (standing !== null) this.parts.onChange(isHeld ? '' : standing);
  }

  /**
   * Watches what is configured now; nothing is done where that has not changed. INVARIANT: before anything is read: what comes while it is
   * read and checked is told of then.
   */
  watch(candidate = this.candidateFiles): void {
    if (this.#closing.signal.aborted) return;
    const settings = this.parts.settings();
    const named = policyFilesOf([
      ...(settings.ok ? settings.value.files : (this.active?.files ?? [])),
      ...candidate,
    ]);
    const files = [this.parts.configFile, ...named, ...named.flatMap((file) => this.#listsOf(file))];
    if (JSON.stringify(files) === this.#watched) return;
    this.#watched = JSON.stringify(files);
    if (this.#watching === null) this.#watching = watchFiles(files, DEBOUNCE_MS, this.#onFile);
    else this.#watching.watch(files);
  }

  /** Of a document in force what it includes; of another one all that its text names, whether it is there or not. */
  #listsOf(file: string): readonly string[] {
    const beside = isBundle(file) ? null : listsBesideOf(file);
    if (beside === null || beside.lists.length === 0) return [];
    const held = this.active?.texts[this.active.paths.indexOf(file)];
    if (held === undefined || !Buffer.from(held.text).equals(beside.text)) return beside.lists;
    return (held.included ?? []).map(({ name }) => join(dirname(file), name));
  }

  close(): void {
    this.#closing.abort();
    this.#checking.close();
    this.#midnight.close();
    this.#watching?.close();
  }

  #swap(read: ReadPolicy, acknowledged: Active['acknowledged']): void {
    this.#held.swap(this.#asActive(read, acknowledged), this.shadow.candidate);
  }

  #asActive({ settings, candidate }: ReadPolicy, acknowledged: Active['acknowledged']): Active {
    const { files, named = 'SETTINGS' } = settings;
    return activeOf(candidate, { files, named, now: this.parts.now(), acknowledged });
  }

  async #refuse(
    files: readonly string[],
    failures: readonly Failure[],
    by: string,
    trigger: ReloadRequest['trigger'],
  ): Promise<Result<never>> {
    const error = failures[0] ?? failure('policy.unreadable', 'the policy did not load');
    const known = JSON.stringify(this.#refused?.failures) === JSON.stringify(failures);
    this.#refused = { at: this.#at(), files, failures };
    this.watch();
    // An editor that writes the same faulty file three times is one refusal.
    if (!(known && trigger === 'file')) {
      this.parts.onRefused(this.#refused);
      const active = this.active?.policy.semanticHash ?? null;
      await this.note('policy.refused', 'FAILED', { files, failures, active }, by);
    }
    return err(allOf(error, failures));
  }

  #at(): string {
    return new Date(this.parts.now()).toISOString();
  }
}

const onDay = ({ policy, sources }: Candidate, day: string | undefined): Candidate => ({
  policy: policy.on(day ?? policy.today),
  sources,
});
