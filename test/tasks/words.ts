// Random words for pages: names, things, places, colours, sentences. Nothing here is known to the navigator.
import type { Random } from './contract.ts';

export const FIRST =
  'Ada Boris Chloe Dimitri Elif Farid Greta Hugo Ines Jonas Kira Liam Mona Nils Olga Pavel Quinn Rosa Sven Tara Umar Vera Wim Xenia Yusuf Zoe'.split(
    ' ',
  );
export const LAST =
  'Abbott Bauer Castillo Dvorak Eriksen Fontaine Greco Hansen Ibarra Jansen Keller Lindqvist Moreau Novak Okafor Petrov Quist Romano Santos Tanaka Ulrich Vega Weber Yilmaz Zeman'.split(
    ' ',
  );
export const THINGS =
  'Anchor Basket Candle Drum Easel Feather Goblet Hammer Inkwell Jacket Kettle Lantern Mirror Needle Organ Pillow Quilt Ribbon Saddle Teapot Umbrella Violin Wagon Yarn Zipper'.split(
    ' ',
  );
export const PLACES =
  'Bergen Cordoba Dakar Exeter Florence Geneva Hobart Izmir Jaipur Krakow Leipzig Malmo Nairobi Oporto Perth Quito Riga Seville Turin Utrecht Valparaiso Winnipeg Yerevan Zagreb'.split(
    ' ',
  );
export const FOODS =
  'Apples Bread Cheese Dates Eggs Figs Grapes Honey Jam Kale Lentils Mustard Noodles Olives Peas Quince Rice Spinach Tofu Vinegar Walnuts Yoghurt'.split(
    ' ',
  );
export const COLOURS: Readonly<Record<string, string>> = {
  red: '#e01b24',
  green: '#2ec27e',
  blue: '#1c71d8',
  yellow: '#f6d32d',
  purple: '#9141ac',
  orange: '#ff7800',
  black: '#000000',
  pink: '#ff69b4',
};
export const VERBS =
  'Archive Confirm Discard Export Finish Import Launch Preview Publish Refresh Restore Revert Share Verify'.split(
    ' ',
  );
export const TOPICS =
  'Astronomy Botany Cycling Drawing Economics Fishing Gardening History Jazz Knitting Logic Music Nutrition Opera Poetry Rowing Sailing Theatre Volcanoes Weaving'.split(
    ' ',
  );
const FILLER =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore dolore magna aliqua enim minim veniam quis nostrud'.split(
    ' ',
  );
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

export const sentence = (r: Random, words = 8): string => {
  const text = Array.from({ length: words }, () => r.pick(FILLER)).join(' ');
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`;
};

export const code = (r: Random, length = 5): string =>
  Array.from({ length }, () => r.pick([...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'])).join(
    '',
  );

export const fullName = (r: Random): string => `${r.pick(FIRST)} ${r.pick(LAST)}`;
/** "2nd", "third": as people write ordinals. */
export const ordinal = (r: Random, n: number): string => {
  const words = [
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
  ];
  const suffix =
    n % 10 === 1 && n !== 11
      ? 'st'
      : n % 10 === 2 && n !== 12
        ? 'nd'
        : n % 10 === 3 && n !== 13
          ? 'rd'
          : 'th';
  return r.chance(0.5) ? (words[n - 1] ?? `${n}${suffix}`) : `${n}${suffix}`;
};
