// Rules for what is done to a site as a whole: log in, buy, book, open, search, sort, read, start something new.
// INVARIANT: only the person's words become goals.
import type { Unmask } from '#engines/navigator/offline/words/clauses.ts';
import { describedBy } from '#engines/navigator/offline/words/details.ts';
import { selectorOf, type Detail, type Goal } from '#engines/navigator/offline/words/goals.ts';
import { parseQuestion } from '#engines/navigator/offline/words/questions.ts';
import {
  parseSelector,
  stripArticles,
  unquote,
  withoutPlace,
} from '#engines/navigator/offline/words/selectors.ts';
import { press, type Rule } from './parts.ts';

const ASKS = /^(?:what|when|where|who|which|how)\b|\bof\b|'s\b/i;
const value = (text: string, unmask: Unmask): string => unquote(unmask(text));
const QUOTED = '\uE000\\d+\uE001';

/** Before the words for controls: they have verbs of their own meaning. */
export const FIRST_RULES: readonly Rule[] = [
  [/^(?:log|sign) ?in\b(?!.* with .*\uE000)/i, () => [{ kind: 'LOGIN' }]],
  [/^(?:log|sign) ?(?:out|off)\b/i, () => [press('log out')]],
  [
    /^(?:add|put) (.+?) (?:to|in|into) (?:the |my )?(basket|cart|bag|trolley|wish ?list|favou?rites)(?: (?:in|on|at) (?:the|my) [\p{L}-]+)?$/iu,
    ([what = '', where = '']) => withSubject(...counted(what), press(`add to ${where}`)),
  ],
  [/^(?:buy|purchase) (.+)$/i, ([what = '']) => withSubject(what, press('add to basket'))],
];

export const DESCRIBED_RULES: readonly Rule[] = [
  [
    /^(book|reserve|rent|schedule|plan|create|order|buy|hire|register|arrange) (.+)$/iu,
    ([verb = '', what = ''], unmask) => {
      const { head, details } = describedBy(what, unmask);
      return details.length < 2 ||
        (/\b(?:titled|called|named)$/.test(details[0]?.cue ?? '') && /\bmessage\b/i.test(what))
        ? null
        : [
            { kind: 'FORM', verb: verb.toLowerCase(), what: stripArticles(head), details },
            // "the cheapest flight": what the form brings forth is chosen from.
            ...(parseSelector(head).by === null
              ? []
              : [press(verb.toLowerCase(), { of: `the ${head.replace(/[:,]+$/, '')}` })]),
          ];
    },
  ],
  [
    /^(?:search|look)(?: for| up)? (.+)$/iu,
    ([what = ''], unmask) => {
      const { head, details } = describedBy(what, unmask);
      return details.length < 2
        ? null
        : [
            {
              kind: 'SEARCH',
              query: unquote(stripArticles(unmask(withoutPlace(what)))),
              details: [headDetail(stripArticles(head)), ...details],
            },
          ];
    },
  ],
];

/** "green lanterns by Ines": what they are called leads to a field, what they are like is its value. */
function headDetail(head: string): Detail {
  const kind = /^(.+) (\p{Ll}+s)$/u.exec(head);
  return kind === null ? { cue: '', value: head } : { cue: kind[2] ?? '', value: kind[1] ?? '' };
}

export const SITE_RULES: readonly Rule[] = [
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
    ([query = ''], unmask) => searched(query, unmask),
  ],
  [/^search(?: it)?$/i, () => [press('search')]],
  [/^search (.+)$/i, ([query = ''], unmask) => searched(query, unmask)],
  [/^look for (.+)$/i, ([query = ''], unmask) => searched(query, unmask)],
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

/** "it" is what is open already. */
const subject = (what: string): readonly Goal[] => {
  const selector = parseSelector(what);
  return selector.noun === '' && selector.by === null && selector.nth === null
    ? []
    : [{ kind: 'OPEN', what: selector, bySearch: false }];
};
/** "The cheapest mouse of the shop": where it is bought is where the task began. */
const OF_THE_SHOP =
  /\s+(?:of|from|in|at|on) (?:the|this|that|my|your) (?:online |web )?(?:shop|store|market|marketplace|site|website)$/iu;
const withSubject = (what: string, ...then: readonly Goal[]): readonly Goal[] => [
  ...subject(what.replace(OF_THE_SHOP, '')),
  ...then,
];

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

/** "Search for the cheapest monitor": one of many is to be found, and a list of results is none. */
function searched(query: string, unmask: Unmask): readonly Goal[] {
  const { noun, by } = parseSelector(unmask(withoutPlace(query)));
  const isOne = by !== null && BY_ITS_PRICE.has(by.key) && noun !== '' && !/(?<!s)s$/u.test(noun);
  return isOne && /^(?:the|das|den|die|el|la)\s/iu.test(query)
    ? findGoals(withoutPlace(query), unmask)
    : [search(query, unmask)];
}
const BY_ITS_PRICE: ReadonlySet<string> = new Set(['PRICE', 'RATING']);

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
  if (answered !== null)
    return [
      ...subject(unmask(withoutPlace(answered[1] ?? ''))),
      ...(leading === undefined ? [] : [fill('message', leading, unmask)]),
      ...fields,
    ];
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
