// Where a change is undergone, in as few facts as say it: hosts, and what is narrower than for all that is decided so.
// INVARIANT: no request outside of a region undergoes its change; the days and the capability are told apart from it.
import { hullWhere } from '#policy/tools/compare/boxes.ts';
import type { Refinement } from '#policy/tools/compare/refinement.ts';
import { regionOf } from '#policy/tools/compare/region.ts';
import type { Region } from '#policy/tools/compare/region.ts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { CAPABILITY_INDEX } from '#policy/engine/space/space.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';

/** Said of every change: where it leads is what a person looks for first. */
const ALWAYS_SAID = 'host';
const TOLD_APART = ['day', 'capability'];

export class ChangeRegions {
  readonly #common: Refinement;
  /** Of a decision: where the new policy comes to it at all. */
  readonly #usual = new Map<BrowserDecision, Region>();

  constructor(common: Refinement) {
    this.#common = common;
  }

  /** `value` of the diagram at `root`, with the capabilities of the class `own`. */
  of(root: NodeId, value: number, own: number, to: BrowserDecision): Region {
    const { diagram, space } = this.#common;
    const fixed = Array.from(space.counts, (_, fact) => (fact === CAPABILITY_INDEX ? [own] : null));
    const whole = regionOf(
      hullWhere(diagram, root, { isWanted: (one) => one === value, fixed }, space),
      space,
    );
    const usual = this.#usualOf(to);
    return Object.fromEntries(
      Object.entries(whole).filter(
        ([fact, values]) =>
          !TOLD_APART.includes(fact) &&
          (fact === ALWAYS_SAID || JSON.stringify(values) !== JSON.stringify(usual[fact])),
      ),
    );
  }

  #usualOf(decision: BrowserDecision): Region {
    const known = this.#usual.get(decision);
    if (known !== undefined) return known;
    const { policy } = this.#common.new;
    const severity = severityOf(decision);
    const isWanted = (outcome: number): boolean => policy.outcomes.severity(outcome) === severity;
    const sets = hullWhere(policy.diagram, policy.decisionNode, { isWanted, fixed: [] }, policy.space);
    const usual = regionOf(sets, policy.space);
    this.#usual.set(decision, usual);
    return usual;
  }
}
