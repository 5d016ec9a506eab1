// What kind of intent it is, which URLs it names, which bookmark it means. Pure; only the person's words are read.
import { contentStems, normalise, stem, tokens } from '#engines/language.ts';
import { plainWords } from '#engines/navigator/offline/words/clauses.ts';
import { urlFacts } from '#policy/requests/host.ts';
import type { IntentClass } from '#policy/language/vocabulary.ts';

/** A bookmark: its name stands for it in an intent, `about` are words that point to it. */
export type Site = { readonly name: string; readonly url: string; readonly about: readonly string[] };
export type SiteMatch = { readonly site: Site; readonly named: boolean };

export const OPENING =
  /^(?:please\s+)?(?:open|go\s+(?:on\s+)?to|visit|navigate\s+to|browse\s+to|take me to|show(?: me)?|load)\s+/i;
const ARTEFACT =
  'charts?|graphs?|plots?|diagrams?|dashboards?|applets?|widgets?|visuali[sz]ations?|infographics?|comparison tables?|interactive (?:tables?|lists?|maps?)|cards?';
const GENERATE = new RegExp(
  `\\bvisuali[sz]e\\b|\\b(?:make|create|generate|build|draw|render|design|show|give|plot)\\b.*\\b(?:${ARTEFACT})\\b`,
  'i',
);
const TRANSACT_CLAUSE =
  /^(?:please\s+)?(?:fill|submit|buy|purchase|order|book|reserve|pay|check\s*out|subscribe|unsubscribe|sign\s*up|register|log\s*in|sign\s*in|log\s*out|send|post|publish|reply|change|set|update|delete|remove|cancel|add|put|enter|type|tick|untick|upload|start a|create a|write a)\b/i;

/** NAVIGATE a URL and nothing else; GENERATE an applet; TRANSACT changes something; RESEARCH the rest. */
export function classifyIntent(text: string): IntentClass {
  const intent = text.trim();
  const bare = intent.replace(OPENING, '').replace(/[.!?]+$/, '');
  if (!/\s/.test(bare) && findUrl(bare).length === 1) return 'NAVIGATE';
  if (GENERATE.test(intent)) return 'GENERATE';
  const clauses = plainWords(intent).split(/\s*(?:[;,.]|\band then\b|\band\b|\bthen\b)\s+/i);
  return clauses.some((clause) => TRANSACT_CLAUSE.test(clause)) ? 'TRANSACT' : 'RESEARCH';
}

const CANDIDATE =
  /(?:\bhttps?:\/\/[^\s"'“”<>]+)|(?<![\p{L}\p{N}@._/:-])(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,24}|xn--[a-z0-9-]+))(?![\p{L}\p{N}.-]*@)(?::\d{1,5})?(?:[/?#][^\s"'“”<>]*)?/giu;
/** What looks like a host and is mostly a file that somebody talks about. */
const FILE_NAME =
  /^[\p{L}\p{N}_-]+\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|json|jpe?g|png|gif|svg|zip|md|ts|js|py|exe|html?|mp[34])$/iu;
/** Names that are never on the public net have no certificates. */
const PLAIN_HTTP = /(?:^|\.)(?:test|localhost|local|internal)$|^(?:\d{1,3}\.){3}\d{1,3}$|^\[/;

export type UrlSpan = { readonly href: string; readonly start: number; readonly end: number };

/** Where the person wrote URLs, canonical, in order. Only http and https. */
export function urlSpans(text: string): readonly UrlSpan[] {
  const found: UrlSpan[] = [];
  for (const match of text.matchAll(CANDIDATE)) {
    const [raw] = match;
    const written = raw.replace(/[.,;:!?)\]}'"’”]+$/u, (end) =>
      raw.startsWith('[') && end === ']' ? end : '',
    );
    if (FILE_NAME.test(written)) continue;
    const host = written.split(/[/?#]/, 1)[0]?.replace(/:\d+$/, '') ?? '';
    const absolute = /^https?:\/\//i.test(written)
      ? written
      : `${PLAIN_HTTP.test(host.toLowerCase()) ? 'http' : 'https'}://${written}`;
    const url = URL.parse(absolute);
    if (url === null || !urlFacts(absolute).ok) continue;
    found.push({ href: url.href, start: match.index, end: match.index + written.length });
  }
  return found;
}

/** The URLs that the person wrote, without repetition. */
export const findUrl = (text: string): readonly string[] => [
  ...new Set(urlSpans(text).map(({ href }) => href)),
];

/**
 * The bookmark that an intent means: by its own name as a word of the intent (`named`), else by the most of its `about`
 * words. A tie between two sites is no match: it is not guessed.
 */
export function matchSite(text: string, sites: readonly Site[]): SiteMatch | null {
  const outside = withoutQuotes(text);
  const words = tokens(outside).map(stem);
  const named = sites
    .map((site) => ({ site, at: indexOfPhrase(words, tokens(site.name).map(stem)) }))
    .filter(({ at }) => at > 0 || (at === 0 && !isVerb(outside)))
    .sort((a, b) => a.at - b.at);
  const first = named[0];
  if (first !== undefined) return { site: first.site, named: true };
  const scored = sites
    .map((site) => ({ site, score: aboutScore(words, site) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  if (best === undefined || best.score === second?.score) return null;
  return { site: best.site, named: false };
}

/** "start a thread", "shop for a chair": a name that opens the intent and is followed so is a verb there. */
const isVerb = (text: string): boolean =>
  /^\s*[\p{L}-]+\s+(?:a|an|the|my|some|for|with|to|by|another|new)\b/iu.test(text);

const withoutQuotes = (text: string): string => text.replace(/"[^"]*"|“[^”]*”/g, ' ');

/** Distinct `about` phrases that stand in the intent; a phrase of two words counts for two. */
function aboutScore(words: readonly string[], site: Site): number {
  const seen = new Set<string>();
  for (const phrase of site.about) {
    const wanted = contentStems(normalise(phrase));
    if (wanted.length > 0 && indexOfPhrase(words, wanted) >= 0) seen.add(wanted.join(' '));
  }
  return [...seen].reduce((sum, phrase) => sum + phrase.split(' ').length, 0);
}

function indexOfPhrase(words: readonly string[], phrase: readonly string[]): number {
  if (phrase.length === 0) return -1;
  return words.findIndex((_, i) => phrase.every((word, j) => words[i + j] === word));
}
