// An intent to ordered subtasks, each with where it starts. INVARIANT: the words of the subtasks are the person's own.
import type { Subtask } from '#engines/navigator/contract.ts';
import { findUrl, matchSite, type Site } from './intent.ts';

const MAX_SUBTASKS = 12;
const THEN =
  /\s*(?:;|,?\s+\b(?:and\s+)?(?:then|afterwards|after that|finally)\b,?|\.\s+(?:then|after that|finally|next)\b,?)\s+/i;
const AFTER = /^after\s+(.+?),\s*(?:then\s+)?(.+)$/i;
const BEFORE_FIRST = /^(?:(?:first(?:ly)?|then|and|finally|please)[,\s]+)+/i;

/** One subtask where nothing says "then"; otherwise one a part, `s1`, `s2`, … */
export function planSubtasks(intent: string, sites: readonly Site[]): readonly Subtask[] {
  const parts = split(intent.trim());
  const subtasks: Subtask[] = [];
  let current: string | null = null;
  for (const [i, part] of parts.slice(0, MAX_SUBTASKS).entries()) {
    const startUrl = startOf(part, sites, current, i === 0);
    if (startUrl !== null) current = startUrl;
    subtasks.push({ id: `s${i + 1}`, intent: part, startUrl });
  }
  return subtasks;
}

/** Quoted text is set aside first: "then" inside a quotation is somebody's words, not a step. */
function split(intent: string): readonly string[] {
  const kept: string[] = [];
  const masked = intent.replace(
    /"[^"]*"|“[^”]*”|(?<![\p{L}\p{N}])['‘][^'’]*['’](?![\p{L}\p{N}])/gu,
    (quoted) => {
      kept.push(quoted);
      return `\uE000${kept.length - 1}\uE001`;
    },
  );
  const after = AFTER.exec(masked);
  const ordered = after === null ? masked : `${after[1] ?? ''} then ${after[2] ?? ''}`;
  const parts = ordered
    .split(THEN)
    .map((part) => part.replace(BEFORE_FIRST, '').trim())
    .filter((part) => part !== '')
    .map((part) => part.replace(/\uE000(\d+)\uE001/g, (_, i) => kept[Number(i)] ?? ''));
  return parts.length === 0 && intent !== '' ? [intent] : parts;
}

/**
 * A URL or a bookmark's name starts a subtask there; other words do so at the beginning, or where they point to another
 * site than the one that is open.
 */
function startOf(
  part: string,
  sites: readonly Site[],
  current: string | null,
  first: boolean,
): string | null {
  const url = findUrl(part)[0];
  if (url !== undefined) return url;
  const match = matchSite(part, sites);
  if (match === null) return null;
  if (first) return match.site.url;
  return match.site.url === current || !match.named ? null : match.site.url;
}
