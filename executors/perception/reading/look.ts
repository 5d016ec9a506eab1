// What a nameless element looks like, in words: "red circle", "blue box". Read from its own attributes alone. Pure.
import type { CapturedDocument } from './captured.ts';

const NAMED =
  'red green blue yellow orange purple violet pink black white gray grey brown cyan magenta teal navy lime maroon olive gold silver turquoise indigo beige'.split(
    ' ',
  );
const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/iu;
const RGB = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/iu;
/** Hue in degrees up to which a word holds. */
const HUES: readonly (readonly [number, string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'cyan'],
  [258, 'blue'],
  [292, 'purple'],
  [345, 'pink'],
  [360, 'red'],
];

/** `''` for what is no plain colour. */
export function colourWord(value: string): string {
  const text = value.trim().toLowerCase();
  if (NAMED.includes(text)) return text;
  const hex = HEX.exec(text)?.[1];
  const full = hex === undefined ? '' : hex.length === 3 ? [...hex].map((d) => d + d).join('') : hex;
  const rgb = RGB.exec(text);
  const parts =
    full === ''
      ? (rgb?.slice(1, 4) ?? []).map(Number)
      : [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  const [r = -1, g = 0, b = 0] = parts;
  return r < 0 ? '' : wordOf(r / 255, g / 255, b / 255);
}

function wordOf(r: number, g: number, b: number): string {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const light = (most + least) / 2;
  const spread = most - least;
  if (light < 0.08) return 'black';
  if (light > 0.95) return 'white';
  if (spread < 0.1) return 'gray';
  const sixth =
    most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  const hue = sixth * 60;
  const word = HUES.find(([to]) => hue <= to)?.[1] ?? 'red';
  if (word === 'red' && light > 0.72) return 'pink';
  return word === 'orange' && light < 0.35 ? 'brown' : word;
}

const SHAPES: Readonly<Record<string, string>> = {
  circle: 'circle',
  ellipse: 'ellipse',
  rect: 'rectangle',
  line: 'line',
  polyline: 'line',
  path: 'path',
};

function shapeOf(document: CapturedDocument, node: number): string {
  const tag = document.tag(node);
  if (tag !== 'polygon') return SHAPES[tag] ?? '';
  const corners = (document.attribute(node, 'points') ?? '').trim().split(/[\s,]+/u).length / 2;
  return corners === 3 ? 'triangle' : corners === 4 ? 'rectangle' : 'polygon';
}

/** Colour and shape; `''` where neither is said. */
export function lookOf(document: CapturedDocument, node: number): string {
  const style = document.attribute(node, 'style') ?? '';
  const shape = shapeOf(document, node);
  const own =
    document.attribute(node, 'fill') ??
    /(?:^|;)\s*(?:fill|background(?:-color)?)\s*:\s*([^;]+)/iu.exec(style)?.[1] ??
    '';
  const colour = colourWord(own);
  if (colour === '' && shape === '') return '';
  return `${colour} ${shape === '' ? 'box' : shape}`.trim();
}
