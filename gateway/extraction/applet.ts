// The rows of a task's result as an applet that draws them. INVARIANT: it passes the same check as one from anywhere else before it is
// given away.
import { checkApplet } from '#engines/maker/check/check.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import type { Made } from '#engines/maker/offline/maker.ts';
import type { Film } from '#engines/maker/seen.ts';
import type { Table } from '#engines/tables/table.ts';
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** What an applet is made of. */
export type Drawn = Pick<TaskResult, 'intent' | 'table' | 'shows'> & {
  /** Sentences that stand above the rows. */
  readonly said?: readonly string[];
  /** The pages as they were seen: for the app's frame alone. */
  readonly films?: readonly Film[];
};

/**
 * In the form that was asked for, else in the one that the plan took from the intent; the intent's own words are read only where that is
 * none. Errors: `act.no-table`, `maker.bad-brief`, `maker.refused`.
 */
export function appletOf(result: Drawn, form: AppletForm | null): Result<Made> {
  const rows = rowsOf(result);
  if (!rows.ok) return rows;
  const { intent, shows = '', said, films } = result;
  const made = makeApplet(
    {
      intent,
      dataType: 'table',
      data: rows.value,
      visualizationHint: form ?? shows,
      constraints: [],
    },
    { said, films },
  );
  if (!made.ok) return made;
  const { accepted, findings } = checkApplet(made.value.html);
  const [first] = findings;
  return accepted
    ? made
    : fail(
        'maker.refused',
        `the applet does not pass its own check: ${first?.message ?? 'no reason is known'}`,
        { help: 'export the rows as a table instead, and report this: it is a fault of the program' },
      );
}

/** Errors: `act.no-table`. */
export const rowsOf = ({ table }: Pick<TaskResult, 'table'>): Result<Table> =>
  table === undefined
    ? fail('act.no-table', 'the task read no rows', {
        help: 'say what is to be set side by side, as in `compare the keyboards of the shop and the market in a table`',
      })
    : ok(table);
