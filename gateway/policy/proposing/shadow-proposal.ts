// A draft from the app beside the policy, and a candidate put in force: each put to a person in the consent document first.
// INVARIANT: the app proposes and never confirms; what would let floors fall, or loosens, is confirmed by typing, and what comes into force
// is the very text that was shown.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import { gatesOfTheWeek, shadowComparison } from '#gateway/policy/logged-decisions.ts';
import { LOOSEN_WORD } from '#gateway/policy/loosen-word.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { idOf } from '#gateway/policy/promotion.ts';
import type { PolicyEdit } from '#gateway/policy/state/editable.ts';
import type { PolicyLifeView, PolicyReload, ShadowComparison } from '#gateway/protocol/views/policy.ts';
import { policyTextAt, readPolicyText } from '#gateway/settings/policy-source.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { editQuestion } from './edit-question.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';

type Parts = {
  readonly life: PolicyLife;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append' | 'since' | 'count'>;
  /** The wall's time, in milliseconds. */
  readonly wallMs: () => number;
};

const BECAUSE = {
  at: 'policy',
  reason: 'whoever changes what decides confirms it where no page and no agent can',
} as const;
const FLOORS_FALL = ours(
  'COVERS',
  'no longer refused',
  'what the floors of the candidate that is in shadow now refuse, and the policy in force does not',
);
const HELP = {
  notAsked: 'wait a little, then look at it again',
  void: 'look at it again',
} as const;

/** Errors: those of `PolicyLife.previewDraft` and `shadowDraft`, `policy.no-candidate`, `consent.*`, `audit.*`. */
export async function proposeShadow(
  parts: Parts,
  edit: PolicyEdit,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyLifeView>> {
  const { life } = parts;
  const named = sameDocument(edit);
  if (!named.ok) return named;
  const previewed = await life.previewDraft(edit);
  if (!previewed.ok) return previewed;
  const falls = life.floorsHold;
  const confirmed = await confirmChange(
    parts,
    {
      of: 'policy',
      by,
      title: 'Put a draft in shadow',
      retype: falls ? LOOSEN_WORD : null,
      shadow: 'BEGINS',
      capabilities: [],
      rows: [
        theirs('PERSON', 'FILE', 'draft of', edit.file),
        ours('FACT', 'decides', 'nothing: what it would decide otherwise is written into the log'),
        ours('FACT', 'holds at once', 'floors that the first document has in it, which only refuse'),
        ...(falls ? [FLOORS_FALL] : []),
        ours('FACT', 'put in force it', inShort(previewed.value.compared)),
        ours('FACT', 'ends', 'when it is put in force or ended, and with this start of the gateway'),
      ],
      because: BECAUSE,
      proposed: { shadow: edit },
      asker: `policy shadow ${by}`,
      log: {
        what: 'put a draft of the policy in shadow',
        why: 'policy.shadow',
        details: { file: edit.file, base: edit.base },
      },
      help: { ...HELP, nobody: 'open the UI, or use `ghost policy shadow FILE`' },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  return life.shadowDraft(edit, { by: confirmed.value.by, proof: confirmed.value.proof, falls });
}

/** Errors: `policy.no-candidate`, those of `PolicyLife.endShadow`, `consent.*`, `audit.*`. */
export async function proposeShadowEnd(
  parts: Parts,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyLifeView>> {
  const { life } = parts;
  const { shadow } = life.view();
  if (shadow === null)
    return fail('policy.no-candidate', 'no candidate is beside the policy', {
      help: 'somebody else ended it, or put it in force',
    });
  const falls = life.floorsHold;
  const confirmed = await confirmChange(
    parts,
    {
      of: 'policy',
      by,
      title: 'End the shadow',
      retype: falls ? LOOSEN_WORD : null,
      shadow: 'ENDS',
      capabilities: [],
      rows: [
        theirs('PERSON', 'FILE', 'candidate', shadow.files.join(', ')),
        ours('FACT', 'from now on', 'nothing is decided beside the policy in force'),
        ...(falls ? [FLOORS_FALL] : []),
      ],
      because: BECAUSE,
      proposed: { shadow: null, of: shadow.files },
      asker: `policy shadow end ${by}`,
      log: { what: 'end the shadow', why: 'policy.shadow', details: { files: shadow.files } },
      help: { ...HELP, nobody: 'open the UI, or use `ghost policy shadow --off`' },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  return life.endShadow({ by: confirmed.value.by, proof: confirmed.value.proof, falls });
}

/** Errors: those of `PolicyLife.previewPromotion` and `promote`, `consent.*`, `audit.*`. */
export async function proposePromotion(
  parts: Parts,
  reason: string,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const { life, audit, wallMs } = parts;
  const previewed = await life.previewPromotion(gatesOfTheWeek(audit, wallMs()));
  if (!previewed.ok) return previewed;
  const { compared, covers, replayed, edit } = previewed.value;
  const known = [ours('FACT', 'in shadow it', observedInWords(shadowComparison(life, audit)))];
  const question = editQuestion({ edit, compared, replayed, reason, by, known });
  const confirmed = await confirmChange(
    parts,
    {
      ...question,
      because: BECAUSE,
      proposed: { promote: edit },
      log: {
        what: 'put the candidate in force',
        why: reason,
        details: { file: edit.file, base: edit.base },
      },
      help: { ...HELP, nobody: 'open the UI, or use `ghost policy promote`' },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  const { by: who, proof } = confirmed.value;
  return life.promote(
    { by: who, acknowledge: question.retype === null ? null : reason, covers, proof },
    edit,
  );
}

/** One of another id would stand elsewhere among the layers, or alone: no draft of this document. Errors: `policy.no-candidate`. */
function sameDocument({ file, text, lists }: PolicyEdit): Result<void> {
  const held = readPolicyText(file);
  if (!held.ok) return held;
  const [before, after] = [idOf(held.value), idOf(policyTextAt(file, text, lists))];
  // A draft that does not load is told with its places, by whoever checks it next.
  return before === null || after === null || before === after
    ? ok(undefined)
    : fail('policy.no-candidate', `the draft calls itself \`${after}\`, and its document is \`${before}\``, {
        help: 'leave the `id` as it is',
      });
}

function inShort(compared: Comparison | null): string {
  if (compared === null) return 'would be the first policy: there is nothing to compare it with';
  if (!compared.proven) return 'may loosen anything: the comparison outgrew its budget';
  const of = (which: string): number =>
    compared.changes.filter(({ direction }) => direction === which).length;
  return `would make changes that loosen: ${of('LOOSENED')}, that tighten: ${of('TIGHTENED')}`;
}

/** "would have refused 3, asked about 2" */
function observedInWords({ observed }: ShadowComparison): string {
  const times = (to: readonly string[]): number =>
    observed.changes.reduce((sum, one) => sum + (to.includes(one.to) ? one.times : 0), 0);
  const parts = [
    { times: times(['DENY', 'ABORT']), what: 'refused' },
    { times: times(['ESCALATE']), what: 'asked about' },
    { times: times(['ALLOW']), what: 'allowed' },
  ].filter((part) => part.times > 0);
  return parts.length === 0
    ? 'has decided nothing otherwise so far'
    : `would have ${parts.map((part) => `${part.what} ${part.times}`).join(', ')} of what was decided otherwise`;
}
