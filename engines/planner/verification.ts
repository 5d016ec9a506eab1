// How the gateway sees afterwards whether a subtask came to what its words say. Pure.
import { ordersBinding } from '#engines/navigator/binding.ts';
import { plainWords } from '#engines/navigator/offline/words/clauses.ts';
import type { Verification } from './contract.ts';
import { OPENING } from './intent.ts';

const READING =
  /^(?:please\s+)?(?:tell me|find out|find|what|how|when|where|who|whose|which|why|read|summari[sz]e|compare|look up|count|list|check|is|are|does|do)\b/iu;
/** "find the card and pick it": what was found is only where the act goes. */
const FINDS_TO_ACT =
  /^(?:please\s+)?(?:find|look up|count|check)\b.*\band\s+(?:then\s+)?(?:click|press|pick|choose|select|tap|tick|open|type|enter|delete|reply|forward|star|drag)\b/iu;
const ASKS = /\band\s+(?:then\s+)?(?:tell me|read|summari[sz]e|list|count|find out)\b/iu;
const SAYS =
  /^(?:make sure|check|verify|confirm)(?:\s+that)?\s+(?:it|the page|there)\s+(?:says|shows|reads)\s+["“](.+)["”][.!]?$/iu;
const clausesOf = (intent: string): readonly string[] =>
  intent.split(/\s*(?:[;,]|\.(?=\s)|\band then\b|\band\b|\bthen\b)\s*/iu);

/** `alone`: the intent has no other part, and its answer speaks for itself. */
export function verificationOf(intent: string, startUrl: string | null, alone: boolean): Verification {
  if (alone) return { type: 'NONE', condition: '' };
  const host = startUrl === null ? '' : (URL.parse(startUrl)?.hostname ?? '');
  // "open the shop" and nothing else: what follows means that page.
  if (host !== '' && OPENING.test(intent) && clausesOf(intent).length === 1)
    return { type: 'URL', condition: host };
  if ((READING.test(intent) && !FINDS_TO_ACT.test(intent)) || ASKS.test(intent))
    return { type: 'FACT', condition: intent.replace(/[?.!]+$/u, '').slice(0, 120) };
  return { type: 'NONE', condition: '' };
}

/** The text of "then check that it says “…”", which looks at the part before and is none itself; else `null`. */
export const saysOf = (intent: string): string | null => SAYS.exec(intent.trim())?.[1] ?? null;

export const commits = (intent: string): boolean =>
  clausesOf(plainWords(intent)).some((clause) => ordersBinding(clause.trim()));
