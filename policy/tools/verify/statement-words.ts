// What an invariant says, in a line.
import { keysInWords, pathsInWords } from '#policy/engine/documents/condition.ts';
import type { Invariant } from '#policy/engine/documents/document.ts';
import { valuesInWords } from '#policy/tools/compare/region.ts';

export function statementInWords(invariant: Invariant): string {
  if (invariant.kind === 'requires') return `every request carries ${invariant.obligations.join(', ')}`;
  const where = invariant.over.map((set) => {
    switch (set.kind) {
      case 'members':
        return `${set.fact} ${valuesInWords(set.fact, set.members)}`;
      case 'hosts':
        return `host ${set.patterns.map(({ text }) => text).join(', ')}`;
      case 'paths':
        return `${set.fact} ${pathsInWords(set).join(', ')}`;
      case 'words':
        return `${set.fact} with ${set.phrases.join(' or ')}`;
      case 'keyed':
        return `${set.fact} ${keysInWords(set)}`;
      case 'networks':
        return `${set.fact} ${set.networks.join(', ')}`;
      case 'ranges':
        return `${set.fact} ${set.ranges.map(([low, high]) => (low === high ? String(low) : `${low}–${high}`)).join(', ')}`;
    }
  });
  return `${where.join('; ')} is at least ${invariant.decision}`;
}
