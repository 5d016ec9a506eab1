// Finds where a task may begin, and which hosts the person named, in the person's own words, typed URL and bookmarks.
// INVARIANT: no words of a model or a page are read here.
import type { Subtask } from '#engines/planner/contract.ts';
import { findUrl, matchSite, urlSpans } from '#engines/planner/intent.ts';
import { planSubtasks } from '#engines/planner/plan.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { hostOf, urlFacts } from '#policy/requests/host.ts';
import { withoutData } from './quotes.ts';

/** A bookmark: a name that stands for a site in an intent, and words that point to it. */
export type Site = { readonly name: string; readonly url: string; readonly about: readonly string[] };

/** A start that the person gave wins over what the planner found; with neither there is nowhere to begin. */
export function withStart(
  planned: readonly Subtask[],
  startUrl: string | null,
  intent: string,
  sites: readonly Site[],
): Result<readonly Subtask[]> {
  const [first, ...rest] = planned;
  if (first === undefined) return fail('task.bad-intent', 'nothing to do was found in this intent');
  const start =
    startUrl ?? first.startUrl ?? findUrl(intent)[0] ?? matchSite(intent, sites)?.site.url ?? null;
  if (start === null) {
    return fail('task.no-start', 'it is not clear where to begin', {
      help:
        sites.length === 0
          ? 'name a site or a URL in the intent, or give `--start-url`'
          : `name a site: ${sites.map(({ name }) => name).join(', ')}; or give a URL`,
    });
  }
  return ok([{ ...first, startUrl: start }, ...rest]);
}

/**
 * What the person named: written in the intent, typed as a URL, or by a bookmark of their own that their words point to. What they
 * quote is a text, and names nothing.
 */
export function namedInIntent(
  intent: string,
  startUrl: string | null,
  sites: readonly Site[],
): ReadonlySet<string> {
  const own = withoutData(intent);
  const bookmarks = new Set(sites.map(({ url }) => url));
  const planned = planSubtasks(own, sites).flatMap((subtask) =>
    subtask.startUrl !== null && bookmarks.has(subtask.startUrl) ? [subtask.startUrl] : [],
  );
  const written = urlSpans(own).map(({ start, end }) => own.slice(start, end));
  return new Set([...written, ...(startUrl === null ? [] : [startUrl]), ...planned]);
}

export const siteName = (url: string | null, sites: readonly Site[]): string =>
  sites.find((site) => site.url === url)?.name ?? hostOf(URL.parse(url ?? ''));

export function webUrl(text: string): Result<string> {
  const written = text.trim();
  const whole = URL.canParse(written) ? written : `https://${written}`;
  const read = urlFacts(whole);
  const help = 'give an http or https URL';
  if (!read.ok)
    return fail('act.bad-url', `\`${text}\` is not a web address: ${read.error.message}`, {
      help: read.error.help ?? help,
    });
  if (!['HTTPS', 'HTTP'].includes(read.value.scheme))
    return fail('act.bad-url', `\`${text}\` is not a web address`, { help });
  return ok(new URL(whole).href);
}
