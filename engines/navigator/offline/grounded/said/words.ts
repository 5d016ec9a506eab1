// The words of an order that say how something is done, to what kind of thing, and where it stands, in three languages.
// INVARIANT: everyday words; a word that stands in no table is explained by the page or by nothing.

/** What is done. What a control does with a press is its own: these only say which of several is meant, or that it is not. */
export const ACTS = [
  'CLICK',
  'ENTER',
  'TICK',
  'UNTICK',
  'CHOOSE',
  'ALL',
  'REST',
  'BOTH',
  'DOUBLE',
  'DRAG',
  'BEFORE',
  'TOWARD',
  'OUT',
] as const;
export type Act = (typeof ACTS)[number];

/** Whole words, folded (small letters, no accents, "ß" as "ss"). */
const ACT_WORDS: Readonly<Record<Act, RegExp>> = {
  CLICK:
    /^(?:click(?:s|ed|ing)?|clic|clickea|press(?:es|ed|ing)?|tap(?:s|ped|ping)?|hit|push(?:ed|ing)?|use|using|used|follow(?:ed|ing)?|open(?:ed|ing|s)?|visit|activate|trigger|(?:an|drauf|darauf)?(?:ge)?klick(?:e|en|st|t)?|anzuklicken|(?:ge)?druck(?:e|en|st|t)?|draufdrucken|betatig(?:e|en|t)|(?:ge)?offne[nt]?|folge|folgen|nimm|nehmen?|pulsa[rs]?|pulse[s]?|presiona[rs]?|presione|aprieta|apretar|toca[r]?|toque|abr[ea]|abrir|abras|sigue|seguir|usa|usar|entra|entrar|clica[r]?|pincha[r]?)$/u,
  ENTER:
    /^(?:enter(?:s|ed|ing)?|type[sd]?|typing|write|writing|put|puts|putting|fill(?:s|ed|ing)?|insert|input|key|ein(?:zu)?(?:ge)?(?:geben|tragen|tippen|fugen)|eingegeben|eingetragen|gib|trag|trage|tragen|schreib(?:e|en|st|t)?|(?:rein|hinein)schreiben|tipp(?:e|en)?|fulle?n?|ausfullen|ausgefullt|escrib(?:e|ir|a|es|as)|escrito|pon|poner|ponga|introduc(?:e|ir)|introduzca|mete[r]?|ingresa[r]?|rellena[r]?|rellene|completa[r]?|teclea[r]?)$/u,
  TICK: /^(?:turn(?:ed|ing)?|tick(?:s|ed|ing)?|check(?:s|ed|ing)?|mark(?:ed)?|enable[d]?|ankreuzen|angekreuzt|kreuz|kreuze|anhaken|angehakt|hak|hake|haken|hakchen|aktivier(?:e|en|t)|markier(?:e|en|t)|setz|setze|setzen|marca[rs]?|marque[s]?|marcad[oa]s?|activa[r]?|tilda[r]?)$/u,
  UNTICK:
    /^(?:off|remove|unset|weg|raus|heraus|entfern(?:e|en|t)|quita[r]?|quite|untick(?:ed|ing)?|uncheck(?:ed|ing)?|unmark|unselect|deselect(?:ed)?|disable[d]?|abwahlen|abgewahlt|abhaken|deaktivier(?:e|en|t)|desmarca[rs]?|desmarque|desmarcad[oa]s?|desactiva[r]?)$/u,
  CHOOSE:
    /^(?:choose|choosing|chosen|pick(?:s|ed|ing)?|select(?:s|ed|ing)?|take|taking|opt|decide|wahl(?:e|en|st|t)|aus(?:zu)?wahlen|ausgewahlt|auswahl|entscheid(?:e|en|est)|selecciona[r]?|seleccione|elige|elegir|elija|escoge[r]?|coge[r]?)$/u,
  ALL: /^(?:all|every|everything|each|alle|alles|allen|jede|jeder|jedes|jeden|todo|todos|toda|todas|cada)$/u,
  REST: /^(?:rest|others|remaining|ubrige|ubrigen|restliche|restlichen|anderen|resto|demas)$/u,
  BOTH: /^(?:both|twice|two|beide|beiden|beides|zweimal|ambos|ambas|dos)$/u,
  DOUBLE: /^(?:double|doubleclick|dblclick|doppelt|doppelklick(?:e|en)?|doppelklicken|doble)$/u,
  DRAG: /^(?:drag(?:ged|ging)?|drop(?:ped)?|move[ds]?|moving|zieh(?:e|en)?|gezogen|schieb(?:e|en)?|verschieb(?:e|en)|arrastra[r]?|arrastre|mueve|mover)$/u,
  BEFORE: /^(?:before|after|once|bevor|nachdem|vorher|ehe|antes|tras)$/u,
  TOWARD: /^hasta$/u,
  /** "Sounds aus" is off, "wähle Sounds aus" is on, "take the tick out": told by what stands with it. */
  OUT: /^(?:out|aus)$/u,
};

export const KINDS = ['PRESS', 'LINK', 'TAB', 'BOX', 'RADIO', 'FIELD', 'LIST', 'GROUP'] as const;
export type Kind = (typeof KINDS)[number];

const KIND_WORDS: Readonly<Record<Kind, RegExp>> = {
  PRESS:
    /^(?:buttons?|btn|icons?|symbols?|knopf|knopfe|schaltflache[n]?|button|taste|icono|boton|botones|card|tile|kachel|karte|tarjeta)$/u,
  LINK: /^(?:links?|hyperlinks?|verknupfung|enlaces?|vinculos?)$/u,
  TAB: /^(?:tabs?|reiter|registerkarte[n]?|pestanas?)$/u,
  BOX: /^(?:box(?:es)?|checkbox(?:es)?|tickbox(?:es)?|switch(?:es)?|toggles?|kastchen|kontrollkastchen|hakchen|schalter|casillas?|interruptor(?:es)?)$/u,
  RADIO: /^(?:radios?|options?|choices?|answers?|optionsfeld|auswahl|opcion|opciones|auswahlmoglichkeit)$/u,
  FIELD:
    /^(?:fields?|textfields?|textbox(?:es)?|inputs?|textarea|feld|felder|feldern|eingabefeld|eingabefelder|textfeld|campos?|cuadro)$/u,
  LIST: /^(?:dropdowns?|drop-downs?|lists?|menus?|selects?|liste|dropdownliste|auswahlliste|menu|listas?|desplegables?|slider|regler|deslizador)$/u,
  GROUP:
    /^(?:sections?|groups?|panels?|rows?|entry|entries|items?|posts?|messages?|e-?mails?|dialogs?|popups?|abschnitt|gruppe|bereich|zeile|eintrag|beitrag|nachricht|dialog|seccion|grupo|fila|entrada|mensaje|publicacion|dialogo|correo)$/u,
};

export const RELATIONS = ['next to', 'below', 'above', 'left of', 'right of'] as const;
export type RelationWord = (typeof RELATIONS)[number];

const RELATION_WORDS: Readonly<Record<RelationWord, RegExp>> = {
  'next to': /^(?:beside|besides|alongside|neben|daneben|nebendran|junto|lado|nebenan|next)$/u,
  below: /^(?:below|under|underneath|beneath|unter|unterhalb|darunter|debajo|bajo)$/u,
  above: /^(?:above|uber|oberhalb|daruber|encima|arriba)$/u,
  'left of': /^(?:left|links|izquierda)$/u,
  'right of': /^(?:right|rechts|derecha)$/u,
};

const LAST = /^(?:last|lastly|letzte[rns]?|zuletzt|ultim[oa])$/u;
const ORDINALS: readonly RegExp[] = [
  /^(?:first|1st|firstly|erstens|zuerst|erste[rns]?|primero|primera|primer)$/u,
  /^(?:second|2nd|secondly|zweitens|zweite[rns]?|segundo|segunda)$/u,
  /^(?:third|3rd|thirdly|drittens|dritte[rns]?|tercero|tercera|tercer)$/u,
  /^(?:fourth|4th|viertens|vierte[rns]?|cuarto|cuarta)$/u,
];

/** Toward what comes next: the place that something is dragged to. */
export const TOWARD =
  /^(?:to|into|in|onto|on|inside|over|zu|zum|zur|in|ins|im|auf|nach|an|hasta|a|al|en|sobre|dentro)$/u;

export const actOf = (folded: string): Act | null => ACTS.find((act) => ACT_WORDS[act].test(folded)) ?? null;
export const kindOf = (folded: string): Kind | null =>
  KINDS.find((kind) => KIND_WORDS[kind].test(folded)) ?? null;
export const relationOf = (folded: string): RelationWord | null =>
  RELATIONS.find((relation) => RELATION_WORDS[relation].test(folded)) ?? null;
/** From 1, -1 for the last; `null` for another word. */
export function ordinalOf(folded: string): number | null {
  if (LAST.test(folded)) return -1;
  const at = ORDINALS.findIndex((pattern) => pattern.test(folded));
  return at < 0 ? null : at + 1;
}

/** Small letters, no accents, "ß" as "ss". */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '');

const ENCLITIC = /(?:me|te|nos|se)?(?:l[aeo]s?)$/u;
/** The word as it stands, else without the pronoun that Spanish writes on to a verb ("pulsalo"). */
export function formsOf(folded: string): readonly string[] {
  const bare = folded.length > 4 ? folded.replace(ENCLITIC, '') : folded;
  return bare === folded || bare.length < 3 ? [folded] : [folded, bare];
}

/** Politeness with an "if" in it only where nothing hangs on it: before a comma, a "please", or the end. */
const POLITE_IF =
  /\b(?:if you (?:do not|don['’]t) mind|if you (?:could|would|can|like|want|please)|wenn es dir nichts ausmacht|wenn du (?:magst|kannst|willst|so nett bist)|si no te importa|si puedes)(?=\s*(?:[,.!;]|$|please\b|bitte\b|por favor\b))/giu;
/** Politeness that has a "not" in it, and what only says that the order is that of the words. */
const ASIDES =
  /\b(?:(?:do not|don['’]t) forget to|in (?:exactly )?(?:this|that|the given) (?:very )?order|in (?:genau )?(?:dieser|der) reihenfolge|en (?:ese|este) (?:mismo )?orden)(?![\p{L}\p{N}])/giu;
export const withoutAsides = (order: string): string => order.replace(POLITE_IF, ' ').replace(ASIDES, ' ');
/** A clause that is nothing but such words. */
export const isAside = (clause: string): boolean => !/[\p{L}\p{N}]/u.test(withoutAsides(clause));

const MONTHS: readonly (readonly [RegExp, string])[] = [
  [/^(?:january|jan|januar|janner|enero)$/u, 'January'],
  [/^(?:february|feb|februar|febrero)$/u, 'February'],
  [/^(?:march|marz|marzo)$/u, 'March'],
  [/^(?:april|apr|abril)$/u, 'April'],
  [/^(?:may|mai|mayo)$/u, 'May'],
  [/^(?:june|jun|juni|junio)$/u, 'June'],
  [/^(?:july|jul|juli|julio)$/u, 'July'],
  [/^(?:august|aug|agosto)$/u, 'August'],
  [/^(?:september|sept?|septiembre)$/u, 'September'],
  [/^(?:october|oct|oktober|octubre)$/u, 'October'],
  [/^(?:november|nov|noviembre)$/u, 'November'],
  [/^(?:december|dec|dezember|diciembre)$/u, 'December'],
];
/** In English, as days are read. */
export const monthOf = (folded: string): string | null =>
  MONTHS.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
