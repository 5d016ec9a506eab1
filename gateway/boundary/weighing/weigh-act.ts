// Puts an act in words for policy, person and log, with the data that it would send.
// INVARIANT: what holds a secret appears in none of them except by its length.
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Gate } from '#policy/acts/gate.ts';
import type { FormPurpose, Initiator } from '#policy/language/vocabulary.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import { actRows } from '#gateway/boundary/words/act-rows.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { payloadOf, scriptOf } from '#policy/acts/payload.ts';
import type { PayloadPlace } from '#policy/acts/row.ts';
import { formPurposes, purposeRows } from './form-purpose.ts';
import { dialogRows } from '#gateway/boundary/words/dialog-rows.ts';
import { hidden, theirs } from '#gateway/boundary/words/rows.ts';
import { describeAct } from '#gateway/boundary/words/words.ts';
import { sendingsOfAct } from './sendings.ts';
import type { Enclosed } from './sendings.ts';
import { speakerOf } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import { contentOfAct } from './content-of-act.ts';
import { evidenceOf, rowsOf } from './content-words.ts';
import type { ValueFacts } from '#gateway/boundary/provenance/provenance.ts';
import { inspectOutgoing } from './inspect-outgoing.ts';
import type { OutgoingInspection } from './inspect-outgoing.ts';

export type WeighedAct = Pick<OutgoingInspection, 'evidence'> & {
  readonly facts: ValueFacts & {
    readonly content: ContentFacts;
    readonly marks?: NonNullable<ElementEffect['marks']>;
  };
  /** What the form may be for that the act is about: decided on for each. */
  readonly purposes: readonly FormPurpose[];
  /** What is typed, chosen or answered, and what a submitted form holds; nothing of what is hidden. */
  readonly values: readonly string[];
  /** To be called when it goes, before it does; `allowed` by a person who was shown it. */
  /** `allowed` by a person, and `ends`: their yes holds for a time alone, so that nothing they were shown counts as theirs later. */
  readonly commit: (allowed: boolean, ends: boolean) => void;
  readonly what: string;
  readonly gates: readonly Gate[];
  /** A gate as it may be logged. */
  readonly logged: (gate: Gate) => Gate;
  readonly details: ConsentCard['details'];
};

/** What sites keep is shown by its place alone. */
const withoutQuotation = (row: ConsentCard['details'][number]): ConsentCard['details'][number] => ({
  ...row,
  value: row.by === 'GATEWAY' ? row.value : '•••',
});

/** Where a text of an act is a value that somebody enters or gives. */
const ENTERED: ReadonlySet<PayloadPlace> = new Set(['typed', 'choice', 'keys']);

/**
 * Of a form what its fields hold: what was typed letter by letter, or by the page, is whole there. A credential is in none of them: a
 * form's stand there by their length alone, and of an act on one what it enters is left out.
 */
function valuesIn(action: BrowserAction, { submits, credentialField }: ElementEffect): readonly string[] {
  const own = credentialField ? [] : payloadOf(action).filter(({ place }) => ENTERED.has(place));
  const sent = (submits?.sends?.fields ?? []).flatMap(({ value, file }) =>
    value === null || file ? [] : [value],
  );
  return [...own.map(({ text }) => text), ...sent].filter((text) => text !== '');
}

export function weighAct(
  task: TaskContext,
  action: BrowserAction,
  inspection: Inspection,
  initiator: Initiator,
  enclosed: readonly Enclosed[] = [],
): WeighedAct {
  const { document, element, effect, historyUrl, onto = null } = inspection;
  const row = actRow(action);
  const gates = row.gates({
    documentUrl: document.url,
    effect,
    ...(historyUrl === undefined ? {} : { historyUrl }),
  });
  const sendings = sendingsOfAct(action, inspection, initiator, task.state.provenance, enclosed);
  const weighed = inspectOutgoing(task.state.provenance, sendings);
  const { facts, evidence, commit, shown } = weighed;
  const speaker = speakerOf(initiator, task);
  const content = contentOfAct(action, inspection, speaker, task.state.provenance, enclosed);
  const pasted = enclosed.filter(({ place }) => place === 'pasted');
  const masked = facts.valueHoldsSecret || effect.credentialField;
  const purposes = formPurposes(effect, element?.name ?? '');
  const dialog = row.aim.at === 'DIALOG' ? dialogRows(inspection) : [];
  const [shownAction, shownEffect] = [shown.action(action), shown.effect(effect)];
  return {
    facts: {
      ...facts,
      content: content.facts,
      ...(effect.marks === undefined ? {} : { marks: effect.marks }),
    },
    purposes: purposes.map(({ purpose }) => purpose),
    values: facts.valueHoldsSecret ? [] : valuesIn(action, effect),
    evidence: { ...evidence, ...evidenceOf(content, task.state.provenance) },
    commit: (allowed, ends) => {
      commit();
      content.commit(allowed && !ends, !masked);
    },
    gates,
    logged: shown.gate,
    what: describeAct(shownAction, element, shownEffect, onto),
    details: [
      ...actRows({
        action: shownAction,
        effect: shownEffect,
        element,
        onto,
        gates: gates.map(shown.gate),
        hidesScript: scriptOf(shownAction)?.text !== scriptOf(action)?.text,
      }),
      ...dialog,
      ...pasted.map(({ text }) =>
        masked ? hidden('AGENT', 'VALUE', 'pastes', text) : theirs('AGENT', 'VALUE', 'pastes', text),
      ),
      ...purposeRows(purposes),
      ...weighed.details.map((one) => (row.shownByPlace ? withoutQuotation(one) : one)),
      ...(masked || row.shownByPlace ? [] : rowsOf(content)),
    ],
  };
}
