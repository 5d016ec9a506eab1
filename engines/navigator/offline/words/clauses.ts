// An intent to clauses: quotations set aside, politeness and stage directions taken away, a list of imperatives left. Pure.
import { askedPlainly } from '#engines/navigator/offline/lexicon/asking.ts';
import { rewritten } from '#engines/navigator/offline/lexicon/phrases/clues.ts';
import { meantAtLast } from '#engines/navigator/offline/lexicon/phrases/taken-back.ts';
import { plainClause, reword, unframed, VERB_PATTERN } from '#engines/navigator/offline/lexicon/reword.ts';
import { languageOf } from '#engines/navigator/offline/lexicon/translate.ts';
import { parseCondition } from './conditions.ts';

/** A clause begins with a verb that the grammar knows, or with one that it does not and a thing that it is done to. */
const UNKNOWN =
  '(?!(?:in|on|at|of|for|with|to|from|by|as|under|above|below|beside|between|not|both|only|is|are|was|were|its?|their|has|have|left|right|next|than|or|if|when|until|so|that|which)\\b)[a-z]{3,} (?:the|a|an|my|it|them|every|each)\\b';
/** The verbs are marked first: three hundred of them in each way to join clauses would be a pattern of a thousand words. */
const BEFORE_VERB = new RegExp(`(?<=[\\s,])(?=${VERB_PATTERN})`, 'giu');
const SPLIT =
  /\s*[;?!]\s+|\s*[.]\s+(?=(?:please |then |now )?\uE300)|\s*,?\s+(?:and then|and|then|but)\s+(?=(?:please |also |finally )?\uE300)|\s*,\s*(?=(?:please )?\uE300)/i;
const splitAtVerbs = (text: string): readonly string[] =>
  text
    .replace(BEFORE_VERB, '\uE300')
    .split(SPLIT)
    .map((part) => part.replaceAll('\uE300', ''));
const SPLIT_UNKNOWN = new RegExp(`\\s*,?\\s+(?:and then|and|then)\\s+(?=${UNKNOWN})`);

export type Unmask = (part: string) => string;

/** Quoted values are set aside while clauses are split, so that nothing inside them counts as a word of the grammar. */
export function mask(text: string): { text: string; unmask: Unmask } {
  const kept: string[] = [];
  const masked = text.replace(
    /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|(?<![\p{L}\p{N}])['‘](?:[^'’]|['’](?=\p{L}))*['’](?![\p{L}\p{N}])/gu,
    (quoted) => {
      kept.push(quoted.replace(/^[„«](.*).$/su, '“$1”'));
      return `\uE000${kept.length - 1}\uE001`;
    },
  );
  return {
    text: masked,
    unmask: (part) => part.replace(/\uE000(\d+)\uE001/g, (_, i) => kept[Number(i)] ?? ''),
  };
}

/** "switch between the tabs to find …": where to look, which is for the search itself to find out. */
const WANDER =
  /^(?:switch between|go through|look through|expand|open|navigate(?: through)?|browse(?: through)?|search(?: through)?|click through|use) the (?:tabs|sections?|panels?|accordions?|pages|(?:file |directory )?tree|list|menus?|folders|autocomplete|calendar)(?: below| above)?(?:,?\s+to\s+(?=\w)|(?<!^(?:expand|open).*)$)/i;
/** "click the bin to delete it": what it is good for. */
const PURPOSE =
  /^((?:click|press|tap|push|hit)\b.+?)\s+(?:to|in order to|so as to)\s+(?:mark|delete|remove|archive|close|open|submit|send|save|star|flag|select|confirm|show|see)\s+(?:it|them|this|that)\b.*$/i;
const BY_MEANS = /^(?!.*\b(?:sort|filter)\b).+?\s+by\s+(clicking|pressing|tapping)\s+(.+)$/i;

/** "but do not submit it", "without pressing Save": what has to stay undone. */
const PROHIBITION =
  /(?:^|[,;.]?\s+)(?:(?:and|but|please)\s+)*(?:do not|don't|don’t|never|without|avoid)\s+(?=(?:click|press|tap|submit|send|save|delete|remove|buy|order|post|publish|pay|download|confirm|open|select|choose|tick|check|enter|type|clos|log|update|updat|accept|register|share|shar)(?:t?ing|ing|s)?\b)([^,;.]+)/gi;

const MAX_INTENT_CHARACTERS = 2000;
/** Blanks are blanks outside quotations alone: what is quoted keeps its exact characters. */
export function masked(intent: string): { text: string; unmask: Unmask } {
  const { text, unmask } = mask(intent.slice(0, MAX_INTENT_CHARACTERS));
  return { text: text.replace(/\s+/g, ' ').trim(), unmask };
}

/** The whole intent in the grammar's own words, quotations as they were. */
export function plainWords(intent: string): string {
  const { text, unmask } = masked(intent);
  return unmask(
    splitAtVerbs(reword(text))
      .map((part) => unframed(part))
      .join('; '),
  );
}

/** What it asks in everyday words, said as the facts that it asks for; the rest as it was. */
export const plainlyAsked = (intent: string): string =>
  inEnglish(intent, (text) => askedPlainly(meantAtLast(stateFirst(text))));

/** Its orders as they stand: what was taken back is gone, and what is to be so before it is sent stands first. */
export const asOrdered = (intent: string): string =>
  inEnglish(intent, (text) => meantAtLast(stateFirst(text)));

function inEnglish(intent: string, plainer: (text: string) => string): string {
  const { text, unmask } = masked(intent);
  if (languageOf(text) !== 'en') return intent;
  const said = plainer(text);
  return said === text ? intent : unmask(said);
}

/** "Submit please, with A ticked of course": what is to be so before it is sent stands first. */
function stateFirst(text: string): string {
  const plain = text
    .replace(NONE_TICKED, '$1leave all boxes empty')
    .replace(WITHOUT_TICKS, 'leave all boxes empty and $1')
    .replace(NO_OTHER, '')
    .replace(SO_MANY, (_, verb: string, things: string) =>
      /^order/iu.test(verb) ? `Get ${things} and place the order` : `Get ${things}`,
    )
    .replace(/^(Get \d.*?), (?=place the order)/u, '$1 and ');
  const said = OF_COURSE.test(plain) ? plain.replace(OF_COURSE, '') : plain;
  const [, act, state] = SENT_WITH.exec(said) ?? [];
  if (act === undefined || state === undefined) return said;
  return `with ${state}, ${/^(?:press|click|hit|tap)\b/iu.test(act) ? act : `press ${act}`}`;
}
/** "do not tick any box": all of them stay empty, as the order wants. */
const NONE_TICKED =
  /(^|[,;.] |\b(?:so|and) )(?:please )?(?:do not|don['’]t) (?:tick|check|select|mark) (?:anything|any(?: of)?(?: the| these)?(?: check ?| tick ?)?(?: ?box(?:es)?)?|a single box)(?:,? (?:and |but )?just(?= ))?(?=[,;.]| and| but|$| (?:press|click|hit|submit)\b)/iu;
const WITHOUT_TICKS =
  /^((?:please )?(?:press|click|hit|submit)(?: on)?(?: \S+){0,3}?),? without (?:ticking|checking|selecting|marking) (?:anything|any(?: of)?(?: the| these)?(?: boxes| box| checkboxes)?)(?=[.!]*$)/iu;
/** "…, not any of the others": said of the very thing. */
const NO_OTHER =
  /,? (?:and |but )?not (?:any |one )?(?:of )?(?:the|those) (?:other|similar|others)(?: ones?| buttons?| links?)?(?=[.!]*$)/iu;
const SO_MANY =
  /^(?:please )?((?:I(?:['’]d like| want| need| would like|['’]ll have|['’]ll take)(?: to (?:order|have|get|buy))?|order|give me|can I (?:have|get)|we need|we want)) (?=(?:\d+|one|two|three|four|five|six|seven|eight|nine) \p{Lu}\S*(?:,| and|$))((?:(?:\d+|one|two|three|four|five|six|seven|eight|nine) \p{Lu}[^\s,]*(?:,? and |, |(?= ?please)|$|(?=,)))+)/u;
const OF_COURSE = /,? (?:of course|obviously|naturally|needless to say)(?=\s*[.!]*$)/iu;
const SENT_WITH =
  /^(?:please )?((?:(?:press|click|hit|tap)(?: on)? )?(?:the )?(?:submit|save|send|search|ok|okay|next|continue|go|done|confirm|apply|finish)(?: button)?)(?:,? please)?, (?:but |and )?with ([^.;]+? (?:ticked|unticked|checked|unchecked|selected|chosen|switched on|switched off|turned on|turned off|on|off))[.!]?$/iu;

/** Whether something in it has to stay undone. */
export const forbids = (text: string): boolean => text.search(PROHIBITION) >= 0;

/** The names of what must not be pressed, from the whole intent. */
export function prohibitionsOf(intent: string): readonly string[] {
  const { text, unmask } = masked(intent);
  return [...reword(text).matchAll(PROHIBITION)].flatMap((match) => {
    const said = unmask((match[1] ?? '').trim()).replace(/["“”]/g, '');
    const thing = said
      .replace(/^(?:click|press|tap|select|choose|tick|check|open)(?:ing)?(?: on)?\s+/i, '')
      .replace(/\s+(?:button|link|box)$/i, '')
      .replace(/^(\w+?)(?:t?ting|ing)?\s+(?:it|them|that|this|anything|the form|yet)$/i, '$1');
    return thing === '' ? [] : [thing.replace(/^(?:the|a|an|any)\s+/i, '')];
  });
}

/** Imperatives, in order; empty for an intent without any. */
export function clausesOf(intent: string): { clauses: readonly string[]; unmask: Unmask } {
  const { text, unmask } = masked(intent);
  const parts = splitAtVerbs(
    reword(text)
      .replace(PROHIBITION, '')
      .replace(/[?!.]+$/, ''),
  )
    .flatMap((part) => part.split(SPLIT_UNKNOWN))
    .flatMap((part) => unframed(part).split(/\s*;\s*/));
  const whole: string[] = [];
  let before = '';
  for (const [at, part] of parts.entries()) {
    // "For Ana, click Like": a place and no act; it belongs to what follows.
    const isLead = PLACE_ALONE.test(part) || hangsOn(part);
    if (before === '' && isLead && ACTS.test(parts[at + 1] ?? '')) {
      before = part;
      continue;
    }
    // "press Verify, Discard and Finish": a control's name may look like a verb.
    const last = whole.at(-1);
    if (last !== undefined && NAME_ALONE.test(part) && PRESSES.test(last)) {
      whole[whole.length - 1] = `${last}, ${part}`;
      continue;
    }
    whole.push(before === '' ? part : `${before}, ${part}`);
    before = '';
  }
  return {
    clauses: whole.flatMap((clause) => unframed(clause).split(/\s*;\s*/)).flatMap((clause) => plain(clause)),
    unmask,
  };
}

/** "Once the price is 20, press Buy": what the order behind it waits for. */
const hangsOn = (part: string): boolean => {
  const said = /^(?:when|once|as soon as) (.+)$/iu.exec(part)?.[1];
  return said !== undefined && parseCondition(said) !== null;
};

const ACTS =
  /^(?:please )?(?:click|press|tap|hit|push|take|go|double-click|select|choose|pick|tick|check|enter|type|write|put|insert|input|set|fill|open|drag|give|make|draw|highlight|find|search)\b/i;
const NAME_ALONE = /^\p{Lu}\p{L}+(?:,? in (?:this|that|the given) order)?$/u;
const PRESSES = /^(?:click|press|tap)(?: on)?\s+\p{Lu}\p{L}*(?:, \p{Lu}\p{L}*)*$/u;
const PLACE_ALONE =
  /^(?:for|in|on|beside|next to|below|above|under|within|inside|using|with|into|from|as|out of) (?:the )?[^,;]+$/i;

/** When and how surely, said behind an act: the order of the clauses says that already, and waiting is done by itself. */
const AT_LAST =
  /(?<=^(?:click|press|tap|push|hit|submit|save|send|tick|untick|check|uncheck|mark|choose|select|open|accept|expand|unfold|close|clear|empty|delete|remove|star|enter|double-click|turn|set)\b.+?),? (?:(?:right )?after(?:wards| (?:that|this|it))?|now|right now|immediately|straight away|at once|too|as well|at the end|in the end|at last|then|first|there|for me|(?:when|once|as soon as) (?:it|that) (?:shows?(?: up)?|appears?|comes? up|is (?:there|shown|visible|ready)|has appeared|pops up|lets you|can be (?:clicked|pressed)))$/iu;

function plain(given: string): readonly string[] {
  let clause = plainClause(given.trim().replace(/[,.]+$/, ''))
    .replace(/,?\s*in (?:this|that|the given) order$/i, '')
    .replace(
      /,?\s*(?:when|once|after|as soon as)(?: (?:you(?: are|'re)?|everything is|it is|all is))? (?:done|finished|ready|complete)$/i,
      '',
    )
    .trim();
  clause = rewritten(clause, [
    [AT_LAST, ''],
    [WANDER, ''],
  ]).trim();
  clause = clause.replace(/^(?:find and |locate and |go and )(?=click|press|open|select|choose)/i, '');
  clause = PURPOSE.exec(clause)?.[1] ?? clause;
  const means = BY_MEANS.exec(clause);
  if (means !== null) clause = `click ${means[2] ?? ''}`;
  clause = contextFirst(clause);
  return clause === '' || /^(?:the|it|below|find|locate|look)$/i.test(clause) ? [] : [clause];
}

/** "For the user @x, click Like", "in the group Lunch select Rice": the place is said last, as elsewhere. */
function contextFirst(clause: string): string {
  const its = /^for ([^,]+), (?:set|change) (the \p{Ll}+) to (.+)$/iu.exec(clause);
  if (its !== null) return `set ${its[2] ?? ''} of ${its[1] ?? ''} to ${its[3] ?? ''}`;
  const whom = /^for (?:the )?(?:user |person |item |product |row |entry )?([^,]+), (.+)$/i.exec(clause);
  if (whom !== null) return `${whom[2] ?? ''} for ${whom[1] ?? ''}`;
  const means =
    /^(?:using|with|by means of|on|from) (?:the |an? )?([^,]*\b(?:editor|tool ?bars?|tools?|buttons?|interface|sliders?|spinners?|pickers?|wheel|calendar|drop ?downs?|lists?|menu|keyboard|(?:text ?|input )?(?:fields?|box|textbox))),? (.+)$/i.exec(
      clause,
    );
  if (means !== null)
    return /\b(?:editor|tool ?bars?|tools?|buttons?|interface|keyboard)$/i.test(means[1] ?? '')
      ? (means[2] ?? '')
      : `${means[2] ?? ''} ${/\b(?:field|box)$/i.test(means[1] ?? '') ? 'into' : 'with'} the ${means[1] ?? ''}`;
  const into =
    /^(?:in|into|inside) (?:the )?([^,]*\b(?:fields?|box|text ?box|text ?area|input)\b[^,]*),? ((?:type|enter|write|put|insert|input)\b.+)$/i.exec(
      clause,
    );
  if (into !== null) return `${into[2] ?? ''} into the ${into[1] ?? ''}`;
  const where =
    /^(?:in|under|within|inside) (?:the )?((?:group|section|panel|menu|row|dialog|box|area|list|tab|fieldset|table)\b[^,]*?|[^,]*?\b(?:group|section|panel|menu|row|dialog|tab)),? (?=(?:select|choose|pick|click|press|hit|tap|push|tick|check|enter|type|open|set|fill)\b)(.+)$/i.exec(
      clause,
    );
  if (where !== null) return `${where[2] ?? ''} in the ${where[1] ?? ''}`;
  const near =
    /^(on|beside|next to|below|above) ([^,]+), ((?:select|choose|pick|click|press|hit|tap|push|tick|check|open)\b.+)$/i.exec(
      clause,
    );
  if (near !== null) return `${near[3] ?? ''} ${near[1] ?? ''} ${near[2] ?? ''}`;
  return clause;
}
