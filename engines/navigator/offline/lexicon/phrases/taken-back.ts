// What is taken back in the same breath ("Elm, sorry, I mean Oak"), and what is added behind a comma ("a circle, a pink one"). Pure.
// INVARIANT: a value takes back only one of its own kind; where that is not so, both stand, and the order is not understood.

const VALUE = String.raw`(\uE000\d+\uE001|[-−+]?\d[\d.,:/-]*\d|\d|\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*)*)`;
const MARK =
  '(?:no,? wait|wait,? no|no|sorry|oops|pardon|I mean(?:t)?|or rather|rather|actually|correction|make that|scratch that|better|er+m*|uh+m*|hm+)';
const TAKEN_BACK = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${VALUE}(?:\s*(?:,|\.|-|–|—|…|\()\s*|\s+)${MARK}(?![\p{L}\p{N}])(?:[,:.!]?\s+${MARK}(?![\p{L}\p{N}]))*[,:]?\s+${VALUE}(?![\p{L}\p{N}])`,
  'u',
);
const typeOf = (value: string): string =>
  value.startsWith('\uE000') ? 'QUOTE' : /^[-−+]?\d/.test(value) ? 'NUMBER' : 'NAME';

/** "Elm, sorry, I mean Oak": what was said last. A name may take back a quotation, a number only a number. */
export function corrected(given: string): string {
  let text = given;
  for (let found = TAKEN_BACK.exec(text); found !== null; found = TAKEN_BACK.exec(text)) {
    const [whole, before = '', after = ''] = found;
    if ((typeOf(before) === 'NUMBER') !== (typeOf(after) === 'NUMBER')) return text;
    text = `${text.slice(0, found.index)}${after}${text.slice(found.index + whole.length)}`;
  }
  return text;
}

const COLOUR = 'red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown';
const ADDED = new RegExp(
  String.raw`(?<![\p{L}])(an?|the|any) (\p{Ll}+), (?:an?|the) (${COLOUR}|biggest|largest|smallest|first|second|third|fourth|last) one(?![\p{L}])`,
  'giu',
);
/** "turn A on and B off": the verb stands for both. */
const ON_AND_OFF =
  /(?<![\p{L}])(turn|switch|flip|toggle) ((?:(?! and |,).)+?) (on|off),? (?:and |but )?((?:(?! and |,).)+?) (on|off)(?![\p{L}])/giu;

const THING = String.raw`(\uE000\d+\uE001|\p{Lu}\S*(?: \p{Lu}\S*)*)`;
/** "don't press A, press the other one": the one that is not A. */
const THE_OTHER = new RegExp(
  String.raw`(?<![\p{L}])(?:please )?(?:do not|don['’]t|never) (?:press|click|take|tap|use|hit|choose|pick)(?: on)? (?:the )?${THING}(?: button)?[,;.]? (?:but |and |rather )?(?:please )?(?:(?:press|click|take|tap|hit)(?: on)? )?the other(?: one| button)?(?![\p{L}])`,
  'giu',
);
const NO_TICK =
  /(?<![\p{L}])(?:do not|don['’]t) (?:tick|check|select|mark) (?:anything|any(?: (?:of (?:them|the boxes|these|those)|box(?:es)?|check ?box(?:es)?))?|a single (?:one|box))(?![\p{L}])/giu;

/** "Has X at its end", "with X at the beginning": how it ends, how it starts. */
const AT_ITS_END =
  /(?<![\p{L}])(?:has|having|with) (\uE000\d+\uE001) at (?:its|the) (end|beginning|start)(?![\p{L}])/giu;
/** "How long is it, I mean how many things are on it": the question that was meant. */
const ASKED_AGAIN =
  /(?<![\p{L}])(?:how|what|which|who|when|where)(?= )[^,;.?!]{3,60}?(?: the (\p{Ll}+))?(?: is| are)?,? (?:I mean|I meant|or rather|that is to say),? (?=(?:how|what|which|who|when|where) )([^,;.?!]+)/iu;

/** In the words that were meant in the end. */
export const meantAtLast = (masked: string): string =>
  corrected(masked)
    .replace(ADDED, '$1 $3 $2')
    .replace(THE_OTHER, 'click the button that is not $1')
    .replace(NO_TICK, 'leave all boxes empty')
    .replace(
      AT_ITS_END,
      (_, value: string, at: string) => `${at === 'end' ? 'ends' : 'starts'} with ${value}`,
    )
    .replace(ASKED_AGAIN, (_, thing: string | undefined, asked: string) =>
      thing === undefined ? asked : asked.replace(/(?<= (?:on|in|of) )it$/u, `the ${thing}`),
    )
    .replace(ON_AND_OFF, '$1 $2 $3 and $1 $4 $5');
