// What a page says when it does not do what was asked of it: words that appeared with an act and deny its effect. Pure.
// INVARIANT: a refusal takes a DONE away and gives none; words that stood there before the act are no answer to it.
import type { MemoryEntry } from './contract.ts';
import type { PageChange } from './evidence.ts';

/** What only a refusal says, wherever on the page it stands. */
const REFUSES: readonly RegExp[] = [
  /\b(?:could|can|may|must|was|were|is|are|has|have|did|do|does)(?: ?n[o\u2019']t|not)\b(?: \w+)? (?:be (?!undone|reversed|recovered|restored|shared|shown)\w+|allowed|permitted|valid|accepted|supported|sent|saved|published|deleted|ordered|changed|created|added|removed|moved|found|invited|booked|paid|possible|taken|match|exist|recogni[sz]ed)\b/i,
  /\bcannot (?!be\b)(?:do|send|save|publish|change|delete|add|move|book|order|log|sign|edit)\b/i,
  /\b(?:there (?:is|was) (?:a problem|an error)|something went wrong|went wrong|try again|access denied|permission denied)\b/i,
  /\b(?:failed|unsuccessful|unable to|not allowed|not permitted|read-?only)\b/i,
  /\b(?:incorrect|invalid|wrong) (?:\w+ ){0,3}(?:password|username|name|code|e-?mail|address|number|date|time|value|entry|coupon|voucher|pin|login|credentials?|input)\b/i,
  /\b(?:nothing|no (?:order|changes?|message|answers?)) (?:was|were) (?:sent|saved|ordered|changed|booked|published|deleted|added)\b/i,
  /\b(?:konnten?|kann|wurden?|ist|sind|d[aü]rf\w*) (?:\S+ ){0,4}nicht\b|\bfehlgeschlagen\b|\bung[uü]ltig\w*\b|\bnicht (?:erlaubt|m[oö]glich|g[uü]ltig|gefunden)\b/i,
  /\bno se (?:pudo|puede|ha podido|han? (?:enviado|guardado))\b|\bno (?:es v[aá]lid|v[aá]lid|permitid|encontrad)\w*|\binv[aá]lid[oa]s?\b|\bha fallado\b/i,
];

/** What an alert says of it in fewer words. */
const ALERTS: readonly RegExp[] = [
  /\b(?:error|problem|denied|refused|rejected|declined|incorrect|invalid|expired|forbidden|blocked|unavailable|sold out|out of stock|already (?:taken|in use|exists)|in use|locked|too (?:long|short|many|large|late|early)|sorry|closed|required|missing)\b/i,
  /\bmust (?:be|have|contain|include|match|not)\b|\bplease (?:enter|choose|select|correct|fill|check|use)\b/i,
  /\b(?:not|n[o\u2019']t) (?:a valid|known|available|enough|correct)\b|\b(?:unknown|no such)\b/i,
  /\b(?:Fehler|Problem|abgelehnt|abgelaufen|gesperrt|geschlossen|ausverkauft|vergeben|erforderlich|leider|falsch\w*)\b/i,
  /\b(?:error|problema|rechazad\w*|caducad\w*|cerrad\w*|agotad\w*|obligatori\w*|incorrect\w*)\b/i,
];
/** "0 errors", "no problems": the opposite of one. */
const NONE =
  /\b(?:no|0|without(?: any)?|keine?|ohne|sin|ning[uú]n) (?:errors?|problems?|Fehler|Probleme?|errores|problemas?)\b/giu;

/** Longer than a message: an article may speak of what could not be done. */
const MAX_MESSAGE_CHARACTERS = 160;
/** More than that is another view, whose words answer nothing. */
const MAX_MESSAGE_PARTS = 5;

/** The words that deny it; not those that the person asked for: "Closed" answers "close the ticket". */
function says(patterns: readonly RegExp[], words: string, asked: string): boolean {
  const rest = words.replace(NONE, ' ');
  return patterns.some((pattern) => {
    const stem = pattern.exec(rest)?.[0].slice(0, STEM_CHARACTERS).toLowerCase();
    return stem !== undefined && !asked.toLowerCase().includes(stem);
  });
}
const STEM_CHARACTERS = 4;

/** The page's own words that deny the effect of the act that this change followed; `null` where it says nothing of the kind. */
export function refusalIn({ address, appeared, said = [] }: PageChange, asked: string): string | null {
  // An alert of another page may be about anything: it has to say more.
  const spoken = said.find(
    ({ role, words }) =>
      says(REFUSES, words, asked) ||
      (address === null && role.startsWith('alert') && says(ALERTS, words, asked)),
  );
  if (spoken !== undefined) return spoken.words;
  if (address !== null || appeared.length > MAX_MESSAGE_PARTS) return null;
  return (
    appeared.find((words) => words.length < MAX_MESSAGE_CHARACTERS && says(REFUSES, words, asked)) ?? null
  );
}

/** Acts after which a page answers; looking and waiting are none. */
const ANSWERED: readonly string[] = ['CLICK', 'TYPE'];

/** What the page said to the last act, where it denied it, and the number of that act. */
export function lastRefusal(
  entries: readonly MemoryEntry[],
  asked: string,
): { readonly entry: number; readonly words: string } | null {
  const entry = entries.findLastIndex(({ proposal }) => ANSWERED.includes(proposal.action));
  // It may have come a moment later, at the look after a wait.
  for (const { change } of entry < 0 ? [] : entries.slice(entry)) {
    const words = change === undefined ? null : refusalIn(change, asked);
    if (words !== null) return { entry, words };
  }
  return null;
}
