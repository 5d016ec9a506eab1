// Orders that no page may explain: questions, statements, and whatever says when, unless or what not. Pure.
// INVARIANT: decided by the person's words alone, before any name of the page is looked for; a page cannot take one of them away.
import { mask } from '#engines/navigator/offline/words/clauses.ts';
import { actOf, fold, formsOf, withoutAsides } from './words.ts';

/** More is a story, of which one word too many is taken for a name. */
export const MAX_WORDS = 40;

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Anywhere outside of quotations. Folded: small letters, no accents, "ß" as "ss". */
const QUALIFIES = words(`
not no never dont cant cannot wont shouldnt mustnt neither nor none nothing without skip avoid refuse refrain stop ignore forget except
excepting excluding besides unless if only instead rather otherwise else but however whether until till til while when whenever tomorrow
later afterward already yesterday or maybe perhaps nearly almost
nicht nichts kein keine keinen keinem keiner nie niemals statt stattdessen anstatt anstelle sondern wenn falls sofern sobald ob ohne ausser
ausgenommen erst lieber aber oder bis morgen spater schon bereits gestern vielleicht vergiss weder noch
nunca jamas tampoco sin salvo excepto menos si sino pero solo solamente unicamente cuando mientras manana ayer quiza quizas ninguno ninguna
ningun nada olvida evita ni
`);
/** Spanish "en vez de", "en lugar de"; English "do n't". */
const SAYS_NOT = /\ben (?:vez|lugar)\b|n['’]t\b|\bpor que\b/iu;

/** At the beginning of a sentence: a question or a statement about what is or was. */
const ASKS = words(`
am is are was were has have had did do does should shall may might must ought who whom whose what which where why how
bin ist sind war waren wurde wurden wird habe hab haben hast hat hatte soll sollte sollen darf muss mussen wer wen was wo wann warum wieso
welche welcher welches wie siehst siehe sieh gibt
debo deberia has he ha han habia hay ves fue era puedo tengo quien que cual donde cuando como veo
`);
/** What may stand before the first word that says something. */
const OPENS = words(`
hi hey hello hallo hola ok okay yo please bitte por favor so well and und y then dann also now jetzt ahora sorry excuse me entschuldigung
dear mate guten tag buenos buenas dias tardes moin oye the a that it oh ah um just
`);
/** Whoever else acts, and the person who says what they do themselves. */
const ACTORS = words(`
somebody someone anybody anyone everybody everyone nobody they he she we jemand niemand wir alguien nadie ellos ellas nosotros
`);
const SELF = words('i ich yo');
/** A page, a letter, a window that says something: what follows is theirs. */
const REPORTS =
  /\b(?:page|form|app|application|formular|formulario|site|website|screen|window|popup|dialog|banner|text|note|notice|e-?mail|mail|message|letter|seite|fenster|nachricht|pagina|sitio|ventana|correo|mensaje)\s+(?:(?:that|here|there|die|que)\s+)?(?:say(?:s|ing)?|said|read(?:s|ing)|tell(?:s|ing)?|told|ask(?:s|ed|ing)?|want(?:s|ed)?|need(?:s|ed)?|require[sd]?|will|braucht|state[sd]?|sagt|sagte|bittet|fordert|schreibt|dice|pide|quiere|decia)\b/u;
/** "Pulsé", "marcó": what was done; without its accent it is an order. */
const SPANISH_PAST = /[éóí]$/u;
const PAST = /(?:ed|ado)$/u;
const WORD = /\uE000\d+\uE001|\p{L}[\p{L}'’]*|[,;:.!?()=>→—–-]+/gu;

/** `true`: nothing of it is read by the names of a page. */
export function isRefused(order: string): boolean {
  const { text } = mask(withoutAsides(order));
  if (/[?¿]/u.test(text) || SAYS_NOT.test(text) || REPORTS.test(fold(text))) return true;
  const said = [...text.matchAll(WORD)].map(([word]) => word);
  let begins = true;
  for (const [at, word] of said.entries()) {
    if (!/^\p{L}/u.test(word)) {
      // What is in quotes begins nothing, and a comma ends no sentence.
      if (word.startsWith('\uE000')) begins = false;
      else if (/[.!;:]/u.test(word)) begins = true;
      continue;
    }
    const folded = fold(word);
    if (QUALIFIES.has(folded) || ACTORS.has(folded)) return true;
    // "Hätte" wishes, "hatte" tells.
    if (word.toLowerCase() === 'hatte') return true;
    if (SPANISH_PAST.test(word.toLowerCase()) && isAct(folded)) return true;
    if (SELF.has(folded) && [said[at - 1], said[at + 1]].some((near) => near !== undefined && tells(near)))
      return true;
    if (begins && (ASKS.has(folded) || (PAST.test(folded) && isAct(folded)))) return true;
    begins &&= OPENS.has(folded);
  }
  return false;
}

const isAct = (folded: string): boolean => formsOf(folded).some((form) => actOf(form) !== null);
/** "Ich drücke", "I pressed", "soll ich": not "ich … drücken", "I choose". */
const tells = (word: string): boolean => {
  const folded = fold(word);
  const act = actOf(folded);
  return (
    /^(?:should|shall|can|may|must|did|have|had|soll|sollte|darf|muss|kann|habe|hab|debo|puedo|he)$/u.test(
      folded,
    ) ||
    (act !== null && act !== 'CHOOSE' && !folded.endsWith('n'))
  );
};
