// The acts that a plan lets foresee, put to the policy as they will be: going to a site, and what a part that changes something does
// there. INVARIANT: what is not foreseen here is asked about at its act: log-ins, files, and whatever pays, publishes, deletes or signs up.
import { gatesFor } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Gate } from '#policy/acts/gate.ts';
import type { FormPurpose } from '#policy/language/vocabulary.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

export type ForeseenAct = { readonly gate: Gate; readonly facts: PolicyFacts };

const NOWHERE = 'about:blank';

/** Going there: as the act itself will be put, from nowhere, since a start leaves no page of the task's. */
export function goingTo(url: string, task: TaskContext): readonly ForeseenAct[] {
  const at = { task, action: 'NAVIGATE', initiator: 'NAVIGATOR', documentUrl: NOWHERE } as const;
  return gatesFor({ type: 'NAVIGATE', url }, { documentUrl: NOWHERE, effect: NO_EFFECT })
    .slice(0, 1)
    .map((gate) => ({ gate, facts: factsFor(gate, at) }));
}

/** What a part that changes something does there: presses, enters text, and sends a form that is for nothing grave. */
export function transactingAt(url: string, task: TaskContext): readonly ForeseenAct[] {
  const sends: ElementEffect = {
    ...NO_EFFECT,
    submits: { url, method: 'POST', credentials: false, newTab: false, fieldNames: [] },
  };
  const acts: readonly (readonly [BrowserAction, ElementEffect, string])[] = [
    [{ type: 'CLICK', ref: '' }, NO_EFFECT, 'button'],
    [{ type: 'TYPE', ref: '', text: '' }, NO_EFFECT, 'textbox'],
    [{ type: 'FILL', ref: '', text: '' }, NO_EFFECT, 'textbox'],
    [{ type: 'CLICK', ref: '' }, sends, 'button'],
    [{ type: 'PRESS', key: 'Enter', ref: '' }, sends, 'textbox'],
  ];
  return acts.flatMap(([action, effect, role]) =>
    gatesFor(action, { documentUrl: url, effect })
      .filter(({ capability }) => capability === 'EXECUTE_JAVASCRIPT' || capability === 'FORM_SUBMIT_DATA')
      .map((gate) => ({
        gate: { ...gate, url },
        facts: factsFor(gate, {
          task,
          action: gate.action ?? action.type,
          initiator: 'NAVIGATOR',
          documentUrl: url,
          element: { role, name: '' },
          // Going there opens it, and is asked about with this or was.
          targetReadable: true,
          targetWritable: true,
        }),
      })),
  );
}

/** Sending a form there that is for something grave: what is asked about it no plan's answer changes. */
export const gravelyAt = (url: string, task: TaskContext, formPurpose: FormPurpose): readonly ForeseenAct[] =>
  transactingAt(url, task)
    .filter(({ gate }) => gate.capability === 'FORM_SUBMIT_DATA')
    .map(({ gate, facts }) => ({ gate, facts: { ...facts, formPurpose } }));
