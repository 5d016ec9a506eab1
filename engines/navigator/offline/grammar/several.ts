// Rules for several things in one sentence: each judged, a row copied into fields, so many of these and of those, lines to a machine.
// INVARIANT: only the person's words become goals.
import { countOf } from '#engines/navigator/offline/words/numbers.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { listOf } from '#engines/navigator/offline/words/target.ts';
import { literal, ordered, phrase, press, type Rule } from './parts.ts';

const COUNT = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)`;
const SOME = new RegExp(
  String.raw`^(${COUNT})(?: (?:portions?|pieces?|units?|copies|x|times))?(?: of)?(?: the)? (.+)$`,
  'i',
);

/** "items that are sweet": the word says which. */
const OF_A_KIND = /^\p{Ll}+ (?:that|which) (?:are|is|have|has|say|contain) (?:the )?/u;

export const SEVERAL_RULES: readonly Rule[] = [
  [
    /^judge each (.+?) as (\w+) (?:or|and) (\w+)$/i,
    ([what = '', a = '', b = ''], unmask) => [
      { kind: 'JUDGE', what: unmask(what), as: [a.toLowerCase(), b.toLowerCase()] },
    ],
  ],
  [
    /^delete by command the file (\w+) (.+)$/i,
    ([how = '', text = ''], unmask) => [
      {
        kind: 'SHELL',
        name: /^(?:end)/i.test(how) ? 'ENDS' : /^(?:call|name)/i.test(how) ? 'IS' : 'STARTS',
        text: literal(text, unmask),
      },
    ],
  ],
  [
    /^the page (?:says|tells|shows|will (?:say|tell|show))\b(.*\b(?:whether|if|how)\b.*)$/i,
    // Where another clause may begin in it, an order may stand behind it.
    ([said = '']) => (/[,;:]|\b(?:so|and|then)\b/i.test(said) ? null : [{ kind: 'NOTHING' }]),
  ],
  [/^place (?:the|an|my|your) order$/i, () => [press('order')]],
  [/^locate (\p{Lu}.*)$/u, ([what = ''], unmask) => [{ kind: 'FIND', what: literal(what, unmask) }]],
  [
    /^(?:copy|transfer|put|enter|write) (\S.*?)(?:'s|’s|s') (.+?) from the (?:table|list) (?:in)?to the (?:fields|form|boxes|inputs)$/i,
    ([of = '', facts = ''], unmask) => [
      { kind: 'COPY_ROW', of: phrase(of, unmask), facts: listOf(unmask(facts)) },
    ],
  ],
  [
    /^(?:fill|complete) (?:in |out )?(?:the )?(?:form|fields) (?:with|from|using) the (?:values?|details?|data|row|entry|facts) (?:of|for|about) (.+?)(?: (?:in|from) the (?:table|list))?$/i,
    ([of = ''], unmask) => [{ kind: 'COPY_ROW', of: phrase(of, unmask), facts: null }],
  ],
  [
    /^(order|get|buy|take|add) (.+)$/i,
    ([verb = '', what = ''], unmask) => {
      if (/\b(?:each|every)\b/i.test(what)) return null;
      const parts = listOf(what).map((part) => SOME.exec(part));
      const goals = parts.flatMap((part): readonly Goal[] => {
        const count = countOf(part?.[1] ?? '');
        return part === null || count === null
          ? []
          : [{ kind: 'QUANTITY', of: literal((part[2] ?? '').replace(OF_A_KIND, ''), unmask), count }];
      });
      const many = goals.length > 1 || (goals.length === 1 && /^order$/i.test(verb));
      if (!many || goals.length !== parts.length) return null;
      return ordered(verb, goals);
    },
  ],
];
