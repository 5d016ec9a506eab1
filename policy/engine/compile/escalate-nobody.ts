// Requests that escalate and that nobody may answer: entries that ask together and have no approver in common. Such a policy
// does not load: what reads as "after asking" would be a denial after a wait.
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { ESCALATE } from '#policy/engine/documents/document.ts';
import type { Failure } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import type { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { brief, dayOf, fromToday, witnessOf } from './prove.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { stackOn } from '#policy/engine/layers/stack.ts';
import type { Stack, Terms } from '#policy/engine/layers/stack.ts';

/** The first such request, with the entries that ask; nothing where every question has somebody to answer it. */
export function escalatesToNobody({
  stack,
  space,
  diagram,
  decisionNode,
  outcomes,
}: {
  readonly stack: Stack;
  readonly space: Space;
  readonly diagram: Diagram;
  readonly decisionNode: NodeId;
  readonly outcomes: Outcomes;
}): readonly Failure[] {
  const found = diagram.find(
    decisionNode,
    fromToday(() => true, { space, stack }),
    (leaf) => {
      const { severity, terms } = outcomes.at(leaf);
      return severity === ESCALATE && terms?.approvers.length === 0;
    },
  );
  if (found === null) return [];
  const witness = witnessOf(found, [], space);
  const winners = interpret(stackOn(stack, dayOf(found, { space, stack })), witness).winners.map(
    (voice) => voice.entry,
  );
  const lowest = stack.layers.at(-1);
  const own = winners.findLast((entry) => lowest?.rules.includes(entry) === true) ?? winners.at(-1);
  const names = winners.map((entry) => `\`${entry.ref}\` asks ${inWords(stack.termsOf.get(entry))}`);
  return [
    failure('policy.escalate-nobody', `${brief(witness)} escalates to nobody: ${names.join(', ')}`, {
      help: winners.some((entry) => stack.termsOf.get(entry)?.fourEyes === true)
        ? 'name a role that the settings give to somebody else; with `fourEyes` whoever asks may not answer'
        : 'give the entries an approver in common; whoever answers has to satisfy all of them',
      ...(own === undefined ? {} : { span: own.span }),
      details: { entry: own?.ref ?? null, witness: { ...witness } },
    }),
  ];
}

const inWords = (terms: Terms | undefined): string =>
  `${(terms?.approvers ?? []).join(' or ')}${terms?.fourEyes === true ? ', with four eyes' : ''}`;
