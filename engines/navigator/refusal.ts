// What a page says when it does not do what was asked of it: words that appeared with an act and deny its effect. Pure.
// INVARIANT: a refusal takes a DONE away and gives none; words that stood there before the act are no answer to it.
import { stem, tokens } from '#engines/language.ts';
import type { MemoryEntry } from './contract.ts';
import type { PageChange } from './evidence.ts';

/** What only a refusal says, wherever on the page it stands. */
const REFUSES: readonly RegExp[] = [
  /\b(?:could|can|may|must|was|were|is|are|has|have|did|do|does)(?: ?n[o\u2019']t|not)\b(?: \w+)? (?:be (?!undone|reversed|recovered|restored|shared|shown)\w+|allowed|permitted|valid|accepted|supported|sent|saved|published|deleted|ordered|changed|created|added|removed|moved|found|invited|booked|paid|possible|taken|match|exist|recogni[sz]ed)\b/gi,
  /\bcannot (?!be\b)(?:do|send|save|publish|change|delete|add|move|book|order|log|sign|edit)\b/gi,
  /\b(?:there (?:is|was) (?:a problem|an error)|something went wrong|went wrong|try again|access denied|permission denied)\b/gi,
  /\b(?:failed|unsuccessful|unable to|not allowed|not permitted|read-?only)\b/gi,
  /\b(?:incorrect|invalid|wrong) (?:\w+ ){0,3}(?:password|username|name|code|e-?mail|address|number|date|time|value|entry|coupon|voucher|pin|login|credentials?|input)\b/gi,
  /\b(?:nothing|no (?:order|changes?|message|answers?)) (?:was|were) (?:sent|saved|ordered|changed|booked|published|deleted|added)\b/gi,
  /\b(?:konnten?|kann|wurden?|ist|sind|d[aü]rf\w*) (?:\S+ ){0,4}nicht\b|\bfehlgeschlagen\b|\bung[uü]ltig\w*\b|\bnicht (?:erlaubt|m[oö]glich|g[uü]ltig|gefunden)\b/gi,
  /\bno se (?:pudo|puede|ha podido|han? (?:enviado|guardado))\b|\bno (?:es v[aá]lid|v[aá]lid|permitid|encontrad)\w*|\binv[aá]lid[oa]s?\b|\bha fallado\b/gi,
];

/** What an alert says of it in fewer words. */
const ALERTS: readonly RegExp[] = [
  /\b(?:error|problem|denied|refused|rejected|declined|incorrect|invalid|expired|forbidden|blocked|unavailable|sold out|out of stock|already (?:taken|in use|exists)|in use|locked|too (?:long|short|many|large|late|early)|sorry|closed|required|missing)\b/gi,
  /\bmust (?:be|have|contain|include|match|not)\b|\bplease (?:enter|choose|select|correct|fill|check|use)\b/gi,
  /\b(?:not|n[o\u2019']t) (?:a valid|known|available|enough|correct)\b|\b(?:unknown|no such)\b/gi,
  /\b(?:Fehler|Problem|abgelehnt|abgelaufen|gesperrt|geschlossen|ausverkauft|vergeben|erforderlich|leider|falsch\w*)\b/gi,
  /\b(?:error|problema|rechazad\w*|caducad\w*|cerrad\w*|agotad\w*|obligatori\w*|incorrect\w*)\b/gi,
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
  return patterns.some((pattern) =>
    Array.from(rest.matchAll(pattern), ([said]) => said).some((said) => !isWanted(said, asked)),
  );
}

/** One word that says how a thing stands, in some form of it, or a sentence to the letter. A bare "error" is wanted by nobody. */
function isWanted(said: string, asked: string): boolean {
  const words = tokens(said);
  const [word] = words;
  if (word === undefined) return false;
  if (words.length > 1) return ` ${tokens(asked).join(' ')} `.includes(` ${words.join(' ')} `);
  if (MISHAPS.has(word)) return false;
  return tokens(asked).some(
    (one) => stem(one).slice(0, STEM_CHARACTERS) === stem(word).slice(0, STEM_CHARACTERS),
  );
}
const STEM_CHARACTERS = 5;
/** These name what went wrong, whatever was asked for. */
const MISHAPS: ReadonlySet<string> = new Set(
  'error errors problem incorrect sorry fehler leider falsch problema incorrecto incorrecta'.split(' '),
);

/** The page's own words that deny the effect of the act that this change followed; `null` where it says nothing of the kind. */
export function refusalIn(
  { address, appeared, said = [], invalid = [] }: PageChange,
  asked: string,
): string | null {
  // An alert of another page may be about anything: it has to say more.
  const spoken = said.find(
    ({ role, words }) =>
      says(REFUSES, words, asked) ||
      (address === null && role.startsWith('alert') && says(ALERTS, words, asked)),
  );
  if (spoken !== undefined) return spoken.words;
  if (invalid[0] !== undefined) return `${invalid[0]}: invalid`;
  if (address !== null || appeared.length > MAX_MESSAGE_PARTS) return null;
  return (
    appeared.find((words) => words.length < MAX_MESSAGE_CHARACTERS && says(REFUSES, words, asked)) ?? null
  );
}

/** A sentence that asks for what is missing. "Please check your mail" says that it was done. */
const ASKS: readonly RegExp[] = [
  /^please (?:enter|choose|select|pick|correct|fill|tick|provide|specify)\b[^?]*$/iu,
  /^(?!(?:no|nothing|0)\b)(?:(?!\b(?:no|nothing|not)\b)[^?]){1,60} (?:is|are) (?:required|mandatory|missing)[.!]?$/iu,
  /^bitte (?:geben|gib|w[aä]hlen?|f[uü]llen?|korrigieren)(?!\p{L})[^?]*$/iu,
  /^(?:por favor,? )?(?:introduzca|introduce|elija|elige|seleccione|selecciona|rellene|rellena)(?!\p{L})[^?]*$/iu,
];
/** "Please choose" alone is what an empty list says. */
const LEAST_ASKING_WORDS = 3;
/** More than that is the next step of a form, which asks for other things. */
const MAX_ASKING_PARTS = 2;

/**
 * Whether all that came of a press is a sentence that asks for what is missing. It may be a hint for later as well ("Please choose a
 * delivery date at checkout."): so it is no refusal, and the press is not seen to have done what it was for.
 */
export const asksForMore = ({ address, appeared, gone }: PageChange): boolean =>
  address === null &&
  gone.length === 0 &&
  appeared.length <= MAX_ASKING_PARTS &&
  appeared.some((words) => {
    const said = words.trim();
    return (
      said.length < MAX_MESSAGE_CHARACTERS &&
      tokens(said).length >= LEAST_ASKING_WORDS &&
      ASKS.some((pattern) => pattern.test(said))
    );
  });

/** Acts after which a page answers; looking and waiting are none. */
const ANSWERED: readonly string[] = ['CLICK', 'TYPE'];

/** What the page said to the last act, where it denied it, and the number of that act. */
export function lastRefusal(
  entries: readonly MemoryEntry[],
  asked: string,
): { readonly entry: number; readonly words: string } | null {
  const entry = entries.findLastIndex(({ proposal }) => ANSWERED.includes(proposal.action));
  return entry < 0 ? null : refusalOf(entries, entry, asked);
}

/** What the page said to this act, where it denied it. */
export function refusalOf(
  entries: readonly MemoryEntry[],
  entry: number,
  asked: string,
): { readonly entry: number; readonly words: string } | null {
  const from = entries.slice(entry);
  const next = from.findIndex(({ proposal }, at) => at > 0 && ANSWERED.includes(proposal.action));
  // It may have come a moment later, at the look after a wait.
  for (const { proposal, change } of next < 0 ? from : from.slice(0, next)) {
    // A value may be invalid while it is entered: what is sent is judged.
    const isEntered = proposal.action === 'TYPE' && proposal.text?.endsWith('\n') !== true;
    const words =
      change === undefined ? null : refusalIn(isEntered ? { ...change, invalid: [] } : change, asked);
    if (words !== null) return { entry, words };
  }
  return null;
}
