// Rules for what is done by other means than pressing and filling: the caret, marked text, styles, drags by amounts, drawing,
// sizes, guesses, loops, quantities. INVARIANT: only the person's words become goals.
import type { Unmask } from '#engines/navigator/offline/words/clauses.ts';
import { parseCondition, timesOf } from '#engines/navigator/offline/words/conditions.ts';
import type { Direction, Goal } from '#engines/navigator/offline/words/goals.ts';
import { countOf } from '#engines/navigator/offline/words/numbers.ts';
import { fillOf, ordered, phrase, press, Q, type Rule } from './parts.ts';

/** A clause of the same grammar inside another ("… until …", "… three times"). */
export type ParseInner = (clause: string, unmask: Unmask) => readonly Goal[];

const FIELD = String.raw`(?:(?:text|input|search) ?)?(?:fields?|box(?:es)?|inputs?|areas?|editor)|text ?area|textbox|inputbox`;
const TEXT = String.raw`(?:text|words?|paragraphs?|sentences?|passages?|phrases?|lines?|title|headline)`;
const STYLE = String.raw`bold(?:face)?|italics?|italici[sz]ed|underlined?|underlining|strike(?:d|through)?(?: through)?|struck through|subscript|superscript`;
const COLOUR =
  'red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown|cyan|magenta|turquoise';

const DIRECTION: Readonly<Record<string, Direction>> = {
  up: 'UP',
  down: 'DOWN',
  left: 'LEFT',
  right: 'RIGHT',
};
const directionOf = (text: string): Direction =>
  DIRECTION[/up|down|left|right/i.exec(text)?.[0].toLowerCase() ?? ''] ?? 'RIGHT';
const TOWARD = String.raw`(?:to the |to its )?(up|down|left|right)(?:wards?|ward)?`;

const styleOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^boldface$/, 'bold')
    .replace(/^italic(?:s|i[sz]ed)$/, 'italic')
    .replace(/^underlin(?:ed?|ing)$/, 'underline')
    .replace(/^(?:struck through|strike.*)$/, 'strikethrough');

const range = (text: string): readonly [number, number] | null => {
  const match = /(-?\d+)\s*(?:-|–|to|and|through)\s*(-?\d+)/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2])];
};

export const actRules = (inner: ParseInner): readonly Rule[] => [
  [
    /^focus (?:(?:into|upon|in|on|at)\s+)?(?:the )?(.+)$/i,
    ([what = ''], unmask) => [{ kind: 'FOCUS', what: phrase(what, unmask) }],
  ],
  [
    new RegExp(`^(?:click|press|tap|go) (?:into|inside(?: of)?|in) (?:the )?(.*\\b(?:${FIELD}))$`, 'i'),
    ([what = ''], unmask) => [{ kind: 'FOCUS', what: phrase(what, unmask) }],
  ],
  [
    new RegExp(
      `^(?:give|make|format|set|turn|style|colou?r) (?:the )?(.+?) (?:in |into |to |as |to be |(?:in |to |as )?(?:the |a )?(?:text |font )?(?:style|colou?r|format)(?: of)?:? )?(?:the colou?r )?(${STYLE}|${COLOUR})(?: style| colou?r| font)?$`,
      'i',
    ),
    ([what = '', style = ''], unmask) =>
      new RegExp(`${Q}|\\b${TEXT}\\b`, 'i').test(what) && !/\bbackground\b/i.test(what)
        ? [{ kind: 'FORMAT', what: textPhrase(what, unmask), style: styleOf(style) }]
        : null,
  ],
  [
    new RegExp(`^(bold|italici[sz]e|underline|strike through) (?:the )?(.+)$`, 'i'),
    ([style = '', what = ''], unmask) => [
      { kind: 'FORMAT', what: textPhrase(what, unmask), style: styleOf(style.replace(/ici[sz]e$/i, 'ic')) },
    ],
  ],
  [
    /^highlight (?:all )?(?:of )?(?:the )?(.+)$/i,
    ([what = ''], unmask) => [{ kind: 'MARK_TEXT', what: textPhrase(what, unmask) }],
  ],
  [
    new RegExp(
      `^(?:select|mark) (?:all )?(?:of )?(?:the )?((?:whole |entire |full )?(?:\\S+ )?${TEXT}\\b.*)$`,
      'i',
    ),
    ([what = ''], unmask) =>
      /\b(?:from|in|of) (?:the )?(?:list|menu|drop ?down|options)\b|\b(?:box|field|button|option|tab|link)\b/i.test(
        what,
      )
        ? null
        : [{ kind: 'MARK_TEXT', what: textPhrase(what, unmask) }],
  ],
  [
    new RegExp(
      `^(?:drag|move|push|pull) (?:the )?(.+?) (?:by )?(?:(\\d+|\\w+) ?(px|pixels?|steps?|cells?|squares?|fields?|units?|places?|positions?|spots?) )${TOWARD}$`,
      'i',
    ),
    ([what = '', amount = '', unit = '', way = ''], unmask) => {
      const count = countOf(amount);
      return count === null ? null : [by(phrase(what, unmask), way, count, unit)];
    },
  ],
  [
    new RegExp(
      `^(?:drag|move|push|pull) (?:the )?(.+?) (?:further )?${TOWARD}(?: by (\\d+|\\w+) ?(px|pixels?|steps?|cells?|squares?|fields?|units?|places?|positions?|spots?)?)?$`,
      'i',
    ),
    ([what = '', way = '', amount, unit = ''], unmask) => [
      by(phrase(what, unmask), way, amount === undefined ? null : countOf(amount), unit),
    ],
  ],
  [
    /^(?:drag|move) (.+?) (?:so that|such that|until) (?:it|they) (?:is|are|lies?|sits?|touch(?:es)?) (?:completely |fully |entirely )?(?:in(?:side|to)?|on(?: top of)?|over|within) (?:the )?(.+)$/i,
    ([what = '', to = ''], unmask) => [{ kind: 'DRAG', what: phrase(what, unmask), to: phrase(to, unmask) }],
  ],
  [
    /^(?:drag|move|slide) (?:the )?(.*\b(?:slider|handle|knob|thumb)\b.*?) to (-?\d+(?:\.\d+)?)$/i,
    ([what = '', value = ''], unmask) => [fillOf(what, value, unmask)],
  ],
  [
    /^draw (?:an? |the )?(.+?) (?:(?:starting )?(?:from|at) (.+?) (?:and ending (?:at|in)|to) (.+)|(?:between|connecting|joining|linking) (.+?) (?:and|to|with) (.+))$/i,
    ([shape = '', from = '', to = '', a = '', b = ''], unmask) => [
      {
        kind: 'DRAW',
        shape,
        from: phrase(from === '' ? a : from, unmask),
        to: phrase(to === '' ? b : to, unmask),
      },
    ],
  ],
  [
    /^draw (?:an? |the )?((?:\S+ )?(?:line|circle|square|rectangle|triangle|shape|arrow|path|curve|diagonal)\b.*)$/i,
    ([shape = ''], unmask) => [{ kind: 'DRAW', shape: unmask(shape), from: '', to: '' }],
  ],
  [
    /^(resize|enlarge|shrink|widen|stretch|scale(?: up| down)?) (?:the )?(.+?)(?: (?:so that|such that|until|to make) (?:the |its |it )?(.+))?$/i,
    ([verb = '', what = '', so = ''], unmask) => sized(verb, phrase(what, unmask), so),
  ],
  [
    /^make (?:the )?(.+?) (larger|bigger|wider|taller|higher|longer|smaller|narrower|shorter|lower)$/i,
    ([what = '', how = ''], unmask) => sized(how, phrase(what, unmask), how),
  ],
  [
    /^guess (?:the |a )?(.+)$/i,
    ([what = '']) => {
      const bounds = range(what);
      return bounds === null
        ? null
        : [
            {
              kind: 'GUESS',
              what: what.replace(/[ ,]+(?:(?:which|that) is )?(?:between|from|in) .*$/i, '').trim(),
              low: Math.min(...bounds),
              high: Math.max(...bounds),
            },
          ];
    },
  ],
  [
    /^(generate|spin|roll|draw|create|get) (?:an? |the )?(?:new |random )*((?:numbers?|values?|dice|die)\b.*)$/i,
    ([verb = '', what = ''], unmask) => {
      const said = unmask(what).replace(/^\S+\s*(?:that is |which is |that |which )?/i, '');
      const until = parseCondition(said);
      return until === null ? null : [{ kind: 'UNTIL', act: press(verb.toLowerCase()), until }];
    },
  ],
  [
    /^scroll (?:through |down |up |in |within )*(?:the )?(.*?)\s*(?:down |up )?until (.+)$/i,
    ([what = '', until = ''], unmask) => {
      const condition = parseCondition(unmask(until));
      return condition === null
        ? null
        : [
            {
              kind: 'SCROLL_UNTIL',
              what: phrase(what.replace(/\s*\b(?:down|up)$/i, ''), unmask),
              until: condition,
            },
          ];
    },
  ],
  [
    /^wait (?:for|on|until|till)(?: (?:the|that))? (.+)$/i,
    ([until = ''], unmask) => [
      {
        kind: 'AWAIT',
        until: parseCondition(unmask(until)) ?? {
          kind: 'SHOWN',
          what: phrase(until.replace(/ to (?:appear|load|show up)$/i, ''), unmask),
          not: false,
        },
      },
    ],
  ],
  [
    /^(?:(?:keep|repeat|go on|continue) )?(.+?) (?:again and again |repeatedly )?(?:until|till) (.+)$/i,
    ([clause = '', until = ''], unmask) => {
      const condition = parseCondition(unmask(until));
      const [act, ...more] = condition === null ? [] : inner(clause, unmask);
      return condition === null || act === undefined || more.length > 0
        ? null
        : [{ kind: 'UNTIL', act, until: condition }];
    },
  ],
  [
    /^(.+?),? (?:when|once|as soon as|if) (.+)$/i,
    ([clause = '', when = ''], unmask) => {
      const until = parseCondition(unmask(when));
      const acts = until === null ? [] : whenDone(clause, unmask, inner);
      return until === null || acts.length === 0 ? null : [{ kind: 'AWAIT', until }, ...acts];
    },
  ],
  [
    /^(?:when|once|as soon as|if) (.+?), (.+)$/i,
    ([when = '', clause = ''], unmask) => {
      const until = parseCondition(unmask(when));
      const acts = until === null ? [] : whenDone(clause, unmask, inner);
      return until === null || acts.length === 0 ? null : [{ kind: 'AWAIT', until }, ...acts];
    },
  ],
  [
    /^(.+(?:times|once|twice|thrice|\d ?[x×])(?: in a row)?)$/i,
    ([clause = ''], unmask) => {
      const often = timesOf(clause);
      const [act, ...more] = often === null || often.times < 2 ? [] : inner(often.before, unmask);
      return often === null || act === undefined || more.length > 0 || act.kind === 'READ'
        ? null
        : [{ kind: 'REPEAT', act, times: often.times }];
    },
  ],
  [
    /^(order|buy|get|take|add|put|choose|select) (\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)(?: (?:portions?|pieces?|units?|copies))? (?:of )?(?:each|every one)(?: of)?(?: (?:the )?(?:following )?(?:items?|things?|dishes|products?|ones?))?(?: (?:in|from) the (?:list|menu))?[:,]? (.+)$/i,
    ([verb = '', count = '', of = ''], unmask) =>
      ordered(verb, [{ kind: 'QUANTITY', of: unmask(of), count: countOf(count) ?? 1 }]),
  ],
  [
    /^(order|buy|get|take|add) (\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten) (?:of the )?\p{Ll}+ (?:that|which) (?:are|is|have|has|say) (.+)$/iu,
    ([verb = '', count = '', of = ''], unmask) =>
      ordered(verb, [{ kind: 'QUANTITY', of: unmask(of), count: countOf(count) ?? 1 }]),
  ],
  [
    /^(?:click|press|tap|push)(?: on)? (?:the )?(.+?) (?:on|of|for|under|in|from|next to) (all|each|every|both|\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)(?: of)?(?: the)? ((?:post|card|message|e-?mail|entry|entries|comment|item|row|result|thread|tweet|product|user)(?:e?s|ies)?\b.*)$/i,
    ([what = '', many = '', of = ''], unmask) => {
      const count = countOf(many);
      return [
        {
          kind: 'PRESS_EACH',
          what: `${unmask(what)} of the ${unmask(of)}`,
          order: 'GIVEN',
          ...(count === null ? {} : { count }),
        },
      ];
    },
  ],
  [
    /^dismiss (?:the |this |that |any )?(.+)$/i,
    ([what = ''], unmask) => [{ kind: 'DISMISS', what: phrase(what, unmask) }],
  ],
  [/^(?:toggle|flip) (?:the )?(.+)$/i, ([what = ''], unmask) => [press(phrase(what, unmask))]],
];

/** "buy X when …" waits at the control that buys, and goes nowhere before. A question is not waited for. */
function whenDone(clause: string, unmask: Unmask, inner: ParseInner): readonly Goal[] {
  if (/^(?:buy|sell|bid|order|book) /i.test(clause)) return [press(unmask(clause))];
  const goals = inner(clause, unmask);
  return goals.some(({ kind }) => kind === 'READ' || kind === 'NOT_UNDERSTOOD') ? [] : goals;
}

const by = (what: string, way: string, amount: number | null, unit: string): Goal => ({
  kind: 'DRAG_BY',
  what,
  toward: directionOf(way),
  amount,
  unit: unit.toLowerCase().replace(/^px$/, 'pixels'),
});

/** "text "X"", "the text in the 3rd paragraph": the quotation, or where the text is. */
const textPhrase = (text: string, unmask: Unmask): string => {
  const quoted = new RegExp(`^(?:${TEXT}|part|string)? ?(?:that (?:says|reads) )?(${Q})$`, 'i').exec(
    text.trim(),
  );
  return quoted === null
    ? phrase(
        text.replace(/^(?:whole |entire |full )?(?:text|words?) (?:in|of|inside) (?:the )?/i, ''),
        unmask,
      ).replace(/\s+(?:below|above|on the page)$/i, '')
    : unmask(quoted[1] ?? '');
};

function sized(verb: string, what: string, so: string): readonly Goal[] {
  const said = `${verb} ${so}`;
  const axis = /width|wid|narrow/i.test(said)
    ? 'WIDTH'
    : /height|high|tall|short|low/i.test(said)
      ? 'HEIGHT'
      : 'BOTH';
  const to = /(\d+)\s*(?:px|pixels?)/i.exec(so)?.[1];
  return [
    {
      kind: 'RESIZE',
      what,
      axis,
      grow: !/small|narrow|short|less|shrink|scale down|\blower|decreas|reduc/i.test(said),
      to: to === undefined ? null : Number(to),
    },
  ];
}
