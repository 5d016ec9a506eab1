// Whether each thing that an order names has a word of the order that asks for it. Pure. INVARIANT: that a page has a name for some words
// makes them no part of a request: what only stands beside the verb of another thing ("pending approval") is a condition or somebody's words.
import type { Named, Part, PartOf } from './parts.ts';
import type { Token } from './said/tokens.ts';

/** Before what something belongs to or stands in: "the Delete of Beans". Not "upon", "after", "from": those say when. */
const OWNED = /^(?:of|for|in|inside|within|at|beside|besides|to|fur|im|beim|bei|neben|in|de|del|para|en)$/u;
const ARTICLE =
  /^(?:the|a|an|that|this|my|row|entry|card|den|die|das|dem|der|des|el|la|los|las|fila|zeile|eintrag)$/u;

/** Of an order whose parts are all explained. */
export const isEachAsked = (tokens: readonly Token[], parts: readonly Part[]): boolean =>
  parts.every((part) => part.is !== 'THING' || isAsked(part, { tokens, parts }));

type Whole = { readonly tokens: readonly Token[]; readonly parts: readonly Part[] };

function isAsked(named: Named, { tokens, parts }: Whole): boolean {
  const beside = parts.filter(({ stretch }) => stretch === named.stretch);
  const acts = beside.filter((part): part is PartOf<'ACT'> => part.is === 'ACT');
  const clicks = acts.filter(({ act }) => act === 'CLICK').length;
  const presses = beside.filter((part) => part.is === 'THING' && part.thing.kind === 'PRESS').length;
  switch (named.thing.kind) {
    case 'PRESS':
      // One alone may have its verb in the stretch behind it, which is looked at where presses are read.
      return presses <= Math.max(1, clicks);
    case 'BOX':
    case 'RADIO':
    case 'OPTION':
      return acts.some(({ act }) => act !== 'CLICK') || (clicks > 0 && presses === 0);
    case 'FIELD':
    case 'LIST':
      return true;
    case 'TEXT':
      return isOwner(named, tokens) || beside.some(({ is }) => is === 'RELATION');
  }
}

function isOwner({ at, stretch, isQuoted }: Named, tokens: readonly Token[]): boolean {
  const before = [tokens[at - 1], tokens[at - 2], tokens[at - 3]].filter(
    (one) => one !== undefined && one.stretch === stretch,
  );
  const [word] = before.filter((one) => one !== undefined && !ARTICLE.test(one.folded));
  return isQuoted || (word !== undefined && OWNED.test(word.folded));
}
