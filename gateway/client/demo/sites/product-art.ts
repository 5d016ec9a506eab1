// Drawings of products and the look-book's pictures, as SVG made from the name: no file, no network.
import type { Category } from '#gateway/client/demo/data/products.ts';

const SHAPES: Readonly<Record<Category, string>> = {
  keyboards: '<rect x="20" y="60" width="200" height="70" rx="10"/><g fill="#fff9">ROWS</g>',
  mice: '<rect x="88" y="30" width="64" height="110" rx="32"/><path d="M120 30v44" stroke="#fffa" stroke-width="4"/>',
  headphones:
    '<path d="M60 110V90a60 60 0 0 1 120 0v20" fill="none" stroke="FILL" stroke-width="12"/><rect x="46" y="96" width="30" height="48" rx="12"/><rect x="164" y="96" width="30" height="48" rx="12"/>',
  monitors:
    '<rect x="36" y="24" width="168" height="100" rx="8"/><rect x="108" y="124" width="24" height="18"/><rect x="80" y="140" width="80" height="8" rx="4"/><rect x="44" y="32" width="152" height="84" fill="#fff8"/>',
  webcams:
    '<circle cx="120" cy="74" r="42"/><circle cx="120" cy="74" r="20" fill="#fffa"/><rect x="84" y="122" width="72" height="14" rx="7"/>',
  accessories:
    '<rect x="60" y="40" width="120" height="90" rx="16"/><circle cx="120" cy="85" r="24" fill="#fff8"/>',
};

function hueOf(text: string): number {
  let hue = 7;
  for (const char of text) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return hue;
}

export function productArt(name: string, category: Category): string {
  const fill = `hsl(${hueOf(name)} 45% 45%)`;
  let rows = '';
  for (let y = 0; y < 3; y++)
    for (let x = 0; x < 10; x++)
      rows += `<rect x="${30 + x * 18}" y="${70 + y * 18}" width="14" height="14" rx="3"/>`;
  const shape = SHAPES[category].replace('ROWS', rows).replace('FILL', fill);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 170" fill="${fill}">${shape}</svg>`;
}

/** A picture of some 40 kB, so that blocking pictures is worth something in the benches. */
export function lookbookArt(index: number): string {
  let seed = index * 7919 + 17;
  const next = (limit: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % limit;
  };
  let shapes = '';
  for (let i = 0; i < 500; i++)
    shapes += `<circle cx="${next(640)}" cy="${next(420)}" r="${4 + next(40)}" fill="hsl(${next(360)} 60% 60%)" opacity=".3"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 420"><rect width="640" height="420" fill="hsl(${next(360)} 30% 85%)"/>${shapes}</svg>`;
}
