// Draws the ghost as a picture of any size, in the colour of a standing: for the tray, the favicon and the packages' icons.
// INVARIANT: a standing shows by its form, too (plain, a dot, a bar), so that colour is never alone.
import type { Standing } from './standing.ts';

type Look = Standing['state'];

/** Side by side: red, green, blue. */
const BODY: Readonly<Record<Look, readonly [number, number, number]>> = {
  IDLE: [0x6b, 0x72, 0x80],
  WORKING: [0x25, 0x63, 0xeb],
  ASKING: [0xd9, 0x77, 0x06],
};
/** Each way, of each point. */
const SAMPLES = 4;

/** What is there, as a share of the picture's side from its upper left corner. */
function isBody(x: number, y: number): boolean {
  const [centre, radius, top] = [0.5, 0.36, 0.46];
  if (x < centre - radius || x > centre + radius) return false;
  if (y < top) return (x - centre) ** 2 + (y - top) ** 2 <= radius ** 2;
  // Three waves where it ends.
  return y <= 0.86 - 0.05 * Math.cos(((x - (centre - radius)) / (2 * radius)) * 6 * Math.PI);
}

const isEye = (x: number, y: number): boolean =>
  [0.38, 0.62].some((eye) => ((x - eye) / 0.055) ** 2 + ((y - 0.45) / 0.085) ** 2 <= 1);

/** A dot where something runs, a bar where somebody is asked, in the lower right corner. */
function isMark(look: Look, x: number, y: number): boolean {
  if (look === 'WORKING') return (x - 0.8) ** 2 + (y - 0.8) ** 2 <= 0.15 ** 2;
  if (look === 'ASKING')
    return Math.abs(x - 0.84) <= 0.09 && (Math.abs(y - 0.64) <= 0.2 || Math.abs(y - 0.93) <= 0.06);
  return false;
}

const isNearMark = (look: Look, x: number, y: number): boolean => {
  const away = 0.045;
  return [-away, 0, away].some((dx) => [-away, 0, away].some((dy) => isMark(look, x + dx, y + dy)));
};

/** Four bytes a point, row by row: red, green, blue, alpha (not premultiplied). `template`: black alone, for menus that colour it. */
export function drawGhost(look: Look, sidePx: number, template = false): Uint8Array {
  const [red, green, blue] = template ? [0, 0, 0] : BODY[look];
  const picture = new Uint8Array(sidePx * sidePx * 4);
  for (let row = 0; row < sidePx; row += 1) {
    for (let column = 0; column < sidePx; column += 1) {
      let covered = 0;
      for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
        const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) / sidePx;
        const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / sidePx;
        // The mark stands free of the body.
        if (isMark(look, x, y) || (isBody(x, y) && !isEye(x, y) && !isNearMark(look, x, y))) covered += 1;
      }
      const at = (row * sidePx + column) * 4;
      picture.set([red, green, blue, Math.round((covered / SAMPLES ** 2) * 255)], at);
    }
  }
  return picture;
}
