// The parts of a picture with an image map (HTML 4.8.13), each with the box that its coordinates give it. Pure.
import type { Box, CapturedDocument } from './captured.ts';

export type Area = { readonly node: number; readonly box: Box };

export function areasOf(document: CapturedDocument, picture: number): Area[] {
  const name = document.attribute(picture, 'usemap')?.replace(/^#/u, '') ?? '';
  const place = document.box(picture);
  if (name === '' || place === null) return [];
  const found: Area[] = [];
  for (let node = 0; node < document.size; node += 1) {
    if (document.tag(node) !== 'area' || mapOf(document, node) !== name) continue;
    const box = boxOf(document, node, place);
    if (box.width >= 1 && box.height >= 1) found.push({ node, box });
  }
  return found;
}

function mapOf(document: CapturedDocument, area: number): string | null {
  for (let at = document.parent(area); at > 0; at = document.parent(at))
    if (document.tag(at) === 'map') return document.attribute(at, 'name');
  return null;
}

function boxOf(document: CapturedDocument, area: number, { x, y, width, height }: Box): Box {
  const numbers = (document.attribute(area, 'coords') ?? '')
    .split(/[\s,;]+/u)
    .map(Number)
    .filter(Number.isFinite);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  switch ((document.attribute(area, 'shape') ?? 'rect').toLowerCase()) {
    case 'default':
      return { x, y, width, height };
    case 'circle':
    case 'circ':
      return { x: x + a - c, y: y + b - c, width: 2 * c, height: 2 * c };
    case 'poly':
    case 'polygon': {
      const xs = numbers.filter((_, at) => at % 2 === 0);
      const ys = numbers.filter((_, at) => at % 2 === 1);
      const [left, top] = [Math.min(...xs), Math.min(...ys)];
      return { x: x + left, y: y + top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    }
    default:
      return {
        x: x + Math.min(a, c),
        y: y + Math.min(b, d),
        width: Math.abs(c - a),
        height: Math.abs(d - b),
      };
  }
}
