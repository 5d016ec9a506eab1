// What a person is asked of an edit, whether the app wrote it or a candidate became it.
// INVARIANT: what loosens has another title, and is confirmed by typing.
import { dirname, join } from 'node:path';
import type { OwnChange } from '#gateway/boundary/consent/own-change.ts';
import { theirs } from '#gateway/boundary/words/rows.ts';
import { changeRows, weekRows } from '#gateway/policy/change-rows.ts';
import { wordToLoosen } from '#gateway/policy/loosen-word.ts';
import type { PolicyEdit } from '#gateway/policy/state/editable.ts';
import { needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison } from '#policy/tools/gate/compare-decisions.ts';

type Asked = {
  readonly edit: PolicyEdit;
  readonly compared: Comparison | null;
  readonly replayed: Parameters<typeof weekRows>[0];
  readonly reason: string;
  readonly by: string;
  /** What is known of it besides. */
  readonly known?: OwnChange['rows'];
};
type EditQuestion = Pick<OwnChange, 'of' | 'by' | 'title' | 'retype' | 'capabilities' | 'rows' | 'asker'>;

export function editQuestion({ edit, compared, replayed, reason, by, known = [] }: Asked): EditQuestion {
  const loosens = compared !== null && needsAcknowledgement(compared);
  return {
    of: 'policy',
    by,
    title: loosens ? 'Loosen the policy' : 'Change the policy',
    retype: loosens ? wordToLoosen(compared) : null,
    capabilities:
      compared?.proven === true
        ? [...new Set(compared.changes.map(({ witness }) => witness.capability))]
        : [],
    rows: [
      theirs('PERSON', 'FILE', 'file', edit.file),
      ...(edit.lists ?? []).map(({ name }) =>
        theirs('PERSON', 'FILE', 'with its lists', join(dirname(edit.file), name)),
      ),
      ...changeRows(compared),
      ...known,
      ...weekRows(replayed),
      theirs('PERSON', 'VALUE', 'reason, for the log', reason),
    ],
    asker: `policy ${by}`,
  };
}
