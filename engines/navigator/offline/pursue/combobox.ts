// Lists in the guise of a field, drawn by the page: typed into where they take text, opened once, and their entry pressed.
// INVARIANT: a list is opened once for a goal; what it does not offer is said, and never tried again and again.
import { normalise } from '#engines/language.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { closest, has, type Item } from '#engines/navigator/offline/page/outline.ts';
import { seenValue } from '#engines/navigator/offline/page/seen.ts';
import {
  act,
  click,
  reached,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';
import { nameOf } from './press.ts';

const MIN_OPTION_SCORE = 0.85;

export const isDrawnList = ({ node }: Item): boolean =>
  ['combobox', 'listbox'].includes(node.role) && node.options === undefined;

export function fillDrawnList(situation: Situation, item: Item, value: string, sure: number): Move {
  const { tried, goals, index } = situation;
  const own = tried.filter(({ entry }) => entry.proposal.ref === item.node.ref);
  const opened = own.filter(({ entry }) => entry.proposal.action === 'CLICK').length;
  const typed = own.filter(({ entry }) => entry.proposal.action === 'TYPE');
  const entry = entryOf(situation, value);
  // What comes next may choose from what is offered; what is searched for is not chosen on the way.
  const leaves = goals[index + 1]?.kind === 'SUGGEST' || isSearch(item);
  if (entry !== null && !leaves && (tried.length > 0 || has(item, 'expanded')))
    return has(entry, 'selected') && stands(item, value)
      ? reached(0.94, seenValue(item))
      : click(entry, 0.9, `“${nameOf(entry)}” is the choice`, false);
  if (stands(item, value)) return reached(0.95, seenValue(item));
  if (item.node.role === 'combobox' && typed.length === 0 && (takesText(item) || opened > 0))
    return type(item, value, sure, `“${nameOf(item)}” takes the words`, true);
  if (opened === 0 && typed.length === 0) return click(item, sure, `“${nameOf(item)}” opens its list`, true);
  if (tried.at(-1)?.entry.proposal.action !== 'WAIT')
    return act('WAIT', null, '500', 0.6, 'what is offered may need a moment', true);
  return typed.some(({ entry: step }) => step.outcome === 'done')
    ? reached(0.7)
    : stuck(`“${nameOf(item)}” does not offer “${value}”`);
}

const stands = ({ node }: Item, value: string): boolean =>
  node.value !== undefined && normalise(node.value) === normalise(value);

/** Its own text is shown as its name where it cannot be typed into. */
const takesText = (item: Item): boolean =>
  item.node.value !== undefined || item.node.name === '' || !has(item, 'collapsed');

const isSearch = (item: Item): boolean =>
  closest(item, ['search']) !== null ||
  /\b(?:search|query|find)\b/.test(normalise(`${item.node.name} ${item.node.description ?? ''}`));

function entryOf({ outline }: Situation, value: string): Item | null {
  const best = locate(
    outline,
    { ...parseTarget(''), name: value },
    {
      keep: ({ node }) =>
        ['option', 'menuitem', 'menuitemradio', 'treeitem', 'listitem'].includes(node.role) &&
        node.box !== null,
    },
  )[0];
  return best === undefined || best.score < MIN_OPTION_SCORE ? null : best.item;
}
