// What an order asks of several things at once or of one of many: all boxes, the other one, the extreme, the nth, by colour and form. Pure.
// INVARIANT: what the order does not say of all, or of which, is not made up.
import { CUES, placed } from './cues.ts';
import { hasThing, thingsThat } from './scene.ts';
import { boxes, fields, nthSaid, quoted, type Special, step } from './step.ts';

export const allBoxes: Special = (scene) => {
  const { text, excluded, isNegated } = scene;
  const named = thingsThat(scene, 'BOX');
  // Where the page is little else than boxes, all and none are about them.
  const isBoxes =
    scene.things.filter(({ kind }) => kind === 'PRESS').length <= 2 && !hasThing(scene, 'FIELD', 'LIST');
  if (boxes(scene) < 2 || named.length > 0 || !(CUES.ticks.test(text) || isBoxes)) return null;
  if (EVERY_ONE.test(text)) return step('tick all boxes', [], 0);
  const left = excluded.filter(({ thing }) => thing.kind === 'BOX');
  const takesAll = CUES.all.test(text) || CUES.rest.test(text);
  if (left.length > 0)
    return takesAll || /\b(?:only|just)\b/u.test(text)
      ? step(`tick all boxes except ${left.map(quoted).join(' and ')}`, left)
      : null;
  if (isNegated || (CUES.none.test(text) && !takesAll)) return step('leave all boxes empty', [], 0);
  if (!takesAll) return null;
  return step(CUES.unticks.test(text) ? 'untick all boxes' : 'tick all boxes', [], 0);
};

/** "No box without a tick". */
const EVERY_ONE = /\b(?:no|not|n t|kein\w*|ninguna?)\b.*\b(?:without|unticked|unchecked|ohne|sin)\b/u;

/** The cheapest of them, the largest number, the first in the alphabet. */
export const extreme: Special = (scene) => {
  const { text, things } = scene;
  const presses = thingsThat(scene, 'PRESS');
  const repeated = presses.find(({ thing }) => thing.count > 1);
  const price = CUES.cheapest.test(text) ? 'cheapest' : CUES.dearest.test(text) ? 'most expensive' : null;
  if (price !== null && repeated !== undefined)
    return step(`press ${repeated.words} for the ${price} item`, [repeated]);
  const pressable = things.filter(({ kind }) => kind === 'PRESS');
  if (CUES.alphabet.test(text) && !CUES.all.test(text))
    return step(
      `press the item that comes ${/\b(?:last|letzte\w*|ultim[oa])\b/u.test(text) ? 'last' : 'first'} in alphabetical order`,
      [],
      0,
    );
  const numbers = pressable.filter(({ name }) => /^-?\d+$/u.test(name));
  if (numbers.length >= 2 && presses.every(({ thing }) => !numbers.includes(thing))) {
    if (CUES.largest.test(text) && CUES.smallest.test(text) && !/\b(?:press|click|tap|hit)/u.test(text))
      return null;
    if (CUES.downwards.test(text)) return step('press the buttons in descending order', [], 0);
    if (CUES.upwards.test(text)) return step('press the buttons in ascending order', [], 0);
    if (CUES.largest.test(text)) return step('press the greater number', [], 0);
    if (CUES.smallest.test(text)) return step('press the smaller number', [], 0);
  }
  return null;
};

const COLOURS: Readonly<Record<string, string>> = {
  red: 'red',
  blue: 'blue',
  green: 'green',
  yellow: 'yellow',
  purple: 'purple',
  orange: 'orange',
  pink: 'pink',
  black: 'black',
  white: 'white',
  grey: 'grey',
  gray: 'gray',
  brown: 'brown',
  cyan: 'cyan',
  rot: 'red',
  blau: 'blue',
  grun: 'green',
  gelb: 'yellow',
  lila: 'purple',
  schwarz: 'black',
  rosa: 'pink',
  weiss: 'white',
  rojo: 'red',
  roja: 'red',
  azul: 'blue',
  verde: 'green',
  amarillo: 'yellow',
  amarilla: 'yellow',
  morado: 'purple',
  negro: 'black',
  naranja: 'orange',
};

const SHAPES: Readonly<Record<string, string>> = {
  circle: 'circle',
  circles: 'circle',
  square: 'square',
  squares: 'square',
  triangle: 'triangle',
  triangles: 'triangle',
  rectangle: 'rectangle',
  rectangles: 'rectangle',
  shape: 'shape',
  shapes: 'shape',
  box: 'box',
  boxes: 'box',
  kreis: 'circle',
  kreise: 'circle',
  quadrat: 'square',
  quadrate: 'square',
  dreieck: 'triangle',
  dreiecke: 'triangle',
  rechteck: 'rectangle',
  kasten: 'box',
  circulo: 'circle',
  circulos: 'circle',
  cuadrado: 'square',
  cuadrados: 'square',
  triangulo: 'triangle',
  triangulos: 'triangle',
  rectangulo: 'rectangle',
  caja: 'box',
};

/** By colour, form and size: of things that have no name. */
export const drawn: Special = (scene) => {
  const { text, tokens } = scene;
  const words = tokens.filter(({ kind }) => kind === 'WORD').map(({ folded }) => folded);
  const colours = words.flatMap((word) => COLOURS[word] ?? COLOURS[word.replace(/e[nrsm]?$/u, '')] ?? []);
  const shapes = words.flatMap((word) => SHAPES[word] ?? []);
  const [colour] = colours;
  const [shape] = shapes;
  const size = CUES.largest.test(text) ? 'biggest ' : CUES.smallest.test(text) ? 'smallest ' : '';
  if (shape === undefined || new Set(colours).size > 1 || new Set(shapes).size > 1) return null;
  if ((colour === undefined && size === '') || hasThing(scene, 'BOX')) return null;
  const what = `${size}${colour === undefined ? '' : `${colour} `}${shape}`;
  const uses = thingsThat(scene, 'PRESS').filter(({ words }) =>
    words.toLowerCase().includes(words === '' ? '-' : shape),
  );
  return CUES.all.test(text) ? step(`press all the ${what}s`, uses, 0) : step(`press the ${what}`, uses, 0);
};

export const judged: Special = (scene) =>
  CUES.oddEven.test(scene.text) &&
  ['Odd', 'Even'].every((name) => scene.things.some((thing) => thing.name === name))
    ? step(
        'for each number say whether it is odd or even',
        thingsThat(scene, 'PRESS').filter(({ thing }) => /^(?:odd|even)$/iu.test(thing.name)),
        0,
      )
    : null;

export const sorted: Special = (scene) => {
  const { text } = scene;
  if (!CUES.sorts.test(text) || hasThing(scene, 'FIELD')) return null;
  const low = text.search(CUES.smallest);
  const high = text.search(CUES.largest);
  if (low >= 0 && high >= 0)
    return step(`sort the numbers in ${low < high ? 'increasing' : 'decreasing'} order`, [], 0);
  const [by] = thingsThat(scene, 'PRESS', 'TEXT');
  if (by !== undefined) return step(`sort the table by ${by.words}`, [by]);
  if (CUES.downwards.test(text)) return step('sort the numbers in decreasing order', [], 0);
  return CUES.upwards.test(text) ? step('sort the numbers in increasing order', [], 0) : null;
};

/** The nth of what repeats, where the order has no name for it. */
export const nthOf: Special = (scene) => {
  const { tokens, named, values, text } = scene;
  const nth = nthSaid(scene);
  if (
    nth === null ||
    named.some(({ thing }) => thing.kind !== 'TEXT') ||
    values.some(({ isQuoted }) => isQuoted)
  )
    return null;
  if (fields(scene) > 0) return null;
  const noun = NOUNS.find(([pattern]) => pattern.test(text))?.[1];
  const acts = tokens.some(({ folded }) =>
    /^(?:click|press|open|tap|follow|hit|take|klick\w*|druck\w*|offne\w*|pulsa\w*|abre|haz|clic)$/u.test(
      folded,
    ),
  );
  return noun === undefined || !acts ? null : step(`press the ${placed(nth.nth)} ${noun}`, [], nth.at);
};

const NOUNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:results?|hits?|ergebnis\w*|treffer|resultados?)\b/u, 'result'],
  [/\b(?:links?|enlaces?)\b/u, 'link'],
  [/\b(?:buttons?|knopf|knopfe|schaltflache\w*|boton(?:es)?)\b/u, 'button'],
  [/\b(?:tabs?|reiter|pestanas?)\b/u, 'tab'],
  [/\b(?:items?|entr(?:y|ies)|rows?|eintrag|zeile|fila|elemento)\b/u, 'item'],
];

/** "Not that one, the other": of two. */
export const otherOne: Special = ({ text, excluded, named }) => {
  const [not, ...more] = excluded;
  return not !== undefined &&
    more.length === 0 &&
    not.thing.kind === 'PRESS' &&
    named.length === 0 &&
    OTHER.test(text)
    ? step(`press the button that is not ${quoted(not)}`, [not])
    : null;
};

const OTHER = /(?<!\p{L})(?:other|another|remaining|rest|ander\w*|ubrige\w*|otr[oa])(?!\p{L})/u;
