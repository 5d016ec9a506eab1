// Rules for what is done to one thing of many: reply to, forward, delete the message of someone, book the cheapest, count.
// INVARIANT: only the person's words become goals.
import { stripArticles } from '#engines/navigator/offline/words/selectors.ts';
import type { Unmask } from '#engines/navigator/offline/words/clauses.ts';
import { fillOf, literal, press, type Rule } from './parts.ts';

export const OWNER_RULES: readonly Rule[] = [
  [
    /^(reply|respond|answer) to (.+?)(?: with (?:the )?(?:text|message|words|answer|body)? ?(.+))?$/i,
    ([verb = '', what = '', text], unmask) =>
      text === undefined ||
      !/\b(?:e-?mail|mail|message|post|comment|review|tweet)\b|^(?:them|him|her|it)$/i.test(what)
        ? null
        : [
            press(verb.toLowerCase(), { of: ownerOf(what, unmask) }),
            fillOf('message', text, unmask),
            press('send', { implied: true }),
          ],
  ],
  [
    /^forward (.+?) to (.+)$/i,
    ([what = '', whom = ''], unmask) => [
      press('forward', { of: ownerOf(what, unmask) }),
      { kind: 'FILL', field: 'to', value: literal(whom, unmask) },
      press('send', { implied: true }),
    ],
  ],
  [
    /^(delete|remove|trash|star|archive|flag|edit|share|like|mark|print|close|dismiss|move up|move down) (?:the )?(.+)$/i,
    ([verb = '', what = ''], unmask) => {
      const owner =
        OWNED.test(what) || /(?:'s|s') (?:e-?mail|message|post|row|entry|order|comment)$/i.test(what);
      return owner ? [press(verb.toLowerCase(), { of: ownerOf(what, unmask) })] : null;
    },
  ],
  [
    /^(?:book|reserve|rent|take|order) (?:the )?((?:cheapest|most expensive|best[- ]rated|newest|oldest|shortest|longest|fastest).*)$/i,
    ([what = ''], unmask) => [press('', { of: unmask(what) })],
  ],
  [
    /^(?:how many (.+?)(?: are there| there are)?|count (.+))$/i,
    ([a, b], unmask) =>
      RECKONED.test(a ?? b ?? '')
        ? [{ kind: 'RECKON', source: { kind: 'COUNT', phrase: stripArticles(unmask(a ?? b ?? '')) } }]
        : null,
  ],
];

/** What is counted on the page itself, not asked of it as a fact ("how many people live in …"). */
const RECKONED =
  /\b(?:items?|rows?|entries|links?|buttons?|boxes|circles?|squares?|rectangles?|triangles?|shapes?|elements?|words?)\b|\bpeople (?:are|come) from\b|\b(?:are|come) (?:from|in|on) (?!total)/i;
const OWNED =
  /\b(?:e-?mail|mail|message|post|row|entry|order|comment|card|thread|item|line)\b.*?\b(?:by|from|of|named|called|titled|with)\s+/i;

function ownerOf(what: string, unmask: Unmask): string {
  const owned =
    /^(?:the |that |this )?(?:e-?mail|mail|message|post|row|entry|order|comment|card|thread|item|line)s? (?:by|from|of|named|called|titled|with)(?: the)? (.+)$/i.exec(
      what.trim(),
    );
  const possessive = /^(.+?)(?:'s|s') (?:e-?mail|mail|message|post|row|entry|order|comment)$/i.exec(
    what.trim(),
  );
  const bare = owned?.[1] ?? possessive?.[1] ?? what;
  return /^(?:it|them|him|her|that|this|(?:that|this|the) (?:e-?mail|mail|message|post))$/i.test(bare.trim())
    ? ''
    : literal(stripArticles(bare), unmask);
}
