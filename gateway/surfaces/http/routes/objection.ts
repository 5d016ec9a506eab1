// What speaks against an allowing answer, whatever channel it comes by. INVARIANT: patience and the retyped site hold on the server;
// a client that forgot them allows nothing.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';

/** `null`: nothing does. */
export function objection(
  { card }: ConsentView,
  openForMs: number,
  {
    retyped,
    sawEnd = false,
  }: { readonly retyped?: string | undefined; readonly sawEnd?: boolean | undefined },
): Failure | null {
  if (openForMs < card.shieldMs)
    return failure(
      'consent.too-soon',
      `an allowing answer is taken ${card.shieldMs} ms after the question was shown`,
    );
  if (!sawEnd && card.details.some(({ mustRead }) => mustRead === true))
    return failure('consent.not-read', 'what would run has to be read to its end before it is allowed', {
      help: 'scroll to the end of it',
    });
  const accepted = card.site === null ? [card.retype] : [card.site.registrableDomain, card.site.host];
  const [expected] = accepted;
  if (card.look === 'isolated' && !accepted.includes(retyped?.trim().toLowerCase() ?? '')) {
    return failure('consent.bad-answer', 'what was retyped is not what this question asks for', {
      help:
        expected === undefined
          ? 'this act names no site: it can only be denied here'
          : `type \`${expected}\``,
    });
  }
  return null;
}
