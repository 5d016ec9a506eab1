// Says in a sentence which site's session was lent to a task, and how that stands: on cards, in the tray and in the terminal.
import type { LentView } from '#gateway/protocol/views/task.ts';

/** `clock`: a moment as the person reads it, "14:05". */
export function lentInWords(lent: LentView, clock: (at: string) => string): string {
  const { domain, source } = lent;
  switch (lent.state) {
    case 'LENT': {
      const latest = lent.until === null ? '' : `, at ${clock(lent.until)} at the latest`;
      return `signed in as you at ${domain} (from \`${source}\`) until the task ends${latest}`;
    }
    case 'ENDED':
      return `was signed in as you at ${domain} (from \`${source}\`) until ${clock(lent.endedAt ?? lent.from)}`;
    case 'REFUSED':
      return `not signed in at ${domain}: that was refused, and the task goes on without`;
    case 'EMPTY':
      return `not signed in at ${domain}: \`${source}\` is not signed in there, and the task goes on without`;
  }
}
