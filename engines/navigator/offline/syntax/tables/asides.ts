// Words of which people tell beside what they order: of themselves, of how things are, why. Pure.
// INVARIANT: no word here is an act on a page, and none takes one back.

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a clause that is no order may begin with. */
export const ASIDE_OPENS = set(
  'i we it this that he she they my our there here these those everybody everyone nobody all',
);
export const REASONS = set('because since cause as');

/** With one of these, a clause may be meant as an order, or as what must not be. */
export const NEVER_ASIDE = set(
  'want wants wish need needs like prefer should must shall ought please would let supposed stay stays remain remains leave keep only other others rest else instead until unless if except without before after but never ticked checked selected pressed clicked entered chosen on off empty accept agree consent allow permit',
);

/** Finite verbs of how things are. */
export const STATES = set(
  "is are was were am be been has have had do does did need needs needed want wants wanted like likes liked love loves use uses used know knows knew think believe live lives lived work works come comes came go goes went get gets got see saw look looks say says said call called ask asked send sent wrote written write mailed hear heard travel travels travelling fly flies flying move moved moving buy bought eat eats sit sits stand stands lie lies hide hides apply belong belongs 's can",
);
export const HARMLESS = set(
  "i we you he she they me us my our your his her their who which what that this there here someone people everybody it its in on at of for from to with about by into over up around through since as a an the and or because when while really just already still also too so very quite rather again always often maybe perhaps probably today tomorrow yesterday now then soon later somewhere important good nice fine great bad sad happy tired long short new old hidden busy sure afraid glad ready done finished wrong favourite thing things something anything everything time way day week home money lot bit kind sort reason one interested would could might will for me us mine ours yours any more 'd 'm am after through with use",
);
/** How the page may behave, and what is done about it by itself. */
export const HINTS =
  /^(?:(?:maybe|perhaps|possibly|probably|it may be that) (?:you|it|that|there|this)\b[^\uE000\p{Lu}\d]*|(?:if|when|should) (?:something|anything|a pop-?up|a dialog|a banner|some pop-?up)\b[^\uE000\p{Lu}\d]* (?:pops? up|appears?|comes? up|shows? up|gets in the way|is in the way)(?: (?:just |then )?(?:close|dismiss|ignore) (?:it|that))?|(?:it|that|this) (?:may|might|can|could|will|does|takes?) [^\uE000\p{Lu}\d]*|(?:just )?wait(?: (?:a (?:bit|moment|second|little)|for it|a while))?|hang on|hold on|give it a (?:moment|second)|i forgot (?:which|where|what)[^\uE000\p{Lu}\d]*)$/u;
