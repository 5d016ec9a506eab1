// Goals that lead somewhere: open, search, log in.
import { coverage } from '#engines/language.ts';
import { approach } from '#engines/navigator/offline/tactics/approach.ts';
import { chooseRecord } from '#engines/navigator/offline/tactics/choose-record.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { wordsOf } from '#engines/navigator/offline/words/goals.ts';
import {
  confidenceOf,
  PRESSABLE,
  rank,
  searchBox,
  submitOf,
} from '#engines/navigator/offline/page/ground.ts';
import { loginForm, logIn } from '#engines/navigator/offline/tactics/login.ts';
import { formFields } from '#engines/navigator/offline/tactics/assign.ts';
import { nthOfPages } from '#engines/navigator/offline/tactics/nth.ts';
import { seenPage, seenText } from '#engines/navigator/offline/page/seen.ts';
import { actionable, closest, type Item } from '#engines/navigator/offline/page/outline.ts';
import {
  addressWords,
  click,
  hostWords,
  isAbout,
  reached,
  spent,
  stuck,
  type,
  type Move,
  type Situation,
} from '#engines/navigator/offline/page/situation.ts';
import { fillAndSend } from './form.ts';

export function pursueOpen(situation: Situation, goal: GoalOf<'OPEN'>): Move {
  const { what } = goal;
  const phrase = what.about ?? what.noun;
  if (what.by === null && what.nth === null) {
    if (isHere(situation, phrase, goal.bySearch)) return reached(0.9, seenPage(situation.observation.url));
    const noun = what.about === null ? phrase : what.about;
    const move = approach(situation, {
      phrase: noun,
      preferSearch: goal.bySearch && !alreadySearched(situation),
      arrives: !goal.bySearch,
      isAsked: !goal.bySearch,
    });
    if (move !== null) return move;
    const first =
      situation.index === 0 && situation.goals.length > 1 && situation.memory.entries.length === 0;
    return first ? reached(0.6) : stuck(`nothing on ${situation.observation.origin} leads to “${phrase}”`);
  }
  const plainNth = what.by === null && what.nth !== null && what.noun === '' && what.about === null;
  const nth = plainNth ? nthOfPages(situation, what.nth ?? 1) : null;
  if (nth !== null) return nth;
  const choice = chooseRecord(situation, what);
  if ('move' in choice) return choice.move ?? stuck(`no list of ${wordsOf(what)} was found`);
  if ('gathered' in choice) {
    const back = approach(situation, { phrase: choice.gathered.label, arrives: true });
    return back ?? stuck(`the way back to “${choice.gathered.label}” was not found`);
  }
  const { record, confidence } = choice.chosen;
  if (record.link === null || !actionable(record.link))
    return stuck(`“${record.name}” is the ${wordsOf(what)}, but has no link`);
  if (spent(situation, 'CLICK', record.link)) return stuck(`the link “${record.name}” does not open`);
  return click(
    record.link,
    confidence,
    `“${record.name}” is the ${wordsOf(what)}${choice.chosen.note === '' ? '' : ` (${choice.chosen.note})`}`,
    false,
  );
}

const alreadySearched = (situation: Situation): boolean =>
  situation.tried.some(({ entry }) => entry.proposal.action === 'TYPE');

/** The host, the page's heading or, for a site as a whole, the title says that it is open. */
function isHere(situation: Situation, phrase: string, bySearch: boolean): boolean {
  const { observation, outline } = situation;
  if (phrase === '') return true;
  if (isAbout(outline, phrase)) return true;
  if (bySearch) return false;
  const parsed = URL.parse(/^[a-z]+:\/\//i.test(phrase) ? phrase : `http://${phrase.replace(/\s+/g, '')}`);
  const here = URL.parse(observation.url);
  if (/[.]\p{L}/u.test(phrase) && parsed !== null && here !== null)
    return parsed.host === here.host && (parsed.pathname === '/' || parsed.pathname === here.pathname);
  const untouched = situation.index === 0 && situation.tried.length === 0;
  return (
    untouched &&
    coverage(phrase.replace(/\b(home ?page|site|website|page)\b/gi, ''), hostWords(observation.url)) >= 0.99
  );
}

export function pursueSearch(situation: Situation, goal: GoalOf<'SEARCH'>): Move {
  const { details } = goal;
  // The page asks for the parts of the query, each in a field of its own.
  if (details !== undefined && formFields(situation.outline).length >= details.length)
    return fillAndSend(situation, details, 'search', goal.query);
  const box = searchBox(situation.outline, true);
  const typed = situation.tried.findLast(({ entry }) => entry.proposal.action === 'TYPE');
  if (typed === undefined) {
    const there =
      coverage(goal.query, addressWords(situation.observation.url)) >= 0.99 &&
      /search|result/i.test(situation.outline.subject);
    if (there) return reached(0.9, seenPage(situation.observation.url));
    if (box !== null && closest(box, ['form', 'search']) === null && searchButton(situation, box) !== null)
      return type(box, goal.query, 0.93, `the search takes “${goal.query}”`, true);
    if (box !== null)
      return type(box, `${goal.query}\n`, 0.95, `the site's search takes “${goal.query}”`, false);
    return approach(situation, { phrase: 'search' }) ?? withoutSearch(situation, goal.query);
  }
  if (box === null) return stuck('the search field is gone');
  const button = searchButton(situation, box);
  return button === null || spent(situation, 'CLICK', button)
    ? stuck('the search does not react')
    : click(button, 0.88, `“${button.node.name}” begins the search`, false);
}

/** A site without a search is looked through by its links: where one leads to what is looked for, that page is what was found. */
function withoutSearch(situation: Situation, query: string): Move {
  if (isAbout(situation.outline, query)) return reached(0.85, seenPage(situation.observation.url));
  return (
    approach(situation, { phrase: query, noSearch: true, arrives: true }) ??
    stuck(`there is no search on this site, and no link to “${query}”`)
  );
}

function searchButton(situation: Situation, box: Item): Item | null {
  const words = /search|find|go/;
  const button = submitOf(situation.outline, box, words);
  return button !== null && words.test(button.node.name.toLowerCase()) ? button : null;
}

export function pursueLogin(situation: Situation): Move {
  const form = loginForm(situation.outline);
  if (form !== null) return logIn(situation, form, false);
  const leave = rank(situation.outline, 'log out', PRESSABLE)[0];
  if (leave !== undefined && leave.score >= 0.85)
    return reached(0.9, seenText(leave.item.node.name, leave.item));
  const ranked = rank(situation.outline, 'log in', PRESSABLE, (item) => !spent(situation, 'CLICK', item));
  const best = ranked[0];
  if (best !== undefined && best.score >= 0.8)
    return click(best.item, confidenceOf(ranked), 'the login stands behind it', true);
  return stuck('there is no login on this page');
}
