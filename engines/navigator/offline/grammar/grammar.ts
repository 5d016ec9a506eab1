// An intent to goals. INVARIANT: only the person's words become goals; nothing read from a page ever passes through here.
import { clausesOf, type Unmask } from '#engines/navigator/offline/words/clauses.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { selectorOf } from '#engines/navigator/offline/words/goals.ts';
import { CONTROL_RULES } from './controls.ts';
import { FIELD_RULES } from './fields.ts';
import { OWNER_RULES } from './owners.ts';
import type { Rule } from './parts.ts';
import { parseQuestion } from '#engines/navigator/offline/words/questions.ts';
import { takesValue } from '#engines/navigator/offline/words/source.ts';
import {
  parseSelector,
  stripArticles,
  unquote,
  withoutPlace,
} from '#engines/navigator/offline/words/selectors.ts';

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

/** The goals of one subtask, in order. Empty for an intent that says nothing to do. */
export const parseGoals = (intent: string): readonly Goal[] => parseClauses(intent).map(({ goal }) => goal);

/** The same, each with its words. */
export function parseClauses(intent: string): readonly Said[] {
  const { clauses, unmask } = clausesOf(intent);
  const goals: Goal[] = [];
  const said: string[] = [];
  for (const [at, clause] of clauses.entries()) {
    // Of the clause before, which may have been left out or made several.
    while (said.length < goals.length) said.push(unmask(clauses[at - 1] ?? ''));
    const told = FIELD_VERBS.test(clause) ? clause : withoutPlace(clause);
    if (goals.length > 0 && ONLY_WHERE.test(told)) continue;
    if (ONLY_WHERE_ALWAYS.test(told)) continue;
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
    else goals.push(...parseClause(told, unmask).map((goal) => inContext(goal, last, taken)));
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

/** "it", "their …" are what was found before; "your answer" is what was worked out. */
function inContext(goal: Goal, last: Goal | undefined, taken: ReturnType<typeof takesValue>): Goal {
  if (goal.kind === 'FILL' && goal.from?.kind === 'REMEMBERED' && taken !== null)
    return { ...goal, from: taken };
  if (goal.kind !== 'PRESS') return goal;
  if (PLACED.test(goal.what) && taken !== null) return { ...goal, from: taken };
  if (last?.kind !== 'FIND') return goal;
  if (/^(?:it|them|him|her|this|that)$/i.test(goal.what)) return { ...goal, what: last.what };
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

const ASKS = /^(?:what|when|where|who|which|how)\b|\bof\b|'s\b/i;
const press = (what: string): Goal => ({ kind: 'PRESS', what });

const value = (text: string, unmask: Unmask): string => unquote(unmask(text));
const QUOTED = '\uE000\\d+\uE001';

/** Before the words for controls: they have verbs of their own meaning. */
const FIRST_RULES: readonly Rule[] = [
  [/^(?:log|sign) ?in\b(?!.* with .*\uE000)/i, () => [{ kind: 'LOGIN' }]],
  [/^(?:log|sign) ?(?:out|off)\b/i, () => [press('log out')]],
  [
    /^(?:add|put) (.+?) (?:to|in|into) (?:the |my )?(basket|cart|bag|trolley|wish ?list|favou?rites)(?: (?:in|on|at) (?:the|my) [\p{L}-]+)?$/iu,
    ([what = '', where = '']) => withSubject(...counted(what), press(`add to ${where}`)),
  ],
  [/^(?:buy|purchase) (.+)$/i, ([what = '']) => withSubject(what, press('add to basket'))],
];

const RULES: readonly Rule[] = [
  [
    /^sort (?:(.+?) )?by (.+)$/i,
    ([what = '', by = '']) => [
      ...subject(what),
      { kind: 'CHOOSE', option: sortPhrase(by), field: 'sort by', apply: true },
    ],
  ],
  [
    /^(?:filter|narrow) (?:(.+?) )?(?:by|to|for) (.+)$/i,
    ([what = '', by = ''], unmask) => [
      ...subject(what),
      { kind: 'CHOOSE', option: value(by, unmask), field: null, apply: true },
    ],
  ],
  [
    /^show (?:me )?only (.+)$/i,
    ([what = ''], unmask) => [{ kind: 'CHOOSE', option: value(what, unmask), field: null, apply: true }],
  ],
  [
    /^(un)?(?:tick|check) (?:the )?(.+?)(?: (?:check ?)?box)?$/i,
    ([not, what = ''], unmask) =>
      isQuestionAfterCheck(what)
        ? null
        : [{ kind: 'CHECK', what: value(what, unmask), on: not === undefined, apply: false }],
  ],
  [
    /^(?:choose|select|pick) (.+?) (?:as|for|in|from|under) (?:the )?(.+)$/i,
    ([option = '', field = ''], unmask) => [
      { kind: 'CHOOSE', option: value(option, unmask), field: value(field, unmask), apply: false },
    ],
  ],
  [
    /^(?:choose|select|pick) (.+)$/i,
    ([option = ''], unmask) => [
      { kind: 'CHOOSE', option: value(stripArticles(option), unmask), field: null, apply: false },
    ],
  ],
  [
    new RegExp(
      `^(?:enter|type|write|put) (${QUOTED}|\\S+) (?:in|into|as|for|to|under) (?:the |my )?(.+)$`,
      'i',
    ),
    ([text = '', field = ''], unmask) => [fill(field, text, unmask)],
  ],
  [
    /^(?:set|change|update) (?:the |my )?(.+?) (?:to|as) (.+)$/i,
    ([field = '', text = ''], unmask) => [fill(withoutPlace(field), text, unmask)],
  ],
  [
    /^fill (?:(?:in|out) )?(?:the |my )?(.*?)\s*with (.+)$/i,
    ([form = '', pairs = ''], unmask) => {
      const fields = fieldPairs(pairs, unmask);
      return fields.length > 0
        ? [...(/^(?:form|fields?)$/i.test(form) ? [] : subject(form)), ...fields]
        : [fill(form, pairs, unmask)];
    },
  ],
  [
    /^search (?:(?:in |on |through )?(?:the |my )?[\p{L}-]+(?: (?:site|page|website))? )?for (.+)$/iu,
    ([query = ''], unmask) => [search(query, unmask)],
  ],
  [/^search (.+)$/i, ([query = ''], unmask) => [search(query, unmask)]],
  [/^look for (.+)$/i, ([query = ''], unmask) => [search(query, unmask)]],
  [
    /^look up (.+)$/i,
    ([what = ''], unmask) =>
      (ASKS.test(what) ? parseQuestion(unmask(what)) : null) ?? [
        { kind: 'OPEN', what: selectorOf(stripArticles(value(withoutPlace(what), unmask))), bySearch: true },
      ],
  ],
  [/^(?:find|get) (?:me )?(.+)$/i, ([what = ''], unmask) => findGoals(withoutPlace(what), unmask)],
  [/^summari[sz]e (.+)$/i, ([what = ''], unmask) => summary(unmask(what))],
  [/^(?:read|view|show)(?: me| out)? (.+)$/i, ([what = ''], unmask) => readGoals(unmask(withoutPlace(what)))],
  [
    /^(?:open|visit|browse|bring up|follow|navigate to|go (?:back )?(?:on )?to|return to) (.+)$/i,
    ([what = ''], unmask) => [
      { kind: 'OPEN', what: parseSelector(unmask(dropLinkWord(what))), bySearch: false },
    ],
  ],
  [
    /^(?:click|press|tap|push|hit)(?: on)? (.+)$/i,
    ([what = ''], unmask) => [press(unmask(stripArticles(what)).replace(WHOLLY_QUOTED, '$1'))],
  ],
  [
    /^((?:start|create|write|make|post|send|open|reply)\b.*?)\s+(?:titled|called|named|saying|with) (.+)$/i,
    ([what = '', rest = ''], unmask) => startWith(what, rest, unmask),
  ],
  [
    /^(submit|send|save|publish|post|confirm|accept|close|delete|remove|start|create|reply|subscribe|unsubscribe|register|finish|update|proceed|join|sign up|follow|download|cancel|apply|continue|vote|like)\b(.*)$/i,
    ([verb = '', what = ''], unmask) => [press(`${verb} ${pronounless(unmask(what))}`.trim())],
  ],
];

function parseClause(clause: string, unmask: Unmask): readonly Goal[] {
  for (const [pattern, make] of [
    ...FIRST_RULES,
    ...CONTROL_RULES,
    ...FIELD_RULES,
    ...OWNER_RULES,
    ...RULES,
  ]) {
    const match = pattern.exec(clause);
    const goals = match === null ? null : make(match.slice(1), unmask);
    if (goals !== null) return goals;
  }
  const asked = withoutPlace(
    clause.replace(
      /^(?:tell|give|show|say|report|check|extract|compare|find out|let me know)\s+(?:me\s+)?/i,
      '',
    ),
  );
  return parseQuestion(unmask(asked)) ?? [];
}

/** "it" is what is open already. */
const subject = (what: string): readonly Goal[] => {
  const selector = parseSelector(what);
  return selector.noun === '' && selector.by === null && selector.nth === null
    ? []
    : [{ kind: 'OPEN', what: selector, bySearch: false }];
};
const withSubject = (what: string, ...then: readonly Goal[]): readonly Goal[] => [...subject(what), ...then];

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** "two lamps": the thing, and how many of it where it is more than one. */
function counted(what: string): readonly [string, ...Goal[]] {
  const match = /^(\d{1,3}|[a-z]+)\s+(?:of\s+)?(.+)$/i.exec(what);
  const word = (match?.[1] ?? '').toLowerCase();
  const count = /^\d+$/.test(word) ? Number(word) : NUMBERS.indexOf(word) + 1;
  if (match === null || count < 1) return [what];
  const thing = match[2] ?? '';
  return count === 1 ? [thing] : [thing, { kind: 'FILL', field: 'quantity', value: String(count) }];
}

const search = (query: string, unmask: Unmask): Goal => ({
  kind: 'SEARCH',
  query: unquote(stripArticles(unmask(withoutPlace(query)))),
});

const fill = (field: string, text: string, unmask: Unmask): Goal => ({
  kind: 'FILL',
  field: stripArticles(value(field, unmask)).replace(/\s+(?:field|box|input)$/i, ''),
  value: value(text, unmask),
});

/** `name 'Ana', e-mail 'a@b.c' and message 'Hello'` */
function fieldPairs(text: string, unmask: Unmask): readonly Goal[] {
  const pairs = new RegExp(
    `(?:^|,|\\band\\b|\\bwith\\b)?\\s*(?:the |a |my )?([\\p{L}-][\\p{L} -]*?)\\s*(?::|=|\\bas\\b)?\\s*(${QUOTED})`,
    'giu',
  );
  return [...text.matchAll(pairs)].map((match) =>
    fill((match[1] ?? '').replace(/^(?:and|with)\s+(?:the |a )?/i, ''), match[2] ?? '', unmask),
  );
}

/** `start a thread titled 'X' with the message 'Y'`: the control, then the fields. */
function startWith(what: string, rest: string, unmask: Unmask): readonly Goal[] | null {
  const leading = new RegExp(`^(${QUOTED})`).exec(rest)?.[1];
  const tail = leading === undefined ? rest : rest.slice(leading.length);
  const fields = fieldPairs(tail, unmask);
  if (leading === undefined && fields.length === 0) return null;
  const answered = /^(?:reply|respond|post)\s+(?:to|in)\s+(.+)$/i.exec(withoutPlace(what));
  if (answered !== null) return [...subject(unmask(withoutPlace(answered[1] ?? ''))), ...fields];
  const title = leading === undefined ? [] : [fill('title', leading, unmask)];
  return [press(withoutPlace(unmask(what))), ...title, ...fields];
}

function findGoals(what: string, unmask: Unmask): readonly Goal[] {
  const selector = parseSelector(unmask(what));
  if (selector.by !== null)
    return [{ kind: 'READ', fact: factOf(selector.by.key), of: selector, wants: 'ANY' }];
  if (/^out\b|\bof\b|'s\b/.test(what)) {
    const asked = parseQuestion(unmask(what.replace(/^out\s+/, '')));
    if (asked !== null) return asked;
  }
  return [search(what, unmask)];
}

const factOf = (key: string): string | null =>
  key === 'PRICE' ? 'price' : key === 'RATING' ? 'rating' : null;

function readGoals(what: string): readonly Goal[] {
  const selector = parseSelector(what);
  if (/^(?:the )?(?:whole )?(?:page|article|text)$/i.test(what)) return [{ kind: 'SUMMARISE', of: null }];
  if (selector.about !== null) return summary(what);
  if (selector.by === null && selector.nth === null) return parseQuestion(what) ?? [];
  return parseQuestion(what) ?? [{ kind: 'READ', fact: null, of: selector, wants: 'ANY' }];
}

function summary(what: string): readonly Goal[] {
  const selector = parseSelector(what);
  const here =
    selector.noun === '' ||
    (/^(page|article|text|thread|discussion)$/i.test(selector.noun) &&
      selector.about === null &&
      selector.by === null &&
      selector.nth === null);
  return here
    ? [{ kind: 'SUMMARISE', of: null }]
    : [
        { kind: 'OPEN', what: selector, bySearch: false },
        { kind: 'SUMMARISE', of: selector },
      ];
}

const sortPhrase = (by: string): string =>
  by
    .replace(/\b(ascending|cheapest first|lowest first|lowest to highest|increasing)\b/i, 'low to high')
    .replace(
      /\b(descending|most expensive first|highest first|highest to lowest|decreasing)\b/i,
      'high to low',
    );

const isQuestionAfterCheck = (what: string): boolean =>
  /^(?:whether|if|what|how|when|out)\b|\bof\b|'s\b|\b(?:status|price|balance|total|stock|availability)\b/i.test(
    what,
  );
const dropLinkWord = (text: string): string => text.replace(/\s+(?:link|tab|section|menu)$/i, '');
const WHOLLY_QUOTED = /^["“]([^"“”]*)["”]$/;
const pronounless = (text: string): string =>
  text
    .trim()
    .replace(/^(?:it|them|that|this)\b/i, '')
    .trim();
