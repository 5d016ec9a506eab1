// Rules for what is done on one page: press, tick, enter, drag, in words that name controls. INVARIANT: only the person's
// words become goals.
import type { Unmask } from './clauses.ts';
import { parseDay, parseTime } from './dates.ts';
import type { Goal } from './goals.ts';
import { countOf, ordinalAt } from './numbers.ts';
import { parseSource, type Source } from './source.ts';
import { stripArticles, unquote } from './selectors.ts';

export type Rule = readonly [RegExp, (groups: readonly string[], unmask: Unmask) => readonly Goal[] | null];

const Q = '\uE000\\d+\uE001';
const isQuoted = (text: string): boolean => new RegExp(`^${Q}$`).test(text.trim());
const literal = (text: string, unmask: Unmask): string => unquote(unmask(text.trim()));
/** A phrase for an element: quotes stay where they are part of a longer one. */
const phrase = (text: string, unmask: Unmask): string =>
  isQuoted(text) ? literal(text, unmask) : unmask(stripArticles(text)).trim();

const FIELD_WORD =
  /\s*\b(?:text ?|input ?|number ?|date ?|time ?|password ?)?(?:fields?|box(?:es)?|inputs?|text ?box(?:es)?)$/i;
const fieldPhrase = (text: string, unmask: Unmask): string => {
  const bare = phrase(text, unmask).replace(/^(?:number|amount|value|count) of (?:the )?/i, '');
  const related =
    /\b(?:in|under|next to|beside|below|above|of|for|labelled|labeled|called|named)\b|^\S*(?:st|nd|rd|th|first|second|third|last)\b/i.test(
      bare,
    );
  return related
    ? bare
    : bare
        .replace(FIELD_WORD, '')
        .replace(/^(?:field|box|text ?box|input)\s+(?=\S)/i, '')
        .trim();
};

export function fillOf(field: string, text: string, unmask: Unmask): Goal {
  const source: Source | null = isQuoted(text) ? null : parseSource(unmask(text));
  const every = /^(?:both|all|each|every)\b/i.test(field.trim());
  const where = fieldPhrase(
    every ? field.trim().replace(/^(?:both|all|each|every)\s+(?:of\s+)?(?:the\s+)?/i, '') : field,
    unmask,
  );
  return {
    kind: 'FILL',
    field: /^(?:fields?|form|text|it|editor)$/i.test(where) && !/^editor$/i.test(where) ? '' : where,
    value: source === null ? literal(stripArticles(text) === '' ? text : text, unmask) : '',
    ...(source === null ? {} : { from: source }),
    ...(every ? { every: true as const } : {}),
  };
}

const press = (what: string, more: Partial<Extract<Goal, { kind: 'PRESS' }>> = {}): Goal => ({
  kind: 'PRESS',
  what,
  ...more,
});
const check = (what: string, on: boolean): Goal => ({ kind: 'CHECK', what, on, apply: false });

/** `A as x, B as y and C as z`, `x to A, y to B`: pairs, the last with its tail. */
function pairs(text: string, joint: RegExp): readonly (readonly [string, string])[] | null {
  const parts = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i);
  const split = parts.map((part) => part.split(joint));
  return parts.length > 1 && split.every((two) => two.length === 2)
    ? split.map(([a = '', b = '']) => [a, b] as const)
    : null;
}

/** One value without quotes: a word, a number, a date, a time, a colour. */
const isValue = (text: string): boolean =>
  isQuoted(text) ||
  /^\S+$/.test(text.trim()) ||
  parseDay(text) !== null ||
  parseTime(text) !== null ||
  countOf(text) !== null;

const ENTER = '(?:enter|type|write|put|input|insert|paste)';

export const PAGE_RULES: readonly Rule[] = [
  [
    /^(?:stop|finish there|that is all|that's all|do nothing(?: else)?|do not do anything else)$/i,
    () => [{ kind: 'NOTHING' }],
  ],
  [
    /^(double|right)[- ]?click(?: on)? (.+)$/i,
    ([how = '', what = ''], unmask) => [
      press(phrase(what, unmask), { how: /double/i.test(how) ? 'DOUBLE' : 'RIGHT' }),
    ],
  ],
  [
    /^(?:hover(?: over| on)?|move the (?:mouse|pointer|cursor) (?:over|to|onto)|mouse over) (.+)$/i,
    ([what = ''], unmask) => [press(phrase(what, unmask), { how: 'HOVER' })],
  ],
  [
    /^(?:press|hit|push|use)(?: the)? (enter|return|escape|esc|tab)(?: key)?$/i,
    ([key = '']) => [
      { kind: 'KEY', key: /^e?sc/i.test(key) ? 'Escape' : /tab/i.test(key) ? 'Tab' : 'Enter' },
    ],
  ],
  [
    /^(?:click|press|tap|push)(?: on)? (?:all (?:of )?|each (?:of )?|every )?(?:the )?(.+?) in (ascending|descending|increasing|decreasing|alphabetical|numerical|numeric)(?: \w+)? order$/i,
    ([what = '', order = ''], unmask) =>
      /\bcomes? (?:first|last)\b|\b(?:first|last)\b/i.test(what)
        ? null
        : [
            {
              kind: 'PRESS_EACH',
              what: phrase(what, unmask),
              order: /^de/i.test(order) ? 'DESCENDING' : 'ASCENDING',
            },
          ],
  ],
  [
    /^(?:click|press|tap|push)(?: on)? (?:all(?: of)?|each(?: of)?|every)(?: the)? (.+)$/i,
    ([what = ''], unmask) => [{ kind: 'PRESS_EACH', what: phrase(what, unmask), order: 'GIVEN' }],
  ],
  [
    /^(?:tick|check|select|choose|mark) (?:nothing|none(?: of .*)?|no \w+)$/i,
    () => [{ kind: 'CHECK_ALL', on: false, except: null, what: 'boxes' }],
  ],
  [
    /^leave (?:all |the |every )*(.+?) (?:empty|unticked|unchecked|blank|unselected)$/i,
    ([what = ''], unmask) => [{ kind: 'CHECK_ALL', on: false, except: null, what: phrase(what, unmask) }],
  ],
  [
    /^(un|de)?(?:tick|check|select|choose|mark) (?:all|every|everything|each)\b(?: of)?(?: the)?\s*(.*?)(?:\s*\b(?:except(?: for)?|but|apart from|other than|excluding)\s+(.+))?$/i,
    ([not, what = '', except], unmask) => [
      {
        kind: 'CHECK_ALL',
        on: not === undefined,
        except: except === undefined || except === '' ? null : phrase(except, unmask),
        what: what === '' ? 'boxes' : phrase(what, unmask),
      },
    ],
  ],
  [
    /^(?:turn|switch) (.+?) (on|off)(?:,? and (.+?) (on|off))?$/i,
    ([a = '', on = '', b, bOn = ''], unmask) => [
      check(phrase(a, unmask), on === 'on'),
      ...(b === undefined ? [] : [check(phrase(b, unmask), bOn === 'on')]),
    ],
  ],
  [
    /^(?:turn|switch) (on|off) (.+)$/i,
    ([on = '', what = ''], unmask) => [check(phrase(what, unmask), on.toLowerCase() === 'on')],
  ],
  [
    /^(enable|activate|disable|deactivate) (.+)$/i,
    ([verb = '', what = ''], unmask) => [check(phrase(what, unmask), !/^d/i.test(verb))],
  ],
  [
    /^(?:un|de)(?:tick|check|select|mark) (.+)$/i,
    ([what = ''], unmask) => [check(phrase(what, unmask), false)],
  ],
  [
    /^(?:clear|empty) (?:the )?(.+?)(?: (?:check|tick) ?box| selection)$/i,
    ([what = ''], unmask) => [check(phrase(what, unmask), false)],
  ],
  [
    /^(?:clear|empty|erase) (?:the |my )?(?:text (?:in|of) (?:the )?)?(.+)$/i,
    ([what = ''], unmask) => [{ kind: 'FILL', field: fieldPhrase(what, unmask), value: '' }],
  ],
  [
    /^(?:tick|check) (?:the )?(.+?)(?: (?:check|tick) ?box(?:es)?| box)?$/i,
    ([what = ''], unmask) => (isQuestion(what) ? null : [check(phrase(what, unmask), true)]),
  ],
  [/^(?:go|navigate|return) back(?: to .+)?$/i, () => [press('back')]],
  [
    new RegExp(`^(?:copy|transfer) (.+?) (?:into|to) (?:the )?(.+)$`, 'i'),
    ([value = '', field = ''], unmask) => {
      const goal = fillOf(field, `the ${stripArticles(value)}`, unmask);
      return goal.kind === 'FILL' && goal.from === undefined ? null : [goal];
    },
  ],
  [
    /^(?:set|change|update) (?:the |my )?([^,]+?) (?:to|as) (.+)$/i,
    ([field = '', value = ''], unmask) =>
      / (?:and|,) .+ to /i.test(` ${value} `) ||
      (/^\w+s$/.test(field) && /^(?:the )?(?:combination|\[)/i.test(value))
        ? null
        : [fillOf(field, value, unmask)],
  ],
  [/^(?:agree to|accept) (?:the |all )?(.+)$/i, ([what = ''], unmask) => [check(phrase(what, unmask), true)]],
  [
    /^scroll (?:through |down |in )?(?:the )?(.*?)\s*(?:down |up )?(?:to the |to its )?(bottom|end|top|start|beginning)$/i,
    ([what = '', to = ''], unmask) => [
      { kind: 'SCROLL', what: phrase(what, unmask), to: /bottom|end/i.test(to) ? 'BOTTOM' : 'TOP' },
    ],
  ],
  [
    /^(?:sort|arrange|order|put) (?:the )?(.+?) (?:in(?:to)? )?(increasing|ascending|decreasing|descending|alphabetical|numerical)(?: order)?\b.*$/i,
    ([what = '', order = '']) =>
      /\b(?:by|table|column)\b/i.test(what) ? null : [{ kind: 'ARRANGE', down: /^de/i.test(order) }],
  ],
  [
    /^(?:drag|move|drop) (.+?) (?:to|into|onto|on to|in|on|inside) (?:the )?((?:top|bottom|end|beginning|start)|(?:\S+ )?(?:position|place|spot)(?: (?:\d+|\S+))?)(?: (?:of|in) .+)?$/i,
    ([what = '', to = ''], unmask) => [{ kind: 'DRAG', what: phrase(what, unmask), to: positionOf(to) }],
  ],
  [
    /^drag (?:and drop )?(.+?) (?:to|into|onto|on to|in|on|inside) (?:the )?(.+)$/i,
    ([what = '', to = ''], unmask) => [{ kind: 'DRAG', what: phrase(what, unmask), to: phrase(to, unmask) }],
  ],
  [
    /^move (.+?) (?:to|into|onto) (?:the )?(.+)$/i,
    ([what = '', to = ''], unmask) => [{ kind: 'DRAG', what: phrase(what, unmask), to: phrase(to, unmask) }],
  ],
  [
    /^(?:choose|select|pick|click|press|use|accept) (?:the |a |that )?(?:first |matching )?suggestions?$/i,
    () => [{ kind: 'SUGGEST', starts: '', ends: '' }],
  ],
  [
    new RegExp(
      `^${ENTER} (?:an? |the )?(?:\\w+ )?that (?:starts|begins) with (${Q}|\\S+)(?: and ends with (${Q}|\\S+))?`,
      'i',
    ),
    ([starts = '', ends], unmask) => [
      { kind: 'FILL', field: '', value: literal(starts, unmask) },
      {
        kind: 'SUGGEST',
        starts: literal(starts, unmask),
        ends: ends === undefined ? '' : literal(ends, unmask),
      },
    ],
  ],
  [
    /^(?:select|choose|open|click|go to|pick|navigate to) (.+?(?:\s*(?:>|→|»)\s*.+?)+)(?: (?:in|from) the .+)?$/i,
    ([path = ''], unmask) => [
      { kind: 'PATH', names: path.split(/\s*(?:>|→|»)\s*/).map((name) => phrase(name, unmask)) },
    ],
  ],
  [
    /^(expand|unfold|collapse|fold) (?:the )?(.+)$/i,
    ([verb = '', what = ''], unmask) => [
      { kind: 'EXPAND', what: phrase(what, unmask), open: !/collapse|^fold/i.test(verb) },
    ],
  ],
  [
    /^(?:open|show|switch to|go to) (?:the )?((?:.+ )?(?:tab|section|accordion|panel|drop ?down|menu)|(?:tab|section|accordion|panel|drop ?down|menu) .+)$/i,
    ([what = ''], unmask) => [{ kind: 'EXPAND', what: phrase(what, unmask), open: true }],
  ],
  [
    /^switch to (?:the )?(.+)$/i,
    ([what = ''], unmask) => [{ kind: 'EXPAND', what: phrase(what, unmask), open: true }],
  ],
  [
    /^(?:select|choose|set|move) (\d+(?:\.\d+)?) (?:with|on|using) (?:the )?(.*slider.*)$/i,
    ([value = '', what = ''], unmask) => [{ kind: 'FILL', field: phrase(what, unmask), value }],
  ],
  [
    /^set (?:the )?(\w+s) to (?:the )?(?:combination |values? )?\[?(\d+(?:\s*,\s*\d+)+)\]?$/i,
    ([what = '', values = '']) =>
      values.split(/\s*,\s*/).map((value, i): Goal => ({
        kind: 'FILL',
        field: `${ORDINAL[i] ?? `${i + 1}th`} ${what.replace(/s$/i, '')}`,
        value,
      })),
  ],
  [
    /^(?:set|change|update) (.+)$/i,
    ([what = ''], unmask) =>
      pairs(what, /\s+(?:to|as)\s+/i)?.map(([field, value]) =>
        fillOf(field.replace(/^(?:the|my) /i, ''), value, unmask),
      ) ?? null,
  ],
  [
    new RegExp(`^${ENTER} (.+)$`, 'i'),
    ([what = ''], unmask) =>
      pairs(what, /\s+(?:as|for)\s+/i)?.map(([value, field]) => fillOf(field, value, unmask)) ?? null,
  ],
  [
    /^(?:choose|select|pick) (.+)$/i,
    ([what = ''], unmask) =>
      pairs(what, /\s+as\s+/i)?.map(([value, field]) => fillOf(field, value, unmask)) ?? null,
  ],
  [
    new RegExp(
      `^(${ENTER}|(?:log|sign) ?in with|use(?! .* to )) ((?:the |my |a )?[\\p{L}-][\\p{L} -]*? ${Q}(?:,? (?:and |with )?(?:the |my |a )?[\\p{L}-][\\p{L} -]*? ${Q})*)(?: (?:in|into|to|for) (?:the |both |all |each )?(.+))?$`,
      'iu',
    ),
    ([verb = '', what = '', where], unmask) => {
      const found = [
        ...what.matchAll(new RegExp(`(?:the |my |a |and |with )*([\\p{L}-][\\p{L} -]*?) (${Q})`, 'giu')),
      ];
      if (found.some((one) => /^(?:text|value|words?)$/i.test(one[1] ?? ''))) return null;
      const both = where !== undefined && /\bboth\b|\ball\b/i.test(unmask(what + where));
      return found.length === 1 && (both || /s$/i.test(where ?? ''))
        ? null
        : [
            ...found.map((one) => fillOf(one[1] ?? '', one[2] ?? '', unmask)),
            ...(/^(?:log|sign)/i.test(verb) ? [press('log in', { implied: true })] : []),
          ];
    },
  ],
  [
    new RegExp(
      `^${ENTER} (?:the |a )?(?:[\\p{L}]+ )?(${Q}) (?:in|into|to|as|for) (both|all|each|every)\\b(.*)$`,
      'iu',
    ),
    ([value = '', every = '', field = ''], unmask) => [fillOf(`${every}${field}`, value, unmask)],
  ],
  [
    new RegExp(`^fill (?:in )?(${Q}) (?:in|into|as|for|to) (?:the |my )?(.+)$`, 'i'),
    ([value = '', field = ''], unmask) => [fillOf(field, value, unmask)],
  ],
  [
    new RegExp(`^use (?:the )?(.+?) to (?:enter|type|write|search(?: for)?) (${Q}|\\S+)$`, 'i'),
    ([field = '', value = ''], unmask) => [fillOf(field, value, unmask)],
  ],
  [
    new RegExp(`^${ENTER} (.+?) (?:in|into|as|to|under|for) (?:the |a |an |my )?(.+)$`, 'i'),
    ([value = '', field = ''], unmask) =>
      isValue(value) || parseSource(unmask(value)) !== null ? [fillOf(field, value, unmask)] : null,
  ],
  [
    new RegExp(`^${ENTER} (.+)$`, 'i'),
    ([value = ''], unmask) => {
      const source = / (?:in|into|as|to|for) /.test(value) ? null : parseSource(unmask(value));
      return source === null || source.kind === 'PLACE' ? null : [fillOf('', value, unmask)];
    },
  ],
  [
    new RegExp(`^${ENTER} (?:the (?:text|value|word|number|words) )?(${Q}|\\d+(?:[.,]\\d+)?)$`, 'i'),
    ([value = ''], unmask) => [fillOf('', value, unmask)],
  ],
  [
    /^(?:choose|select|pick|set) (.+?) as (?:the |my )?(date|day|time|.*\b(?:date|day|time))$/i,
    ([value = '', field = ''], unmask) => (isValue(value) ? [fillOf(field, value, unmask)] : null),
  ],
  [
    /^(?:choose|select|pick) (.+?) (?:in|on|from) (?:the )?(?:calendar|date picker|datepicker)$/i,
    ([value = ''], unmask) => (parseDay(unmask(value)) === null ? null : [fillOf('date', value, unmask)]),
  ],
  [
    /^(?:choose|select|pick) (?:the )?(?:colou?r )?(.+?)(?: (?:with|using|in|from) (?:the )?colou?r (?:picker|wheel|palette))?$/i,
    ([what = ''], unmask) => (/\b(?:from|in|as|for|under|with)\b/i.test(what) ? null : choice(what, unmask)),
  ],
  [
    /^(?:choose|select|pick|check|tick) (?:the )?((?:check ?box|tick ?box|radio ?button|box|switch)\b.*)$/i,
    ([what = ''], unmask) => [check(phrase(what, unmask), true)],
  ],
  [
    /^(?:choose|select|pick) (.+?) (?:from|in|on) (?:the |this )?(?:drop ?down|list|scroll list|select(?: list| box)?|menu|options|list ?box)(?: below)?$/i,
    ([what = ''], unmask) => [{ kind: 'CHOOSE', option: unmask(what), field: null, apply: false }],
  ],
  [
    /^(?:choose|select|pick) (.+?) from (?:the )?(.+?)(?: drop ?down| list| menu)$/i,
    ([what = '', field = ''], unmask) => [
      { kind: 'CHOOSE', option: literal(what, unmask), field: literal(field, unmask), apply: false },
    ],
  ],
  [
    /^(reply|respond|answer) to (.+?)(?: with (?:the )?(?:text|message|words|answer|body)? ?(.+))?$/i,
    ([verb = '', what = '', text], unmask) =>
      text === undefined || !/\b(?:e-?mail|mail|message)\b|^(?:them|him|her|it)$/i.test(what)
        ? null
        : [
            press(verb.toLowerCase(), { of: ownerOf(what, unmask) }),
            fillOf('message', text, unmask),
            press('send', { implied: true }),
          ],
  ],
  [
    /^forward (.+?) to (.+)$/i,
    ([what = '', whom = ''], unmask) => [
      press('forward', { of: ownerOf(what, unmask) }),
      { kind: 'FILL', field: 'to', value: literal(whom, unmask) },
      press('send', { implied: true }),
    ],
  ],
  [
    /^(delete|remove|trash|star|archive|flag|edit|share|like|mark|print|close|dismiss|move up|move down) (?:the )?(.+)$/i,
    ([verb = '', what = ''], unmask) => {
      const owner =
        OWNED.test(what) || /(?:'s|s') (?:e-?mail|message|post|row|entry|order|comment)$/i.test(what);
      return owner ? [press(verb.toLowerCase(), { of: ownerOf(what, unmask) })] : null;
    },
  ],
  [
    /^(?:book|reserve|rent|take|order) (?:the )?((?:cheapest|most expensive|best[- ]rated|newest|oldest|shortest|longest|fastest).*)$/i,
    ([what = ''], unmask) => [press('', { of: unmask(what) })],
  ],
  [
    /^(?:how many (.+?)(?: are there| there are)?|count (.+))$/i,
    ([a, b], unmask) =>
      RECKONED.test(a ?? b ?? '')
        ? [{ kind: 'RECKON', source: { kind: 'COUNT', phrase: stripArticles(unmask(a ?? b ?? '')) } }]
        : null,
  ],
];

const isQuestion = (what: string): boolean =>
  /^(?:whether|if|what|how|when|out)\b|\bof (?:my|the)\b|'s\b|\b(?:status|price|balance|total|stock|availability)\b/i.test(
    what,
  );
const ORDINAL = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
/** What is counted on the page itself, not asked of it as a fact ("how many people live in …"). */
const RECKONED =
  /\b(?:items?|rows?|entries|links?|buttons?|boxes|circles?|squares?|rectangles?|triangles?|shapes?|elements?|words?)\b|\bpeople (?:are|come) from\b|\b(?:are|come) (?:from|in|on) (?!total)/i;
const OWNED =
  /\b(?:e-?mail|mail|message|post|row|entry|order|comment|card|thread|item|line)\b.*?\b(?:by|from|of|named|called|titled|with)\s+/i;

function ownerOf(what: string, unmask: Unmask): string {
  const owned =
    /^(?:the |that |this )?(?:e-?mail|mail|message|post|row|entry|order|comment|card|thread|item|line)s? (?:by|from|of|named|called|titled|with)(?: the)? (.+)$/i.exec(
      what.trim(),
    );
  const possessive = /^(.+?)(?:'s|s') (?:e-?mail|mail|message|post|row|entry|order|comment)$/i.exec(
    what.trim(),
  );
  const bare = owned?.[1] ?? possessive?.[1] ?? what;
  return /^(?:it|them|him|her|that|this|(?:that|this|the) (?:e-?mail|mail|message|post))$/i.test(bare.trim())
    ? ''
    : literal(stripArticles(bare), unmask);
}

/** "position 3", "the third position", "top": a place in a list, as `#3` or `#-1`. */
function positionOf(text: string): string {
  if (/^(?:top|beginning|start)$/i.test(text)) return '#1';
  if (/^(?:bottom|end)$/i.test(text)) return '#-1';
  const words = text.toLowerCase().split(' ');
  const nth = words
    .map((word) => ordinalAt(word) ?? (/^\d+$/.test(word) ? Number(word) : null))
    .find((n) => n !== null);
  return `#${nth ?? 1}`;
}

/** One or several: the page says whether "A, B and C" are three. */
const choice = (what: string, unmask: Unmask): readonly Goal[] => [
  {
    kind: 'CHOOSE',
    option: isQuoted(what) ? literal(what, unmask) : unmask(what),
    field: null,
    apply: false,
  },
];
