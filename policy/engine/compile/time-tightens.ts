// Only an ALLOW ends, so what changes on its own is decided more severely. INVARIANT: from the day of compiling on no request is
// loosened by a day that passes: not by a duty either that an entry takes with it.
import { Changes, changeInWords } from '#policy/engine/layers/changes.ts';
import { lastsOn } from '#policy/engine/documents/days.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { cellAt } from '#policy/engine/deciding/interpret.ts';
import type { Failure } from '#policy/language/failure.ts';
import { failure } from '#policy/language/failure.ts';
import type { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { brief, witnessOf } from './prove.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';

export type OverTime = {
  readonly stack: Stack;
  readonly space: Space;
  readonly diagram: Diagram;
  readonly decisionNode: NodeId;
  readonly envelopeNode: NodeId;
  readonly outcomes: Outcomes;
};

/** The first request that time loosens, with the entry whose end does it; nothing where there is none. */
export function loosenedByTime(of: OverTime): readonly Failure[] {
  const { stack, space, diagram, decisionNode, envelopeNode, outcomes } = of;
  const { days } = space;
  const today = days.classOf(stack.today);
  if (today === days.count - 1) return [];
  const changes = new Changes();
  const ofDecisions = (before: number, after: number): number =>
    changes.ofOutcomes(outcomes.at(before), outcomes.at(after));
  const loosens = (before: number, after: number): boolean =>
    changes.at(ofDecisions(before, after))?.direction === 'LOOSENED';
  /** The class of days with whose beginning it is loosened, 0 where there is none: nothing begins with the first. */
  const at = (root: NodeId, worse: (before: number, after: number) => boolean): NodeId =>
    diagram.overDays(root, (id) => {
      if (id < 0) return leaf(0);
      const starts = diagram.startsOf(id).filter((start) => start > today);
      const found = starts.find((start) =>
        worse(leafValue(diagram.childAt(id, start - 1)), leafValue(diagram.childAt(id, start))),
      );
      return leaf(found ?? 0);
    });
  const roots = [at(decisionNode, loosens), at(envelopeNode, (before, after) => after < before)];
  for (const [index, root] of roots.entries()) {
    const found = diagram.find(
      root,
      () => true,
      (value) => value > 0,
    );
    if (found === null) continue;
    const facts = witnessOf(found, [], space);
    const [last, first] = [days.witness(found.value - 1), days.firstOf(found.value) ?? ''];
    const ended = stack.layers
      .flatMap(({ document }) => document.rules)
      .filter(
        (entry) =>
          !lastsOn(entry.expires, first) && lastsOn(entry.expires, last) && cellAt(entry, facts) !== null,
      );
    const [entry] = ended;
    const how =
      index === 0 ? wordsOf(of, changes, found.classes, found.value) : 'a lower layer could get more';
    return [
      failure(
        'policy.expiring-restriction',
        `${brief(facts)} is loosened when \`${entry?.ref ?? 'an entry'}\` ends, from ${first} on: ${how}`,
        {
          help: 'time must never loosen a policy: remove `expires`, or state the duty in an entry that does not end',
          ...(entry === undefined ? {} : { span: entry.span }),
          details: { entry: entry?.ref ?? null, day: first, witness: { ...facts } },
        },
      ),
    ];
  }
  return [];
}

function wordsOf(
  { diagram, decisionNode, outcomes }: OverTime,
  changes: Changes,
  classes: Int32Array,
  day: number,
): string {
  const leafOn = (on: number): number => {
    let node = decisionNode;
    while (node >= 0) {
      const fact = diagram.factOf(node);
      node = diagram.childAt(node, fact < classes.length - 1 ? Math.max(0, classes[fact] ?? 0) : on);
    }
    return leafValue(node);
  };
  const change = changes.at(changes.ofOutcomes(outcomes.at(leafOn(day - 1)), outcomes.at(leafOn(day))));
  return change === null ? '' : changeInWords(change);
}
