// Acts in a person's words, for the log and the feed: the words of their rows, with what others wrote put in. INVARIANT: page text
// is in quotation marks that it cannot end, shortened and made visible. Cards have rows instead (act-rows.ts).
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Quote } from '#policy/acts/phrase.ts';
import { maskedValue, quoted, visible } from '#gateway/protocol/visible.ts';

type Named = { readonly role: string; readonly name: string } | null;

/** "click link “Orders”", "enter •••(8) into textbox “Password”", "go to http://shop.test/". */
export function describeAct(
  action: BrowserAction,
  element: Named,
  effect: ElementEffect,
  onto: Named = null,
): string {
  return actRow(action)
    .log(effect)
    .map((part) => (typeof part === 'string' ? part : quoteInWords(part, element, onto)))
    .join('');
}

function quoteInWords(quote: Quote, element: Named, onto: Named): string {
  switch (quote.as) {
    case 'QUOTED':
      return quoted(quote.text);
    case 'SHOWN':
      return visible(quote.text, quote.limit);
    case 'MASKED':
      return maskedValue(quote.text);
    case 'ELEMENT':
      return named(element);
    case 'ONTO':
      return named(onto);
  }
}

const named = (one: Named): string =>
  one === null ? 'the page' : `${plainRole(one.role)} ${quoted(one.name)}`;

/** A page may write anything where its element's role stands. */
const plainRole = (role: string): string => (/^[a-z]{1,30}$/iu.test(role) ? role : 'element');
