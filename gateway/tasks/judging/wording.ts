// Whether the words of an order name what was done: each word that tells this thing from another one has to be accounted for. Pure.
// INVARIANT: one word in common names nothing; what to do is named by the element itself, and never by words that came of the act.
import { contentStems, coverage } from '#engines/language.ts';

/** Words that say how something is done, and of which kind it is: they tell nothing from anything. */
const MANNER =
  /(?<!\p{L})(?:please|then|now|and|finally|just|into|onto|in|on|click(?:ed|ing)?|press|tap|push|hit|open|choose|select|pick|set|enter|type|fill|put|write|go|tick|untick|check|uncheck|turn|switch|make|use|follow|visit|navigate|button|link|field|box|page|site|website|form|dropdown|drop-?down|menu|list|tab|icon|checkbox|option|item|entry|element|control|section|dialog|value|text(?: ?box)?|out|bitte|dann|und|klick\w*|drück\w*|tipp\w*|wähl\w*|öffne\w*|gib|trag\w*|setz\w*|schreib\w*|geh\w*|auf|ein|im|ins|in|den|die|das|der|dem|feld|knopf|schaltfläche|seite|liste|por favor|luego|y|haz|clic|pulsa|presiona|escribe|elige|selecciona|abre|marca|pon|introduce|ve|en|el|la|los|las|botón|campo|página|lista|enlace)(?!\p{L})/giu;

/** Orders that only lead somewhere: the address tells where it led. */
const LEADS =
  /^(?:please )?(?:open|go|visit|follow|navigate|show|view|see|öffne\w*|geh\w*|zeig\w*|abre|ve|muestra)(?!\p{L})/iu;

/** How alike a word has to be: the same, or one that stands for it on controls. A slip of the keyboard may be another word. */
const SAME_WORD = 0.9;

export type Done = {
  /** The element's own name, and what was put there. */
  readonly target: string;
  readonly role: string;
  /** What came, went, or reads differently since. */
  readonly came: string;
  /** Words of the address that it led to. */
  readonly address: string;
};

export function isWordedBy(order: string, { target, role, came, address }: Done): boolean {
  const matter = order.replace(MANNER, ' ');
  // "Press the button": nothing tells which, but its kind.
  if (!/[\p{L}\p{N}]/u.test(matter)) return role !== '' && isIn(role, order);
  const words = contentStems(matter);
  const isOfTarget = (word: string): boolean => isIn(word, target);
  // A verb that is left is what the control does: "delete" is not done by opening what is to be deleted.
  const verb = contentStems(order)[0];
  if (verb !== undefined && words[0] === verb && !isOfTarget(verb)) return false;
  const led = LEADS.test(order) ? address : '';
  return (
    words.every((word) => isIn(word, `${target} ${came} ${led}`)) &&
    (words.some(isOfTarget) || (led !== '' && words.every((word) => isIn(word, led))))
  );
}

const isIn = (word: string, text: string): boolean => coverage(word, text) >= SAME_WORD;
