// Rules for what is done to a control: press, tick, switch, drag, scroll, unfold, one or all of them.
// INVARIANT: only the person's words become goals.
import { baseOf } from '#engines/navigator/offline/lexicon/reword.ts';
import { ordinalAt } from '#engines/navigator/offline/words/numbers.ts';
import { stripArticles } from '#engines/navigator/offline/words/selectors.ts';
import { check, fieldPhrase, fillOf, isQuestion, phrase, press, type Rule } from './parts.ts';

export const CONTROL_RULES: readonly Rule[] = [
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
    /^(generate|spin|roll|draw|create|get) (?:an? |the )?(?:new |random )*(even|odd) (?:number|value)s?(?: .+)?$/i,
    ([verb = '', is = '']) => [
      {
        kind: 'UNTIL',
        act: press(verb.toLowerCase()),
        until: { kind: 'PARITY', of: '', is: /even/i.test(is) ? 'EVEN' : 'ODD' },
      },
    ],
  ],
  [/^(generate|spin|roll)(?: it| again)?$/i, ([verb = '']) => [press(verb.toLowerCase())]],
  [/^(generating|spinning|rolling)$/i, ([verb = '']) => [press(baseOf(verb) ?? verb.toLowerCase())]],
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
];

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
