// Finds approvers whom nobody can be, as far as the caller can tell: a policy names roles, and only a gateway's settings say who they are.
// INVARIANT: an error exactly where some request escalates to nobody; where somebody else of the list may answer, it is a warning.
import { placeOf, ESCALATE } from '#policy/engine/documents/document.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Span } from '#policy/language/failure.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import type { CompiledPolicy } from './compiled-policy.ts';
import { brief, dayOf, fromToday, witnessOf } from './prove.ts';
import { stackOn, entriesOf } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';

/** Why nobody answers to this name; `null`: somebody does. */
export type ProblemOf = (name: string, fourEyes: boolean) => string | null;

/** A place of a policy that says who may answer. */
export type NamedApprovers = {
  readonly names: readonly string[];
  readonly fourEyes: boolean;
  /** `null`: the document’s own `escalation`. */
  readonly entry: string | null;
  readonly span: Span;
};

export type UnknownApprover = {
  readonly level: 'error' | 'warning';
  readonly message: string;
  readonly help: string;
  readonly span: Span;
  readonly entry: string | null;
  readonly witness?: PolicyFacts;
};

/** Every place of these layers that names approvers, or wants four eyes. */
export function approversNamed(
  layers: Stack['layers'],
  termsOf: Stack['termsOf'],
): readonly NamedApprovers[] {
  return layers.flatMap((layer) => {
    const { escalation, escalationSpan } = layer.document;
    const entries = entriesOf(layer);
    const whole = entries.find((entry) => entry.escalate === null);
    const settings = whole === undefined ? undefined : termsOf.get(whole);
    const own =
      escalation.approvers === undefined && escalation.fourEyes === undefined
        ? []
        : [
            {
              names: escalation.approvers ?? settings?.approvers ?? [],
              fourEyes: settings?.fourEyes === true || escalation.fourEyes === true,
              entry: null,
              span: escalationSpan,
            },
          ];
    return [...own, ...entries.flatMap((entry) => namedBy(entry, termsOf))];
  });
}

function namedBy(entry: Entry, termsOf: Stack['termsOf']): readonly NamedApprovers[] {
  const terms = termsOf.get(entry);
  if (terms === undefined || entry.escalate === null) return [];
  const { approvers, fourEyes } = entry.escalate;
  if (approvers === undefined && fourEyes === undefined) return [];
  const { ref, span } = entry;
  return [{ names: terms.approvers, fourEyes: terms.fourEyes === true, entry: ref, span }];
}

/** `only`: documents of which is spoken, by their layer; default: all. */
export function unknownApprovers(
  policy: CompiledPolicy,
  ask: ProblemOf,
  only: Stack['layers'] = policy.stack.layers,
): readonly UnknownApprover[] {
  const { stack } = policy;
  const problemOf = remembered(ask);
  const named = approversNamed(only, stack.termsOf);
  if (named.every(({ names, fourEyes }) => names.every((name) => problemOf(name, fourEyes) === null)))
    return [];
  const found = named.flatMap((place): readonly UnknownApprover[] => {
    const problems = place.names.flatMap((name) => problemOf(name, place.fourEyes) ?? []);
    if (problems.length === 0) return [];
    const nobody = problems.length === place.names.length;
    const witness = nobody ? (askedOfNobody(policy, problemOf, place.names)?.witness ?? null) : null;
    const { entry, span } = place;
    const who = entry === null ? 'the document' : `\`${entry}\``;
    if (witness === null)
      return [
        {
          level: 'warning',
          ...saying(`${who} names approvers that nobody is`, problems),
          entry,
          span,
        },
      ];
    return [
      {
        level: 'error',
        ...saying(`${brief(witness)} is denied at once: ${who} asks nobody`, problems),
        entry,
        span,
        witness,
      },
    ];
  });
  if (found.some(({ level }) => level === 'error')) return found;
  const together = askedOfNobody(policy, problemOf, null);
  if (together === null) return found;
  const { witness, day } = together;
  const winners = interpret(stackOn(stack, day), witness).winners.map((voice) => voice.entry);
  const last = winners.findLast((entry) => only.some((layer) => entriesOf(layer).includes(entry)));
  if (last === undefined) return found;
  const places = winners.map((entry) => `\`${entry.ref}\` (${placeOf(entry.span)})`).join(' and ');
  const names = new Set(winners.flatMap((entry) => stack.termsOf.get(entry)?.approvers ?? []));
  const problems = [...names].flatMap((name) => problemOf(name, false) ?? []);
  return [
    ...found,
    {
      level: 'error',
      ...saying(`${brief(witness)} is denied at once: ${places} have nobody in common`, problems),
      entry: last.ref,
      span: last.span,
      witness,
    },
  ];
}

/** Accounts are read once for all that is asked here. */
function remembered(ask: ProblemOf): ProblemOf {
  const known = new Map<string, string | null>();
  return (name, fourEyes) => {
    const key = `${name} ${fourEyes}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const problem = ask(name, fourEyes);
    known.set(key, problem);
    return problem;
  };
}

const saying = (what: string, problems: readonly string[]): Pick<UnknownApprover, 'message' | 'help'> => ({
  message: `${what}: ${problems.join('; ')}`,
  help: 'give the role to somebody, as `approvers: {ROLE: [{user: NAME}]}` in config.yaml, or name an approver that somebody is',
});

type Asked = { readonly witness: PolicyFacts; readonly day: string };

/** A request, and a day, that escalates to approvers of whom each is nobody; of those `among`, where they are given. */
function askedOfNobody(
  { space, stack, diagram, decisionNode, outcomes }: CompiledPolicy,
  problemOf: ProblemOf,
  among: readonly string[] | null,
): Asked | null {
  const found = diagram.find(
    decisionNode,
    fromToday(() => true, { space, stack }),
    (leaf) => {
      const { severity, terms } = outcomes.at(leaf);
      if (severity !== ESCALATE || terms === null || terms.approvers.length === 0) return false;
      return terms.approvers.every(
        (name) =>
          (among === null || among.includes(name)) && problemOf(name, terms.fourEyes === true) !== null,
      );
    },
  );
  return found === null
    ? null
    : { witness: witnessOf(found, [], space), day: dayOf(found, { space, stack }) };
}
