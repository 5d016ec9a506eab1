// Rules for what is entered and chosen: values into fields, pairs of both, dates, sliders, options of lists.
// INVARIANT: only the person's words become goals.
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { parseSource } from '#engines/navigator/offline/words/source.ts';
import type { Unmask } from '#engines/navigator/offline/words/clauses.ts';
import {
  check,
  ENTER,
  fillOf,
  isQuoted,
  isValue,
  literal,
  pairs,
  phrase,
  press,
  Q,
  type Rule,
} from './parts.ts';

export const FIELD_RULES: readonly Rule[] = [
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
    /^(?:select|choose|pick|set|move|enter) ([-−]?\d+(?:\.\d+)?) (?:with|on|using|in) (?:the )?((?!list|drop|menu).+)$/i,
    ([value = '', what = ''], unmask) => [{ kind: 'FILL', field: phrase(what, unmask), value }],
  ],
  [
    /^set (?:the )?(?:two |three |four )?(\w+s) to (?:the )?(?:combination |values? )?\[?(\d+(?:\s*,\s*(?:and )?\d+| and \d+)+)\]?$/i,
    ([what = '', values = '']) =>
      values.split(/\s*,\s*(?:and )?| and /).map((value, i): Goal => ({
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
      pairs(what, /\s+(?:as|for|into|in)\s+/i)?.map(([value, field]) => fillOf(field, value, unmask)) ?? null,
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
      const [only] = found;
      if (found.length === 1 && (both || /s$/i.test(where ?? ''))) return null;
      // "the number 5 into the second field": the field is where it goes, and the word before it says what it is.
      return only !== undefined &&
        found.length === 1 &&
        where !== undefined &&
        !/^(?:form|page|site|window|dialog)\b/i.test(where)
        ? [fillOf(where, only[2] ?? '', unmask)]
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
];

const ORDINAL = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
/** One or several: the page says whether "A, B and C" are three. */
const choice = (what: string, unmask: Unmask): readonly Goal[] => [
  {
    kind: 'CHOOSE',
    option: isQuoted(what) ? literal(what, unmask) : unmask(what),
    field: null,
    apply: false,
  },
];
