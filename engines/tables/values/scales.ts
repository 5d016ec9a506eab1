// Ratings with the best that there is, yes and no, and what says that nothing is there.
// INVARIANT: a rating has a best only where the page names it or draws it.
import { plainDigits, readNumber, type DecimalMark } from './number.ts';

export type ReadRating = { readonly value: number; readonly outOf: number | null };

const OUT_OF =
  /^(?:rat(?:ed|ing)|bewertung|note|score|valoraci[oó]n|customer rating|average rating)?[:\s]*(\d+(?:[.,]\d+)?)\s*(?:stars?|sternen?)?\s*(?:\/|out\s+of|of|von|de|sur|su|van|av|af)\s*(\d{1,3})\s*(?:stars?|sternen?|sterren|[eé]toiles|estrellas|stelle|points?)?(?:\s*\(?[\d., ]+\s*(?:reviews?|ratings?|votes?)?\)?)?\.?$/iu;
const BESTS = new Set([3, 4, 5, 6, 7, 10, 20, 100]);

/** `named`: heading or mark say that it is a rating, so that a bare number is one. */
export function readRating(given: string, named: boolean, decimal: DecimalMark | null): ReadRating | null {
  const text = plainDigits(given).trim();
  if (text.length > 80) return null;
  const drawn = /^([★⭐]*)([½⯨⯪]?)(☆*)(?:\s*\([\d., ]+\))?$/u.exec(text.replaceAll('\uFE0F', ''));
  if (drawn !== null && text !== '') {
    const [, full = '', half = '', empty = ''] = drawn;
    const value = [...full].length + (half === '' ? 0 : 0.5);
    if (value > 0 || empty !== '')
      return {
        value,
        outOf: empty === '' && half === '' && value < 5 ? null : Math.ceil(value) + empty.length,
      };
  }
  const said = OUT_OF.exec(text);
  if (said !== null) {
    const [value, outOf] = [readNumber(said[1] ?? '', decimal)?.value ?? null, Number(said[2])];
    const sure = named || outOf === 5 || outOf === 10 || /[a-z]/iu.test(text);
    return value !== null && value <= outOf && BESTS.has(outOf) && sure ? { value, outOf } : null;
  }
  const stars =
    /^[★⭐]?\s?(\d(?:[.,]\d+)?)\s*(?:stars?|sterne?|★|⭐)?(?:\s*\([\d., ]+\s*(?:reviews?|ratings?)?\))?$/iu.exec(
      text,
    );
  if (stars === null || (!named && !/[★⭐]|star|stern/iu.test(text))) return null;
  const value = readNumber(stars[1] ?? '', decimal)?.value ?? null;
  return value === null || value > 10 ? null : { value, outOf: null };
}

const YES = words(
  'yes|y|true|✓|✔|✅|☑|🗸|ja|wahr|sí|si|oui|in stock|available|on stock|auf lager|lieferbar|verfügbar|en stock|disponible|disponibile|op voorraad|checked|included|enthalten',
);
const NO = words(
  'no|n|false|✗|✘|❌|✕|✖|☐|nein|falsch|non|sold out|out of stock|unavailable|not available|currently unavailable|ausverkauft|nicht auf lager|nicht verfügbar|nicht lieferbar|agotado|épuisé|rupture de stock|esaurito|uitverkocht|not checked|not included',
);

export function readBoolean(text: string): boolean | null {
  const plain = text.trim().toLowerCase().replaceAll('\uFE0F', '').replace(/[.!]$/u, '');
  return YES.has(plain) ? true : NO.has(plain) ? false : null;
}

const NOTHING = words('-|–|—|−|n/a|n.a.|na|k. a.|k.a.|none|./.|…|?|--|---');
/** A dash in a cell says that nothing is known. */
export const saysNothing = (text: string): boolean => text === '' || NOTHING.has(text.trim().toLowerCase());

/** Words of a total below a column. */
export const isTotal = (text: string): boolean =>
  /^(?:(?:grand|sub|order)?[\s-]?totals?|sums?|summe|gesamt(?:summe|betrag)?|zwischensumme|totale|totaal|total général|suma|average|mean|durchschnitt|итого|合計)\b/iu.test(
    text.trim(),
  ) || /^(?:итого|合計|总计)/u.test(text.trim());

/** What marks an entry that somebody paid for. */
export const isAdvert = (text: string): boolean =>
  /^(?:sponsored|ad|ads|advert|advertisement|promoted|promotion|anzeige|gesponsert|werbung|patrocinado|sponsoris[ée]e?|annonce|annuncio|sponsorizzato|gesponsord|реклама|広告)(?:\s+(?:by|von|par|por)\s.{1,60})?[:·]?$/iu.test(
    text.trim(),
  );

function words(list: string): ReadonlySet<string> {
  return new Set(list.split('|'));
}
