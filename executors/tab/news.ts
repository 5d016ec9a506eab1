// What a tab's page did beside the act that ends now: dialogs that it opened, errors that it wrote.
// INVARIANT: each is told once, without the credentials that the tab knows, and nothing of a document that may not be read.
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import type { Targets } from '#executors/guards/targets.ts';
import { hideCredentials } from '#executors/guards/sent-body.ts';
import type { Page } from '#executors/page/page.ts';
import type { Refs } from '#executors/page/refs.ts';
import { readIdentity } from '#executors/perception/identity.ts';
import { isSameOrigin } from '#policy/acts/gate.ts';

/** The element that the page asked files for, by a ref of ours; told once. A page that stands behind its dialog is asked nothing. */
export async function chooserOf(page: Page, refs: Refs): Promise<Pick<ActOutcome, 'chooser'>> {
  const asked = page.dialogs.takeChooser();
  if (asked === null || page.dialogs.held !== null) return {};
  const { multiple, ...node } = asked;
  const documentId = page.documentOf(node.frameId);
  const identity = await readIdentity(page, node).catch(() => null); // it is gone by now
  if (documentId === undefined || identity === null) return {};
  refs.begin(page.documentId);
  return { chooser: { ref: refs.give({ ...node, ...identity, documentId }), multiple } };
}

/** Of `page`: the one that the act was on, or that is in front by now. */
export function withNews(
  outcome: ActOutcome,
  page: Page | null,
  { targets, known }: { readonly targets: Targets; readonly known: CredentialsOfTab },
): ActOutcome {
  if (page === null) return outcome;
  const hide = (text: string): string => hideCredentials(text, known.known());
  const dialogs = page.dialogs.tell().map((one) => ({
    ...one,
    message: hide(one.message),
    ...(one.defaultText === undefined ? {} : { defaultText: hide(one.defaultText) }),
  }));
  const told = outcome.kind === 'DONE' ? targets.watchOf(page).console.news() : [];
  const errors = told
    .filter(({ from }) => isSameOrigin(from, page.url) || page.reads(from))
    .map((one) => ({ ...one, text: hide(one.text) }));
  return {
    ...outcome,
    ...(dialogs.length === 0 ? {} : { dialogs }),
    ...(errors.length === 0 ? {} : { errors }),
  };
}
