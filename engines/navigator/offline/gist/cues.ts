// Words and turns that tell what an order is about, in three languages, over its text in small letters without accents. Pure.
// INVARIANT: everyday words; none names a site or a page, and each is only a hint that the page has to bear out.

/** What an order hangs on; nobody here can say whether it holds. */
export const CONDITIONS =
  /(?<!\p{L})(?:(?<!(?:as|see|say|tell|check|whether|judge|each|even) )(?:if|unless|provided that|assuming|in case|wenn|falls|sofern|a menos que|siempre que)|(?:maybe|perhaps|possibly|tomorrow|tonight|yesterday|already|later on|next (?:week|month|year)|vielleicht|gestern|heute abend|quizas?|ayer))(?!\p{L})(?! (?:you|one|i|we) (?:can|could|would|please|don|do not|want|like|sort|order|arrange|look|count|add|put|go)| possible|.{0,12} kannst|.{0,12} magst)|(?:^|[.;:,] )si (?!puedes|quieres|te)/u;
/** What somebody else says or wants. */
export const OTHERS =
  /(?<!\p{L})(?:(?:page|form|app|site|website|e-?mail|mail|message|letter|note|text|seite|nachricht|pagina|mensaje)\s+(?:says?|said|tells?|told|asks? me|wants? me|sagt|bittet|dice|pide)|(?:they|he|she|boss|wife|husband|er|sie|ella|el)\s+(?:said|told|says|asked|wants|sagte|sagt|dijo|dice))(?!\p{L})/u;
/** What was done already. */
export const TOLD =
  /^(?:i|we|he|she|they|ich|wir|er|sie) (?:have |has |had |just |already |habe |haben |hat )*(?:pressed|clicked|ticked|sent|submitted|deleted|entered|gedruckt|geklickt|gesendet|geloscht)(?!\p{L})/u;

export const NEGATIONS =
  /^(?:not|never|cannot|dont|without|except|excepting|excluding|avoid|skip|ignore|nicht|kein|keine|keinen|keinem|keiner|nie|ohne|ausser|no|nunca|sin|salvo|excepto|menos|statt|anstatt|leave-out)$/u;
/** Here something else begins. */
export const RESETS =
  /^(?:but|just|instead|then|only|rather|sondern|dann|nur|sino|luego|solo|pero|aber|press|click|submit|send|hit)$/u;

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eins: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
};
const ORDINAL_WORDS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  erste: 1,
  zweite: 2,
  dritte: 3,
  vierte: 4,
  funfte: 5,
  sechste: 6,
  siebte: 7,
  achte: 8,
  neunte: 9,
  zehnte: 10,
  primer: 1,
  primero: 1,
  primera: 1,
  segundo: 2,
  segunda: 2,
  tercer: 3,
  tercero: 3,
  tercera: 3,
  cuarto: 4,
  cuarta: 4,
  quinto: 5,
  quinta: 5,
  sexto: 6,
  sexta: 6,
  septimo: 7,
  septima: 7,
  octavo: 8,
  octava: 8,
  last: -1,
  final: -1,
  letzte: -1,
  ultimo: -1,
  ultima: -1,
};
export const countIn = (word: string): number | null =>
  /^\d+x?$/u.test(word) ? Number.parseInt(word, 10) : (NUMBER_WORDS[word] ?? null);
/** "Fourth", "4th", "4.", "vierten"; -1 is the last. */
export function placeIn(word: string): number | null {
  const figure = /^(\d+)(?:st|nd|rd|th|\.|[oa°ºª])$/u.exec(word)?.[1];
  if (figure !== undefined) return Number(figure);
  return ORDINAL_WORDS[word] ?? ORDINAL_WORDS[word.replace(/[nrsm]$/u, '')] ?? null;
}
export const placed = (nth: number): string => {
  if (nth < 0) return 'last';
  const tens = nth % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th');
  return `${nth}${ending}`;
};

const word = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'u');

export const CUES = {
  all: word(
    'all|every|everything|each|lot|whole (?:list|lot)|any and all|alle|alles|jede[nrs]?|samtliche|todo|todos|todas|cada|both',
  ),
  rest: word('rest|others|remaining|other ones|ubrigen?|restlichen?|anderen|resto|demas'),
  none: word(
    'none|no box(?:es)?|nothing|not any|any(?:thing)?|empty|blank|keine?n?|nichts|leer|ninguna?|nada|vacias?',
  ),
  ticks: word(
    'tick(?:s|ed|ing)?|check(?:s|ed|ing)?|select(?:ed|ing)?|mark(?:ed)?|choose|chosen|pick(?:ed)?|want|take|box(?:es)?|ankreuzen|angekreuzt|kreuze?|haken|anhaken|wahle?n?|hakchen|kastchen|marca[rs]?|marcad[oa]s|casillas?|selecciona[r]?|turn on|switch on',
  ),
  unticks: word(
    'out of|comes? out|untick(?:ed|ing)?|uncheck(?:ed|ing)?|unselect|deselect(?:ed)?|clear(?:ed)?|switch(?:ed)? off|turn(?:ed)? off|off|disable[d]?|tick (?:away|out|off)|remove the tick|abwahlen|abhaken|aus|weg|desmarca[r]?|desactiva[r]?|quita[r]?',
  ),
  writes: word(
    'into|enter(?:ed)?|type[d]?|typing|writ(?:e|ten|ing)|put|fill(?:ed)?|insert(?:ed)?|goes|go|belongs?|paste|note|set|eingeben|eintragen|trag(?:e|en)?|schreib(?:e|en)?|gib|einfugen|escrib(?:e|ir)|pon|poner|introduc(?:e|ir)|rellena|pega[r]?|answer',
  ),
  word: word('words?|wort|worter|palabras?'),
  copies: word(
    'copy|copied|copies|what s (?:written )?in|contents?|s text|also (?:stand|appear|be)|same (?:text|thing|words|content)|the same|transfer|duplicate|replicate|repeat|paste|over to|kopier(?:e|en|t)?|abschreiben|ubertrag(?:e|en)|ubernimm|gleiche[nr]?|copia[r]?|pega[r]?|mismo',
  ),
  solves: word(
    'solve[sd]?|solution|equation|calculat\\w*|comput\\w*|work(?:ed|ing)? (?:it )?out|[a-z] ?= ?\\?|what(?: s| is) [xyz]|maths?|math(?:s|ematics)?|sum shown|arithmetic|result of the (?:calculation|problem)|rechne[nt]?|ausrechnen|rechnung|gleichung|lose|losen|aufgabe|calcula[r]?|resuelve|resolver|ecuacion|cuenta|operacion',
  ),
  sums: word(
    'sum|total|add(?:ed)? (?:up|together)?|added|plus|together|altogether|combined|summe|zusammen|addier(?:e|en|t)?|gesamt\\w*|suma[rs]?|sumad[oa]s|juntos?|en total|mas',
  ),
  counts: word(
    'how many|count(?:ed|ing|s)?|number of|tally|amount of|wie viele|wieviele|zahl(?:e|en)?|anzahl|cuant[oa]s|cuenta|numero de',
  ),
  cheapest: word(
    'cheapest|least expensive|lowest price|lowest[- ]priced|costs? (?:the )?least|billigst\\w*|gunstigst\\w*|preiswertest\\w*|mas barat[oa]|menos car[oa]',
  ),
  dearest: word('dearest|most expensive|priciest|highest price|costs? (?:the )?most|teuerst\\w*|mas car[oa]'),
  largest: word(
    'largest|biggest|greatest|greater|bigger|larger|higher|highest|grosste[nrs]?|grosser\\w*|hochste[nrs]?|mas grande|mayor',
  ),
  smallest: word(
    'smallest|littlest|tiniest|lowest|smaller|lesser|lower|least|kleinste[nrs]?|kleiner\\w*|niedrigste[nrs]?|mas pequen[oa]|menor',
  ),
  downwards: word(
    'descending|decreasing|downwards?|working down|biggest (?:to|first)|largest (?:to|first)|highest (?:to|first)|from (?:big|large|high) to|absteigend\\w*|fallend\\w*|descendente|decreciente|de mayor a menor',
  ),
  upwards: word(
    'ascending|increasing|upwards?|working up|smallest (?:to|first)|lowest (?:to|first)|from (?:small|low) to|aufsteigend\\w*|steigend\\w*|ascendente|creciente|de menor a mayor',
  ),
  alphabet: word('alphabet\\w*|dictionary|a to z|alphabetisch\\w*|alfabetic\\w*|alfabeto|abecedario'),
  sorts: word(
    'sort(?:ed|ing)?|order(?:ed|ing)?|arrange[d]?|rank(?:ed)?|sortier(?:e|en|t)?|ordne[n]?|ordena[rd]?\\w*',
  ),
  searches: word(
    'search(?:ed|ing|es)?|look (?:for|up)|looking for|query|google|such(?:e|en|t)?|suchfeld|busca[r]?|busque|busqueda',
  ),
  drags: word(
    'drag(?:ged|ging)?|drop(?:ped)?|mov(?:e|ed|ing)|put|pull|slide|shift|zieh(?:e|en)?|gezogen|schieb(?:e|en)?|verschieb(?:e|en)?|arrastra\\w*|lleva|mueve|mover',
  ),
  stars: word(
    'star(?:red|s)?|important|favou?rite|flag(?:ged)?|mark(?:ed)? (?:it )?as important|stern\\w*|wichtig|importante|destacad[oa]|destaca|estrella|favorit\\w*',
  ),
  deletes: word(
    'delete[sd]?|deleting|remove[sd]?|get rid of|bin|trash|throw (?:away|out)|losch(?:e|en|t)?|geloscht|entfern(?:e|en|t)?|papierkorb|wegwerfen|elimina[r]?|borra[r]?|papelera|tira[r]?',
  ),
  replies: word(
    'repl(?:y|ies|ied)|answer(?:ed)?|respond(?:ed)?|respons\\w*|writ(?:e|ing) back|antwort(?:e|en|et)?|beantwort(?:e|en)|zuruckschreiben|respond(?:e|er|a)|contesta[r]?',
  ),
  forwards: word(
    'forward(?:ed|ing)?|pass(?:ed)? (?:it |that |this )?(?:on|along)|send (?:it )?on|weiterleit(?:e|en)|leite|weitergeleitet|reenvia[r]?|reenvie',
  ),
  mails: word('e-?mails?|mails?|messages?|nachricht(?:en)?|correos?|mensajes?|inbox|posteingang'),
  hides: word(
    'hidden|hide[sn]?|folded|collapsed|behind|under one of|in one of|inside one of|somewhere|versteckt|verborgen|zugeklappt|irgendwo|escondid[oa]|ocult[oa]|plegad[oa]s?',
  ),
  closes: word(
    'close[sd]?|dismiss(?:ed)?|shut|away with|get rid of|go away|disappear|schliess(?:e|en|t)?|weg|zumachen|cierra|cerrar|quita',
  ),
  dialog: word(
    'dialog(?:ue)?s?|pop-?ups?|window|box|message|notice|overlay|fenster|meldung|dialogo|ventana|aviso',
  ),
  doubles: word(
    'double[- ]?click(?:ed|s)?|double press|two (?:quick |fast )?clicks|twice|two times|doppelklick\\w*|doppelt|zweimal|doble clic|dos veces',
  ),
  scrolls: word(
    'scroll(?:ed|ing)?|runterscrollen|scrolle?n?|desplaza\\w*|bottom|ganz nach unten|hasta (?:el )?(?:final|abajo)',
  ),
  enterKey: word('(?:enter|return)(?: key)?|eingabetaste|enter-?taste|intro|tecla enter'),
  oddEven: word('odd|even|un?gerade|par|impar'),
  from: word('from|out of|leaving|departing|starting|von|ab|aus|desde|de'),
  capitals: word(
    'capitals?|capital letters|upper ?case|all caps|grossbuchstaben|gross geschrieben|mayusculas',
  ),
  smalls: word('lower ?case|small letters|kleinbuchstaben|klein geschrieben|minusculas'),
} as const;
