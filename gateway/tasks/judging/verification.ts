// Verifies that a subtask reached what its plan says: the gateway looks at the page itself; no navigator is asked.
import type { Verification } from '#engines/planner/contract.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { siteOfUrl } from '#gateway/boundary/provenance/texts/site.ts';
import { fold } from './fold.ts';

/** `null`: there is nothing to see. */
export function isVerified(
  { type, condition }: Verification,
  page: PageSnapshot | null,
  /** Facts of this subtask whose words stood on a page. */
  facts: number,
): boolean | null {
  switch (type) {
    case 'NONE':
      return null;
    case 'FACT':
      return facts > 0;
    case 'URL':
      return page !== null && isThere(page.document.url, condition);
    case 'TEXT':
      return page !== null && says(page, condition);
  }
}

/** A host stands for its site, as a person means it; what has a slash is in the address. */
function isThere(url: string, condition: string): boolean {
  const here = URL.parse(url);
  if (here === null) return false;
  const whole = URL.parse(condition);
  if (whole !== null && whole.host !== '') return here.href.startsWith(whole.href);
  if (condition.includes('/')) return here.href.includes(condition);
  const site = siteOfUrl(`http://${condition}/`);
  return here.hostname === condition || (site !== '' && site === siteOfUrl(`http://${here.hostname}/`));
}

function says(page: PageSnapshot, condition: string): boolean {
  const wanted = fold(condition);
  return fold(
    page.nodes
      .map(({ name, value, description }) => [name, value ?? '', description ?? ''].join(' '))
      .join(' '),
  ).includes(wanted);
}
