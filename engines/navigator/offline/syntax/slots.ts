// What fills a slot of a clause's pattern, by the slot's kind, and how it is written in the plain order. Pure.
// INVARIANT: a slot takes a span of which every word belongs to it.
//
// `N` a thing, `T` one that is pressed, `TK` one that is ticked, `E` an e-mail, `L`, `LN`, `LD` several, `A` all but some, `V` a value, `NV`
// one that is surely one, `NN` a number, `NS` numbers, `R` what is read or reckoned, `F` a field, `G`, `GN`, `GS` its name, `C` a list,
// `Y` a place for things, `P`, `G`, `B` forms of a verb, `X` what stands behind it, `Z` an order.
import { parseDay } from '#engines/navigator/offline/words/dates.ts';
import { countOf } from '#engines/navigator/offline/words/numbers.ts';
import { parseSource } from '#engines/navigator/offline/words/source.ts';
import { listText, nounOf, nounsOf } from './noun-phrases.ts';
import { COLOURS, extremeOf, isKind, isNameSpan, isOfClause, ordinalOf, singular } from './nouns.ts';
import { Spans, type Fills } from './pattern.ts';
import { isCapital, isName, isNumber, isQuote, lowsOf, textOf, tokensOf, type Tokens } from './tokens.ts';
import { isVerb, verbNamed } from './verb-lexicon.ts';

/** What fields are usually called. */
const FIELD_NOUNS =
  /^(?:(?:first|last|full|middle|user|given|family|nick) ?name|name|surname|city|town|place|country|county|state|region|street|address|house number|zip(?: code)?|postcode|postal code|post code|phone|telephone|mobile|(?:phone|telephone|mobile|order|booking|card|account|reference|house) number|e-?mail(?: address)?|age|date|birthday|birth date|date of birth|time|day|month|year|start|end|quantity|amount|number|price|username|login|password|pin|code|origin|destination|departure|arrival|message|subject|title|note|comment|description|text|company|firm|department|job|role|plan|language|currency|colour|color|size|weight|height|volume|brightness|reference|recipient|iban|guests|people|rooms|nights|website|url|answer|category|type|status|priority|breakfast|lunch|dinner)$/;

const MAX_VALUE_TOKENS = 7;
const CONTAINERS =
  /\b(?:list|dropdown|drop-down|drop down|menu|options|choices|select box|select|combo box|list box|listbox|combobox)$/;
const PLACES = /\b(?:basket|bin|box|list|folder|zone|target|pile|tray|column|trash|cart)$/;
const FIELD_KIND =
  /\b(?:field|text ?box|text area|textarea|input(?: box| field)?|(?:text|search|password) box|editor)$/;
const DETERMINER = /^(?:the|a|an|my|our|your|its|this|that)$/;

function isValue(tokens: Tokens): boolean {
  const [first] = tokens;
  if (first === undefined || tokens.length > MAX_VALUE_TOKENS) return false;
  const text = textOf(tokens);
  if (tokens.length === 1)
    return (
      isName(first) ||
      (/^[\p{L}\p{N}]/u.test(first.text) &&
        !isOfClause(first.low) &&
        !DETERMINER.test(first.low) &&
        verbNamed(first.low, 'PARTICIPLE') === null &&
        !/.{4}(?:ing|ed)$/.test(first.low) &&
        !/^(?:it|them|both|all|nothing|everything|on|off|in|to|up|down|out|one|empty|blank|ticked|checked|open|closed|other|which|what|as|for|at|and|or|then|first|last|second|third|visible|active|not)$/.test(
          first.low,
        ))
    );
  if (tokens.some(isQuote)) return false;
  if (parseDay(text) !== null) return true;
  if (/^\d{1,2}(?:[:.]\d{2})? ?[ap]\.?m\.?$/i.test(text)) return true;
  return isNameSpan(tokens) && !tokens.some(({ low }) => /^(?:in|on|for|to)$/.test(low));
}

const isSureValue = (tokens: Tokens): boolean => {
  const [first] = tokens;
  return first !== undefined && isName(first);
};

const isNameAt = (tokens: Tokens, at: number): boolean => {
  const token = tokens[at];
  return token !== undefined && isName(token);
};

function isField(tokens: Tokens): boolean {
  const noun = nounOf(tokens);
  const [first] = tokens;
  if (noun === null || first === undefined || noun.pronoun || tokens.length > 8) return false;
  if (isNumber(first) || (tokens.length === 1 && isQuote(first))) return false;
  // "The origin and Rome as the destination": the next value stands there.
  if (tokens.some(({ low }, at) => /^(?:and|,|as)$/.test(low) && isNameAt(tokens, at + 1))) return false;
  return (
    (noun.kind !== 'PRESSED' || (isCapital(first) && ENTRY.test(lowsOf(tokens.slice(-1))))) &&
    !noun.text.startsWith('the email from') &&
    !/^(?:the )?(?:one|another)$|^(?:both|each|every|all)\b/.test(lowsOf(tokens)) &&
    !/^(?:what|which|who|nothing|everything|none|whichever|whatever|there)\b/.test(first.low)
  );
}

/** "New item" may well be what a field is called, and "Save button" not. */
const ENTRY = /^(?:item|entry|card|element|picture|image)$/;

const ALL =
  /^(?:all|every|each|everything|the lot|the whole lot|them all|all of them|every one|whatever boxes there are|every last one|the whole list)\b/;
const BOXES =
  /^(?:(?:all|every|each)(?: single| last| one)?(?: and every)?(?: of)?(?: the| these| them)?(?: one)?(?: of)?(?: the)? ?(?:check ?box(?:es)?|tick ?box(?:es)?|box(?:es)?|options?|entries|items|ones?|others|rest)?(?: (?:on the page|there (?:is|are)|in the list|on the list|that there (?:is|are)))?|everything(?: else)?|the (?:whole )?lot|them all|all of them|every last one|the whole list|whatever boxes there are|the (?:rest|others)|all the (?:rest|others))$/;
const BUT =
  /^(.+?),? (?:except(?: for)?|but(?: not)?|apart from|other than|excluding|bar|save(?: for)?|with the exception of|leaving out|skipping|besides|minus|not) (.+)$/iu;
/** "all boxes but X", "everything": as an order to tick. */
function allOf(tokens: Tokens): string | null {
  const text = textOf(tokens);
  const low = text.toLowerCase();
  if (!ALL.test(low)) return null;
  if (BOXES.test(low)) return 'tick all boxes';
  const but = BUT.exec(text);
  if (but === null || !BOXES.test((but[1] ?? '').toLowerCase())) return null;
  const rest = tokensOf(but[2] ?? '');
  const noun = nounOf(rest);
  const several = noun === null ? nounsOf(rest) : null;
  return noun !== null
    ? `tick all boxes except ${noun.text}`
    : several === null
      ? null
      : `tick all boxes except ${listText(several)}`;
}

const isMail = (tokens: Tokens): boolean => {
  const noun = nounOf(tokens);
  return noun !== null && (noun.pronoun || noun.text.startsWith('the email from '));
};

const KNOWN = new Spans<boolean>();

export const fillsOf =
  (tokens: Tokens): Fills =>
  (type, from, to) => {
    const span = tokens.slice(from, to);
    return KNOWN.of(type, span, () => fits(type, span));
  };

function fits(type: string, span: Tokens): boolean {
  const [first] = span;
  const low = lowsOf(span);
  switch (type) {
    case 'N':
      return nounOf(span) !== null;
    case 'L':
      return span.length > 2 && nounsOf(span) !== null;
    case 'V':
      return isValue(span);
    case 'NV':
      return isValue(span) && (isSureValue(span) || countOf(low) !== null || COLOURS.has(low));
    case 'NN':
      return span.length <= 2 && first !== undefined && (isNumber(first) || countOf(low) !== null);
    case 'BK':
      return /^(?:basket|cart|bag|trolley|shopping (?:basket|cart|bag))$/.test(low);
    case 'TK': {
      const noun = nounOf(span);
      return (
        noun !== null &&
        (noun.pronoun ||
          noun.kind !== null ||
          span.some(isName) ||
          (span.length > 1 && !/^(?:the|my) [a-z-]+$/.test(low)))
      );
    }
    case 'NS':
      return span.length > 2 && span.every((token) => /^(?:[-−]?\d+|,|and|\[|\])$/.test(token.low));
    case 'F':
      return isField(span);
    case 'FT':
      return isField(span) && FIELD_KIND.test(low);
    case 'C':
      return (
        !/\b(?:its|their)\b/.test(low) && CONTAINERS.test(low) && nounOf(span) !== null && span.length <= 6
      );
    case 'Y':
      return (
        PLACES.test(low) &&
        !FIELD_KIND.test(low) &&
        span.length <= 5 &&
        !span.some(isQuote) &&
        nounOf(span) !== null
      );
    case 'A':
      return allOf(span) !== null;
    case 'H':
      return (
        span.length === 1 &&
        first !== undefined &&
        (COLOURS.has(first.low) || /^#[\da-f]{3,8}$/.test(first.low))
      );
    case 'D':
      return parseDay(textOf(span)) !== null;
    case 'M':
      return isNameSpan(span);
    case 'T': {
      const noun = nounOf(span);
      return (
        noun !== null &&
        span.length > 1 &&
        (noun.kind === 'PRESSED' || noun.kind === 'TAB' || span.some((token) => COLOURS.has(token.low)))
      );
    }
    case 'E':
      return isMail(span);
    case 'O':
      return span.length <= 2 && ordinalOf(span) !== null;
    case 'S':
      return span.length <= 2 && extremeOf(span) !== null;
    case 'X':
      return (
        span.length <= 10 &&
        /^(?:in|into|as|for|from|to|under|with|on|at|off|out|next|beside|below|by|before|inside|twice|two|next|down|over)$/.test(
          first?.low ?? '',
        ) &&
        !span.some((token) => isOfClause(token.low) && !isCapital(token))
      );
    case 'I':
      return span.length === 1 && countOf(low) !== null;
    case 'G':
      return (
        span.length <= 2 &&
        span.every(
          (token) =>
            /^\p{Ll}[\p{Ll}-]+$/u.test(token.text) &&
            !isOfClause(token.low) &&
            !/^(?:with|for|in|of|at|on|by|from|under|read|say|says|reads|one|number|and|or|which|over|up|down|next|beside|below)$/.test(
              token.low,
            ),
        ) &&
        !DETERMINER.test(low) &&
        !/^(?:one|ones|other|rest|it)$/.test(span.at(-1)?.low ?? '') &&
        !isVerb(first?.low ?? '') &&
        !/^(?:button|link|tab|section|result|item|box|checkbox|icon|option|finish|confirm|conclude)$/.test(
          span.at(-1)?.low ?? '',
        )
      );
    case 'GS':
      return span.length === 1 && fits('G', span);
    case 'GN':
      return FIELD_NOUNS.test(low);
    case 'GP':
      return (
        FIELD_NOUNS.test(low) &&
        !/^(?:number|text|title|message|login|start|end|plan|role|time|place|note|type|origin|destination)$/.test(
          low,
        )
      );
    case 'SM':
      return (
        /\b(?:thread|article|page|post|discussion|text|story|review|topic)\b/.test(low) &&
        nounOf(span) !== null
      );
    case 'UL':
      return span.length === 1 && /^[a-z]$/.test(low) && low !== 'a' && low !== 'i';
    case 'LN':
      return span.length > 2 && (nounsOf(span)?.every(({ text }) => isNameSpan(tokensOf(text))) ?? false);
    case 'LD':
      return (
        span.length > 2 &&
        (nounsOf(span)?.every(({ text }) => /^(?:the |a |[\uE000\p{Lu}])/u.test(text)) ?? false)
      );
    case 'RW':
      return isReckoned(span) && sourceOf(span)?.kind !== 'PLACE';
    case 'U':
      return /^(?:slider|volume|dial|spinner|wheel)$/.test(low);
    case 'W':
      return span.length <= 3 && nounOf(span) !== null;
    case 'R':
      return isReckoned(span);
    case 'Q':
      return (
        span.length <= 9 &&
        !span.some(
          (token) => (isOfClause(token.low) && !isCapital(token)) || /^(?:[,;:!?]|and)$/.test(token.text),
        )
      );
    case 'P':
      return verbNamed(low, 'PARTICIPLE') !== null;
    case 'B':
      return verbNamed(low, 'BASE') !== null;
    case 'Z':
      return isVerb(first?.low ?? '') && span.length > 1;
    case 'K':
    case 'J':
      return span.length <= 3 && isKind(span);
    default:
      return false;
  }
}

const reckonedText = (span: Tokens): string => {
  const text = textOf(span);
  const noun = nounOf(span)?.text ?? text;
  return parseSource(noun)?.kind === 'WORD' ? noun : text;
};
const sourceOf = (span: Tokens): ReturnType<typeof parseSource> => parseSource(reckonedText(span));

/** A value that has to be read or reckoned: "the sum of A and B", "Ana's number". */
function isReckoned(span: Tokens): boolean {
  if (span.length < 2 || span.length > 14 || span.some((token) => /^[;:!?]$/.test(token.text))) return false;
  const [first] = span;
  if (first === undefined || isQuote(first)) return false;
  if (span.some((token) => /^(?:then|,)$/.test(token.low))) return false;
  const source = sourceOf(span);
  if (source === null || source.kind === 'REMEMBERED') return false;
  return source.kind === 'PLACE'
    ? !span.some((token) => isOfClause(token.low) && !isCapital(token)) && nounOf(span) !== null
    : !span.some((token) => /^(?:should|must|please|press|click|is|are|goes)$/.test(token.low));
}

export function slotText(name: string, tokens: Tokens): string {
  if (name === 'NS')
    return tokens
      .filter((token) => isNumber(token) || /^-?\d/.test(token.text))
      .map(({ text }) => text)
      .join(', ');
  if (/^(?:NV|UL|NN|BK|GS|GN|GP)$/.test(name)) return textOf(tokens);
  if (name === 'TK' || name === 'SM') return nounOf(tokens)?.text ?? textOf(tokens);
  if (name === 'RW' || name === 'R') return reckonedText(tokens);
  if (name === 'LN' || name === 'LD') return listText(nounsOf(tokens) ?? []);
  switch (name.charAt(0)) {
    case 'N':
    case 'E':
    case 'T':
    case 'W':
      return nounOf(tokens)?.text ?? textOf(tokens);
    case 'A':
      return allOf(tokens) ?? textOf(tokens);
    case 'F':
      return fieldText(nounOf(tokens)?.text ?? textOf(tokens));
    case 'L': {
      const nouns = nounsOf(tokens);
      return nouns === null ? textOf(tokens) : listText(nouns);
    }
    case 'O':
      return ordinalOf(tokens) ?? textOf(tokens);
    case 'S':
      return extremeOf(tokens) ?? textOf(tokens);
    case 'C':
      return textOf(tokens)
        .replace(/\bdrop[- ]down\b/giu, 'dropdown')
        .replace(/\bdropdown (?:list|menu)\b|\b(?:select|combo) ?box\b/giu, 'dropdown');
    case 'J':
    case 'K':
      return singular(textOf(tokens));
    default:
      return textOf(tokens);
  }
}
const fieldText = (given: string): string => {
  const text = given.replace(/^((?:the|my|an?) )(?:empty|blank|only|single) (?=\p{Ll})/iu, '$1');
  // "The second one gets X": one of the fields.
  const nth = /^(?:the )?(\S+) one$/u.exec(text)?.[1];
  if (nth !== undefined && ordinalOf(tokensOf(nth)) !== null) return `the ${nth} text field`;
  const owned = /^(?:the )?([^ ]+)['’]s (.+ (?:field|box))$/u.exec(text);
  if (owned !== null) return `the ${owned[2] ?? ''} in the section ${owned[1] ?? ''}`;
  return /^(?:the|my|our|your|a|an)\b/i.test(text)
    ? text.replace(/^(?:a|an|your|our) /i, 'the ')
    : `the ${text}`;
};
