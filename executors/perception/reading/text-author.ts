// Whose words stand in a part of a page, as far as its structure says: the site's own, or those of whoever uses it. Pure.
// INVARIANT: inside a place where users write nothing but a control is the site's; what no mark tells is nobody's (`null`).
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
/** What a form calls a list. */
const LIST_MARKS = ['name', 'id', 'data-testid'] as const;
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

/** Lists of people, and of things that people give names to: their options are what somebody wrote. */
const OF_PEOPLE =
  /(?<![\p{L}])(?:user|member|people|person|assignee|author|owner|recipient|reviewer|contact|customer|client|friend|follower|player|participant|attendee|employee|colleague|student|teacher|seller|buyer|project|repo(?:sitory)?|branch|folder|directory|file|document|page|playlist|album|board|channel|team|label|tag|milestone|template|address|card|device|to|from|cc|bcc|nutzer|benutzer|mitglied|empf[aä]nger|kontakt|kunde|autor|projekt|ordner|utilisateur|membre|destinataire|client|dossier|usuario|miembro|destinatario|carpeta|utente|membro|cartella)(?:s|e|en|er|i|in|name|id)?(?![\p{L}])/iu;

/** Of what is chosen in a native list: an option that the site laid out, short as a label, is the site's, chosen or not. */
export function authorOfChoice(
  document: CapturedDocument,
  list: number,
  { called, chosen }: { readonly called: string; readonly chosen: string },
  within: TextAuthor | null,
): 'SITE' | null {
  if (within === 'USERS' || chosen.length > MAX_LABEL_CHARACTERS) return null;
  const names = [called, ...LIST_MARKS.map((mark) => document.attribute(list, mark) ?? '')].map(wordsOf);
  return names.some((one) => OF_PEOPLE.test(one) || CALLED.test(one)) ? null : 'SITE';
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
