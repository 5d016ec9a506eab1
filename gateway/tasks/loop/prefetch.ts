// Guesses where a task will probably go next while the navigator thinks, and opens a connection there ahead of need.
// INVARIANT: a guess decides nothing: the connection is put to the policy like any other, nobody is asked, and nothing is sent.
import type { Observation } from '#engines/navigator/contract.ts';
import type { GhostTab } from '#executors/contract/tab.ts';

/** Words that say nothing about a link. */
const MAX_FILLER_CHARACTERS = 3;
/** Guesses of one task at most: each is an entry in the log. */
const MAX_GUESSES = 40;

export class Prefetch {
  readonly #tried = new Set<string>();

  /** Not waited for: it has as long as the navigator takes. */
  during(tab: Pick<GhostTab, 'prefetch'> | null, observation: Observation, intent: string): void {
    const url = likelyNext(observation, intent);
    const origin = url === null ? null : (URL.parse(url)?.origin ?? null);
    if (tab === null || url === null || origin === null) return;
    if (this.#tried.has(origin) || this.#tried.size >= MAX_GUESSES) return;
    this.#tried.add(origin);
    // A connection that could not be opened is tried again by whoever needs it, who hears why.
    tab.prefetch(url).catch(() => this.#tried.delete(origin));
  }
}

/** The link to another server whose words are nearest to the intent; `null` where none or more than one is. */
export function likelyNext({ nodes, origin }: Observation, intent: string): string | null {
  const wanted = wordsOf(intent);
  let best: { readonly url: string; readonly score: number } | null = null;
  let tied = false;
  for (const { url, name, inView } of nodes) {
    const target = url === undefined ? null : URL.parse(url);
    // To the server at hand there is a connection already.
    if (target === null || !['http:', 'https:'].includes(target.protocol) || target.origin === origin)
      continue;
    const words = wordsOf(`${name} ${target.hostname} ${target.pathname}`);
    const shared = [...wanted].filter((word) => words.has(word)).length;
    if (shared === 0) continue;
    const score = shared * 2 + (inView ? 1 : 0);
    tied = best !== null && score === best.score && URL.parse(best.url)?.origin !== target.origin;
    if (best === null || score > best.score) best = { url: target.href, score };
  }
  return tied ? null : (best?.url ?? null);
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > MAX_FILLER_CHARACTERS),
  );
