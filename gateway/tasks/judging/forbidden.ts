// What was done although the person said not to: pressed by the navigator, or changed by whatever it did. Pure.
// INVARIANT: a page that changes what the task leaves alone takes the DONE away, as a press does.
import type { MemoryEntry, Observation } from '#engines/navigator/contract.ts';
import { forbiddenBy } from '#engines/navigator/offline/checking.ts';
import { visible } from '#gateway/protocol/visible.ts';

const MAX_NAME_CHARACTERS = 200;
/** They hold something; that a button cannot be pressed any more is no change of it. */
const HOLDING: ReadonlySet<string> = new Set(
  'checkbox radio switch menuitemcheckbox menuitemradio option textbox searchbox combobox spinbutton slider listbox'.split(
    ' ',
  ),
);

/** In a sentence; `null` where nothing of the kind was done. */
export function forbiddenDone(
  entries: readonly MemoryEntry[],
  { nodes }: Pick<Observation, 'nodes'>,
  asked: string,
): string | null {
  const isForbidden = forbiddenBy(asked);
  const pressed = entries.find(
    ({ proposal, outcome, element }) =>
      proposal.action === 'CLICK' &&
      proposal.text === null &&
      (outcome === 'done' || outcome === 'unchanged') &&
      element !== null &&
      isForbidden(element.name),
  );
  if (pressed?.element != null) return said(pressed.element.name, 'pressed');
  const changed = nodes.find(
    ({ role, name }) =>
      HOLDING.has(role) &&
      name !== '' &&
      isForbidden(name) &&
      entries.some(({ change }) => change?.changed.includes(name) === true),
  );
  return changed === undefined ? null : said(changed.name, 'changed');
}

const said = (name: string, done: 'pressed' | 'changed'): string =>
  `“${visible(name, MAX_NAME_CHARACTERS)}” was ${done}, which the task forbids`;
