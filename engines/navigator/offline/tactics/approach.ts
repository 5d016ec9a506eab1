// Getting to a thing that is not here yet: a link that names it, the site's search, a weaker link, the next page, scrolling.
import { coverage } from '#engines/language.ts';
import { plainAct } from '#engines/navigator/binding.ts';
import { commits } from '#engines/navigator/question.ts';
import {
  confidenceOf,
  LINKS,
  nextPage,
  PRESSABLE,
  rank,
  searchBox,
  type Candidate,
} from '#engines/navigator/offline/page/ground.ts';
import { actionable, type Item } from '#engines/navigator/offline/page/outline.ts';
import { click, spent, type, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

/** Where sites keep what they say of themselves, of people's things, of ways to write: fact word → link words. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/\b(found|establish|histor|employee|founder|headquarter|who|staff|team)\w*/i, 'about company history'],
  [/\b(address|phone|telephone|e-?mail|location|contact|message|opening)\w*/i, 'contact'],
  [/\b(total|checkout|shipping|subtotal)\b/i, 'basket'],
  [/\b(city|newsletter|address|name|e-?mail|password|preference)\b/i, 'profile settings account'],
];

export type Approach = {
  readonly phrase: string;
  /** Other words under which a way may be found. */
  readonly hints?: string;
  /** The first step of a search is the surest way for things of a catalogue. */
  readonly preferSearch?: boolean;
  /** The phrase says what is asked, not what it is about: no search finds it. */
  readonly noSearch?: boolean;
  /** A list is wanted: a link whose name says much more is one entry of it. */
  readonly asList?: boolean;
  /** Reaching the link is reaching the goal. */
  readonly arrives?: boolean;
  /** The person asks for the control itself: it may be a button that pays or deletes. */
  readonly isAsked?: boolean;
};

/** What links to lists say beside the things. */
const LIST_WORDS = 'view browse see shop list overview category more';
const MIN_STRONG_SCORE = 0.85;
const MIN_WEAK_SCORE = 0.5;
const MAX_SCROLLS = 8;

/** One step nearer, `null` where every way was tried. */
export function approach(situation: Situation, how: Approach): Move | null {
  const { phrase } = how;
  const { outline } = situation;
  const ranked =
    phrase === ''
      ? []
      : rank(
          outline,
          phrase,
          PRESSABLE,
          (item) => !spent(situation, 'CLICK', item) && !leadsHere(situation, item),
        );
  const links = ranked.filter(
    (candidate) =>
      !isDestructive(candidate.item, how) &&
      (how.asList !== true ||
        coverage(candidate.item.node.name, `${phrase} ${how.hints ?? ''} ${LIST_WORDS}`) >= 0.75),
  );
  const search = phrase === '' || how.noSearch === true ? null : searchStep(situation, phrase);
  if (how.preferSearch === true && search !== null) return search;
  const best = links[0];
  if (best !== undefined && best.score >= MIN_STRONG_SCORE)
    return follow(best, links, how.arrives === true, `“${best.item.node.name}” names what is looked for`);
  if (search !== null) return search;
  if (best !== undefined && best.score >= MIN_WEAK_SCORE)
    return follow(best, links, how.arrives === true, `“${best.item.node.name}” is the nearest of the links`);
  const hinted = hintStep(situation, `${phrase} ${how.hints ?? ''}`);
  if (hinted !== null) return hinted;
  const next = nextPage(outline);
  if (next !== null && !spent(situation, 'CLICK', next))
    return click(next, 0.7, 'it may stand on the next page', true);
  return scrollStep(situation);
}

/** A link to the page that is open already. */
function leadsHere(situation: Situation, item: Item): boolean {
  const { url } = item.node;
  // A link with a fragment may be the page's own script.
  return url !== undefined && !url.includes('#') && url === situation.observation.url.split('#')[0];
}

function follow(best: Candidate, ranked: readonly Candidate[], arrives: boolean, why: string): Move {
  return click(best.item, confidenceOf(ranked), why, !arrives);
}

/** Leaving, deleting and paying are never on the way to something else; nor is the button of it, where its word is only spoken of. */
const DESTRUCTIVE = /\b(delete|remove|log ?out|sign ?out|unsubscribe|cancel|pay|place order|buy)\b/i;
function isDestructive({ node: { name, role } }: Item, { phrase, isAsked = false }: Approach): boolean {
  if (!LINKS.includes(role) && !isAsked)
    return DESTRUCTIVE.test(name) || plainAct(name) !== null || (!/\s/u.test(name) && commits({ name }));
  const act = DESTRUCTIVE.exec(name)?.[0] ?? plainAct(name);
  return act !== null && !phrase.toLowerCase().includes(act.toLowerCase());
}

function searchStep(situation: Situation, query: string): Move | null {
  const box = searchBox(situation.outline, false);
  const asked = situation.tried.some(
    ({ entry }) => entry.proposal.action === 'TYPE' && entry.proposal.text === `${query}\n`,
  );
  if (box === null || asked) return null;
  return type(box, `${query}\n`, 0.92, `the site's search finds “${query}”`, true);
}

export function hintStep(situation: Situation, words: string): Move | null {
  const hints = HINTS.filter(([pattern]) => pattern.test(words)).flatMap(([, links]) => links.split(' '));
  for (const hint of hints) {
    const link = situation.outline.items.find(
      (item) =>
        LINKS.includes(item.node.role) &&
        actionable(item) &&
        coverage(hint, item.node.name) >= 0.9 &&
        !leadsHere(situation, item) &&
        !spent(situation, 'CLICK', item),
    );
    if (link !== undefined)
      return click(link, 0.76, `such things usually stand under “${link.node.name}”`, true);
  }
  return null;
}

/** Pages that load more as one scrolls: on, as long as something changes. */
export function scrollStep(situation: Situation): Move | null {
  const { y, height, viewportHeight } = situation.observation.scroll;
  const scrolled = situation.tried.filter(({ entry }) => entry.proposal.action === 'SCROLL');
  const moved = scrolled.at(-1)?.entry.outcome !== 'unchanged';
  if (y + viewportHeight >= height - 4 || scrolled.length >= MAX_SCROLLS || !moved) return null;
  return {
    kind: 'ACT',
    action: 'SCROLL',
    item: null,
    text: null,
    confidence: 0.6,
    why: 'more of the page lies below',
    onTheWay: true,
  };
}
