// What the card of an answer to a dialog says beside the page's own words: what kind it is, and which act goes on once it is accepted.
// INVARIANT: a page words its question as it likes; these rows are ours, and say what a yes lets happen. Of where the act leads they say the
// site: its address was weighed with the act, and may hold what is shown to nobody.
import { actRow } from '#policy/acts/act-rows.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { address, ours, theirs } from './rows.ts';

const KINDS: Readonly<Record<string, string>> = {
  confirm: 'a question of the page (confirm): to accept it says yes',
  prompt: 'a question of the page that wants words (prompt): to accept it gives them',
  beforeunload:
    'whether to leave the page (beforeunload): to accept it leaves, and what was entered there may be lost',
};

export function dialogRows({ element, goesOn }: Pick<Inspection, 'element' | 'goesOn'>): readonly CardRow[] {
  const kind = ours('FACT', 'the dialog asks', KINDS[element?.role ?? ''] ?? 'something of its own');
  if (goesOn === undefined) return [kind];
  const { action, effect, url } = goesOn;
  const origin = URL.parse(url ?? '')?.origin ?? 'null';
  return [
    kind,
    ours('ACT', 'then goes on with', actRow(action).verb(effect).join('')),
    ...(goesOn.element === null ? [] : [theirs('PAGE', 'ELEMENT', 'on', goesOn.element.name)]),
    ...(origin === 'null' ? [] : [address('PAGE', 'which leads to', origin)]),
  ];
}
