// Whether a step posts a form, by the live page, and what of that is not done although the policy allows it.
// INVARIANT: nothing is posted on the way to something else: a person who asks for a fact has asked for no form to be sent.
import { isOnTheWay } from '#engines/navigator/offline/checking.ts';
import type { Proposal } from '#engines/navigator/contract.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

export type Looking = {
  readonly tab: Pick<GhostTab, 'inspect'>;
  readonly interruption: { readonly signal: AbortSignal };
};

/** Whatever its button is called. One that cannot be looked at is not acted on either. */
export async function postsForm(
  { tab, interruption }: Looking,
  acts: readonly BrowserAction[],
): Promise<boolean> {
  for (const action of acts) {
    // oxlint-disable-next-line no-await-in-loop -- one tab, one look after the other
    const seen = await tab.inspect(action, interruption.signal);
    if (!seen.ok) return true;
    const { submits } = seen.value.effect;
    if (submits !== null && (submits.method === 'POST' || submits.credentials)) return true;
  }
  return false;
}

/** Words that were typed and sent to find something, into a form that turns out to post. A saved login is placed by its name, and meant. */
export async function postedUnasked(
  looking: Looking,
  proposal: Proposal,
  acts: readonly BrowserAction[],
): Promise<Failure | null> {
  const { action, text } = proposal;
  const isSent = action === 'TYPE' && text !== null && text.endsWith('\n') && !text.startsWith('secret:');
  if (!isSent || !isOnTheWay(proposal) || !(await postsForm(looking, acts))) return null;
  return failure('navigator.not-asked', 'a form that is posted is not sent to look for something', {
    help: 'say that it is to be filled in and sent',
  });
}
