// An intent to goals. INVARIANT: only the person's words become goals; nothing read from a page ever passes through here.
import { heard, mayMatch } from '#engines/navigator/offline/lexicon/phrases/clues.ts';
import { plainClause } from '#engines/navigator/offline/lexicon/reword.ts';
import { inFrames } from '#engines/navigator/offline/syntax/orders.ts';
import { asOrdered, clausesOf, plainlyAsked, type Unmask } from '#engines/navigator/offline/words/clauses.ts';
import type { Goal, GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { actRules } from './acts.ts';
import { CONTROL_RULES } from './controls.ts';
import { FIELD_RULES } from './fields.ts';
import { OWNER_RULES } from './owners.ts';
import { SEVERAL_RULES } from './several.ts';
import { hangsOnValue, isOnlyTold } from './told.ts';
import { DESCRIBED_RULES, FIRST_RULES, SITE_RULES } from './sites.ts';
import type { Rule } from './parts.ts';
import { parseQuestion } from '#engines/navigator/offline/words/questions.ts';
import { takesValue } from '#engines/navigator/offline/words/source.ts';
import { unquote, withoutPlace, type Selector } from '#engines/navigator/offline/words/selectors.ts';

/** "in the …" behind these names a field or a list, not a site. */
const FIELD_VERBS = /^(?:enter|type|write|put|choose|select|pick|fill|press|click|tap)\b/i;
/** "use the …", "look it up": where to look, which the start of the task has settled. */
const ONLY_WHERE = /^(?:use|check|consult|see|try)\s+(?:the|my)\s+[\p{L}-]+$/iu;
const ONLY_WHERE_ALWAYS =
  /^(?:look (?:it|that|this) up|(?:use|in|on|at|from|using|with) (?:the|my) [\p{L}-]+)$/iu;

/** What may come of a thing that was found: the thing itself is not what is asked for. */
const THEN_ACTS =
  /^(?:click|press|tap|push|reply|respond|forward|star|delete|remove|archive|choose|select|tick|check|drag|double|right|hover|edit|like|share|mark)\b/i;
const FOUND = /^(?:find|locate|look for)\s+(?:the |my |an? )?(.+)$/i;
/** What the page itself is asked to have so many of. */
const COUNTED = /^(?:how many|count)\b.*\b(?:in|on) (?:the|this) (?:table|list|page)$/i;
const SOMEWHERE =
  /\s+(?:in|on|among|within) (?:(?:one|any) of )?(?:the |this )?(?:tabs?|sections?|list|page|tree|file tree|menus?|panels?|contact book|results?|pages)$/i;

/** A goal and the clause that it was read from, in the person's words. */
export type Said = { readonly goal: Goal; readonly clause: string };

/** How to go about a guess, and what sends each try: parts of the guess. */
const ADVICE =
  /^(?:use|look at|read|watch|follow|heed) (?:the )?(?:feedback|hints?|clues?|answers?|replies|responses?)\b|^(?:try|repeat|keep|guess)\b.*\b(?:again|until|right|correct)\b/i;
const EACH_TRY =
  /^(?:(?:click|press|tap|hit)(?: on)? (?:the )?["“\uE000\d\uE001]*(?:submit|send|check|guess|try|enter|ok|go)?["”]*(?: button)?|submit|enter)(?: (?:it|your guess|each (?:time|guess)))?$/i;

/** The goals of one subtask, in order. Empty for an intent that says nothing to do. */
export const parseGoals = (intent: string): readonly Goal[] => parseClauses(intent).map(({ goal }) => goal);

/** The same, each with its words. */
export function parseClauses(intent: string): readonly Said[] {
  const known = PARSED.get(intent);
  if (known !== undefined) return known;
  const parsed = parsedClauses(intent);
  if (PARSED.size >= MAX_KEPT_INTENTS) PARSED.clear();
  PARSED.set(intent, parsed);
  return parsed;
}

/** An intent is asked for again at each step. Only what follows from its words is kept. */
const PARSED = new Map<string, readonly Said[]>();
const MAX_KEPT_INTENTS = 50;

/** By the frames of its verbs, where they hold all of it and each is understood; else by the tables of turns. */
function parsedClauses(given: string): readonly Said[] {
  const intent = plainlyAsked(given);
  if (isOnlyTold(intent)) return [{ goal: notUnderstood(intent), clause: intent }];
  // What only orders is read as it stands: "I'd like the lamp on. Submit it" asks nothing of the lamp.
  const ordered = asOrdered(given);
  const plain = framedWhole(intent) ?? reworded(intent);
  const acts =
    ordered === intent || ordered.includes('?') || plain.some(({ goal }) => ASKING_GOALS.has(goal.kind))
      ? null
      : framedWhole(ordered);
  const read =
    acts !== null && acts.length > 1 && acts.every(({ goal }) => ACTING.has(goal.kind)) ? acts : plain;
  if (
    hangsOnValue(intent) &&
    read.some(({ goal }) => isDone(goal)) &&
    !read.some(({ goal }) => WAITS.has(goal.kind))
  )
    return [{ goal: notUnderstood(intent), clause: intent }];
  return read.map((one, at) =>
    isNoName(one) || isCondition(one, read[at + 1], given)
      ? { ...one, goal: notUnderstood(one.clause) }
      : one,
  );
}

/** "When the volume reads 13 press Submit": an order hangs on it, and nothing is asked. */
const isCondition = ({ goal, clause }: Said, next: Said | undefined, given: string): boolean =>
  goal.kind === 'READ' &&
  /^when(?!\p{L})/iu.test(clause) &&
  !given.includes('?') &&
  next !== undefined &&
  !ASKING_GOALS.has(next.goal.kind);

/** By frames alone; `null` where they do not hold all of it, or one of them is not understood. */
function framedWhole(intent: string): readonly Said[] | null {
  const framed = inFrames(intent);
  const read = framed === null ? [] : reworded(framed);
  return read.length > 0 && read.every(({ goal }) => goal.kind !== 'NOT_UNDERSTOOD') ? read : null;
}
const WAITS: ReadonlySet<Goal['kind']> = new Set(['AWAIT', 'UNTIL', 'SCROLL_UNTIL', 'GUESS']);
const isDone = ({ kind }: Goal): boolean =>
  !ASKING_GOALS.has(kind) && kind !== 'NOT_UNDERSTOOD' && kind !== 'NOTHING';
const ASKING_GOALS: ReadonlySet<Goal['kind']> = new Set(['READ', 'SUMMARISE', 'SEARCH', 'RECKON']);
/** What is done to a form or a control, and asks for nothing. */
const ACTING: ReadonlySet<Goal['kind']> = new Set([
  'FILL',
  'PRESS',
  'CHECK',
  'CHECK_ALL',
  'CHOOSE',
  'DRAG',
  'QUANTITY',
  'KEY',
]);

/** "Delete account please press not", "Submit, with A ticked": no name of a control ends or goes on so outside of quotes. */
const isNoName = ({ goal, clause }: Said): boolean =>
  isMoreThanAField(goal) ||
  (goal.kind === 'PRESS' &&
    !/["“”]/u.test(clause) &&
    (BEHIND_A_PRESS.test(goal.what) ||
      /\S\s+(?:not|never|nicht|niemals|nunca|jamás)[.!]*$|\s(?:nicht|niemals|nunca|jamás)\s/iu.test(
        goal.what,
      ) ||
      /,\s*(?:with|without|but|if|when|unless|until|only|provided|except|not|never)\b/iu.test(goal.what)));
/** "The name, Rome as the city and 27 as the age": fields that nothing parts. */
const isMoreThanAField = (goal: Goal): boolean =>
  goal.kind === 'FILL' && !/["“”]/u.test(goal.field) && /\S (?:as|is) (?:the|my|an?) /iu.test(goal.field);
/** "Submit once the volume is 13", "submit the volume at 19", "register me: name Ana, city Rome": more than a name is asked for. */
const BEHIND_A_PRESS =
  /^(?:submit|save|send|search|continue|confirm|apply|register|pay|buy|book|order|delete|remove|publish|post)\s(?:[^,]*?\s)?(?:once|after|before|when|while|until|unless|if)\s(?:the|it|its|you|i|my|we|they|all|everything|an?|that|this)\s|^(?:submit|save|send|search|continue|confirm|apply|register)\s(?:the|my|an?|our|its)\s(?:\S+\s){1,3}(?:at|to|as|on|is|are|=)\s\S|:\s[^,]+,/iu;
const notUnderstood = (words: string): Goal => ({ kind: 'NOT_UNDERSTOOD', words });

function reworded(intent: string): readonly Said[] {
  const { clauses, unmask } = clausesOf(intent);
  const goals: Goal[] = [];
  const said: string[] = [];
  for (const [at, clause] of clauses.entries()) {
    // Of the clause before, which may have been left out or made several.
    while (said.length < goals.length) said.push(unmask(clauses[at - 1] ?? ''));
    const told = FIELD_VERBS.test(clause) ? clause : withoutPlace(clause);
    if (goals.length > 0 && ONLY_WHERE.test(told)) continue;
    if (ONLY_WHERE_ALWAYS.test(told)) continue;
    const tries = goals.at(-1);
    if (tries?.kind === 'GUESS' && (ADVICE.test(told) || EACH_TRY.test(told))) {
      const sends = /^(?:click|press|tap|hit)(?: on)? (?:the )?(.+)$/i.exec(told)?.[1];
      if (sends !== undefined) goals[goals.length - 1] = { ...tries, press: unquote(unmask(sends)) };
      continue;
    }
    const next = clauses[at + 1] ?? '';
    // A value that the next clause places is no goal of its own.
    if (takesValue(unmask(clause)) !== null && placesIt(next, unmask)) continue;
    const taken = at === 0 ? null : takesValue(unmask(clauses[at - 1] ?? ''));
    if (COUNTED.test(clause)) {
      const source = takesValue(unmask(clause));
      if (source !== null) goals.push({ kind: 'RECKON', source });
      if (source !== null) continue;
    }
    const found = FOUND.exec(clause)?.[1];
    if (found !== undefined && THEN_ACTS.test(next) && !/\b(?:cheapest|rated|newest|latest)\b/i.test(found)) {
      goals.push({ kind: 'FIND', what: unmask(found.replace(SOMEWHERE, '')) });
      continue;
    }
    const its = /\b(?:its|their)\s+(.+)$/i.exec(told)?.[1];
    const last = goals.at(-1);
    if (its !== undefined && last?.kind === 'READ' && last.of !== null)
      goals.push({ kind: 'READ', fact: its, of: last.of, wants: 'ANY' });
    else
      goals.push(
        ...parseClause(told, unmask)
          .filter((goal) => !isSaidAgain(goal, last))
          .map((goal) => inContext(goal, last, taken)),
      );
  }
  while (said.length < goals.length) said.push(unmask(clauses.at(-1) ?? ''));
  // What is asked for in so many words needs not be implied.
  return goals
    .map((goal, at) => ({ goal, clause: said[at] ?? '' }))
    .filter(
      ({ goal }, at) => !(goal.kind === 'PRESS' && goal.implied === true && goals[at + 1]?.kind === 'PRESS'),
    );
}

/** A part that is nothing but a quotation ("click A, then B") does with it what the part before did. */
export function withVerb(intent: string, subtask: string): string {
  if (!/^["“][^"“”]*["”][.!]?$/.test(subtask.trim())) return subtask;
  const before = intent.slice(0, Math.max(0, intent.indexOf(subtask)));
  const verb = [...before.matchAll(/\b(click|press|tap|select|choose|tick|open)(?:ing)?\b/gi)].at(-1)?.[1];
  return verb === undefined ? subtask : `${verb} ${subtask.trim()}`;
}

const PLACED =
  /^(?:the )?(?:right|correct|matching) (?:number|answer|one|result|button|choice)$|^(?:the )?button with (?:the|that) (?:number|answer|result)$/i;

function placesIt(next: string, unmask: Unmask): boolean {
  if (next === '') return false;
  const [goal] = parseClause(next, unmask);
  return goal?.kind === 'FILL'
    ? goal.from?.kind === 'REMEMBERED'
    : goal?.kind === 'PRESS' && PLACED.test(goal.what);
}

const PRONOUN = /^(?:it|them|him|her|this|that)$/i;

/** "go to 17 November in the calendar and pick it": a date that is set is picked by that. */
const isSaidAgain = (goal: Goal, last: Goal | undefined): boolean =>
  goal.kind === 'CHOOSE' &&
  PRONOUN.test(goal.option) &&
  last?.kind === 'FILL' &&
  last.value !== '' &&
  /\bdate\b/i.test(last.field);

/** "it", "their …" are what was found before; "your answer" is what was worked out. */
function inContext(goal: Goal, last: Goal | undefined, taken: ReturnType<typeof takesValue>): Goal {
  if (goal.kind === 'FILL' && goal.from?.kind === 'REMEMBERED' && taken !== null)
    return { ...goal, from: taken };
  if (goal.kind === 'OPEN' && isNothing(goal.what)) return opened(goal, last);
  if (goal.kind !== 'PRESS') return goal;
  if (PLACED.test(goal.what) && taken !== null) return { ...goal, from: taken };
  if (last?.kind === 'FILL' && last.value !== '' && FILTERS.test(last.field) && PRONOUN.test(goal.what))
    return { ...goal, what: last.value };
  // "wait for Revert, then press it".
  if (last?.kind === 'AWAIT' && last.until.kind === 'SHOWN' && !last.until.not && PRONOUN.test(goal.what))
    return { ...goal, what: last.until.what };
  if (last?.kind !== 'FIND') return goal;
  if (PRONOUN.test(goal.what)) return { ...goal, what: last.what };
  const of = last.what.replace(
    /^(?:e-?mail|mail|message|post|row|entry|order|comment|thread|item) (?:by|from|of|named|called|titled|with)(?: the)? /i,
    '',
  );
  return goal.of === undefined || goal.of === ''
    ? {
        ...goal,
        what: goal.what.replace(/^(?:its|their|his|her) /i, ''),
        of: of.replace(/^["“](.*)["”]$/, '$1'),
      }
    : goal;
}

const isNothing = ({ noun, by, nth, about }: Selector): boolean =>
  noun === '' && by === null && nth === null && about === null;
/** What "open it" means: what the list was filtered for, or what was looked for; behind another act, nobody knows. */
function opened(goal: GoalOf<'OPEN'>, last: Goal | undefined): Goal {
  if (last?.kind === 'FILL' && last.value !== '' && FILTERS.test(last.field))
    return { kind: 'PRESS', what: last.value };
  return last !== undefined && LEADS_TO_NOTHING.has(last.kind) ? notUnderstood('open it') : goal;
}
const LEADS_TO_NOTHING: ReadonlySet<Goal['kind']> = new Set([
  'CHECK',
  'CHECK_ALL',
  'PRESS',
  'CHOOSE',
  'DRAG',
]);
const FILTERS = /\b(?:filter|search)\b/i;

const ASKING =
  /^(?:tell|give|show|say|report|check|extract|compare|find out|let me know|find|get|look up)\s+(?:me\s+)?/i;
const QUESTION_WORD =
  /^(?:what|which|who|whose|whom|when|where|why|how|is|are|was|were|does|do|did|whether|if|has|have)\b/i;
const NOUN_FIRST = /^(?:the|an?|my|our|this|that|these|those|all|any|its|their|his|her)\b/i;
/** "price of the lamp", "Ana's age": something is asked for though no verb says so. An order has its thing behind the verb. */
const FACT_OF =
  /^(?!none\b)(?!\S+ (?:the|an?|my|all|each|every|one|two|three|\d+)\b)(?:[\p{L}-]+ ){1,3}(?:of|for) \S|^\S+(?: \S+)?(?:'s|s') \S/iu;

/** INVARIANT: an order whose verb no rule knows is never taken for a question. */
const asksByItself = (clause: string): boolean =>
  (QUESTION_WORD.test(clause) && !WISHED.test(clause)) || (!STATES.test(clause) && asksForFact(clause));
/** "what I want is …", "when asked for …": begins like a question and is none. */
const WISHED =
  /^(?:what|all) (?:i|you|we|needs?|has|should|must)\b.* is\b|^when(?:ever)? (?:asked|prompted|you|it|i)\b/i;
/** A sentence with a verb of its own, or two of them: a wish or an order in words that no rule knows, and no noun phrase. */
const STATES =
  /\b(?:should|must|ought|needs?|wants?|gets?|ha(?:s|ve) to|can|could|shall|will|would|please|goes|belongs|deserves)\b|n['’]t\b|:\s|\b(?:it|them|that one)$|^(?:do|give|have|let|make|put|take|throw|get|fill|with|keep|bring)\b/iu;
/** What is not to be done asks for nothing. */
const NO_QUESTION = /^(?:please )?(?:do not|don['’]t|never)\b/iu;
const asksForFact = (clause: string): boolean =>
  NOUN_FIRST.test(clause) ||
  FACT_OF.test(clause) ||
  /^(?:\p{L}+est|most|least|\d+(?:st|nd|rd|th)|first|second|third|last|latest)\b/iu.test(clause);

function parseClause(clause: string, unmask: Unmask): readonly Goal[] {
  const now = heard(clause);
  for (const [pattern, make] of ALL_RULES) {
    if (!mayMatch(pattern, now)) continue;
    const match = pattern.exec(clause);
    const goals = match === null ? null : make(match.slice(1), unmask);
    if (goals !== null) return goals;
  }
  const asked = withoutPlace(clause.replace(ASKING, ''));
  const isAsked = !NO_QUESTION.test(clause) && (asked !== withoutPlace(clause) || asksByItself(clause));
  const read = isAsked ? parseQuestion(unmask(asked)) : null;
  return read ?? [notUnderstood(unmask(clause))];
}

const ALL_RULES: readonly Rule[] = [
  ...SEVERAL_RULES,
  ...actRules((clause, unmask) => parseClause(plainClause(clause), unmask)),
  ...FIRST_RULES,
  ...DESCRIBED_RULES,
  ...CONTROL_RULES,
  ...FIELD_RULES,
  ...OWNER_RULES,
  ...SITE_RULES,
];
