// An intent that wants things side by side (a table, a chart, cards) as one subtask a site, each with what is read from its page.
// Pure. INVARIANT: only sites that the person's own words name; what is shown is made of what stands on their pages.
import { contentStems } from '#engines/language.ts';
import type { Collection } from './contract.ts';
import { mentionsIn, type Mention } from './fan-out.ts';
import type { Site } from './intent.ts';

export type Collecting = {
  /** The form's name as the person wrote it: `table`, `line chart`, `cards`. */
  readonly shows: string;
  readonly parts: readonly {
    readonly intent: string;
    readonly startUrl: string | null;
    readonly collects: Collection;
  }[];
};

const FORM = String.raw`(?:(?:sortable|interactive|comparison|comparative|filterable|simple|small|nice|short|one)\s+)*(?:(?:line|bar|pie|column|scatter)\s+(?:charts?|graphs?|plots?|diagrams?)|tables?|charts?|graphs?|plots?|diagrams?|cards|card\s+grid|grid(?:\s+of\s+cards)?|timelines?|dashboards?|applets?|widgets?|visuali[sz]ations?|infographics?|spreadsheets?)`;
const POLITE = String.raw`(?:(?:please|could you|can you|would you|i (?:want|need|would like|'d like)(?: you)? to|now|just)[,\s]+)*`;

/** "compare X in a table", "show me X as cards" */
const THEN_FORM = new RegExp(
  String.raw`^${POLITE}(?<verb>compare|show|list|put|collect|gather|extract|get|give|bring|present|plot|draw|lay out|set out|display|visuali[sz]e|turn|arrange)\s+(?:me\s+|us\s+|together\s+)?(?<things>.+?)\s*,?\s+(?:side by side\s+)?(?:(?:in|as|on|into)\s+(?:the form of\s+)?(?:an?\s+|one\s+|the\s+)?)(?<form>${FORM})(?<tail>\s+(?:with|by|sorted|including)\b.*)?$`,
  'iu',
);
/** "make a table of X", "give me a chart with X" */
const FORM_THEN = new RegExp(
  String.raw`^${POLITE}(?:(?<verb>make|create|build|generate|draw|plot|show|give|get|prepare|compile|produce|design|render|i (?:want|need))\s+(?:me\s+|us\s+)?)?(?:an?\s+|some\s+)?(?<form>${FORM})\s+(?<joint>of|with|from|comparing|that compares|which compares|showing|that shows|which shows|listing|that lists|about|on|for)\s+(?<things>.+)$`,
  'iu',
);
/** "visualise X", "plot X": the form is left to whoever draws. */
const FORMLESS = new RegExp(
  String.raw`^${POLITE}(?<form>visuali[sz]e|plot|chart|graph|tabulate)\s+(?<things>.+)$`,
  'iu',
);

const LEAD = /^(?:(?:all|each|every|any|the|of|both|details? of|names? of|list of)\s+)+/iu;
const KNOWN = String.raw`(?:prices?|costs?|fares?|ratings?|reviews?|dates?|times?|durations?|weights?|sizes?|models?|conditions?|sellers?|availability|stock)`;
/** What is wanted to be known, before the things: "the prices and ratings of the keyboards". */
const KNOWN_OF = new RegExp(
  String.raw`^(?:the\s+)?(?<known>${KNOWN}(?:(?:,\s*(?:and\s+)?|\s+and\s+)(?:the\s+)?${KNOWN})*)\s+(?:of|for)\s+(?<thing>.+)$`,
  'iu',
);
/** Between the things and the site that has them: "… of the", "… on". */
const BEFORE_SITE =
  /(?:^|\s+)(?:of|in|on|at|from|by|that|which|has|have|sold|sells|offered|listed|(?:is|are))(?:\s+(?:the|my|both|either|each of|of|in|on|at|from|by|sold|offered|listed))*\s*$/iu;
const BETWEEN =
  /^(?:[,;]|\s|\b(?:and|or|with|to|against|versus|vs\.?|as well as|plus|also|its|site|website|page|agency)\b)+/iu;
/** What stands for the things named before. */
const SAME = /^(?:the\s+)?(?:ones?|those|these|same(?:\s+(?:ones?|things?|kind))?|that|them|its?)?$/iu;
/** What is wanted to be known of the things: "with price and rating". */
const WITH = /^\s*,?\s*(?:with|including|incl\.?|and their|by|showing|sorted by)\s+(?<parts>.+?)\s*$/iu;

const MAX_SAID_CHARACTERS = 600;
/** A table that one sits at is had, not made: "I need a table for Friday evening", "get me a table on the terrace". */
const FURNITURE = /^(?:(?:simple|small|nice|one)\s+)*tables?$/iu;
const MAKING = /^(?:make|create|build|generate|draw|plot|compile|produce|design|render)$/iu;
const WHEN_OR_WHO =
  /^(?:\d|(?:one|two|three|four|five|six|seven|eight|us|me|people|guests|breakfast|brunch|lunch|dinner|supper|tonight|today|tomorrow|this (?:evening|afternoon)|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b)/iu;

/** On a page that is open these press its own switch: "show the list as cards". */
const VIEWS = /^(?:show|list|put|give|get|present|lay out|set out|display|turn|arrange)$/iu;

/** `null` where no form is named, or nothing is left that could be collected. */
export function collecting(
  intent: string,
  sites: readonly Site[],
  startUrl: string | null,
): Collecting | null {
  // Whoever wants things side by side says so in a sentence or two; blanks are one, so that no pattern looks among them again and again.
  const said = intent
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[.!?]+$/u, '');
  if (said.length > MAX_SAID_CHARACTERS) return null;
  const asked = [THEN_FORM, FORM_THEN, FORMLESS]
    .map((pattern) => pattern.exec(said)?.groups)
    .find((groups) => groups !== undefined);
  const things = asked?.['things'];
  if (asked === undefined || things === undefined) return null;
  if (isReserved(asked, things)) return null;
  const mentions = mentionsIn(` ${things}`, sites).map(({ start, end, url }) => ({
    start: start - 1,
    end: end - 1,
    url,
  }));
  const tail = (asked['tail'] ?? '').trim();
  const here = VIEWS.test(asked['verb'] ?? '') ? null : startUrl;
  const parts = mentions.length === 0 ? hereOnly(things, tail, here) : ofEach(things, mentions, tail);
  return parts === null ? null : { shows: asked['form'] ?? '', parts };
}

function isReserved(asked: Readonly<Record<string, string | undefined>>, things: string): boolean {
  const joint = asked['joint'] ?? '';
  if (!FURNITURE.test(asked['form'] ?? '') || !/^(?:for|on)$/iu.test(joint)) return false;
  return WHEN_OR_WHO.test(things) || !MAKING.test(asked['verb'] ?? '');
}

/** No site is named: what is on the page that the task begins at. */
function hereOnly(things: string, tail: string, startUrl: string | null): Collecting['parts'] | null {
  const { thing, known } = knownOf(things);
  const query = withParts(thing, tail === '' ? known : tail);
  if (startUrl === null || contentStems(query).length === 0) return null;
  return [{ intent: `open ${startUrl}`, startUrl, collects: { query } }];
}

function ofEach(things: string, mentions: readonly Mention[], tail: string): Collecting['parts'] | null {
  const last = mentions.at(-1);
  const known = WITH.exec(things.slice(last?.end ?? 0))?.groups?.['parts'] ?? '';
  const parts: Collecting['parts'][number][] = [];
  let before = { thing: '', known: '' };
  for (const [at, { start, end, url }] of mentions.entries()) {
    const own = things
      .slice(mentions[at - 1]?.end ?? 0, start)
      .replace(BETWEEN, '')
      .replace(BEFORE_SITE, '')
      .replace(/\s+(?:the|my)$/iu, '')
      .trim();
    const asked = knownOf(own);
    if (!SAME.test(asked.thing)) before = asked;
    const { thing } = before;
    if (contentStems(thing).length === 0) return null;
    const site = things.slice(start, end);
    parts.push({
      intent: intentFor(site, url, thing),
      startUrl: url,
      collects: { query: withParts(thing, known === '' ? tail || before.known : `with ${known}`) },
    });
  }
  return parts;
}

/** The things alone, and what is to be known of them where that stands before them. */
function knownOf(own: string): { readonly thing: string; readonly known: string } {
  const asked = KNOWN_OF.exec(own)?.groups;
  const thing = `${asked?.['thing'] ?? own} `.replace(LEAD, '').trim();
  return { thing, known: asked === undefined ? '' : `with ${asked['known'] ?? ''}` };
}

/** An address with a path is the page itself; a site is searched. */
function intentFor(site: string, url: string, thing: string): string {
  const path = URL.parse(url)?.pathname ?? '/';
  const isAddress = site.includes('.') || site.includes(':');
  return isAddress && path !== '/' ? `open ${site}` : `search for ${thing}`;
}

const withParts = (thing: string, parts: string): string =>
  parts === '' ? thing : `${thing} ${parts.replace(/^(?:by|sorted by|sorted|including)\s+/iu, 'with ')}`;
