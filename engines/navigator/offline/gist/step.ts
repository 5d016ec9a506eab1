// An order that the gist of another one comes to: the words for it, and what of the scene it takes. Pure. INVARIANT: it is in the
// grammar's own words, and each name in it is one that the page has or the person said.
import { countIn, placeIn } from './cues.ts';
import { type Named, type Scene, type Value } from './scene.ts';

/** An order that the grammar knows, where it begins, and what of the scene is used up by it. */
export type Step = { readonly at: number; readonly order: string; readonly uses: readonly (Named | Value)[] };

export type Special = (scene: Scene) => Step | null;

export const quoted = ({ words }: Pick<Named, 'words'>): string => `“${words}”`;

export const step = (order: string, uses: readonly (Named | Value)[] = [], at?: number): Step => ({
  order,
  uses,
  at: at ?? Math.min(...uses.map((one) => one.at), Number.MAX_SAFE_INTEGER),
});

/** The place in a row that an order names: "the fourth", "number four", "no. 4". */
export function nthSaid({ tokens }: Scene): { readonly nth: number; readonly at: number } | null {
  for (const [at, { folded, kind }] of tokens.entries()) {
    if (kind === 'QUOTED') continue;
    const nth = placeIn(folded);
    // "First press", "finally": an order of things, and no place.
    if (nth !== null && !isSequence(tokens, at)) return { nth, at };
    const count = countIn(tokens[at + 1]?.folded ?? '');
    if (/^(?:number|no|nummer|nr|numero)$/u.test(folded) && count !== null) return { nth: count, at };
  }
  return null;
}

const isSequence = (tokens: Scene['tokens'], at: number): boolean => {
  const next = tokens[at + 1];
  // "In the third": a thing that was spoken of before.
  if (/^(?:the|das|der|die|den|dem|el|la)$/u.test(tokens[at - 1]?.folded ?? '')) return false;
  return (
    next === undefined ||
    next.stretch !== tokens[at]?.stretch ||
    /^(?:press|click|tick|enter|type|you|i)$/u.test(next.folded)
  );
};

export const fields = ({ things }: Scene): number =>
  things
    .filter(({ kind, role }) => kind === 'FIELD' && role !== 'slider')
    .reduce((sum, { count }) => sum + count, 0);

export const boxes = ({ things }: Scene): number =>
  things.filter(({ kind }) => kind === 'BOX').reduce((sum, { count }) => sum + count, 0);
