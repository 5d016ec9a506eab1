// Words for acts that bind: what sends, pays, takes away, ends, judges or joins, by what comes of it, in three languages. Pure.
// INVARIANT: a row is a class of effects and never a case; a word that is a noun as well ("report") binds only where it is a verb.

type Class = {
  /** Verbs and nothing else: they bind wherever they stand. */
  readonly verbs: string;
  /** Nouns as well, but what a control is called by: they bind wherever they stand, and say less of where a link leads. */
  readonly mostly: string;
  /** They bind where a verb stands: at the beginning, behind a joint, in quotes. */
  readonly asVerb: string;
};

/** `_` is a blank or a hyphen that may be missing. */
const BINDING = {
  /** Others read it, and nobody takes back what was read. */
  SENDS: {
    verbs:
      'send|submit|publish|unpublish|senden|sende|absenden|abschicken|verschicken|versenden|einreichen|veröffentlichen|einladen|enviar|envía|mandar|publicar|publica|compartir|comparte|invitar',
    mostly: 'post|teilen|kommentieren|comentar',
    asVerb: 'share|invite|broadcast|announce|notify|repost|comment|unsend|invita|teile',
  },
  PAYS: {
    verbs:
      'pay|buy|withdraw|donate|bezahlen|zahlen|kaufen|bestellen|vorbestellen|überweisen|reservieren|spenden|verkaufen|ersteigern|einzahlen|einlösen|verlängern|kostenpflichtig|pagar|comprar|encargar|donar|transferir|alquilar|vender|pujar|depositar|canjear',
    mostly:
      'order|purchase|book|check_out|transfer|buchen|mieten|reservar|retirar|renovar|paga|tramitar_pedido',
    asVerb:
      'reserve|rent|hire|sell|bid|deposit|invest|upgrade|renew|redeem|pre_order|top_up|tip|trade|compra|reserva|dona',
  },
  TAKES_AWAY: {
    verbs:
      'delete|remove|discard|erase|uninstall|löschen|entfernen|verwerfen|archivieren|zurücksetzen|vernichten|zerstören|deinstallieren|widerrufen|überschreiben|eliminar|elimina|borrar|borra|quitar|suprimir|archivar|descartar|desinstalar|revocar|restablecer|destruir|vaciar|anular',
    mostly: 'reset|archive|leeren',
    asVerb: 'purge|wipe|destroy|trash|revoke|overwrite|revert|shred|unarchive|void|empty_trash|clear_all',
  },
  /** What was agreed, or who one was with. */
  ENDS: {
    verbs:
      'log_out|sign_out|unsubscribe|cancel|unfollow|unfriend|deactivate|abmelden|ausloggen|kündigen|abbestellen|abbrechen|stornieren|verlassen|austreten|entfolgen|entfreunden|deaktivieren|beenden|auflösen|cancelar|cancela|cerrar_sesión|abandonar|darse_de_baja|darme_de_baja|dar_de_baja|dejar_de_seguir|desconectar|desvincular|desactivar|desuscribirse|salirse',
    mostly: 'trennen|salir',
    asVerb:
      'leave(?!\\s+(?:an?|as|it|blank|empty|alone|out|open|them)(?!\\p{L})|.*\\b(?:empty|blank|unchecked|unticked|unselected|alone|untouched|as is)\\b)|quit|exit|resign|terminate|disconnect|disable|unlink|unpair|opt_out|suspend|abandon|close_(?:my_|your_|the_|this_)?(?:account|ticket|issue|case|poll|position)|end_(?:my_|your_|the_|this_)?(?:call|meeting|session|trial|subscription|membership|contract)|step_down',
  },
  /** What is held of somebody, or of what they ask for. */
  JUDGES: {
    verbs:
      'unblock|confirm|approve|accept|decline|reject|mute|unmute|blockieren|stummschalten|stumm_schalten|verbannen|ausschließen|ablehnen|annehmen|akzeptieren|bestätigen|freigeben|genehmigen|zustimmen|abstimmen|verweigern|bloquear|bloquea|silenciar|silencia|denunciar|reportar|expulsar|vetar|rechazar|rechaza|aceptar|aprobar|confirmar|autorizar|denegar',
    mostly: 'block|sperren|melden|votar',
    asVerb:
      'silence|report(?!\\s+(?:back|what|how|which|whether|me|its|the)(?!\\p{L}))|flag|ban|unban|kick|expel|evict|ignore(?!\\s+(?:the|what|everything)(?!\\p{L}))|restrict|vote|up_vote|down_vote|dislike|deny|refuse|mark_as_spam|blacklist|denuncia|reporta|acepta|confirma',
  },
  /** One is held to it from then on. */
  JOINS: {
    verbs:
      'subscribe|enroll?|sign_up|abonnieren|beitreten|registrieren|unterschreiben|einwilligen|suscribir|suscribirse|suscribirme|unirse|unirme|únete|suscríbete|inscribirse|inscribirme|registrarse|registrarme|firmar|consentir',
    mostly: 'teilnehmen|bewerben',
    asVerb:
      'join|register|follow(?!\\s+(?:the|an?|this|that|those|these|\\S+ link)(?!\\p{L}))|opt_in|agree|consent|authori[sz]e|grant|sign_(?:the|this|here|now|it|and)|apply_(?:now|for)|claim|pledge|commit|merge|firma',
  },
} as const satisfies Readonly<Record<string, Class>>;

/** What keeps or closes what was done in a page: taken back more easily, and held back only where an order is not understood. */
const SETTLING =
  'save|finish|complete|place|share|empty|clear|bin|trash|agree|yes|ok|register|speichern|abschließen|fertigstellen|einverstanden|ja|guardar|finalizar|completar|terminar|acepto';

const MAX_NAME_CHARACTERS = 200;
const BEFORE = '(?<![\\p{L}\\p{N}_])';
const BEHIND = '(?![\\p{L}\\p{N}_])';
/** Where a verb stands in what a control is called, or in an order to press it. */
const AT_VERB = `(?:^[^\\p{L}\\p{N}]*|["“«„‘(:;,.!?&+/]\\s*|${BEFORE}(?:and|or|then|to|now|please|yes|no|press|click|tap|hit|push|choose|select|pick|und|oder|dann|jetzt|bitte|ja|y|o|luego|ahora|sí|por favor)\\s+)`;

const wordsIn = (rows: readonly Class[], ...columns: readonly (keyof Class)[]): string =>
  rows
    .flatMap((row) => columns.map((column) => row[column]))
    .join('|')
    .replaceAll('_', '[ -]?');
const words = (...columns: readonly (keyof Class)[]): string => wordsIn(Object.values(BINDING), ...columns);

const ANYWHERE = new RegExp(`${BEFORE}(?:${words('verbs', 'mostly')})${BEHIND}`, 'iu');
const AS_VERB = new RegExp(`${AT_VERB}(?:${words('asVerb')})${BEHIND}`, 'iu');
const { SENDS: _sends, ...BEYOND_SENDING } = BINDING;
const BEYOND = Object.values(BEYOND_SENDING);
const BEYOND_ANYWHERE = new RegExp(`${BEFORE}(?:${wordsIn(BEYOND, 'verbs', 'mostly')})${BEHIND}`, 'iu');
const BEYOND_AS_VERB = new RegExp(`${AT_VERB}(?:${wordsIn(BEYOND, 'asVerb')})${BEHIND}`, 'iu');
const OBJECT =
  'this|that|these|my|your|him|her|them|it|all|now|as|from|user|member|account|group|team|channel|list|dieses?|diesen|este|esta|esto';
const PLAIN_ACT = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(${words('verbs')})${BEHIND}.*|(${words('mostly', 'asVerb')})(?:\\s+(?:${OBJECT})${BEHIND}.*)?)$`,
  'iu',
);
const SETTLES = new RegExp(`${BEFORE}(?:${SETTLING})${BEHIND}`, 'iu');
const BEGINS = new RegExp(
  `^(?:please\\s+)?(?:${words('verbs', 'mostly', 'asVerb')}|reply|forward|place (?:the|an|my) order)${BEHIND}`,
  'iu',
);

const BEGINS_PAYING = new RegExp(
  `^(?:please\\s+)?(?:${wordsIn([BINDING.PAYS], 'verbs', 'mostly', 'asVerb')}|place (?:the|an|my) order)${BEHIND}`,
  'iu',
);

const short = (name: string): string => name.slice(0, MAX_NAME_CHARACTERS).trim();

/** What a control is called, or the words of an order, name an act that binds: of several such, none is guessed. */
export const binds = (name: string): boolean => ANYWHERE.test(short(name)) || AS_VERB.test(short(name));

/** The word for the act where such an act is all that a name says, whatever kind of control bears it: "Mute Ana", no "Order history". */
export function plainAct(name: string): string | null {
  const [, verb, other] = PLAIN_ACT.exec(short(name)) ?? [];
  return verb ?? other ?? null;
}

/** It binds, and by more than sending, which is what a form that is filled in is there for. */
export const bindsBeyondSending = (name: string): boolean =>
  BEYOND_ANYWHERE.test(short(name)) || BEYOND_AS_VERB.test(short(name));

/** It keeps or closes what was done. */
export const settles = (name: string): boolean => SETTLES.test(short(name));

/** A clause of an order begins with an act that cannot be taken back. */
export const ordersBinding = (clause: string): boolean => BEGINS.test(short(clause));

/** A clause of an order begins with an act that costs something: it buys, books, pays, rents. */
export const ordersPaying = (clause: string): boolean => BEGINS_PAYING.test(short(clause));
