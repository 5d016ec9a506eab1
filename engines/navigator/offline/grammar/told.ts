// What only tells of an act, permits one, or names what would commit: no order, whatever a rule makes of its words. Pure.
// INVARIANT: decided by the person's own words; what is in quotes is a name and is never looked into.
import { mask } from '#engines/navigator/offline/words/clauses.ts';
import { commits } from '#engines/navigator/question.ts';

const ENDS = /[.;!?]+(?:\s+|$)/u;
const PARTICIPLE =
  '(?:pressed|clicked|tapped|pushed|hit|sent|submitted|deleted|removed|paid|booked|ordered|bought|published|posted|confirmed|cancelled|canceled)';
/** "you may press Pay": nobody asks for it. */
const PERMITS =
  /^(?:and |so |but |now |then |well |ok(?:ay)? )*(?:you|we|they|one|anybody|anyone) (?:may|might|are allowed to|are free to|are welcome to) (?:now |also |then )?\p{L}/iu;
/** "Pay pressed", "the Delete button clicked": done already, or asked about. */
const REPORTS = new RegExp(
  `^(?:the )?(?:\\S+ ){1,4}?(?:(?:was|were|has been|got|is|already|just|now) )*${PARTICIPLE}(?: already| now| just now| by \\p{L}+)?$`,
  'iu',
);
const WISHES =
  /\b(?:want|wish|need|needs|like|love|have|get|got to|please|make|let|see|should|must|would|could|can|be|with|appreciate|prefer|expect|ensure)\b|^(?:click|press|tap|hit|push|choose|select|pick|tick|check|open|enter|type|put|set|fill|find|wait|leave|keep)\b/iu;
/** "the Pay button please": a name, a kind, and politeness. */
const ONLY_NAMED =
  /^(?:please,? )?(?:the |my |that )?(\S+(?: \S+){0,2}?),? (?:button|icon|symbol|link)(?:,? (?:please|pls|plz|thanks|thank you|thx|for me|there|here|now))*$/iu;
const ACTS =
  /^(?:click|press|tap|hit|push|choose|select|pick|use|take|find|open|follow|double|right|hover|focus|go|the last|the first|last|first|could|can|would|will|want)\b/iu;
/** "How do I press Pay", "let me press Pay", "explain Delete": nothing is to be pressed now. */
const SPEAKS_OF =
  /^(?:and |so |but |now |well |ok(?:ay)? |please )*(?:(?:how (?:do|can|could|should|would) (?:I|we|you|one)|let me) (?:press|click|tap|push|hit)|(?:explain|define|translate|pronounce|spell)) /iu;
/** "After I confirm, press Pay": the person is waited for, and no navigator hears them. */
const AFTER_ME =
  /^(?:only )?(?:after|once|when|as soon as) (?:I|we) (?:have |['’]ve )?(?:confirm|agree|approve|say|said|tell|told|answer|repl|decide|allow)/iu;
/** "Wait for me", "ask me first", "let me check it": a person is waited for, and no navigator hears them. Not where it is a name or a text. */
const WITH_ME =
  /(?<!\p{L})(?=wait|hold|stop|pause|ask|consult|check|confirm|let)(?<!(?:^|[,;.!] |(?<!\p{L})(?:and|then|but|please) )(?:type|enter|write|put|insert|search|look|reply|respond|answer|comment|post)(?:(?! and | then | but )[^,;.!]){0,80})(?<!(?<!\p{L})(?:press|click|click on|tap|hit|push|choose|select|pick|open|find|called|named|labelled|says|saying|the|button|link) )(?:(?:wait|hold on|hold off|stop|pause) (?:for (?:me|us)(?!\p{L})|(?:until|till) (?:I|we) (?!can see|see))|(?:ask|consult|check with|confirm with|wait on) (?:me|us)(?: first| before|$|[,.;])|let (?:me|us) (?:first )?(?:confirm|check|approve|decide|look|review|verify)(?!\p{L}))/iu;
/** "Pressing Pay is allowed", "Pay may be pressed". */
const GERUND =
  /^(?:pressing|clicking|tapping|pushing|hitting|sending|submitting|deleting|removing|paying) [^,]*\b(?:is|was|would be|will be|means|costs)\b/iu;
const MAY_BE =
  /(?:\S) (?:may|might|can|could) (?:now |also |safely )?be (?:pressed|clicked|tapped|pushed|hit|sent|submitted|deleted|removed|paid)(?: \p{L}+){0,3}$/iu;
/** "Delete is on the page". */
const STATES = /^(?:the )?(\S+) (?:is|was|are|were|has|looks|seems)\b/iu;
/** "No Pay please". */
const NOT_THAT = /^(?:please,? )?no ([^,]+)$/iu;
/** "Press Pay tomorrow". */
const ANOTHER_DAY =
  /^(?:please )?(?:press|click|click on|tap|push|hit) (.+) (?:tomorrow|tonight|next (?:week|month|year))$/iu;
const ASKS_TO_PRESS = /\b(?:press|click|tap|push|hit|pick|choose|select|want|need|please)\b/iu;

export const waitsForMe = (intent: string): boolean => WITH_ME.test(mask(intent).text);

/** "Send it when the city is London": it hangs on what the page shows by then, and is nothing to be entered. */
const HANGS_ON =
  /(?<!(?<!\p{L})(?:search for|called|named|says|saying|tell me|find out|know|show me|say|see|check|even|as) )(?<!\p{L})(?:when|once|after|as soon as|if|unless|until|till|wenn|sobald|falls|nachdem|cuando|en cuanto|(?<=^|[,;.] )(?:When|Once|After|As soon as|If|Unless|Until|Wenn|Sobald|Falls|Nachdem|Cuando|En cuanto)) (?!(?:you|we|I|du|Sie|wir) )/u;
const IS_SO =
  /^[^,;.?]{1,80}? (?:is|are|says?|reads?|shows?|contains?|equals?|stands? at|becomes?|turns|ist|sind|zeigt|sagt|es|está|sea|son|dice|muestra|=) (?!(?:not |now |all |already |both )*(?:\p{Ll}+ed|set|put|chosen|written|drawn|done|gone|there|here|shown|hidden|visible|ready|complete|empty|full|open|over|right|correct|(?:on|off|in)(?= ?[,;.!]| \p{Ll}{4,}|$))(?![\p{L}\p{N}]))\S|^(?:the |my |die |der |das |el |la )?\p{L}+ ?[:=] ?[\p{Lu}\p{N}\uE000]/u;
/** "Wenn die Stadt Rom ist": the verb stands last. */
const IS_SO_IN_GERMAN =
  /^(?:der|die|das|den|dem|[Mm]eine?) [^,;.?]{1,80} (?:ist|sind|zeigt|sagt|steht|lautet)(?!\p{L})/u;

export function hangsOnValue(intent: string): boolean {
  const [, ...conditions] = mask(intent.trim()).text.split(HANGS_ON);
  return conditions.some((said) => IS_SO.test(said) || IS_SO_IN_GERMAN.test(said));
}

export function isOnlyTold(intent: string): boolean {
  const { text, unmask } = mask(intent.trim());
  const [first = ''] = text.split(ENDS);
  if (waitsForMe(intent)) return true;
  if (REPORTS.test(first) && !WISHES.test(first)) return true;
  if ([PERMITS, SPEAKS_OF, AFTER_ME, GERUND, MAY_BE].some((form) => form.test(first))) return true;
  const stated = ASKS_TO_PRESS.test(first) ? '' : (STATES.exec(first)?.[1] ?? '');
  const alone = ONLY_NAMED.exec(first)?.[1] ?? '';
  const named = [NOT_THAT, ANOTHER_DAY].flatMap((form) => form.exec(first)?.[1] ?? []);
  return [stated, ACTS.test(alone) ? '' : alone, ...named].some((name) => commits({ name: unmask(name) }));
}
