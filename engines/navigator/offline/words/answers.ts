// Which texts may answer a question of a kind: a number for "how many", a time for "when". Pure.
// INVARIANT: whoever reads an answer and whoever judges it hold it against these same words.
import type { Wanted } from './goals.ts';

/** There is none of it, or it costs nothing: an answer to "how many" or "how much" that has no figure. */
const NONE_OF_IT =
  /(?<!\p{L})(?:no|none|nobody|nothing|never|zero|free|once|twice|gratis|kein\p{L}{0,2}|niemand|nichts|null|kostenlos|nie|einmal|zweimal|ning[uú]n\p{L}{0,2}|nadie|nada|cero|nunca)(?!\p{L})/iu;
export const isNoneOfIt = (text: string): boolean => NONE_OF_IT.test(text);

const FIGURE = /\p{N}/u;
/** How many or how much, in words. */
const AMOUNT =
  /(?<!\p{L})(?:not|nicht|half|unlimited|low|medium|high|several|many|few|some|all|both|one|two|three|four|five|six|seven|eight|nine|\p{L}{0,9}teen|ten|eleven|twelve|\p{L}{0,9}ty|dozens?|hundreds?|thousands?|millions?|eine?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|cien|mil)(?!\p{L})/iu;
/** A day or a month by its name. */
const CALENDAR =
  /(?<!\p{L})(?:mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs?|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|septiembre|octubre|noviembre|dic(?:iembre)?)s?(?!\p{L})/iu;
/** Another time, in words. */
const TIME =
  /(?<!\p{L})(?:(?:to|yester|some|week|birth|holi)?days?|daily|tomorrow|tonight|weeks?|weekly|weekends?|fortnight|months?|monthly|years?|yearly|annually|hours?|hourly|minutes?|seconds?|moments?|now|never|always|soon|ago|since|before|after|noon|midday|midnight|mornings?|afternoons?|evenings?|nights?|dawn|dusk|sunrise|sunset|spring|summers?|autumn|winters?|seasons?|immediately|recently|heute|morgens?|gestern|sofort|nie|immer|täglich|mittags?|abends?|nachts?|woche|wochen|monate?n?|jahre?n?|stunden?|hoy|mañana|ayer|ahora|nunca|siempre|noche|tarde|semanas?|mes|meses|años?|horas?)(?!\p{L})|(?<!\p{L})(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|morgen|mittag|abend|woche|jahr/iu;

/** Whether a text may be what was asked for: `false` only where it surely holds nothing of that kind. */
export function mayAnswer(wants: Wanted, text: string): boolean {
  switch (wants) {
    case 'MONEY':
    case 'NUMBER':
      return FIGURE.test(text) || AMOUNT.test(text) || isNoneOfIt(text);
    case 'DATE':
      return FIGURE.test(text) || CALENDAR.test(text) || TIME.test(text);
    case 'ANY':
      return true;
  }
}
