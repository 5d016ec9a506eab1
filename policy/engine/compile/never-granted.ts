// What no document can be granted under a policy, whichever it is and whatever a person answers. INVARIANT: proved on the policy's
// own tables; a row that one request could get is not in the answer.
import type { CompiledPolicy } from './compiled-policy.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { DOCUMENT_ACTS, pageActGates } from '#policy/acts/page-acts.ts';
import { factIndex } from '#policy/engine/space/space.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';

const DENY = BROWSER_DECISIONS.indexOf('DENY');
/** Its gates name the same facts on every site. */
const ANY_SITE = 'https://site.test/';

/** The DOCUMENT rows of page-acts.ts of which one gate is always DENY at least. */
export function neverGranted(policy: CompiledPolicy): ReadonlySet<PageActKind> {
  const { diagram, outcomes, decisionNode, space } = policy;
  const granted = (leaf: number): boolean => outcomes.severity(leaf) < DENY;
  return new Set(
    DOCUMENT_ACTS.filter((kind) =>
      pageActGates(kind, { url: ANY_SITE, documentUrl: ANY_SITE }).some((gate) => {
        const known: readonly (readonly [FactName, string])[] = [
          ['pageAct', kind],
          ['initiator', 'PAGE'],
          ['capability', gate.capability],
          ['storage', gate.storage ?? 'NONE'],
          ['tabAction', gate.tabAction ?? 'NONE'],
        ];
        // Members that a policy does not tell apart are of one class.
        const classes = new Map(
          known.map(([fact, value]) => {
            const index = factIndex(fact);
            return [index, space.classOf(index, value)];
          }),
        );
        const asked = (fact: number, index: number): boolean => (classes.get(fact) ?? index) === index;
        return diagram.find(decisionNode, asked, granted) === null;
      }),
    ),
  );
}
