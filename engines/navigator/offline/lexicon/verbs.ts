// The verbs of an order, one row an act: what the grammar calls it, and how people say it in three languages.
// INVARIANT: a table of everyday words; nothing here names a site, a product or a task.
//
// `en`: other words for it, separated by `|`. `de`: stems (the endings are added), a particle before `~` (`aus~wähl`: "wähle …
// aus", "auswählen"). `es`: whole forms.

export type VerbRow = {
  readonly verb: string;
  readonly en?: string;
  readonly de?: string;
  readonly es?: string;
};

export const VERB_ROWS: readonly VerbRow[] = [
  {
    verb: 'double-click',
    en: 'doubleclick|double click|double tap|double-tap',
    de: 'doppelklick',
    es: 'haz doble clic|hacer doble clic|haga doble clic|da doble clic',
  },
  {
    verb: 'right-click',
    en: 'rightclick|right click|secondary-click',
    de: 'rechtsklick',
    es: 'haz clic derecho|hacer clic derecho|haga clic derecho',
  },
  {
    verb: 'click',
    en: 'strike|punch|smash|depress|clic|klick',
    de: 'klick|an~klick|drück|betätig',
    es: 'dale clic a|dale clic al|dale clic en|hazle clic a|hazle clic al|hazle clic en|hazle clic|hágale clic|haz clic|hacer clic|haga clic|hagas clic|haz click|des clic|da clic|dar clic|dale clic|dale a|dale al|dale|darle a|darle|clic|pulsa|pulsar|pulse|presiona|presionar|presione|clica|clicar|clique|toca|tocar|toque|aprieta|apretar|oprime|oprimir',
  },
  {
    verb: 'hover over',
    en: 'mouse over|point at|rest the pointer on|rest the mouse on',
    de: 'überfahr',
    es: 'pasa el ratón sobre|pasa el cursor sobre|pasa el puntero sobre',
  },
  {
    verb: 'choose',
    en: 'opt for|go for|go with|settle on|chose|elect',
    de: 'aus~wähl|wähl|aus~such|selektier|nimm|nehm|entscheide dich für|entscheid dich für',
    es: 'quédate con|quedarse con|coge|coger|selecciona|seleccionar|seleccione|elige|elegir|elija|escoge|escoger|escoja|opta por',
  },
  {
    verb: 'enter',
    en: 'key in|type in|jot down|supply|provide|specify|punch in|fill in with',
    de: 'ein~geb|ein~gib|ein~trag|schreib|ein~tipp|tipp|hinein~schreib|rein~schreib|ein~füg',
    es: 'mete|meter|meta|escribe|escribir|escriba|introduce|introducir|introduzca|ingresa|ingresar|ingrese|teclea|teclear|teclee|anota|pega|pegar',
  },
  {
    verb: 'fill in',
    en: 'complete|fill out',
    de: 'aus~füll',
    es: 'rellena|rellenar|rellene|completa|completar|complete|llena|llenar|llene',
  },
  { verb: 'clear', de: 'leer|aus~leer', es: 'vacía|vaciar|vacíe|limpia|limpiar|limpie' },
  {
    verb: 'set',
    en: 'adjust|dial|tune|configure|specify',
    de: 'setz|stell|ein~stell',
    es: 'sube|subir|suba|baja|bajar|baje|pon|poner|ponga|ajusta|ajustar|ajuste|establece|establecer|establezca|fija|fijar|fije',
  },
  {
    verb: 'change',
    en: 'alter|modify|amend',
    de: 'änder|ab~änder',
    es: 'cambia|cambiar|cambie|modifica|modificar|modifique',
  },
  {
    verb: 'tick',
    en: 'put a tick in|put a tick next to|put a tick at|put a check in|put a check next to|put a check mark in|put a check mark next to|put a checkmark in|put a checkmark next to',
    de: 'an~hak|an~kreuz|ab~hak',
    es: 'marca|marcar|marque|tilda|tildar',
  },
  {
    verb: 'untick',
    en: 'unmark|remove the tick from|remove the check from|remove the check mark from|take the tick out of',
    de: 'ab~wähl|deselektier',
    es: 'desmarca|desmarcar|desmarque|destilda',
  },
  {
    verb: 'turn on',
    en: 'flip on|toggle on',
    de: 'ein~schalt|an~schalt|aktivier|an~mach',
    es: 'activa|activar|active|enciende|encender|encienda|habilita|habilitar|habilite',
  },
  {
    verb: 'turn off',
    en: 'flip off|toggle off',
    de: 'aus~schalt|deaktivier|aus~mach|ab~schalt',
    es: 'desactiva|desactivar|desactive|apaga|apagar|apague|deshabilita|deshabilitar',
  },
  {
    verb: 'open',
    en: 'launch|pull up|bring up',
    de: 'öffn|auf~mach|auf~ruf|folg',
    es: 'abre|abrir|abra|sigue|seguir|siga|entra en|entrar en',
  },
  { verb: 'close', en: 'shut', de: 'schließ|zu~mach', es: 'cierra|cerrar|cierre' },
  {
    verb: 'dismiss',
    en: 'get rid of|wave away|click away',
    de: 'weg~klick|verwerf|verwirf',
    es: 'descarta|descartar|descarte',
  },
  {
    verb: 'expand',
    en: 'unfold|unroll|uncollapse',
    de: 'auf~klapp|aus~klapp',
    es: 'despliega|desplegar|despliegue|expande|expandir|expanda',
  },
  {
    verb: 'collapse',
    en: 'fold up|roll up',
    de: 'zu~klapp|ein~klapp',
    es: 'contrae|contraer|contraiga|pliega|plegar',
  },
  {
    verb: 'go to',
    en: 'head to|head over to|surf to|jump to',
    de: 'geh|navigier|wechsl|wechsel|besuch',
    es: 've a|ir a|vaya a|navega a|navegar a|visita|visitar|visite',
  },
  { verb: 'search for', en: 'hunt for|look around for', de: 'such|recherchier', es: 'busca|buscar|busque' },
  { verb: 'find', en: 'spot', de: 'find', es: 'encuentra|encontrar|encuentre|localiza|localizar' },
  {
    verb: 'drag',
    en: 'pull|shift|slide',
    de: 'zieh|schieb|verschieb|beweg',
    es: 'arrastra|arrastrar|arrastre|mueve|mover|mueva|desliza|deslizar',
  },
  { verb: 'scroll', de: 'scroll|roll', es: 'desplázate|desplazarse|desplaza|desplazar|haz scroll' },
  { verb: 'sort', de: 'sortier', es: 'ordena|ordenar|ordene' },
  { verb: 'arrange', en: 'put in order', de: 'ordn|an~ordn' },
  { verb: 'filter', de: 'filter|filtrier', es: 'filtra|filtrar|filtre' },
  { verb: 'read', en: 'read out|read aloud', de: 'lies|les|vor~les|vor~lies', es: 'lee|leer|lea' },
  {
    verb: 'tell me',
    en: 'inform me about|inform me of|let me know',
    de: 'sag mir|sagen sie mir|sage mir|nenn mir|nenne mir|verrat mir|gib mir|geben sie mir',
    es: 'dime|dígame|decirme|indícame|cuéntame|dame',
  },
  { verb: 'show me', de: 'zeig mir|zeige mir|zeigen sie mir', es: 'muéstrame|muéstreme|enséñame' },
  { verb: 'get', en: 'fetch|retrieve|obtain|grab', de: 'hol', es: 'obtén|obtener|consigue|conseguir' },
  { verb: 'summarise', de: 'zusammen~fass|fass zusammen', es: 'resume|resumir|resuma' },
  { verb: 'count', de: 'zähl', es: 'cuenta|contar|cuente' },
  {
    verb: 'solve',
    de: 'lös|aus~rechn|berechn|rechn',
    es: 'resuelve|resolver|resuelva|calcula|calcular|calcule',
  },
  { verb: 'copy', de: 'kopier|übernimm|übernehm', es: 'copia|copiar|copie' },
  {
    verb: 'log in',
    en: 'log on|log me in|sign me in',
    de: 'ein~logg|an~meld',
    es: 'inicia sesión|iniciar sesión|inicie sesión|entra con|accede con|identifícate',
  },
  {
    verb: 'log out',
    en: 'log me out|sign me out',
    de: 'aus~logg|ab~meld',
    es: 'cierra sesión|cerrar sesión|cierra la sesión',
  },
  {
    verb: 'submit',
    en: 'hand in|turn in|send off',
    de: 'ab~schick|ab~send|ein~reich',
    es: 'envía|enviar|envíe',
  },
  { verb: 'send', de: 'schick|send|versend', es: 'manda|mandar|mande' },
  { verb: 'save', de: 'speicher|ab~speicher|sicher', es: 'guarda|guardar|guarde' },
  { verb: 'download', de: 'herunter~lad|runter~lad', es: 'descarga|descargar|descargue' },
  { verb: 'confirm', de: 'bestätig', es: 'confirma|confirmar|confirme' },
  {
    verb: 'cancel',
    en: 'abort|call off',
    de: 'ab~brech|ab~brich|stornier',
    es: 'cancela|cancelar|cancele|anula|anular',
  },
  { verb: 'accept', de: 'akzeptier|zu~stimm|an~nehm|an~nimm', es: 'acepta|aceptar|acepte' },
  {
    verb: 'delete',
    en: 'bin|scrap',
    de: 'lösch|weg~werf|weg~wirf',
    es: 'borra|borrar|borre|elimina|eliminar|elimine',
  },
  { verb: 'remove', en: 'take out|take away|strip', de: 'entfern', es: 'quita|quitar|quite' },
  { verb: 'add', en: 'include|append', de: 'hinzu~füg|leg', es: 'añade|añadir|añada|agrega|agregar|agregue' },
  { verb: 'buy', de: 'kauf', es: 'compra|comprar|compre' },
  { verb: 'order', de: 'bestell', es: 'pide|pedir|pida|encarga|encargar' },
  { verb: 'book', de: 'buch|reservier', es: 'reserva|reservar|reserve' },
  { verb: 'create', en: 'set up', de: 'erstell|an~leg|erzeug', es: 'crea|crear|cree' },
  {
    verb: 'reply',
    en: 'respond',
    de: 'antwort|beantwort',
    es: 'responde|responder|responda|contesta|contestar',
  },
  { verb: 'forward', en: 'pass on', de: 'weiter~leit', es: 'reenvía|reenviar|reenvíe' },
  {
    verb: 'highlight',
    en: 'mark the text|select the text',
    de: 'hervor~heb|markier',
    es: 'resalta|resaltar|resalte|subraya|subrayar',
  },
  {
    verb: 'focus',
    en: 'put the cursor in|put the cursor into|place the cursor in|place the cursor into|put the caret in|put the caret into|place the caret in|place the caret into|set the cursor in|move the cursor into|give focus to|set focus to|set the focus on|bring focus to|give the focus to',
    de: 'fokussier',
    es: 'enfoca|enfocar|enfoque',
  },
  { verb: 'draw', en: 'sketch', de: 'zeichn|mal', es: 'dibuja|dibujar|dibuje|traza|trazar' },
  { verb: 'resize', es: 'redimensiona|redimensionar' },
  { verb: 'enlarge', de: 'vergrößer', es: 'agranda|agrandar|amplía|ampliar' },
  { verb: 'shrink', de: 'verkleiner', es: 'reduce|reducir|encoge' },
  { verb: 'guess', de: 'rat|errat', es: 'adivina|adivinar|adivine' },
  { verb: 'generate', en: 'produce', de: 'generier', es: 'genera|generar|genere' },
  { verb: 'wait', de: 'wart|ab~wart', es: 'espera|esperar|espere' },
  { verb: 'compare', de: 'vergleich', es: 'compara|comparar|compare' },
];

/** English verbs that the rules know by their own word: wherever a clause may begin, each begins one. */
export const PLAIN_VERBS =
  'open|go|visit|navigate|browse|show|bring|view|follow|return|search|look|find|locate|click|press|tap|push|hit|hover|drag|move|drop|scroll|fill|enter|type|put|write|input|insert|paste|copy|set|change|choose|select|pick|check|tick|uncheck|untick|unselect|deselect|turn|switch|toggle|enable|disable|activate|deactivate|leave|clear|empty|expand|unfold|collapse|log|sign|read|tell|say|give|report|get|extract|summari[sz]e|add|sum up|solve|work out|calculate|compute|count|note|remember|memori[sz]e|buy|purchase|book|reserve|remove|delete|sort|arrange|order|filter|submit|send|post|publish|save|start|create|reply|respond|forward|star|archive|mark|register|finish|stop|use|compare|accept|agree|cancel|close|dismiss|wait|focus|highlight|resize|guess|generate|find out|let me know|what|who|when|where|which|how|is|are';

/** These are names and nouns as well: they begin a clause inside a sentence only where a thing follows. */
export const VERBS_WITH_A_THING =
  'schedule|plan|hire|transfer|cut|update|erase|fold|total|evaluate|rent|take|trash|answer|flag|edit|like|share|confirm|draw|spin|repeat|keep|play|enlarge|shrink|widen|verify|subscribe|unsubscribe|proceed|continue|join|download|upload|apply|vote|print|consult|try|see|make|rotate|zoom|refresh|reload';
