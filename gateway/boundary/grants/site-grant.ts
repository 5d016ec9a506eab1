// "This task, on this site", for one capability. INVARIANT: what a page sends by itself goes on no answer but to a page that
// wanted to send something: a person who let the agent act was not asked for that. Nor does an answer cover what another entry of the
// policy asks about: a deletion, where only the typing was asked for.
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { COVERAGE } from './coverage.ts';

export type SiteGrant = {
  readonly site: string;
  readonly capability: BrowserCapability;
  /** What of this capability, by `coverage.ts`: a script, files, a type of act; `''` for all of it. */
  readonly only: string;
  /** The entries of the policy that asked. */
  readonly asks: readonly string[];
  readonly byPage: boolean;
  /** The page itself sends something. */
  readonly pageSends: boolean;
  /** Data of another site goes along: only a grant that was given for such covers it. */
  readonly carries: boolean;
  /** It is made of words that stand where users write: only a grant that was given for such covers it. */
  readonly ofUsers: boolean;
  /** The host that its words stand at, as far as the policy looks at it: of another one nobody was asked. */
  readonly contentHost: string;
  /** What no plan lets foresee: a control whose name binds, words of a page. A plan's grant is for none of it, any other for all. */
  readonly unforeseen: boolean;
  readonly policyHash: string;
  /** Who had to answer, as one text: what others have to answer for is not covered. */
  readonly approvers?: string;
};

export const covers = (held: SiteGrant, asked: SiteGrant): boolean =>
  held.site === asked.site &&
  held.capability === asked.capability &&
  held.only === asked.only &&
  asked.asks.every((entry) => held.asks.includes(entry)) &&
  (held.byPage === asked.byPage || COVERAGE[held.capability].pagesToo) &&
  held.policyHash === asked.policyHash &&
  held.contentHost === asked.contentHost &&
  held.approvers === asked.approvers &&
  (held.carries || !asked.carries) &&
  (held.ofUsers || !asked.ofUsers) &&
  (held.unforeseen || !asked.unforeseen) &&
  (held.pageSends || !asked.pageSends);
