// What joins the clauses of an order, and what is only said last by its name ("…, then OK", "finish with Submit"), as clauses in
// the order in which they are done. Pure. INVARIANT: nothing that is to be done is left out, and nothing is added.
import { ADDRESSED, WISH, type BaseOf } from './frames.ts';
import { rewritten, sought } from './phrases/clues.ts';

const COMMIT =
  'submit|save|send|search|ok|okay|next|continue|go|done|confirm|apply|finish|log ?in|sign ?in|sign ?up|register|publish|post|update|book|pay|accept|check ?out|check|add|create|start|find|cancel|close';

/** Over the whole order: what joins its clauses. */
const JOINTS: readonly (readonly [RegExp, string])[] = [
  // "…, then OK": what usually sends a form, by its name alone.
  // "… and finish with Submit", "confirm with OK".
  [
    /,? (?:and )?(?:then )?(?:finish|end|conclude|confirm|complete|wrap|close|seal|finali[sz]e) (?:it |this |that |up |off |everything )*(?:with|by|on) (?:a (?:final )?(?:click|press|tap) (?:on|of) |pressing |clicking |hitting |tapping )?(?:the )?(\p{Lu}\S*?|\uE000\d+\uE001)(?: button)?(?=\s*[.!]*$)/gu,
    ', then press $1',
  ],
  [
    /,? (?:and )?with an? (?:final )?(?:click|press|tap) (?:on|of) (?:the )?(\p{Lu}\S*?|\uE000\d+\uE001)(?: button)?(?: (?:at|in) the end| after that| afterwards)?(?=\s*[.!]*$)/gu,
    ', then press $1',
  ],
  // "Submit after that", "…, Submit": what usually sends a form, by its name alone at the end.
  [
    new RegExp(
      String.raw`(?:\s*[,;.]|\s+and)\s+(?:and\s+|but\s+)?(?:then\s+|after that\s+|afterwards\s+|finally\s+|just\s+)*,?\s*(?:(?:hit|press|click|tap)\s+)?(${COMMIT})(?: (?:it|that|them|the form|everything))?(?:,? (?:after(?:wards)?(?: that| this)?|then|too|as well|at the end|in the end|when (?:done|finished)))(?=\s*[.!]*$)`,
      'iu',
    ),
    ', then press $1',
  ],
  [
    new RegExp(
      String.raw`(?:,|;|\.)?\s+(?:and\s+)?(?:then|after that|afterwards|finally),?\s+(?:just )?((?:${COMMIT}))(?=\s*[.!]*$)`,
      'iu',
    ),
    ', then press $1',
  ],
  [
    new RegExp(String.raw`(?<=\S\s+\S.*)[,;.]\s+(?:and\s+)?(${COMMIT})(?=\s*[.!]*$)`, 'iu'),
    ', then press $1',
  ],
  [/^((?:the )?\p{Ll}+) (\d\S*)(?=, then press )/u, '$1: $2'],
  // "have A checked and Submit pressed" is two wishes already; "ticked and submitted" is an order more.
  [/ and (submitted|saved|sent)(?=\s*[.!]*$)/iu, ', then $1 it'],
  // "before saving", "when you hit Submit": what is done last.
  [
    new RegExp(
      String.raw`,? (?:when|before) (?:you (?:hit|press|click|tap) |(?:hitting|pressing|clicking) |you )?(${COMMIT})(?=\s*[.!]*$)`,
      'iu',
    ),
    ', then press $1',
  ],
  [
    /,? (?:before|when) (?:you )?(?:are )?(submitting|saving|sending|searching|continuing)(?: it| the form)?(?=\s*[.!]*$)/iu,
    ', then $1 it',
  ],
  [
    /^(submit|save|send)(?: it| the form)? (?:without (?:ticking|checking|selecting) (?:anything|any .+|a .+)|with (?:none of the |no )(?:check ?)?box(?:es)? (?:ticked|checked|selected))(?=\s*[.!]*$)/iu,
    'select nothing, then $1',
  ],
  [
    /^(?:do not|don['’]t) (?:tick|check|select) (?:any(?:thing| of the \p{Ll}+| \p{Ll}+)?|a box),? (?:but |and |just )*(?:hit |press |click )?/iu,
    'select nothing, then press ',
  ],
  [
    new RegExp(
      String.raw`^(press|click|hit|tap) (${COMMIT}) with (?:all |every )?(?:of )?(?:the )?(?:check ?)?box(?:es)? (?:left )?(?:unticked|unchecked|empty|blank)(?=\s*[.!]*$)`,
      'iu',
    ),
    'select nothing, then $1 $2',
  ],
  // "with A ticked, press B": what is to be so before.
  [
    /^with (.+? (?:ticked|checked|selected|chosen|switched on|switched off|open|expanded)),? (?:and then |then )?(?=(?:press|click|hit|tap|submit|send|save)\b)/iu,
    'have $1; ',
  ],
  [/^with (.+? (?:as|for) [^;.]+?), (?:complete|fill (?:in|out)) the form(?=,| and|;|$)/iu, 'enter $1'],
  // "Name: Ana. City: Rome."
  [/(:\s[^.;:]+)[.;]\s+(?=[\p{L}][\p{L} ]{0,30}:\s)/gu, '$1, '],
  // Spoken, without a stop between them.
  [
    new RegExp(
      String.raw`(?<=[\p{L}\p{N}\uE001])(?<!(?:^|\s)(?:and|then|to|not|before|after|you|by|please|never|without|kindly|now|or|also|finally|just|don't))\s+((?:press|click|hit|tap|push)(?: on)?(?: the)? (?:${COMMIT})(?: button)?)(?=\s*[.!]*$)`,
      'iu',
    ),
    ', then $1',
  ],
];
const BEFORE_ACT = /^before (?:you |i |we )?(\p{L}+) ([^,]+), (.+)$/iu;
const ONCE_DONE =
  /^(.+?),? (?:once|after|when|as soon as) (.+? (?:is|are|has been|have been) (?:ticked|checked|selected|chosen|entered|filled(?: in)?|set|typed|cleared|unticked))$/iu;
const DONE_BEFORE = /^(.+? (?:should|must|has to|needs to) be \p{L}+),? before (.+?) (?:is|gets) (\p{L}+)$/iu;

export function joined(text: string, baseOf: BaseOf): string {
  const spoken = rewritten(text, JOINTS);
  const before = sought(BEFORE_ACT, spoken);
  if (before !== null && baseOf(`${before[1] ?? ''}ed`) !== null)
    return `${before[3] ?? ''}; ${before[1] ?? ''} ${before[2] ?? ''}`;
  const once = sought(ONCE_DONE, spoken);
  if (once !== null) return `make sure ${once[2] ?? ''}; ${once[1] ?? ''}`;
  const first = sought(DONE_BEFORE, spoken);
  const verb = first === null ? null : baseOf(first[3] ?? '');
  if (first !== null && verb !== null) return `${first[1] ?? ''}; ${verb} ${first[2] ?? ''}`;
  // "I'd love it if you ticked A and pressed B": the second is as much wished for as the first.
  if (WISH.test(spoken))
    return spoken.replace(
      /(,? (?:and then|and|then) )(\p{L}+(?:ed|ose))(?= \S)/giu,
      (whole, and: string, word: string) => {
        const base = baseOf(word);
        return base === null || !ADDRESSED.test(spoken.replace(WISH, '')) ? whole : `${and}${base}`;
      },
    );
  return spoken;
}
