// Whose words stand in a part of a page, as far as its structure says: the site's own, or those of whoever uses it. Pure.
// INVARIANT: inside a place where users write nothing but a control is the site's; what no mark tells is nobody's (`null`). A choice is
// the site's only in a list that is called by nothing but what sites lay out themselves, in a form of the site or a landmark.
import type { CapturedDocument } from './captured.ts';
import { INTERACTIVE_ROLES } from './roles.ts';

/** SITE: landmarks, controls, their labels and their fixed choices. USERS: comments, reviews, posts, messages, fields that hold a text. */
export type TextAuthor = 'SITE' | 'USERS';

const LANDMARKS = new Set([
  'banner',
  'contentinfo',
  'navigation',
  'search',
  'toolbar',
  'menu',
  'menubar',
  'tablist',
  'label',
  'columnheader',
]);
/** ARIA's own places for what comes from somebody. */
const SPOKEN = new Set(['feed', 'log', 'blockquote']);
/** Those that Chromium's tree has no role for. */
const SPOKEN_ROLE = /(?:^|\s)(?:comment|suggestion)(?:\s|$)/iu;
/** schema.org's. */
const SAID_PROPERTIES = new Set([
  'comment',
  'commenttext',
  'reviewbody',
  'review',
  'acceptedanswer',
  'suggestedanswer',
]);
const SAID_TYPES =
  /(?:^|\/)(?:Comment|Review|UserReview|CriticReview|SocialMediaPosting|DiscussionForumPosting|Message|EmailMessage|Conversation|Question|Answer|UserComments)$/u;
/** What sites call such a place, in their marks and in the names of regions. By whole words, one or many. */
const CALLED =
  /(?<![\p{L}])(?:comment|repl(?:y|ie)|review|post|posting|message|note|discussion|thread|submission|conversation|tweet|toot|chat|mail|answer|question|testimonial|feedback|guestbook|markdown|ugc|user[\s_-]?(?:content|text|generated)|kommentar|bewertung|rezension|antwort|beitr[aä]g|nachricht|commentaire|avis|r[eé]ponse|comentario|rese[nñ]a|respuesta|mensaje|commento|recension[ei])(?:s|e|en|i)?(?![\p{L}])/iu;
const MARKS = ['class', 'id', 'data-testid', 'data-test', 'data-type', 'data-component'] as const;
/** A form, and what is in it to write with, is the site's: `comment-form`, `reply-button`. */
const FURNITURE =
  /(?<![\p{L}])(?:form|button|btn|input|editor|toolbar|actions?|link|icon|count|title|header|nav|menu|tabs?|list)(?![\p{L}])/iu;
const CONTAINERS = new Set([
  'article',
  'section',
  'div',
  'li',
  'p',
  'td',
  'tr',
  'span',
  'dd',
  'main',
  'ul',
  'ol',
  'aside',
  'pre',
]);
const NAMED = new Set(['region', 'list', 'group', 'article', 'feed', 'table', 'main']);

const MAX_LABEL_CHARACTERS = 60;

/** Of what is in an element, itself included; `outer` is that of its parent. */
export function authorWithin(
  document: CapturedDocument,
  node: number,
  role: string,
  outer: TextAuthor | null,
): TextAuthor | null {
  if (outer === 'USERS' || isWritten(document, node, role)) return 'USERS';
  return outer === 'SITE' || LANDMARKS.has(role) || document.tag(node) === 'legend' ? 'SITE' : null;
}

/** Of an element's own name: a button is the site's, wherever it stands; a link, and whatever is as long as a text, is not. */
export function authorOfName(
  role: string,
  name: string,
  acts: boolean,
  within: TextAuthor | null,
): TextAuthor | null {
  if (!acts || role === 'link' || name.length > MAX_LABEL_CHARACTERS) return within;
  return INTERACTIVE_ROLES.has(role) ? 'SITE' : (within ?? 'SITE');
}

function isWritten(document: CapturedDocument, node: number, role: string): boolean {
  if (SPOKEN.has(role)) return true;
  if (!document.hasAttributes(node)) return false;
  if (SPOKEN_ROLE.test(document.attribute(node, 'role') ?? '')) return true;
  const tag = document.tag(node);
  const rel = tag === 'a' ? (document.attribute(node, 'rel') ?? '') : '';
  if (/(?:^|\s)ugc(?:\s|$)/iu.test(rel)) return true;
  // Where a site does not know which way a text runs, it did not write it; and Markdown is turned into HTML for others.
  if (document.attribute(node, 'dir')?.toLowerCase() === 'auto' && CONTAINERS.has(tag)) return true;
  if (document.has(node, 'data-sourcepos')) return true;
  const property = document.attribute(node, 'itemprop')?.toLowerCase() ?? '';
  if (property.split(/\s+/u).some((one) => SAID_PROPERTIES.has(one))) return true;
  if ((document.attribute(node, 'itemtype') ?? '').split(/\s+/u).some((one) => SAID_TYPES.test(one)))
    return true;
  if (NAMED.has(role) && CALLED.test(document.attribute(node, 'aria-label') ?? '')) return true;
  return CONTAINERS.has(tag) && MARKS.some((mark) => isCalled(document.attribute(node, mark) ?? ''));
}

const CALLED_BY_MARKS = new Map<string, boolean>();
const MAX_KNOWN_MARKS = 5_000;
/** Longer ones are a page's own make: they are looked at each time, and not kept. */
const MAX_KEPT_CHARACTERS = 200;

/** A page has the same few marks again and again. */
function isCalled(marks: string): boolean {
  if (marks.length > MAX_KEPT_CHARACTERS) return calls(marks);
  const known = CALLED_BY_MARKS.get(marks);
  if (known !== undefined) return known;
  if (CALLED_BY_MARKS.size >= MAX_KNOWN_MARKS) CALLED_BY_MARKS.clear();
  const called = calls(marks);
  CALLED_BY_MARKS.set(marks, called);
  return called;
}

const calls = (marks: string): boolean =>
  marks !== '' &&
  marks.split(/\s+/u).some((mark) => CALLED.test(wordsOf(mark)) && !FURNITURE.test(wordsOf(mark)));

/** `commentBody`, `comment_body`, `c-comment--new` in words. */
const wordsOf = (mark: string): string =>
  mark.replace(/([a-z])([A-Z])/gu, '$1 $2').replace(/[^\p{L}]+/gu, ' ');

/** What only a site lays out. */
const OWN = wordSet(
  'sort sorting sortby sortorder orderby size quality colour color country nation region language locale lang currency',
  'month year day weekday rating stars timezone gender visibility privacy',
  'sortierung sortieren größe groesse farbe land staat sprache währung waehrung monat jahr wochentag',
  'geschlecht zeitzone bewertung tri trier taille couleur pays langue devise mois année annee jour genre',
  'orden ordenar tamaño talla país pais idioma moneda mes año día género',
  'ordina ordinamento taglia colore paese lingua valuta mese anno giorno genere',
);
/** How something is sent, if nothing else is said of it. */
const SENDING = wordSet(
  'delivery shipping shipment dispatch versand lieferung livraison envío envio spedizione',
);
const WAYS = wordSet(
  'method option speed service type art versandart lieferart mode méthode método metodo modalità',
);
/** How many of them: only a number is such a choice. */
const COUNTED = wordSet(
  'quantity qty amount count number persons people guests adults children kids infants rooms nights passengers travellers',
  'travelers tickets seats copies results rows entries items page perpage pagesize limit',
  'menge anzahl personen gäste erwachsene kinder zimmer nächte ergebnisse seite stück einträge',
  'quantité nombre personnes adultes enfants chambres nuits résultats',
  'cantidad número personas huéspedes adultos niños habitaciones noches resultados',
  'quantità numero persone ospiti adulti bambini camere notti risultati',
);
/** Of these a site may let its users make more: only those that nobody has to make up are its own. */
const KNOWN: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [
    wordSet('role roles rolle rôle rol ruolo access permission level'),
    wordSet(
      'guest viewer reader reporter commenter contributor editor author developer maintainer moderator manager member user',
      'admin administrator owner read write none gast leser betrachter bearbeiter entwickler mitglied besitzer verwalter',
      'invité lecteur éditeur membre propriétaire administrateur invitado lector miembro propietario administrador ospite',
    ),
  ],
  [
    wordSet('title salutation anrede titel civilité tratamiento titolo'),
    wordSet(
      'mr mrs ms miss mx dr prof sir madam herr frau divers keine monsieur madame mademoiselle señor señora sr sra sig signor signora',
    ),
  ],
];
/** Says nothing of what is chosen. */
const FILLING = wordSet(
  'by of the a an your please select choose pick list dropdown menu field input order in per to show no id code name and or for',
  'nach der die das bitte wählen auswahl pro par de la le les choisir por el los elegir per di il scegli value required optional',
);

/** Lists of people, and of things that people give names to: their options are what somebody wrote. */
const OF_PEOPLE =
  /(?<![\p{L}])(?:user|member|people|person|assignee|reporter|author|owner|recipient|payee|beneficiary|reviewer|contact|customer|client|friend|follower|player|participant|attendee|employee|colleague|student|teacher|seller|buyer|vendor|supplier|account|group|workspace|organi[sz]ation|company|category|project|repo(?:sitory)?|branch|folder|directory|file|document|page|playlist|album|board|channel|team|label|tag|milestone|template|address|card|device|to|from|cc|bcc|nutzer|benutzer|mitglied|empf[aä]nger|kontakt|konto|kunde|autor|projekt|ordner|gruppe|firma|utilisateur|membre|destinataire|client|compte|groupe|dossier|usuario|miembro|destinatario|cuenta|grupo|carpeta|utente|membro|conto|gruppo|cartella)(?:s|e|en|er|i|in|name|id)?(?![\p{L}])/iu;

/** A number as long as one that names something, and an address of any kind. */
const CARRIES = /\d{5}|@|:\/\/|[\p{L}\d]\.\p{L}{2,}/u;
const IS_COUNT = /^\d{1,4}\+?(?: \p{L}+)?$/u;
/** What a form calls a list. Not its classes: those say how it looks. */
const NAMES = ['name', 'id', 'data-testid'] as const;

/** `called`: by its accessible name. `within`: of the place that it stands in; `isOwnDocument`: no frame that holds what somebody wrote. */
export function authorOfChoice(
  document: CapturedDocument,
  list: number,
  { called, chosen, isOwnDocument }: Choice,
  within: TextAuthor | null,
): 'SITE' | null {
  if (!isOwnDocument || within === 'USERS') return null;
  if (chosen.length > MAX_LABEL_CHARACTERS || CARRIES.test(chosen)) return null;
  const names = [called, ...NAMES.map((mark) => document.attribute(list, mark) ?? '')];
  const isSiteOwn = names.some((one) => isOwn(one, chosen));
  const marks = [...names, ...MARKS.map((mark) => document.attribute(list, mark) ?? '')];
  const isOthers = marks.some((one) => !isOwn(one, chosen) && saysPeople(one));
  return isSiteOwn && !isOthers && isInForm(document, list, within) ? 'SITE' : null;
}

type Choice = { readonly called: string; readonly chosen: string; readonly isOwnDocument: boolean };

const saysPeople = (mark: string): boolean => OF_PEOPLE.test(wordsOf(mark)) || CALLED.test(wordsOf(mark));

/** By all of its words. */
function isOwn(name: string, chosen: string): boolean {
  const words = wordsOf(name).toLowerCase().split(' ');
  const telling = words.filter((word) => word !== '' && !FILLING.has(word));
  if (telling.length === 0) return words.join(' ').trim() === 'order by';
  const all = (set: ReadonlySet<string>): boolean => telling.every((word) => set.has(word));
  if (all(OWN)) return true;
  if (all(COUNTED)) return IS_COUNT.test(chosen.trim());
  if (telling.every((word) => SENDING.has(word) || WAYS.has(word)))
    return telling.some((word) => SENDING.has(word));
  const answer = chosen.trim().toLowerCase().replace(/\.$/u, '');
  return KNOWN.some(([lists, answers]) => all(lists) && answers.has(answer));
}

const FORMS = new WeakMap<CapturedDocument, Map<number, boolean>>();

/** A landmark by itself, or a form that is sent from; a label around it is no place. */
function isInForm(document: CapturedDocument, list: number, within: TextAuthor | null): boolean {
  let isLabelled = false;
  for (let at = document.parent(list); at > 0; at = document.parent(at)) {
    const tag = document.tag(at);
    if (tag === 'label' || tag === 'legend') isLabelled = true;
    if (tag === 'form') return within === 'SITE' && !isLabelled ? true : isSent(document, at);
  }
  return within === 'SITE' && !isLabelled;
}

/** A form has often many lists. */
function isSent(document: CapturedDocument, form: number): boolean {
  const known = FORMS.get(document) ?? new Map<number, boolean>();
  FORMS.set(document, known);
  const before = known.get(form);
  if (before !== undefined) return before;
  const found = hasSubmit(document, form);
  known.set(form, found);
  return found;
}

function hasSubmit(document: CapturedDocument, form: number): boolean {
  const left = [document.firstChild(form)];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (at === -1) continue;
    const type = document.attribute(at, 'type')?.toLowerCase() ?? '';
    const tag = document.tag(at);
    if (tag === 'button' && type !== 'button' && type !== 'reset') return true;
    if (tag === 'input' && (type === 'submit' || type === 'image')) return true;
    left.push(document.nextSibling(at), document.firstChild(at));
  }
  return false;
}

/** Of lines of words. */
function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
