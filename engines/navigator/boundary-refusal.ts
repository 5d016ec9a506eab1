// Words a refusal of the boundary's for a person: whose act it was, and what was not let happen. Pure.
import type { Refusal } from './contract.ts';

export const wordsOfRefusal = ({ decision, reason, startedBy }: Refusal): string =>
  startedBy === 'PAGE'
    ? `the page itself tried to ${reason}, which the boundary refused (${decision}); no step of the task was, but the page is not there any more`
    : `the boundary refused the last step (${decision}): ${reason}`;
