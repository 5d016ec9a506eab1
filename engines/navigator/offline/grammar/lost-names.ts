// Names of an English order that none of its goals holds. Pure. INVARIANT: an order is not understood where a name that it says is in no
// goal: whoever names a thing means something by it, and what is done without it looks like all of it.
import { languageOf } from '#engines/navigator/offline/lexicon/translate.ts';
import { masked, prohibitionsOf } from '#engines/navigator/offline/words/clauses.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';

const QUOTED = /["“]([^"“”]+)["”]/gu;
/** A capital inside a sentence. */
const CAPITAL = /(?<=[\p{Ll}\d,;”"] )\p{Lu}[\p{L}\d]+/gu;
/** Keys, parts of dates and times, and words that a sentence without a stop before it begins with. */
const NO_NAME =
  /^(?:enter|return|escape|esc|tab|ctrl|am|pm|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|then|and|please|the|it|that|this|after|before|also|so|but|thanks|thank|first|finally|lastly|afterwards|my|your|you|we|if|when|once|in|on|at|for|with|ok)$/u;

export function losesName(order: string, goals: readonly Goal[]): boolean {
  if (goals.some(({ kind }) => kind === 'GUESS') || goals.every(({ kind }) => ASKS.has(kind))) return false;
  if (languageOf(masked(order).text) !== 'en') return false;
  const held = JSON.stringify(goals).toLowerCase();
  // "But do not press Save": it is in no goal, and is not to be.
  const forbidden = prohibitionsOf(order).map((one) => one.toLowerCase());
  const names = [
    // What is entered may be written another way.
    ...(goals.some(({ kind }) => kind === 'FILL')
      ? []
      : [...order.matchAll(QUOTED)].map(([, name = '']) => name)),
    ...[...order.replace(QUOTED, '“”').matchAll(CAPITAL)].map(([name]) => name),
  ];
  return names
    .map((name) => name.trim().toLowerCase())
    .some(
      (name) =>
        name !== '' &&
        !NO_NAME.test(name) &&
        !held.includes(JSON.stringify(name).slice(1, -1)) &&
        !forbidden.some((one) => one.includes(name)),
    );
}
/** What is only read or opened may be said to stand on a site of that name. */
const ASKS: ReadonlySet<Goal['kind']> = new Set(['READ', 'OPEN', 'SEARCH', 'SUMMARISE', 'RECKON', 'LOGIN']);
