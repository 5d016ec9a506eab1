// What an act, a page or a connection would send, and where to. INVARIANT: whatever in it somebody could have chosen is in a
// sending; only going back to where the tab has been is none.
import type { BrowserAction } from '#policy/actions.ts';
import type { Initiator } from '#policy/vocabulary.ts';
import type { Inspection, PageAct } from '#executors/contract.ts';
import type { Channel, Sending } from './examine.ts';
import { partsOfBody, partsOfUrl } from './parts.ts';
import type { Outgoing } from './parts.ts';
import type { Provenance } from './provenance.ts';
import { originOf, siteOfUrl } from './site.ts';

const to = (url: string, channel: Channel, outgoing: Outgoing, unreadable = false): Sending => ({
  channel,
  site: siteOfUrl(url),
  origin: originOf(url),
  ...outgoing,
  unreadable,
});

const typed = (text: string, place = 'typed'): Outgoing => ({ whole: text, parts: [{ place, text }] });

/** An act of a navigator or a client. `text` is what TYPE and FILL enter, `null` for a saved secret: that goes to its own site. */
export function sendingsOfAct(
  action: BrowserAction,
  { document, effect }: Pick<Inspection, 'document' | 'effect'>,
  initiator: Initiator,
  provenance: Provenance,
): readonly Sending[] {
  const composed: Channel = initiator === 'USER' ? 'GIVEN' : 'COMPOSED';
  switch (action.type) {
    case 'TYPE':
    case 'FILL':
      return typeof action.text === 'string'
        ? [{ ...to(document.url, composed, typed(action.text)), into: document.id }]
        : [];
    case 'EVALUATE':
      return [to(document.url, composed, typed(action.expression, 'script'))];
    case 'ROUTE_MOCK':
      return [to(document.url, composed, typed(action.body, 'answer'))];
    case 'WAIT':
      return action.script === undefined ? [] : [to(document.url, composed, typed(action.script, 'script'))];
    case 'STORAGE_WRITE':
      return [to(document.url, composed, typed(action.value, 'stored'))];
    case 'COOKIE_WRITE':
      return [to(document.url, composed, typed(action.cookie.value, 'cookie'))];
    case 'PRESS':
      return [
        ...([...action.key].length === 1 ? [to(document.url, composed, typed(action.key, 'keys'))] : []),
        ...ofEffect(),
      ];
    case 'NAVIGATE':
    case 'DOWNLOAD':
      return [ofUrl(action.url)];
    case 'OPEN_TAB':
      return action.url === undefined ? [] : [ofUrl(action.url)];
    case 'CLICK':
    case 'DRAG':
    case 'HOVER':
    case 'CHECK':
    case 'SELECT':
      return ofEffect();
    default:
      return [];
  }

  function ofUrl(url: string): Sending {
    return to(url, provenance.offered(url) ? 'OFFERED' : composed, partsOfUrl(url));
  }

  function ofEffect(): readonly Sending[] {
    const { link, submits } = effect;
    const sendings = link === null ? [] : [to(link.url, 'OFFERED', partsOfUrl(link.url))];
    if (submits === null) return sendings;
    const form = to(submits.url, 'OFFERED', partsOfUrl(submits.url));
    if (form.site === siteOfUrl(document.url)) return [...sendings, form];
    // What was typed for this site goes to another one now, with what the page put beside it.
    const entered = provenance.enteredInto(document.id);
    const values = submits.values ?? [];
    const fields = [...entered, ...values].map((text) => ({ place: 'body', text }));
    const whole = fields.map(({ text }) => text).join(' ');
    return [
      ...sendings,
      form,
      ...(fields.length === 0 ? [] : [to(submits.url, 'PAGE', { whole, parts: fields })]),
    ];
  }
}

/** What a page sends by itself. To its own site it sends nothing that the site has not. */
export function sendingsOfPageAct(act: PageAct): readonly Sending[] {
  if (!('url' in act)) return [];
  const source =
    'redirectedFrom' in act && act.redirectedFrom !== null ? act.redirectedFrom : act.documentUrl;
  if (siteOfUrl(source) === siteOfUrl(act.url)) return [];
  const body = 'body' in act ? act.body : null;
  const resource = act.kind === 'CONNECT' && body === null;
  const address = to(act.url, resource ? 'RESOURCE' : 'PAGE', partsOfUrl(act.url));
  if (body === null) return [address];
  const values = body.fields.flatMap(({ value }) => (value === null ? [] : [value]));
  const text = body.text ?? values.join(' ');
  const outgoing = partsOfBody(text);
  return [address, to(act.url, 'PAGE', outgoing, body.text === null && values.length === 0)];
}

/** A connection that the choke point asks for: its address, where that can be seen, else the host alone. */
export function sendingsOfConnection(url: string, page: string): readonly Sending[] {
  return siteOfUrl(url) === siteOfUrl(page) ? [] : [to(url, 'RESOURCE', partsOfUrl(url))];
}
