// What the words of one cell are by themselves: money, a date, a number with its unit. Pure.
import { readDate } from './date.ts';
import { readMoney, readQuantity } from './quantity.ts';
import { isAdvert, readBoolean, readRating } from './scales.ts';

type Words = {
  readonly text: string;
  readonly cell: {
    readonly said: string;
    readonly machine: string | null;
    readonly checked: boolean | null;
    readonly struck: boolean;
  };
};

/** `number kg` with its unit, `old money` where it is struck; else a type's name, `advert` or `text`. */
export function kindOf({ text, cell }: Words): string {
  const plain = { decimal: null, stated: [] };
  if (cell.checked !== null || readBoolean(text) !== null) return 'boolean';
  if (isAdvert(text)) return 'advert';
  if (readRating(cell.said, false, '.') !== null || readRating(text, false, '.') !== null) return 'rating';
  if (readMoney(text, plain) !== null) return cell.struck ? 'old money' : 'money';
  if (cell.machine !== null || readDate(text) !== null) return 'date';
  const quantity = readQuantity(text, plain);
  if (quantity !== null) return `number ${quantity.unit ?? ''}`;
  return 'text';
}
