// Takes the answer to a plan at a terminal: run it, run what is left of it, or deny it. INVARIANT: only the words that stand in the prompt
// allow anything, and what is left out is read back before it is asked again.
import {
  PLAN_KIND_WORDS,
  type ConsentAnswer,
  type ConsentCard,
  type LeftOut,
  type PlanKind,
} from '#gateway/protocol/views/consent.ts';

type Answered = { readonly answer: ConsentAnswer; readonly leftOut?: LeftOut };
type Piece = { readonly site: string } | { readonly kind: PlanKind };
type PlanCard = Pick<ConsentCard, 'details' | 'digest' | 'leavable'>;

/** `ask` shows a line and gives what was typed. Rejects with it. */
export async function answerToPlan(
  card: PlanCard,
  ask: (prompt: string) => Promise<string>,
): Promise<Answered> {
  const pieces = piecesOf(card);
  let out: readonly Piece[] = [];
  for (;;) {
    const readBack =
      out.length === 0 ? '' : `left out: ${listed(out)}\nstays: ${listed(without(pieces, out))}\n`;
    const words = [
      'deny',
      out.length === 0 ? 'run' : 'run the rest',
      ...(pieces.length < 2 ? [] : ['change']),
    ];
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    const typed = wordIn(await ask(`${readBack}${words.join(', ')} [deny]: `));
    if (typed === 'change' && pieces.length >= 2) {
      // oxlint-disable-next-line no-await-in-loop
      out = await changed(card, pieces, out, ask);
      continue;
    }
    if (typed !== words[1]) return { answer: 'DENY' };
    return out.length === 0
      ? { answer: 'ALLOW_TASK_SITE' }
      : { answer: 'ALLOW_TASK_SITE', leftOut: leftOutOf(card, out) };
  }
}

/**
 * What is left out after it: a number leaves its piece out, and brings back one that is out already. What is typed that names no piece, or
 * would leave nothing, is said and asked again.
 */
async function changed(
  card: PlanCard,
  pieces: readonly Piece[],
  before: readonly Piece[],
  ask: (prompt: string) => Promise<string>,
): Promise<readonly Piece[]> {
  const list = pieces
    .map((piece, at) => `  ${at + 1}  ${inWords(piece)}${before.includes(piece) ? ' (left out)' : ''}`)
    .join('\n');
  const asks =
    before.length === 0
      ? 'leave out (numbers, nothing: all of it stays): '
      : 'leave out or bring back (numbers, nothing: as it is): ';
  let wrong = '';
  for (;;) {
    const prompt = `${wrong}${list}\n${asks}`;
    // oxlint-disable-next-line no-await-in-loop -- one question after the other
    const typed = (await ask(prompt)).split(/[\s,]+/u).filter((word) => word !== '');
    const named = typed.map((word) => (/^\d{1,3}$/u.test(word) ? pieces[Number(word) - 1] : undefined));
    const known = [...new Set(named.filter((piece) => piece !== undefined))];
    const out = pieces.filter((piece) => known.includes(piece) !== before.includes(piece));
    if (known.length < new Set(typed).size) wrong = `there is no such number: ${typed.join(' ')}\n`;
    else if (isEmpty(card, out))
      wrong = 'nothing of the plan would be left: deny it, or leave something in\n';
    else return out;
  }
}

const wordIn = (typed: string): string => typed.trim().toLowerCase().replaceAll(/\s+/gu, ' ');

const piecesOf = ({ leavable }: PlanCard): readonly Piece[] => [
  ...(leavable?.sites ?? []).map((site) => ({ site })),
  ...(leavable?.kinds ?? []).map((kind) => ({ kind })),
];

const inWords = (piece: Piece): string => ('site' in piece ? piece.site : PLAN_KIND_WORDS[piece.kind]);

const listed = (pieces: readonly Piece[]): string => pieces.map(inWords).join(', ');
const without = (pieces: readonly Piece[], out: readonly Piece[]): readonly Piece[] =>
  pieces.filter((piece) => !out.includes(piece));

const leftOutOf = ({ digest }: PlanCard, out: readonly Piece[]): LeftOut => ({
  digest,
  sites: out.flatMap((piece) => ('site' in piece ? [piece.site] : [])),
  kinds: out.flatMap((piece) => ('kind' in piece ? [piece.kind] : [])),
});

function isEmpty(card: PlanCard, out: readonly Piece[]): boolean {
  const { sites, kinds } = leftOutOf(card, out);
  return card.details.every(
    ({ plans }) => plans === undefined || sites.includes(plans.site) || kinds.includes(plans.kind),
  );
}
