// What is done to the policy in force, one act at a time: reload, revert, shadow, promote, edit, trust.
// INVARIANT: an act is recorded before it holds, and what came of it after; one that fails leaves the policy, its files and its revisions as they were.
import { isDeepStrictEqual } from 'node:util';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { compareDecisions } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import { policyFilesOf, policyTextAt, readPolicyText } from '#gateway/settings/policy-source.ts';
import type {
  ListsBeside,
  PolicyFileView,
  PolicyLifeView,
  PolicyRefusal,
  PolicyReload,
} from '#gateway/protocol/views/policy.ts';
import type { ShownWidening, Widening } from '#gateway/protocol/widening.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { adoptionOf, mayWiden, reasonIn } from './adopting/adoption.ts';
import type { WouldChange } from './apart.ts';
import {
  checkDraft,
  checkWritable,
  digestOfText,
  editableFiles,
  insteadOf,
  textOf,
} from './state/editable.ts';
import type { PolicyEdit } from './state/editable.ts';
import { earlierBundle, shownSources } from './adopting/going-back.ts';
import { keepCopy } from './kept/kept-bundles.ts';
import { forgetDrafts, keepDraft } from './state/kept-drafts.ts';
import { keyIdOf, readPublicKey, readTrusted, trustKey, untrustKey } from './kept/keys.ts';
import type { PolicyLifeParts, ReloadRequest, Warrant } from './state/life-parts.ts';
import { PolicyCore } from './policy-core.ts';
import type { NotRead } from './policy-core.ts';
import { recorded } from './state/record.ts';
import { listsIn } from './kept/lists-beside.ts';
import { writeEdit } from './state/edit-written.ts';
import { listsToWrite } from './state/lists-written.ts';
import { isBundle } from './kept/sources.ts';
import type { OpenedBundle } from './kept/sources.ts';
import { lowered, readRevisions, writeRevisions } from './kept/revisions.ts';
import type { Shadow } from './state/shadow.ts';
import { wideningOf } from './widening.ts';
import { allOf } from './state/words.ts';

export type { PolicyLifeParts, PolicySettings } from './state/life-parts.ts';

export class PolicyLife {
  readonly #core: PolicyCore;
  #queue: Promise<unknown> = Promise.resolve();
  /** Reloads that wait for their turn. */
  #asked = 0;
  #closed = false;

  constructor(parts: PolicyLifeParts) {
    this.#core = new PolicyCore(parts, () => {
      this.#fileChanged();
    });
  }

  /** Asked for every act. A failure means that every act is denied. */
  inForce(): Result<EffectivePolicy> {
    return this.#core.inForce();
  }

  /** The candidate beside the policy in force, for `consult`. */
  shadow(): Shadow | null {
    const { active, shadow } = this.#core;
    return active === null ? null : shadow.beside(active.policy);
  }

  view(): PolicyLifeView {
    return this.#core.view();
  }

  /** The signed bundles in force. */
  get bundles(): readonly OpenedBundle[] {
    return this.#core.active?.bundles ?? [];
  }

  /** The candidate, as `view` has it. */
  get candidate(): PolicyLifeView['shadow'] {
    return this.#core.shadow.view();
  }

  /** What a gateway that starts now would hold, where none runs; nothing is decided by it. */
  viewAtStart(): PolicyLifeView {
    return this.#core.viewAtStart();
  }

  get refused(): PolicyRefusal | null {
    return this.#core.refused;
  }

  /** What an act would widen, for a person to read before they type its word; nothing is done. Errors: those of what is read. */
  wouldWiden(asked: Widening): Promise<Result<ShownWidening>> {
    return this.#inTurn(() => wideningOf(this.#core, asked));
  }

  /** Floors of a candidate hold: to end or change it widens. */
  get floorsHold(): boolean {
    return this.#core.floorsHold;
  }

  /** Writes what was loaded or refused at the start, and begins to watch. What is asked for meanwhile comes after it. */
  begin(): Promise<Result<AuditEntry>> {
    const begun = this.#core.begin();
    // What throws here reaches whoever asked; the queue goes on.
    this.#queue = begun.catch(() => undefined);
    return begun;
  }

  /** Reads everything again. Errors: those of the policy, `policy.loosens`, `policy.bundle-*`, `audit.*`. */
  reload(request: ReloadRequest): Promise<Result<PolicyReload>> {
    this.#asked += 1;
    return this.#inTurn(() => {
      this.#asked -= 1;
      return this.#core.reload(request);
    });
  }

  /** Whatever is asked for behind it reads the files as they are then. */
  #fileChanged(): void {
    void this.#inTurn(async () =>
      this.#asked > 0
        ? ok(undefined)
        : this.#core.reload({ by: 'gateway', trigger: 'file', acknowledge: null }),
    );
  }

  /** Goes back to an earlier signed bundle. `covers`: what was shown (`revertCovers`). Errors: `policy.bundle-*`, `policy.bad-key`, `consent.not-shown`, and those of `reload`. */
  revert(given: {
    file: string;
    by: string;
    reason: string;
    proof?: Proof;
    covers?: string;
  }): Promise<Result<PolicyReload>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(given.proof);
      if (!ours.ok) return ours;
      const { file, by, reason, proof, covers } = given;
      const may = mayWiden(proof);
      if (!may.ok) return may;
      const { place } = this.#core;
      const opened = earlierBundle(this.#core, file);
      if (!opened.ok) return opened;
      const { manifest, digest } = opened.value.opened;
      const sources = shownSources(covers, { file, digest });
      if (!sources.ok) return sources;
      const before = readRevisions(place.directory);
      if (!before.ok) return before;
      const { id, revision } = manifest;
      const details = { file, reason, id, revision, digest };
      return recorded(this.#core.note, { type: 'policy.reverted', details, by, proof }, async () => {
        const kept = keepCopy(place.directory, opened.value.opened);
        if (!kept.ok) return kept;
        const written = writeRevisions(place.directory, lowered(before.value, manifest));
        if (!written.ok) return written;
        const warrant: Warrant = {
          by,
          acknowledge: `revert: ${reason}`,
          ...(proof === undefined ? {} : { proof }),
          ...(sources.value === undefined ? {} : { covers: sources.value }),
        };
        const reloaded = await this.#core.reload({ ...warrant, trigger: 'asked' });
        if (reloaded.ok) return reloaded;
        const restored = writeRevisions(place.directory, before.value);
        return restored.ok ? reloaded : restored;
      });
    });
  }

  /**
   * Puts a draft of one of the documents beside the active policy. `falls`: a person was shown that floors of the candidate before it fall.
   * Errors: `policy.read-only`, `policy.edited-elsewhere`, `policy.too-large`, `consent.void`, those of `shadowWith`.
   */
  shadowDraft(
    edit: PolicyEdit,
    { by, proof, falls }: Pick<Warrant, 'by' | 'proof'> & { readonly falls: boolean },
  ): Promise<Result<PolicyLifeView>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(proof);
      if (!ours.ok) return ours;
      const may = this.#mayEndFloors(proof, falls);
      if (!may.ok) return may;
      const draft = this.#draft(edit);
      if (!draft.ok) return draft;
      const { directory } = this.#core.parts;
      const kept = keepDraft(directory, edit);
      if (!kept.ok) return kept;
      const begun = await this.#shadowWith([kept.value], by, proof);
      if (begun.ok) return ok(this.view());
      await this.#core.readShadow(this.#core.candidateFiles);
      forgetDrafts(directory, this.#core.candidateFiles);
      return begun;
    });
  }

  /** Ends the shadow. `falls`: as above. Errors: `consent.void`, `consent.not-shown`. */
  endShadow({
    by,
    proof,
    falls,
  }: Pick<Warrant, 'by' | 'proof'> & { readonly falls: boolean }): Promise<Result<PolicyLifeView>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(proof);
      if (!ours.ok) return ours;
      const may = this.#mayEndFloors(proof, falls);
      if (!may.ok) return may;
      const ended = await this.#shadowWith([], by, proof);
      return ended.ok ? ok(this.view()) : ended;
    });
  }

  #mayEndFloors(proof: Proof | undefined, falls: boolean): Result<void> {
    if (!this.floorsHold) return ok(undefined);
    return falls
      ? mayWiden(proof)
      : fail('consent.void', 'floors of a candidate hold since this was asked, and would fall with it', {
          help: 'look at it again, and confirm it anew',
        });
  }

  /** Puts a candidate beside the active policy; none ends it. Errors: those of the candidate, `consent.not-shown`. */
  shadowWith(files: readonly string[], by: string, proof?: Proof): Promise<Result<PolicyLifeView>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(proof);
      if (!ours.ok) return ours;
      const may = this.floorsHold ? mayWiden(proof) : ok(undefined);
      if (!may.ok) return may;
      const ended = await this.#shadowWith(files, by, proof);
      return ended.ok ? ok(this.view()) : ended;
    });
  }

  /** What the candidate would change, exactly. `null`: there is no candidate, or no policy. */
  candidateChange(): Comparison | null {
    const { active, shadow } = this.#core;
    return active === null || shadow.candidate === null
      ? null
      : compareDecisions(active.policy, shadow.candidate);
  }

  /**
   * Puts the candidate in the place of the file that it stands for, and ends the shadow. `shown`: the edit that a person was shown.
   * Errors: `policy.no-candidate`, those of `edit`.
   */
  promote(warrant: Warrant, shown?: PolicyEdit): Promise<Result<PolicyReload>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(warrant.proof);
      if (!ours.ok) return ours;
      const edit = this.#core.promotion();
      if (!edit.ok) return edit;
      if (shown !== undefined && !isDeepStrictEqual(edit.value, shown))
        return fail('policy.no-candidate', 'the candidate or its file was changed since it was shown', {
          help: 'look at what it would change again',
        });
      const done = await this.#edit(edit.value, warrant);
      if (!done.ok) return done;
      const ended = await this.#shadowWith([], warrant.by, warrant.proof);
      return ended.ok ? ok({ ...done.value, policy: this.view() }) : ended;
    });
  }

  /** The documents in force, for an editor. */
  files(): readonly PolicyFileView[] {
    const settings = this.#core.parts.settings();
    return editableFiles(settings.ok ? settings.value.files : [], this.#core.active);
  }

  /** The lists beside a file in force that another text for it names: by their bytes only where it says what they hash to. */
  listsFor(file: string, text: string): ListsBeside {
    const settings = this.#core.parts.settings();
    const files = settings.ok ? policyFilesOf(settings.value.files) : [];
    return files.includes(file) && !isBundle(file) ? listsIn(policyTextAt(file, text).included) : [];
  }

  /**
   * What an edit would change, also of what was really decided (`gates`); nothing is written. `compared` is `null` where nothing is in force that it could be compared with;
   * `covers` is the source hash of all layers that were read for it.
   * Errors: those of the policy, `policy.read-only`, `policy.edited-elsewhere`.
   */
  preview(edit: PolicyEdit, gates: readonly LoggedGate[] = []): Promise<Result<Previewed>> {
    return this.#inTurn(async () => {
      const editable = this.#editable(edit);
      if (!editable.ok) return editable;
      return previewed(await this.#core.compareApart({ instead: insteadOf(edit), gates }));
    });
  }

  /** The same of a draft that is not written: its file may be one that is read-only. */
  previewDraft(edit: PolicyEdit): Promise<Result<Previewed>> {
    return this.#inTurn(async () => {
      const draft = this.#draft(edit);
      if (!draft.ok) return draft;
      return previewed(await this.#core.compareApart({ instead: insteadOf(edit) }));
    });
  }

  /** The same of the candidate beside the policy, as the edit that puts it in force. Errors: `policy.no-candidate`, those of `preview`. */
  previewPromotion(
    gates: readonly LoggedGate[] = [],
  ): Promise<Result<Previewed & { readonly edit: PolicyEdit }>> {
    return this.#inTurn(async () => {
      const edit = this.#core.promotion();
      if (!edit.ok) return edit;
      const editable = this.#editable(edit.value);
      if (!editable.ok) return editable;
      const would = previewed(await this.#core.compareApart({ instead: insteadOf(edit.value), gates }));
      return would.ok ? ok({ ...would.value, edit: edit.value }) : would;
    });
  }

  /** What other documents would change in the place of those in force. Errors: those of the policy. */
  previewFiles(files: readonly string[], gates: readonly LoggedGate[] = []): Promise<Result<Previewed>> {
    return this.#inTurn(async () => previewed(await this.#core.compareApart({ files, gates })));
  }

  /**
   * Takes other documents: `name` writes into the settings which, and gives the way back. Errors: those of `name` and of `reload`; then
   * the settings are as they were.
   */
  takeFiles(
    files: readonly string[],
    name: () => Result<() => void>,
    warrant: Warrant,
  ): Promise<Result<PolicyReload>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(warrant.proof);
      if (!ours.ok) return ours;
      const { by, proof } = warrant;
      const act = { type: 'policy.edited', details: { files }, by, proof } as const;
      return recorded(this.#core.note, act, async () => {
        const named = name();
        if (!named.ok) return named;
        const reloaded = await this.#core.reload({ ...warrant, trigger: 'asked' });
        if (!reloaded.ok) named.value();
        return reloaded;
      });
    });
  }

  /** Writes a policy file and reads it again, by the rules of `reload`. Errors: those of `preview` and `reload`. */
  edit(edit: PolicyEdit, warrant: Warrant): Promise<Result<PolicyReload>> {
    return this.#inTurn(async () => {
      const ours = this.#mayChange(warrant.proof);
      return ours.ok ? this.#edit(edit, warrant) : ours;
    });
  }

  /** Trusts a public key, or a file with one. `false`: it was trusted before. Errors: `policy.bad-key`, `audit.*`. */
  trust(given: string, by: string, proof?: Proof): Promise<Result<{ keyId: string; changed: boolean }>> {
    return this.#inTurn(async () => {
      const may = mayWiden(proof);
      if (!may.ok) return may;
      const key = readPublicKey(given);
      if (!key.ok) return key;
      const { directory } = this.#core.parts;
      const trusted = readTrusted(directory);
      if (!trusted.ok) return trusted;
      const keyId = keyIdOf(key.value);
      if (trusted.value.some(({ text }) => text === key.value.text)) return ok({ keyId, changed: false });
      const details = { keyId, fingerprint: digestOfText(key.value.text) };
      return recorded(this.#core.note, { type: 'policy.trusted', details, by, proof }, () => {
        const added = trustKey(directory, key.value);
        return added.ok ? ok({ keyId, changed: added.value }) : added;
      });
    });
  }

  /** Trusts a key no more, named by its id or text; a bundle in force that it signed stays until the next reading. */
  untrust(given: string, by: string, proof?: Proof): Promise<Result<{ keyId: string; changed: boolean }>> {
    return this.#inTurn(async () => {
      const { directory } = this.#core.parts;
      const trusted = readTrusted(directory);
      if (!trusted.ok) return trusted;
      const gone = trusted.value.find((key) => keyIdOf(key) === given || key.text === given);
      if (gone === undefined) return ok({ keyId: given, changed: false });
      const keyId = keyIdOf(gone);
      const details = { keyId, fingerprint: digestOfText(gone.text) };
      return recorded(this.#core.note, { type: 'policy.untrusted', details, by, proof }, () => {
        const taken = untrustKey(directory, keyId);
        return taken.ok ? ok({ keyId, changed: taken.value !== null }) : taken;
      });
    });
  }

  /**
   * That everything is denied from now on, whatever is in force, and why; `null`: no more. Questions that are open are void, and whoever shows the
   * policy is told. Errors: `audit.*`.
   */
  hold(why: Failure | null, by: string): Promise<Result<AuditEntry>> {
    const details = why === null ? {} : { why };
    const noted = this.#core.note('policy.held', why === null ? 'ENDED' : 'STARTED', details, by);
    this.#core.changed(why !== null);
    return noted;
  }

  /** A node of a fleet has the policy of all: nothing of it is changed at the node. Errors: `policy.read-only`. */
  #mayChange(proof: Proof | undefined): Result<void> {
    return this.#core.parts.confirmed === undefined || proof?.authentication === 'SIGNED_BUNDLE'
      ? ok(undefined)
      : fail('policy.read-only', 'the policy is that of all nodes of a fleet', {
          help: 'it is changed by `ghost fleet policy publish` and `ghost fleet policy revert`',
        });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#core.close();
    await this.#queue;
  }

  async #shadowWith(files: readonly string[], by: string, proof?: Proof): Promise<Result<AuditEntry>> {
    const read = await this.#core.readShadow(files);
    if (!read.ok) return read;
    this.#core.shadowFiles = files;
    this.#core.watch();
    forgetDrafts(this.#core.parts.directory, files);
    const noted = await this.#core.noteShadow(by, proof);
    this.#core.parts.onCandidate?.();
    return noted;
  }

  #draft(edit: PolicyEdit): Result<void> {
    const settings = this.#core.parts.settings();
    return settings.ok ? checkDraft(edit, settings.value.files) : settings;
  }

  #editable(edit: PolicyEdit): Result<void> {
    const settings = this.#core.parts.settings();
    return settings.ok ? checkWritable(edit, settings.value.files) : settings;
  }

  async #edit(edit: PolicyEdit, warrant: Warrant): Promise<Result<PolicyReload>> {
    const { by, proof } = warrant;
    const editable = this.#editable(edit);
    if (!editable.ok) return editable;
    const read = readOrFirst(await this.#core.readApart(warrant, insteadOf(edit)));
    if (!read.ok) return read;
    const inSettings = read.value.settings.acknowledged;
    const adopted = adoptionOf(
      this.#core.before(read.value),
      read.value.candidate,
      {
        by,
        reason: reasonIn(warrant, read.value.candidate.policy.sourceHash),
        inSettings,
      },
      read.value.admit,
    );
    if (!adopted.ok) return adopted;
    const before = readPolicyText(edit.file);
    if (!before.ok) return before;
    const lists = listsToWrite(edit, textOf(before.value.text));
    if (!lists.ok) return lists;
    const beside =
      lists.value.length === 0 ? {} : { lists: lists.value.map(({ path, digest }) => ({ path, digest })) };
    const details = { file: edit.file, before: edit.base, after: digestOfText(edit.text), ...beside };
    return recorded(this.#core.note, { type: 'policy.edited', details, by, proof }, async () => {
      // What lies there is looked at again: that it is said takes time.
      const settings = this.#core.parts.settings();
      if (!settings.ok) return settings;
      const { directory } = this.#core.parts;
      const written = writeEdit(edit, { directory, files: settings.value.files });
      if (!written.ok) return written;
      const reloaded = await this.#core.reload({ ...warrant, trigger: 'asked' });
      if (!reloaded.ok) return written.value.takeBack(reloaded);
      written.value.keep();
      return reloaded;
    });
  }

  /** One that throws is a refusal, and the next one runs. */
  #inTurn<T>(step: () => Promise<Result<T>>): Promise<Result<T>> {
    const turn = this.#queue.then(async (): Promise<Result<T>> => {
      if (this.#closed) return fail('gateway.closed', 'the gateway is closing');
      try {
        return await step();
      } catch (thrown) {
        if (this.#closed) return fail('gateway.closed', 'the gateway is closing');
        return fail('policy.unreadable', 'the policy was not changed because of an unexpected error', {
          cause: thrown,
        });
      }
    });
    this.#queue = turn;
    return turn;
  }
}

/** `compared`: `null` where nothing is in force that it could be compared with. */
export type Previewed = Pick<WouldChange, 'compared' | 'replayed'> & {
  /** The source hash of all layers that were read for it. */
  readonly covers: string;
};

function previewed(found: Result<WouldChange, NotRead>): Result<Previewed> {
  const read = readOrFirst(found);
  if (!read.ok) return read;
  const { compared, replayed, sourceHash } = read.value;
  return ok({ compared, replayed, covers: sourceHash });
}

const readOrFirst = <T>(read: Result<T, NotRead>): Result<T> => {
  if (read.ok) return read;
  const { failures } = read.error;
  return err(allOf(failures[0] ?? failure('policy.unreadable', 'the policy did not load'), failures));
};
