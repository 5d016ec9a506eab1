// Goals that change something: open, search, press, fill, choose, tick, log in.
import { coverage, normalise, similarity, tokens } from '#engines/language.ts';
import { approach } from './approach.ts';
import { chooseRecord } from './choose-record.ts';
import type { Goal } from './goals.ts';
import { wordsOf } from './goals.ts';
import { CHECKABLE, confidenceOf, FIELDS, PRESSABLE, rank, searchBox, submitOf } from './ground.ts';
import { loginForm, logIn } from './login.ts';
import { actionable, closest, has, type Item } from './outline.ts';
import {
  addressWords,
  click,
  hostWords,
  isAbout,
  spent,
  type,
  type Move,
  type Situation,
} from './situation.ts';

type Of<Kind extends Goal['kind']> = Extract<Goal, { kind: Kind }>;

const stuck = (need: string): Move => ({ kind: 'STUCK', need });
const reached = (confidence: number): Move => ({ kind: 'REACHED', confidence });

export function pursueOpen(situation: Situation, goal: Of<'OPEN'>): Move {
  const { what } = goal;
  const phrase = what.about ?? what.noun;
  if (what.by === null && what.nth === null) {
    if (isHere(situation, phrase, goal.bySearch)) return reached(0.9);
    const noun = what.about === null ? phrase : what.about;
    const move = approach(situation, {
      phrase: noun,
      preferSearch: goal.bySearch && !alreadySearched(situation),
      arrives: !goal.bySearch,
    });
    if (move !== null) return move;
    const first =
      situation.index === 0 && situation.goals.length > 1 && situation.memory.entries.length === 0;
    return first ? reached(0.6) : stuck(`nothing on ${situation.observation.origin} leads to “${phrase}”`);
  }
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

export function pursueSearch(situation: Situation, goal: Of<'SEARCH'>): Move {
  const box = searchBox(situation.outline);
  const typed = situation.tried.findLast(({ entry }) => entry.proposal.action === 'TYPE');
  if (typed === undefined) {
    const there =
      coverage(goal.query, addressWords(situation.observation.url)) >= 0.99 &&
      /search|result/i.test(situation.outline.subject);
    if (there) return reached(0.9);
    if (box !== null)
      return type(box, `${goal.query}\n`, 0.95, `the site's search takes “${goal.query}”`, false);
    return approach(situation, { phrase: 'search' }) ?? stuck('there is no search on this site');
  }
  if (box === null) return stuck('the search field is gone');
  const button = submitOf(situation.outline, box, /search|find|go/);
  return button === null || spent(situation, 'CLICK', button)
    ? stuck('the search does not react')
    : click(button, 0.85, 'Enter changed nothing, the button may', false);
}

export function pursuePress(situation: Situation, goal: Of<'PRESS'>): Move {
  const ranked = rank(situation.outline, goal.what, PRESSABLE, (item) => !spent(situation, 'CLICK', item));
  const best = ranked[0];
  if (best !== undefined && best.score >= 0.62)
    return click(best.item, confidenceOf(ranked), `“${best.item.node.name}” is what is to be pressed`, false);
  const submit = /^(submit|send|save|post|publish|confirm|accept)\b/i.test(goal.what)
    ? lastFormButton(situation)
    : null;
  if (submit !== null)
    return click(submit, 0.8, `“${submit.node.name}” sends the form that was filled in`, false);
  const nearest = best === undefined ? '' : `; the nearest is “${best.item.node.name}”`;
  return (
    approach(situation, { phrase: '', hints: goal.what }) ??
    stuck(`no control “${goal.what}” was found${nearest}`)
  );
}

/** The button of the form that was worked in last, else of the only form of the page. */
function lastFormButton(situation: Situation): Item | null {
  const fields = situation.outline.items.filter(
    (item) =>
      [...FIELDS, ...CHECKABLE].includes(item.node.role) && closest(item, ['search', 'banner']) === null,
  );
  const worked = fields.findLast((item) =>
    situation.memory.entries.some((entry) => entry.element?.name === item.node.name),
  );
  const field = worked ?? fields.at(-1);
  const button =
    field === undefined
      ? null
      : submitOf(situation.outline, field, /submit|send|save|post|publish|confirm|accept|apply|ok/);
  return button !== null && !spent(situation, 'CLICK', button) ? button : null;
}

export function pursueFill(situation: Situation, goal: Of<'FILL'>): Move {
  const ranked = rank(situation.outline, goal.field, FIELDS, (item) => !spent(situation, 'TYPE', item));
  const best = ranked[0];
  if (best === undefined || best.score < 0.6) {
    return (
      approach(situation, { phrase: '', hints: goal.field }) ?? stuck(`no field “${goal.field}” was found`)
    );
  }
  if (best.item.node.value === goal.value) return reached(0.95);
  if (best.item.node.options !== undefined) return chooseOption(best.item, goal.value, false);
  return type(
    best.item,
    goal.value,
    confidenceOf(ranked),
    `“${best.item.node.name}” is the field ${goal.field}`,
    false,
  );
}

function chooseOption(item: Item, wanted: string, onTheWay: boolean): Move {
  const options = (item.node.options ?? [])
    .map((option) => ({ option, score: similarity(wanted, option) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = options;
  if (best === undefined || best.score < 0.5)
    return stuck(
      `“${item.node.name}” offers ${(item.node.options ?? []).slice(0, 8).join(', ')}, not “${wanted}”`,
    );
  const sure = Math.min(
    0.96,
    best.score * (0.75 + 0.25 * Math.min(1, (best.score - (second?.score ?? 0)) / 0.2)),
  );
  return type(item, best.option, sure, `“${best.option}” is the option of “${item.node.name}”`, onTheWay);
}

/** Selects first, then radio buttons, check boxes, tabs and links that say the same. */
export function pursueChoose(situation: Situation, goal: Of<'CHOOSE'>): Move {
  const applied = goal.apply ? applyStep(situation) : null;
  if (applied !== null) return applied;
  const selects = situation.outline.items
    .filter(
      (item) => (item.node.options?.length ?? 0) > 0 && actionable(item) && !spent(situation, 'TYPE', item),
    )
    .map((item) => ({ item, score: optionScore(item, goal) }))
    .filter(({ score }) => score >= 0.7)
    .sort((a, b) => b.score - a.score);
  const select = selects[0]?.item;
  if (select !== undefined) {
    const option = bestOption(select, goal.option);
    if (option !== null && select.node.value === option) return reached(0.95);
    const auto = goal.apply && applyButton(situation, select) !== null;
    if (option !== null)
      return type(select, option, 0.9, `“${option}” is the option of “${select.node.name}”`, auto);
  }
  const ranked = rank(
    situation.outline,
    goal.option,
    [...CHECKABLE, 'tab', 'option', 'link', 'button'],
    (item) => !spent(situation, 'CLICK', item),
  );
  const best = ranked[0];
  if (best !== undefined && best.score >= 0.7) {
    const box = CHECKABLE.includes(best.item.node.role);
    if (box && has(best.item, 'checked')) return reached(0.95);
    const auto = box && goal.apply && applyButton(situation, best.item) !== null;
    return click(best.item, confidenceOf(ranked), `“${best.item.node.name}” is the choice`, auto);
  }
  return stuck(`nothing to choose “${goal.option}” was found`);
}

/** What is left of "brand X" for a select named Brand. */
function withoutName(wanted: string, name: string): string {
  const left = tokens(wanted).filter((word) => coverage(word, name) < 0.9);
  return left.length === 0 ? wanted : left.join(' ');
}

function optionsByFit(item: Item, wanted: string): readonly { option: string; score: number }[] {
  const said = withoutName(wanted, item.node.name);
  return (item.node.options ?? [])
    .map((option) => ({ option, score: Math.max(similarity(said, option), coverage(option, said) * 0.9) }))
    .sort((a, b) => b.score - a.score);
}

const bestOption = (item: Item, wanted: string): string | null =>
  optionsByFit(item, wanted)[0]?.option ?? null;

function optionScore(item: Item, goal: Of<'CHOOSE'>): number {
  const best = optionsByFit(item, goal.option)[0];
  if (best === undefined) return 0;
  const field = goal.field ?? goal.option;
  return best.score * 0.8 + coverage(item.node.name, field) * 0.2;
}

const APPLY = /\b(apply|filter|update|go|show|refresh|set)\b/;

function applyButton(situation: Situation, item: Item): Item | null {
  const button = submitOf(situation.outline, item, APPLY);
  return button !== null && APPLY.test(normalise(button.node.name)) ? button : null;
}

/** Lists whose choices wait for a button: pressed once, when choosing alone has not led to a new address. */
function applyStep(situation: Situation): Move | null {
  const last = situation.tried.at(-1)?.entry;
  if (last === undefined || last.outcome !== 'done' || last.proposal.reasoning.includes(APPLY_WHY))
    return null;
  if (!['TYPE', 'CLICK'].includes(last.proposal.action)) return null;
  if (last.url !== situation.observation.url) return reached(0.92);
  const item = situation.outline.items.find(
    (one) => one.node.role === last.element?.role && one.node.name === last.element.name,
  );
  const button = item === undefined ? null : applyButton(situation, item);
  return button === null ? reached(0.85) : click(button, 0.9, APPLY_WHY, false);
}
const APPLY_WHY = 'the choice is made, the button applies it';

export function pursueCheck(situation: Situation, goal: Of<'CHECK'>): Move {
  const ranked = rank(situation.outline, goal.what, CHECKABLE, (item) => !spent(situation, 'CLICK', item));
  const best = ranked[0];
  if (best === undefined || best.score < 0.6)
    return (
      approach(situation, { phrase: '', hints: goal.what }) ?? stuck(`no check box “${goal.what}” was found`)
    );
  if (has(best.item, 'checked') === goal.on) return reached(0.95);
  return click(
    best.item,
    confidenceOf(ranked),
    `“${best.item.node.name}” is to be ${goal.on ? 'ticked' : 'unticked'}`,
    false,
  );
}

export function pursueLogin(situation: Situation): Move {
  const form = loginForm(situation.outline);
  if (form !== null) return logIn(situation, form, false);
  const leave = rank(situation.outline, 'log out', PRESSABLE)[0];
  if (leave !== undefined && leave.score >= 0.85) return reached(0.9);
  const ranked = rank(situation.outline, 'log in', PRESSABLE, (item) => !spent(situation, 'CLICK', item));
  const best = ranked[0];
  if (best !== undefined && best.score >= 0.8)
    return click(best.item, confidenceOf(ranked), 'the login stands behind it', true);
  return stuck('there is no login on this page');
}
