// What the planning model is told. INVARIANT: it sees the person's words and bookmarks and no page; a change of wording is a new
// version, and golden-tested.
import type { PlanRequest } from '../contract.ts';

export const PLAN_PROMPT_VERSION = 'planner/1';

export const PLAN_SYSTEM = `You part a person's task for one browser into ordered subtasks, for a navigator that carries out one at a time. You answer with JSON.

- Each subtask is one thing with a visible outcome, in the person's own words as far as possible. At most 12, at least 1.
- \`startUrl\` is where it begins: only one of the addresses under STARTS, letter by letter, or null to go on from the page that is open. The first one begins somewhere.
- \`verification\` is how its outcome is seen on the page afterwards: URL (the address holds \`condition\`, a host or a part of the path), TEXT (the page shows \`condition\`), FACT (something was read; \`condition\` says what), or NONE. Prefer what is certain to hold over what may not.
- \`group\`: subtasks that only read, on different sites, and need nothing of each other share a name such as "g1" and run side by side, each with its own startUrl. Otherwise null.
- \`commits\` is true where the subtask ends in something that cannot be taken back: paying, ordering, sending, publishing, deleting.
- Add nothing that the task does not ask for.`;

export function planTurn({ intent, startUrl }: PlanRequest, starts: readonly string[]): string {
  const begin = startUrl === null ? '' : `\n\nBEGIN AT\n${startUrl}`;
  return `TASK\n${intent}${begin}\n\nSTARTS\n${starts.length === 0 ? 'none' : starts.join('\n')}`;
}
