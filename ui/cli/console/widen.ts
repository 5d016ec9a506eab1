// What widens the policy, from the command line: what it would do is shown, and its word is typed at the terminal. INVARIANT: the
// gateway says what widens and takes the word; where none runs, this command holds to the same.
import { leaveFromHere, wideningOfFiles } from '#gateway/client/policy/life.ts';
import type { GatewayClient } from '#gateway/client/contract.ts';
import type { TypedWord, Widening } from '#gateway/protocol/widening.ts';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { typeWord } from './terminal.ts';

type Leave = Extract<Awaited<ReturnType<typeof leaveFromHere>>, { readonly ok: true }>['value'];

/** Tries without a word, since most acts widen nothing. Errors: those of the act, `consent.*`. */
export async function widening<T>(
  client: GatewayClient,
  asked: Widening,
  act: (typed?: TypedWord) => Promise<Result<T>>,
): Promise<Result<T>> {
  const tried = await act();
  if (tried.ok || tried.error.code !== 'consent.not-shown') return tried;
  const opened = await client.showWidening(asked);
  if (!opened.ok) return opened;
  const word = await typeWord(opened.value);
  return word.ok ? act({ nonce: opened.value.nonce, word: word.value }) : word;
}

/** The same without a gateway. */
export async function wideningHere<T>(
  asked: Widening,
  dataDir: string | undefined,
  act: (leave: Leave) => Promise<Result<T>>,
): Promise<Result<T>> {
  const shown = await wideningOfFiles(asked, dataDir);
  if (!shown.ok) return shown;
  const typed = await typeWord(shown.value);
  if (!typed.ok) return typed;
  if (typed.value !== shown.value.word)
    return fail('consent.bad-answer', 'what was typed is not the word that was asked for');
  const leave = await leaveFromHere(shown.value.covers);
  return leave.ok ? act(leave.value) : leave;
}
