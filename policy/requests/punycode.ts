// Labels of canonical hosts as people see them: `xn--…` decoded (RFC 3492), and the scripts that are in them.

const [BASE, T_MIN, T_MAX, SKEW, DAMP, START] = [36, 1, 26, 38, 700, 72];

/** A host with its `xn--` labels decoded; a label that does not decode stays as it is. */
export const unicodeHost = (host: string): string => host.split('.').map(decodeLabel).join('.');

function decodeLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const body = label.slice(4);
  const cut = body.lastIndexOf('-');
  const out = [...(cut < 0 ? '' : body.slice(0, cut))].map((one) => one.codePointAt(0) ?? 0);
  let [point, at, bias] = [128, 0, START];
  let index = cut < 0 ? 0 : cut + 1;
  while (index < body.length) {
    const before = at;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(body[index++] ?? '');
      if (digit === null) return label;
      at += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    bias = adapt(at - before, out.length + 1, before === 0);
    point += Math.floor(at / (out.length + 1));
    at %= out.length + 1;
    if (point > 0x10ffff) return label;
    out.splice(at++, 0, point);
  }
  return String.fromCodePoint(...out);
}

function digitOf(character: string): number | null {
  if (/^[a-z]$/.test(character)) return character.charCodeAt(0) - 97;
  return /^[0-9]$/.test(character) ? Number(character) + 26 : null;
}

function adapt(delta: number, points: number, first: boolean): number {
  let left = first ? Math.floor(delta / DAMP) : delta >> 1;
  left += Math.floor(left / points);
  let k = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) left = Math.floor(left / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}

const SCRIPTS = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
] as const;

/** The alphabets that one label mixes; empty where it keeps to one. */
export function mixedScripts(host: string): readonly string[] {
  for (const label of unicodeHost(host).split('.')) {
    const found = SCRIPTS.filter(([, pattern]) => pattern.test(label)).map(([name]) => name);
    if (found.length > 1) return found;
  }
  return [];
}
