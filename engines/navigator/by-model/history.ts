// What lies behind, for the model: the last steps word by word, the older ones in a few sentences.
// INVARIANT: its length is bounded whatever the number of steps; text of pages in it is quoted, never told as instruction.
import type { Memory, MemoryEntry } from '../contract.ts';

/** Specification 08.1: so many steps stay verbatim. */
export const VERBATIM_STEPS = 5;
const MAX_LINE_CHARACTERS = 240;
const MAX_PAGES = 8;
const MAX_FACTS = 30;
/** As many as a person may say with a no. */
const MOST_SAID_CHARACTERS = 500;

export const olderOf = ({ entries }: Memory): readonly MemoryEntry[] => entries.slice(0, -VERBATIM_STEPS);

/** The last steps, one line each. */
export function recentSteps({ entries }: Memory): string {
  const first = Math.max(0, entries.length - VERBATIM_STEPS);
  return entries
    .slice(-VERBATIM_STEPS)
    .map((entry, at) => `${first + at + 1}. ${stepLine(entry)}`)
    .join('\n');
}

export function stepLine({ url, proposal, outcome, note, element }: MemoryEntry): string {
  const on = element === null ? '' : ` on ${element.role} ${quoted(element.name)}`;
  const text = proposal.text === null ? '' : ` ${quoted(proposal.text)}`;
  const why = note === '' ? '' : ` (${note})`;
  return clip(`${proposal.action}${text}${on}, at ${url}: ${outcome}${why}`);
}

/** The older steps without a model: how many, where, what was entered, what did not work. */
export function summaryByTemplate(older: readonly MemoryEntry[]): string {
  if (older.length === 0) return '';
  const pages = [...new Set(older.map(({ url }) => url))];
  const entered = older.filter(({ proposal, outcome }) => proposal.action === 'TYPE' && outcome === 'done');
  const failed = older.filter(({ outcome }) => outcome !== 'done');
  const shown = pages.slice(-MAX_PAGES).join(', ');
  const sentences = [
    `${older.length} earlier steps, on ${pages.length} pages${pages.length > MAX_PAGES ? ', lately' : ''}: ${shown}.`,
  ];
  if (entered.length > 0)
    sentences.push(
      `Entered: ${entered
        .slice(-MAX_PAGES)
        .map(({ proposal, element }) => `${quoted(proposal.text ?? '')} in ${quoted(element?.name ?? '')}`)
        .join(', ')}.`,
    );
  if (failed.length > 0)
    sentences.push(
      `Did not work: ${failed
        .slice(-MAX_PAGES)
        .map(({ proposal, element }) => `${proposal.action} ${quoted(element?.name ?? proposal.text ?? '')}`)
        .join(', ')}.`,
    );
  return sentences.map((sentence) => clip(sentence, 600)).join(' ');
}

/** What was found so far, with its words on the page. */
export const factLines = ({ facts }: Memory): string =>
  facts
    .slice(-MAX_FACTS)
    .map(({ label, value, url }) => clip(`${quoted(label)}: ${quoted(value)}, at ${url}`))
    .join('\n');

export const quoted = (text: string): string => quotedUpTo(text, 120);

/** Words of the person, whole: cut, an order could turn into its opposite. */
export const quotedWhole = (text: string): string => quotedUpTo(text, MOST_SAID_CHARACTERS);

const quotedUpTo = (text: string, max: number): string =>
  JSON.stringify(clip(text.replace(/\s+/gu, ' ').trim(), max));

const clip = (text: string, max = MAX_LINE_CHARACTERS): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
