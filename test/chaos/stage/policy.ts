// The policy of a run: the developer's preset, in which a download, a session and another site of this machine need nobody's answer,
// so that what ends an act is the fault, or what the cell is about.
import { readFileSync } from 'node:fs';

const ALLOWED = [
  'FILE_DOWNLOAD',
  'ACCESS_LOCALSTORAGE',
  'ACCESS_INDEXEDDB',
  'ACCESS_COOKIES',
  'NAVIGATE_CROSS_ORIGIN',
];
const STORED = ['LOCAL_STORAGE', 'INDEXED_DB', 'COOKIES', 'CACHE_API'];

export function policyText(revision: number, downloads: string): string {
  const preset = readFileSync(new URL('../../../policy/presets/developer.yaml', import.meta.url), 'utf8');
  const row = (names: readonly string[], second: string) => (text: string) =>
    text.replaceAll(
      new RegExp(`^( {6}(?:${names.join('|')}): )\\[\\w+, \\w+\\]$`, 'gmu'),
      `$1[ALLOW, ${second}]`,
    );
  const opened = [row(ALLOWED, 'ALLOW'), row(STORED, 'NEVER')].reduce((text, open) => open(text), preset);
  return opened
    .replace('id: developer', 'id: chaos')
    .replace('revision: 1', `revision: ${revision}`)
    .replace('whole: true\n', '')
    .replace(/^tests:[^]*$/mu, '')
    .replaceAll(/^ {2}- id: DEV-[12]\n(?: {4}.*\n)+/gmu, '')
    .replaceAll('/srv/downloads', downloads);
}
