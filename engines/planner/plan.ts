// An intent to ordered subtasks by its grammar, each with where it starts. INVARIANT: deterministic, no network; the words of the
// subtasks are the person's own, but for the verb of a comparison.
import { collecting, type Collecting } from './collect.ts';
import type { Plan, PlanRequest, Planner, Subtask } from './contract.ts';
import { fanOut } from './fan-out.ts';
import type { IntentClass } from '#policy/language/vocabulary.ts';
import { classifyIntent, findUrl, matchSite, type Site } from './intent.ts';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { plainlyAsked } from '#engines/navigator/offline/words/clauses.ts';
import { commits, saysOf, verificationOf } from './verification.ts';

const MAX_SUBTASKS = 12;
const THEN =
  /(?<!\s)(?:\s*;|(?:\s*,)?\s+\b(?:and\s+)?(?:then|afterwards|after that|finally)\b,?|\s*\.\s+(?:then|after that|finally|next)\b,?)\s+/i;
const AFTER = /^after\s+(.+?),\s*(?:then\s+)?(.+)$/i;
const BEFORE_FIRST = /^(?:(?:first(?:ly)?|then|and|finally|please)[,\s]+)+/i;

export function createOfflinePlanner(): Planner {
  return {
    id: 'offline',
    async plan(asked, signal) {
      signal.throwIfAborted();
      return offlinePlan(asked, null);
    },
  };
}

/** `note`: why the planner that was chosen did not make it. */
export function offlinePlan({ intent, sites, startUrl }: PlanRequest, note: string | null): Plan {
  const drawn = collecting(intent, sites, startUrl);
  const steps =
    drawn === null
      ? { intentClass: classifyIntent(intent), subtasks: steppedThrough(intent, sites) }
      : { intentClass: 'GENERATE' as const, subtasks: collections(drawn), shows: drawn.shows };
  return { by: 'offline', ...steps, usage: [], note };
}

/** As `classifyIntent`, and GENERATE where rows are collected for a form that the person named. */
export const intentClassOf = (intent: string, sites: readonly Site[], startUrl: string | null): IntentClass =>
  collecting(intent, sites, startUrl) === null ? classifyIntent(intent) : 'GENERATE';

/** Side by side where there are several: none needs anything of another. */
const collections = ({ parts }: Collecting): readonly Subtask[] =>
  parts.slice(0, MAX_SUBTASKS).map((part, at) => ({
    id: `s${at + 1}`,
    ...part,
    verification: { type: 'NONE', condition: '' },
    group: parts.length === 1 ? null : 'g1',
    commits: false,
  }));

/** The subtasks of `offlinePlan` alone. */
export function planSubtasks(
  intent: string,
  sites: readonly Site[],
  startUrl: string | null = null,
): readonly Subtask[] {
  const drawn = collecting(intent, sites, startUrl);
  return drawn === null ? steppedThrough(intent, sites) : collections(drawn);
}

/** One subtask where nothing says "then" and one site is asked; otherwise one a part and site, `s1`, `s2`, … */
function steppedThrough(intent: string, sites: readonly Site[]): readonly Subtask[] {
  const found: Omit<Subtask, 'id'>[] = [];
  const starts = (part: string): boolean => startOf(part, sites, null, false) !== null;
  const parts = joined(understoodApart(intent, split(intent.trim()), starts), starts);
  let current: string | null = null;
  for (const [i, part] of parts.entries()) {
    const says = saysOf(part);
    const before = found.at(-1);
    if (says !== null && before !== undefined) {
      found[found.length - 1] = { ...before, verification: { type: 'TEXT', condition: says } };
      continue;
    }
    const branches = fanOut(part, sites);
    if (branches !== null) {
      const group = `g${i + 1}`;
      const of = (branch: string, startUrl: string): Omit<Subtask, 'id'> => ({
        intent: branch,
        startUrl,
        verification: verificationOf(branch, startUrl, false),
        group,
        commits: false,
      });
      found.push(...branches.map((branch) => of(branch.intent, branch.startUrl)));
      current = null;
      continue;
    }
    const startUrl = startOf(part, sites, current, i === 0);
    if (startUrl !== null) current = startUrl;
    found.push({
      intent: part,
      startUrl,
      verification: verificationOf(part, startUrl, parts.length === 1),
      group: null,
      commits: commits(part),
    });
  }
  return found.slice(0, MAX_SUBTASKS).map((subtask, i) => ({ id: `s${i + 1}`, ...subtask }));
}

/**
 * One part where one of them says nothing by itself ("then the Save button", "then tick it"): what it means stands in the others. Not where
 * a part names its site.
 */
function understoodApart(
  intent: string,
  parts: readonly string[],
  starts: (part: string) => boolean,
): readonly string[] {
  if (parts.length < 2 || parts.some(starts) || parts.some((part) => saysOf(part) !== null)) return parts;
  const isWhole = (part: string): boolean => {
    const kinds = parseGoals(part).map(({ kind }) => kind);
    return (
      !kinds.includes('NOT_UNDERSTOOD') && (kinds.every((kind) => kind === 'READ') || !REFERS_BACK.test(part))
    );
  };
  return parts.every(isWhole) ? parts : [intent.trim()];
}
const REFERS_BACK =
  /\b(?:it|that|them|there|those|these|him|her|its|their|one)\b(?!\s+(?:is|are|says?)\b)[^"“]*$/iu;

/**
 * Parts from one to the last in the same words are one: by itself, the second would be taken for done by the step that served the first.
 * Not where one of them begins elsewhere.
 */
function joined(parts: readonly string[], starts: (part: string) => boolean): readonly string[] {
  const words = parts.map((part) => part.toLowerCase());
  const first = words.findIndex((word, at) => words.includes(word, at + 1));
  const last = words.findLastIndex((word, at) => words.indexOf(word) < at);
  if (first < 0 || parts.slice(first, last + 1).some(starts)) return parts;
  return [...parts.slice(0, first), parts.slice(first, last + 1).join(', then '), ...parts.slice(last + 1)];
}

/** Quoted text is set aside first: "then" inside a quotation is somebody's words, not a step. */
function split(intent: string): readonly string[] {
  const kept: string[] = [];
  const masked = intent.replace(
    /"[^"]*"|“[^”]*”|„[^“”"]*[“”"]|«[^»]*»|(?<![\p{L}\p{N}])['‘][^'’]*['’](?![\p{L}\p{N}])/gu,
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
  // "What would it set me back" asks for a price: the plain words may point to a site where the person's own do not.
  const match = matchSite(part, sites) ?? matchSite(plainlyAsked(part), sites);
  if (match === null) return null;
  if (first) return match.site.url;
  return match.site.url === current || !match.named ? null : match.site.url;
}
