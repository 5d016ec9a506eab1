// Whether a text is in what a row says of it, read from the row's words alone: paths with stars, parameters of queries, groups, blocks of addresses.
import { foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import { inNetwork } from '#policy/requests/networks.ts';
import { foldedValue } from '#policy/requests/names.ts';
import { parameterState } from '#policy/requests/url-parts/query.ts';

type Said = ReadonlyMap<string, boolean>;
const saidBy = (words: readonly string[]): Said =>
  new Map(
    words.filter((one) => one !== 'any').map((one) => [one.replace(/^not /u, ''), !one.startsWith('not ')]),
  );

/** Segment by segment: what is named goes before any case of it, and that before a star. The last place that is said decides. */
export function starredPathInWords(words: readonly string[], path: string): boolean {
  const said = saidBy(words);
  const leads = (place: string): boolean =>
    [...said.keys()].some((one) => one === place || one.startsWith(`${place}/`));
  let inside = words.includes('any');
  if (path === '') return inside;
  inside = said.get('/') ?? inside;
  let place = '';
  for (const segment of path.split('/').filter((one) => one !== '')) {
    const ascii = segment.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
    const next = [segment, `any ASCII case of ${ascii}`, `any case of ${foldUnicode(segment)}`, '*']
      .map((one) => `${place}/${one}`)
      .find(leads);
    if (next === undefined) break;
    inside = said.get(next) ?? inside;
    place = next;
  }
  return inside;
}

/** `module="Accounts" & id=*`: the narrowest that is said, the last name left out first. */
export function queryInWords(words: readonly string[], query: string): boolean {
  const said = saidBy(words);
  const all = [...said.keys()].flatMap((label) => label.split(' & '));
  const own = [...new Set(all)].filter((part) => part.split('|').some((sign) => holds(sign, query, part)));
  return narrowest(said, own.toSorted(), words.includes('any'));
}

function holds(sign: string, query: string, whole: string): boolean {
  const [, key = '', is = ''] = /^("(?:[^"\\]|\\.)*"|[\w.-]+)=(.*)$/su.exec(sign) ?? [];
  const name: unknown = key.startsWith('"') ? JSON.parse(key) : key;
  const state = parameterState(query, String(name));
  if (state.is !== 'ONE') return state.is === 'OPEN' && (is === '*' || is === '~');
  const signs = whole.split('|');
  const exact = JSON.stringify(state.value);
  const alike = `~${JSON.stringify(foldedValue(state.value))}`;
  // What is said of the value itself goes before what is said of all that are alike, and that before what is said of any.
  const said = [exact, alike].find((one) =>
    [`${key}=${one}`, `${key}=!${one}`].some((own) => signs.includes(own)),
  );
  return said === undefined ? is === '*' || is === '?' : is === said;
}

export function groupsInWords(words: readonly string[], groups: string): boolean {
  const said = saidBy(words);
  const own = groups
    .split(',')
    .filter((name) => name !== '' && [...said.keys()].some((label) => label.split(' & ').includes(name)));
  return narrowest(said, own.toSorted(), words.includes('any'));
}

function narrowest(said: Said, parts: readonly string[], otherwise: boolean): boolean {
  for (let count = parts.length; count > 0; count--) {
    const inside = said.get(parts.slice(0, count).join(' & '));
    if (inside !== undefined) return inside;
  }
  return otherwise;
}

export function addressInWords(words: readonly string[], address: string): boolean {
  const found = [...saidBy(words)].find(([block]) => inNetwork(block, address));
  return found?.[1] ?? words.includes('any');
}
