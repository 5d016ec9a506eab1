// Lists what an act, a page or a connection would send, and where to. INVARIANT: everything in it that somebody could have chosen is
// in a sending; only going back to where the tab has been sends nothing.
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { payloadOf } from '#policy/acts/payload.ts';
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import type { Channel, Sending } from '#gateway/boundary/provenance/examine.ts';
import { partsOfBody, partsOfUrl } from '#gateway/boundary/provenance/texts/request-parts.ts';
import type { Outgoing } from '#gateway/boundary/provenance/texts/request-parts.ts';
import type { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { originOf, siteOfUrl } from '#gateway/boundary/provenance/texts/site.ts';
import { MAX_DECODED_CHARACTERS } from '#gateway/boundary/provenance/encodings/views.ts';

const to = (url: string, channel: Channel, outgoing: Outgoing, unreadable = false): Sending => ({
  channel,
  site: siteOfUrl(url),
  origin: originOf(url),
  ...outgoing,
  unreadable,
});

/** A text that goes along beside what the act's row has: what a key pastes, what is in a file. */
export type Enclosed = { readonly place: string; readonly text: string; readonly unreadable?: boolean };

/** What only the page's keyboard, fields and forms hear: a form that goes elsewhere takes it along. */
const INTO_FIELDS: ReadonlySet<string> = new Set(['typed', 'keys', 'pasted', 'choice']);
/** A button that is called by one or two signs is a key of a keyboard that the page draws. */
const MAX_KEYPAD_CHARACTERS = 2;

const MAX_LITERALS = 16;
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\b\d+\b/gu;

/** The texts and numbers that stand in a script, each by its place: scripts that are alike but for one of them spell with it. */
const literalsOf = ({ place, text }: Enclosed): readonly Enclosed[] =>
  place === 'script'
    ? (text.slice(0, MAX_DECODED_CHARACTERS).match(LITERAL) ?? [])
        .slice(0, MAX_LITERALS)
        .map((literal, index) => ({
          place: `literal ${index}`,
          text: literal.replace(/^['"`]|['"`]$/gu, ''),
        }))
    : [];

/** Of a function's arguments, which are JSON: so many are looked at, each by its place. */
const MAX_ARGUMENTS = 64;

/** The texts and numbers in it, each by its place, and all of them in a row: a text may be cut over several. */
function argumentsOf({ place, text }: Enclosed): readonly Enclosed[] {
  if (place !== 'argument') return [];
  const texts = textsIn(parseJson(text));
  return [
    { place: 'arguments', text: texts.join('') },
    ...texts.slice(0, MAX_ARGUMENTS).map((one, index) => ({ place: `argument ${index}`, text: one })),
  ];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => [
    ...(OURS.has(name) ? [] : [name]),
    ...textsIn(held),
  ]);
}

/** Members of an argument that the wire has, and that nobody chose. */
const OURS: ReadonlySet<string> = new Set(['value', 'handle', 'unserializable']);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An act of a navigator or a client. A saved secret is in none of it: it goes to its own site. */
export function sendingsOfAct(
  action: BrowserAction,
  { document, effect, element }: Pick<Inspection, 'document' | 'effect' | 'element'>,
  initiator: Initiator,
  provenance: Provenance,
  enclosed: readonly Enclosed[] = [],
): readonly Sending[] {
  const composed: Channel = initiator === 'USER' ? 'GIVEN' : 'COMPOSED';
  const row = actRow(action);
  const payload = payloadOf(action);
  const addresses = payload.filter(({ place }) => place === 'url');
  const pressed: readonly Enclosed[] =
    row.effect === 'CLICKS' && element !== null && [...element.name].length <= MAX_KEYPAD_CHARACTERS
      ? [{ place: 'keys', text: element.name }]
      : [];
  const parts = [...payload.filter(({ place }) => place !== 'url'), ...pressed, ...enclosed].filter(
    ({ text }) => text !== '',
  );
  const unreadable = enclosed.some((one) => one.unreadable === true);
  const into = parts.some(({ place }) => INTO_FIELDS.has(place)) ? { into: document.id } : {};
  const whole = parts.map(({ text }) => text).join(' ');
  return [
    ...(parts.length === 0 && !unreadable
      ? []
      : [
          {
            ...to(
              row.to ?? document.url,
              composed,
              { whole, parts: [...parts, ...parts.flatMap(literalsOf), ...parts.flatMap(argumentsOf)] },
              unreadable,
            ),
            ...into,
          },
        ]),
    ...addresses.map(({ text }) => ofUrl(text)),
    ...(row.effect !== 'NONE' ? ofEffect() : []),
  ];

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
  const headers =
    act.kind === 'CONNECT' && act.headers !== undefined
      ? [to(act.url, 'PAGE', partsOfBody(act.headers))]
      : [];
  if (body === null) return [address, ...headers];
  const values = body.fields.flatMap(({ value }) => (value === null ? [] : [value]));
  const text = body.text ?? values.join(' ');
  const outgoing = partsOfBody(text);
  return [address, ...headers, to(act.url, 'PAGE', outgoing, body.text === null && values.length === 0)];
}

/** A connection that the choke point asks for: its address, where that can be seen, else the host alone. */
export function sendingsOfConnection(url: string, page: string): readonly Sending[] {
  return siteOfUrl(url) === siteOfUrl(page) ? [] : [{ ...to(url, 'RESOURCE', partsOfUrl(url)), echo: true }];
}
