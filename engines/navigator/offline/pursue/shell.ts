// A file deleted by lines typed to a terminal that the page shows: listed first, then named in full.
// INVARIANT: nothing is deleted that the listing does not show as the only file so named.
import { normalise } from '#engines/language.ts';
import { FILE_NAMED, type GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { actionable, has, type Item, type Outline } from '#engines/navigator/offline/page/outline.ts';
import {
  act,
  reached,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';

const LISTS = 'lists the files';

export function pursueShell({ outline, tried }: Situation, { name, text }: GoalOf<'SHELL'>): Move {
  const line = lineOf(outline);
  const steps = tried.filter(({ entry }) => entry.outcome !== 'failed');
  if (steps.some(({ entry }) => entry.proposal.text?.startsWith('rm '))) return reached(0.9);
  if (line === null) return stuck('there is no terminal to type into');
  if (!steps.some(({ entry }) => entry.proposal.reasoning.includes(LISTS)))
    return type(line, 'ls\n', 0.85, `\`ls\` ${LISTS}`, true);
  const files = new Set(
    outline.items.flatMap((item) =>
      item === line
        ? []
        : item.node.name.split(/\s+/).filter((word) => /^[\w-]+(?:\.[\w-]+)+$|^[\w-]+$/.test(word)),
    ),
  );
  const fitting = [...files].filter((file) => fits(file, name, text));
  if (fitting.length === 0)
    return steps.some(({ entry }) => entry.proposal.action === 'WAIT')
      ? stuck(`the terminal lists no file ${FILE_NAMED[name]} “${text}”`)
      : act('WAIT', null, '500', 0.6, 'the listing may need a moment', true);
  const [file] = fitting;
  return fitting.length > 1 || file === undefined
    ? stuck(`more than one file fits: ${fitting.join(', ')}`)
    : type(line, `rm ${file}\n`, 0.88, `“${file}” is the file`, false);
}

function fits(file: string, name: GoalOf<'SHELL'>['name'], text: string): boolean {
  const wanted = text.replace(/^\*/, '').replace(/\*$/, '');
  switch (name) {
    case 'ENDS':
      return file.endsWith(wanted) && file.length > wanted.length;
    case 'STARTS':
      return file.startsWith(wanted) && file.length > wanted.length;
    case 'IS':
      return file === wanted;
  }
}

/** The only field for text, or the one that stands in a terminal. */
function lineOf(outline: Outline): Item | null {
  const fields = outline.items.filter(
    (item) => item.node.role === 'textbox' && actionable(item) && !has(item, 'readonly'),
  );
  return (
    fields.find(({ node }) =>
      /\b(?:terminal|shell|console|command|prompt)\b/.test(
        normalise(`${node.name} ${node.description ?? ''}`),
      ),
    ) ?? (fields.length === 1 ? (fields[0] ?? null) : null)
  );
}
