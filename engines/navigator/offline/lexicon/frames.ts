// What is said without an imperative ("we need X ticked", "X should be Y", "Name: Ana", "in the field X put Y") as the order that
// is meant. Pure. INVARIANT: a frame is taken only where its own words are all there; any other clause stays as it is.
import { idiom, named } from './idioms.ts';
import { sought } from './phrases/clues.ts';

/** The verb of a participle or gerund; `null` for a verb that is not known. */
export type BaseOf = (word: string) => string | null;

const Q = String.raw`\uE000\d+\uE001`;
const MODAL = String.raw`(?:should|must|shall|ought to|needs? to|has to|have to|had better|(?:is|are) (?:supposed |meant )?to|wants? to|will)`;
/** What is wished for follows: a small clause ("X ticked"), a sentence ("X is ticked") or an act ("you ticked X"). */
export const WISH = new RegExp(
  String.raw`^(?:(?:could|can|may|might) (?:i|we) (?:please )?(?:have|get)|(?:i|we)(?:'m| am|'re| are) after|(?:i|we)(?:'d| would)? (?:really )?(?:love|like|prefer|appreciate|be (?:happy|glad|grateful|delighted)|want|need|wish)(?: it)?(?: (?:if|that|for|to (?:see|have|get|be able to see)))?|it(?:'d| would) (?:be|help)(?: \p{L}+)? if|(?:please )?(?:make|be) (?:sure|certain)(?: that)?|ensure(?: that)?|see to it(?: that)?|see (?:that|if)|make it so(?: that)?|arrange (?:for|that)|take care that|check that|(?:what|all) (?:i|we)(?:'d| would)? (?:want|need|like|am after|are after)(?: to (?:see|have))? is(?: for| that)?|(?:get|have|let|i'll have|my wish is|the (?:idea|goal|aim|task) is(?: to have| that)?|i expect)) `,
  'iu',
);
export const ADDRESSED = /^(?:you|someone|somebody) (?:to |could |would |can )?/i;
const PARTICIPLE = String.raw`((?:\p{L}+-)?\p{L}+(?:ed|en|ng|nt|nd|it|ut|et|wn|ht)|put|set)`;
const REST = String.raw`((?: (?:in|into|on|off|out|to|as|from|for|by|with|at|under|of|next to|beside)\b.+)?)`;
const DONE = new RegExp(
  String.raw`^(?:the fact that )?(\S.*?)(?: (?:${MODAL} (?:also )?(not )?(?:be|get|have been)|to (not )?(?:be|get)|(?:is|are|was|were|gets?|be|being|has been|have been)( not)?))? ${PARTICIPLE}${REST}$`,
  'iu',
);
const BE = String.raw`(?:${MODAL} (?:be set to|be at|stand at|be|read|say|show|contain|hold|have|become|get|equal)|to (?:be set to|be at|be|read|say|show|contain)|is(?: now)?|are|be|reads?|says?|gets?|becomes?|equals?|contains?|at|was|were)`;

const COLOUR = 'red|orange|yellow|green|blue|purple|violet|pink|black|white|gr[ae]y|brown';
const FACTS = 'price|cost|total|balance|status|age|number|address|date|phone|height|weight';
const MODAL_ANYWHERE = new RegExp(` ${MODAL} (?:be|get) `, 'iu');

const UNTICKED = new Set(['tick', 'check', 'select', 'choose', 'mark', 'activate', 'enable']);
const ON =
  /^((?:(?! and |\b(?:should|must|be|is|are|was)\b).)+?) (?:(?:should|must|has to|needs to|have to|need to|ought to) be |to be |is |are |be |was |were )?(?:switched |turned )?(on|off|enabled|disabled|active|inactive)$/i;
const EMPTY = new RegExp(
  String.raw`^(?:make |leave |keep )?(.+?) (?:${BE} )?(?:left )?(?:empty|blank)$`,
  'iu',
);
const GONE =
  /^(?:make )?(.+?) (?:should |must |needs to |has to |to |can )?(?:be |is )?(?:gone|go away|disappear|go)$/i;
const FIELD_NAME = String.raw`(?:the |my |our |its |a )?(\p{L}[\p{L}\p{N}'-]*(?: [\p{L}\p{N}-]+){0,4}?)`;
const GOES = new RegExp(
  String.raw`^(.+?) (?:(?:should|must|has to|needs to) (?:go|be put|stand|appear)|goes|belongs|is to go|comes|stands?) (in|into|to|under|inside|as|for|at) (.+)$`,
  'iu',
);
const PLACED_FIRST = new RegExp(
  String.raw`^(in|into|inside|under|at|for|as|from|out of|on|using|with) ((?:the |my |our |a )?(?:\S+ ){0,5}?\S+?),? (?:please )?(enter|put|type|write|insert|input|fill in|use|say|have|choose|select|pick|take|go with|go for|opt for|want|set|click|press|tap|hit|push|tick|check|double-click|i(?:['’]d like|['’]ll (?:have|take)| want| need| would like| take| choose| pick| prefer))(?: on)? (?!with\b)(.+)$`,
  'iu',
);
const ASSIGNED = new RegExp(
  String.raw`^${FIELD_NAME}(?:\s*:\s+|\s*:(?=\uE000)|\s*[=→]\s*|\s+(?:-|–|->|=>)\s+)(\S.*)$`,
  'iu',
);
const PAIR = new RegExp(String.raw`^(?:and )?${FIELD_NAME}(?: is)?:? (${Q})$`, 'iu');
const BARE_PAIR =
  /^(?:and )?((?:the |my )?(?!(?:the|my|in|at|as|of|for)\b)\p{Ll}[\p{Ll}-]*(?: (?!is\b)\p{Ll}+)?)(?: is(?: to be)?)?:? (\p{Lu}\S*(?: \p{Lu}\S*)*|\d\S*|\S+@\S+)(?:,? please)?$/u;
const NO_FIELD =
  /^(?:click|press|tap|select|choose|pick|tick|untick|enter|write|put|search|find|set|fill|go|tell|take|get|use|do|complete|hint|note|task|goal|first|second|third|then|next|after|before|finally|last|and|beside|below|above|under|next to|from|for|in|on|with|there|start|begin)\b|\b(?:should|must|needs?|wants?|is|are|has|have)$/i;

const article = (name: string): string => name.replace(/^(?:the|my|our|its|a)\s+/i, '');
/** A name of one thing: a few words, and none that another clause begins with. */
const isValue = (text: string): boolean =>
  text.trim() !== '' &&
  !/^(?:that|which|what|who|when|where|not|the (?:same|one)|a|an|there|it|if|how|why|because|so|too|very)\b/i.test(
    text,
  ) &&
  // "the link X - open it": an order stands there.
  !/^(?:please |then )?\p{Ll}+ (?:on )?(?:it|them|that|this|there)\b/u.test(text) &&
  text.split(' ').length <= 8;
const isField = (text: string): boolean =>
  !/^(?:what|which|who|when|where|how|if|it|there|this|that|is|are|note|hint|task|i|we|you|he|she|they|these|those)\b/i.test(
    text,
  ) && text.split(' ').length <= 6;

/** `wished`: it need not be said that it should be so. */
function stated(said: string, wished: boolean, baseOf: BaseOf): string | null {
  const text = said.trim();
  const done = sought(DONE, text);
  const verb = done === null ? null : baseOf(done[5] ?? '');
  if (done !== null && verb !== null) {
    const [, thing = '', a, b, c, , rest = ''] = done;
    const modal = new RegExp(
      String.raw` (?:${MODAL} (?:also |not )*(?:be|get)|to (?:not )?(?:be|get)) `,
      'iu',
    ).test(text);
    const not = (a ?? b ?? c) !== undefined;
    if ((wished || modal) && isField(thing.split(/,| and /)[0] ?? '')) {
      if (not) return UNTICKED.has(verb) ? `untick ${thing}${rest}` : null;
      if (/^(?:need|want|label|call|name|like)$/.test(verb) || (verb === 'mark' && rest !== '')) return null;
      return `${verb} ${thing}${rest}`;
    }
  }
  const should = wished || new RegExp(String.raw` ${MODAL} | (?:goes|belongs) `, 'iu').test(text);
  const on = sought(ON, text);
  if (on !== null && should)
    return `turn ${/^(?:on|enabled|active)$/i.test(on[2] ?? '') ? 'on' : 'off'} ${on[1] ?? ''}`;
  const empty = sought(EMPTY, text);
  if (empty !== null && should) return `clear ${empty[1] ?? ''}`;
  const gone = sought(GONE, text);
  if (gone !== null && should && /\b(?:dialog|pop-?up|banner|message|notice|window)\b/i.test(text))
    return `close ${gone[1] ?? ''}`;
  const goes = sought(GOES, text);
  if (goes !== null)
    return `enter ${goes[1] ?? ''} ${(goes[2] ?? '') === 'to' ? 'into' : (goes[2] ?? '')} ${goes[3] ?? ''}`;
  const be = new RegExp(String.raw`^((?:the |my |our )?\S+(?: \S+){0,4}?) ${BE} (.+)$`, 'iu').exec(text);
  // "should be frobnicated" is an act that is not known, and no value.
  if (
    be !== null &&
    isField(be[1] ?? '') &&
    isValue(be[2] ?? '') &&
    !/^(?!seven\b)\p{Ll}+(?:ed|en|ing)(?: |$)/u.test(be[2] ?? '')
  ) {
    const certain =
      should ||
      /^my /i.test(text) ||
      (/^the .*\b(?:date|day|time)\b/i.test(be[1] ?? '') &&
        /\b(?:after|before|later than)\b/.test(be[2] ?? '')) ||
      (/^(?:the|our) /i.test(text) && /^(?:\uE000|\p{Lu}|\d)/u.test(be[2] ?? ''));
    if (certain) return `set ${be[1] ?? ''} to ${be[2] ?? ''}`;
  }
  const valueIs = new RegExp(
    `^(${Q}|\\d\\S*(?: [ap]m)?|\\p{Lu}\\S*|${COLOUR}) (?:for|as|in|is|(?:${MODAL}) be) ((?:the|my) \\p{Ll}+(?: \\p{Ll}+)?)$`,
    'u',
  ).exec(text);
  if (valueIs !== null) return `enter ${valueIs[1] ?? ''} as ${valueIs[2] ?? ''}`;
  if (!wished) return null;
  const open = /^(.+?) (?:to be )?(open|closed|shut)$/i.exec(text);
  if (open !== null) return `${/^open$/i.test(open[2] ?? '') ? 'open' : 'close'} ${open[1] ?? ''}`;
  const fact = new RegExp(`^the (?:\\S+ )?(?:${FACTS})(?: (?:of|for) .+)?$`, 'iu');
  if (fact.test(text)) return `tell me ${text}`;
  const many = /^an? (\S+(?: \S+)?) of (\S+)$/i.exec(text);
  if (many !== null) return `set ${many[1] ?? ''} to ${many[2] ?? ''}`;
  const from = /^(.+?) (?:from|out of) ((?:the |this |my )?.*\b(?:list|menu|drop ?down|options)\b.*)$/i.exec(
    text,
  );
  if (from !== null) return `choose ${from[1] ?? ''} from ${from[2] ?? ''}`;
  const as = new RegExp(
    String.raw`^(${Q}|\S+(?: \S+){0,2}) (as|for|in|into|under) ((?:the |my ).+|\p{Lu}\S*)$`,
    'u',
  ).exec(text);
  return as !== null && isField(as[1] ?? '') ? `enter ${as[1] ?? ''} ${as[2] ?? ''} ${as[3] ?? ''}` : null;
}

/** Several of the same in one clause: "A should be 1 and B should be 2", "A on, B off", "Name: 1, City: 2". */
function several(text: string, one: (part: string) => string | null): string | null {
  const whole = /,|;| and | but /i.test(text) ? null : one(text);
  if (whole !== null) return whole;
  const parts = text
    .split(/\s*[,;]\s*(?:and |but )?|\s+(?:and|but)\s+(?:then\s+)?/i)
    .filter((part) => part !== '');
  const made = parts.map(one);
  return parts.length > 1 && made.every((part) => part !== null) ? made.join('; ') : one(text);
}

const assigned = (part: string): string | null => {
  const match = sought(ASSIGNED, part);
  const [, field = '', value = ''] = match ?? [];
  if (match === null || !isField(field) || NO_FIELD.test(field) || !isValue(value)) return null;
  if (/^(?:ticked|checked|selected|on|enabled)$/i.test(value)) return `tick ${field}`;
  if (/^(?:unticked|unchecked|off|disabled)$/i.test(value)) return `untick ${field}`;
  if (/^(?:click|press|tap|hit|push)$/i.test(value)) return `click ${field}`;
  if (/^(?:empty|blank)$/i.test(value)) return `clear ${field}`;
  if (/^(?:on|off)$/i.test(value)) return `turn ${value} ${field}`;
  return `set ${field} to ${value}`;
};
/** "the slider at 50": a wish as short as can be. */
const stood = (part: string): string | null => {
  const stands = /^((?:the )?(?!(?:press|click|tap)\b)\p{Ll}+(?: \p{Ll}+)?) at ([-−]?\d[\d.,]*)$/u.exec(part);
  return stands === null ? null : `set ${stands[1] ?? ''} to ${stands[2] ?? ''}`;
};
const paired = (part: string): string | null => {
  const match = sought(PAIR, part) ?? sought(BARE_PAIR, part);
  const field = match?.[1] ?? '';
  return match === null || NO_FIELD.test(field) || /^\p{Ll}+ing\b/u.test(field)
    ? stood(part)
    : `set ${field} to ${match[2] ?? ''}`;
};
const switched = (part: string): string | null => {
  const match = /^((?:the |my )?\S+(?: \S+){0,2}) (on|off)$/i.exec(part);
  return match === null || /\b(?:should|must|be|is|are|needs?|to|has)\b/i.test(match[1] ?? '')
    ? null
    : `turn ${match[2] ?? ''} ${match[1] ?? ''}`;
};

/** "X needs pressing", "what needs to be pressed is X", "it's X that I want pressed", "the thing to press is X". */
const NEEDS_DOING =
  /^(?<thing>.+?) (?:needs?|wants?|requires?|deserves?|could do with|is due for|is (?:in need|worth)(?: of)?) (?<deed>[\p{L}-]+ing)$/iu;
const CLEFT_DONE = new RegExp(
  String.raw`^(?:(?:what|the (?:thing|one)(?: that)?|all that) (?:${MODAL} (?:be|get)|i (?:want|need|would like)(?: to (?:be|have))?) (?<deed>[\p{L}-]+) is (?<thing>.+)|it(?:'s| is) (?<thing2>.+?) (?:that|which) (?:${MODAL} (?:be|get)|(?:i|we)(?:'d| would)? (?:want|need|like)(?: to (?:have|be|get))?) (?<deed2>[\p{L}-]+))$`,
  'iu',
);
const CLEFT =
  /^(?:what|all|the (?:only )?(?:thing|one)|the act)(?: that)? (?:(?:you|we|i) (?:should|must|need to|have to|ought to|want(?: you)? to)|i(?:'d| would) like(?: you)? to|(?:you )?(?:are|is) to|to) ([\p{L}-]+)(?: on)? is (.+)$/iu;
const ONE_TO =
  /^(.+?) (?:is|are) (?:the (?:one|thing|ones|\p{Ll}+)|what) (?:to|you (?:should|must|need to|have to)|i (?:want|need) you to|we (?:should|need to)) ([\p{L}-]+)$/iu;

/** "X is the one that needs pressing", "X is what I want clicked". */
const IS_THE_ONE =
  /^(.+?) (?:is|are) (?:what|the (?:\p{Ll}+ )?\p{Ll}+(?: (?:that|which))?) (?:(?:needs?|wants?|deserves) (?:to be |a )?|(?:should|must|ha(?:s|ve) to|is to|are to|ought to) (?:be|get) |(?:i|we) (?:want|need|would like)(?: to be)? (?:it |you to )?|to be )(\p{L}+)$|^(.+?) is the (?:one|button|link|box) to (click|press|tick|choose|use)$/iu;

/** "for the user @ana": what kind of thing it is says nothing of its name. */
const A_ROLE = /^(?:the )?(?:user|person|item|product|row|entry) /i;
/** What is entered, chosen or pressed there; the place is said last elsewhere. */
function placedFirst(text: string, baseOf: BaseOf): string | null {
  const match = sought(PLACED_FIRST, text);
  if (match === null) return null;
  const [, at = '', where = '', verb = '', what = ''] = match;
  const how = at.toLowerCase();
  if (/^(?:click|press|tap|hit|push|double-click|tick|check)$/i.test(verb))
    return /^(?:in|under|inside|for|on)$/.test(how) && !/\b(?:field|box)\b/i.test(where)
      ? `${verb} ${what} ${how === 'on' ? 'in' : how} ${how === 'for' ? where.replace(A_ROLE, '') : where}`
      : null;
  // "from the section X I'd like Y clicked".
  const wanted = /^i\b/i.test(verb) ? /^(.+) (\p{L}+(?:ed|en))$/u.exec(what) : null;
  const act = wanted === null ? null : baseOf(wanted[2] ?? '');
  if (act !== null) return `${act} ${wanted?.[1] ?? ''} ${how === 'from' ? 'in' : how} ${where}`;
  if (/\bmenu\b/i.test(where) && /^(?:choose|select|pick|take)/i.test(verb))
    return `click ${what} in ${where}`;
  if (/^(?:choose|select|pick|take|go|opt|want|i\b)/i.test(verb)) {
    if (/\b(?:calendar|slider|wheel|picker|group|section)\b/i.test(where)) return null;
    return /\b(?:list|menu|drop ?down|options)$/i.test(where)
      ? `choose ${what} from ${where}`
      : /^(?:for|as|under)$/.test(how)
        ? `choose ${what} as ${article(where) === where ? `the ${where}` : where}`
        : `choose ${what} from ${where}`;
  }
  if (verb.toLowerCase() === 'set') return null;
  const placed = /^(.+?) (?:as|into|in|for) (?:the )?(.+)$/i.exec(what);
  if (placed !== null && /^(?:in|under|inside)$/.test(how))
    return `enter ${placed[1] ?? ''} into the ${placed[2] ?? ''} ${how === 'inside' ? 'in' : how} ${where}`;
  return /^(?:using|with|from|out of|on)$/.test(how)
    ? null
    : `enter ${what} ${how === 'as' ? 'as' : 'into'} ${where}`;
}

/** One clause to the order (or, with `;` between them, orders) that it means; itself where it is in no frame. */
export function framed(clause: string, baseOf: BaseOf, isOrder: (text: string) => boolean): string {
  const text = clause
    .trim()
    .replace(/^(?:and )?then /i, '')
    .replace(/\b(should|must|need|is|are|was|were)n['’]t\b/giu, '$1 not');
  const mayBe = /^(?:could|can|may|might) ((?:the |my )?.+?) (be .+)$/i.exec(text);
  if (mayBe !== null) return framed(`${mayBe[1] ?? ''} should ${mayBe[2] ?? ''}`, baseOf, isOrder);
  const plainly = idiom(text);
  if (plainly !== null) return plainly;
  const wish = sought(WISH, text);
  const wished = wish === null ? '' : text.slice(wish[0].length);
  const needed = sought(NEEDS_DOING, text) ?? sought(CLEFT_DONE, text);
  const deed = needed === null ? null : baseOf(needed.groups?.['deed'] ?? needed.groups?.['deed2'] ?? '');
  if (deed !== null) return `${deed} ${needed?.groups?.['thing'] ?? needed?.groups?.['thing2'] ?? ''}`;
  const cleft = sought(CLEFT, text);
  if (cleft !== null && isOrder(`${cleft[1] ?? ''} the`)) return `${cleft[1] ?? ''} ${cleft[2] ?? ''}`;
  const oneTo = sought(ONE_TO, text);
  if (oneTo !== null && isOrder(`${oneTo[2] ?? ''} the`)) return `${oneTo[2] ?? ''} ${oneTo[1] ?? ''}`;
  const chosen = sought(IS_THE_ONE, text);
  if (chosen !== null) {
    const base = chosen[4] ?? baseOf(chosen[2] ?? '');
    if (base !== null) return `${base} ${chosen[1] ?? chosen[3] ?? ''}`;
  }
  if (wish !== null && wished !== '') {
    const asked = wished.replace(ADDRESSED, '');
    const first = /^\p{L}+/u.exec(asked)?.[0] ?? '';
    const base = asked === wished ? null : (baseOf(first) ?? (ADDRESSED.test(wished) ? first : null));
    if (base !== null && first !== '') return `${base}${asked.slice(first.length)}`;
    const inner = idiom(wished.replace(/ ha(?:s|ve) (?=an? )/i, ' needs '));
    const made = several(wished, (part) => stated(part, true, baseOf)) ?? inner;
    if (made !== null) return made;
    if (/^(?:to (?:know|see|find out|learn) )/i.test(wished))
      return wished.replace(/^to (?:know|see|find out|learn) /i, '');
  }
  const pressed = pressedAlone(text, baseOf);
  if (pressed !== null) return pressed;
  if (isOrder(text)) return text;
  return (
    several(text, assigned) ??
    several(text, switched) ??
    several(text, (part) => placedFirst(part, baseOf)) ??
    several(
      text,
      (part) =>
        stated(part, false, baseOf) ?? (MODAL_ANYWHERE.test(text) ? stated(part, true, baseOf) : null),
    ) ??
    (/,| and /.test(text) || PAIR.test(text) ? several(text, paired) : stood(text)) ??
    named(text) ??
    text
  );
}

/** "Submit pressed": what an order before it wished for as well. */
function pressedAlone(text: string, baseOf: BaseOf): string | null {
  const match =
    /^((?:the )?(?!(?:is|are|be|get|have|should)\b)\S+(?: (?!(?:is|are|be|not)\b)\S+)?) (pressed|clicked)$/i.exec(
      text,
    );
  return match === null ? null : `${baseOf(match[2] ?? '') ?? 'click'} ${match[1] ?? ''}`;
}
