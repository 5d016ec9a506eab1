// What `ghost cdp` says on standard error while its clients work: what was refused to them, and what waits for a person.
// INVARIANT: a line each, whatever a page or a client wrote; with `--json` each is an object.
import { visible } from '#gateway/protocol/visible.ts';
import { isHidden } from '#gateway/protocol/visible-text.ts';
import type { CdpEndpointOptions } from '#gateway/client/local/library.ts';
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import { tell } from './output.ts';

type Refusal = Parameters<NonNullable<CdpEndpointOptions['onRefused']>>[0];

const MOST_CHARACTERS = 2_000;
const WHERE = 'answer it in the consent document: `ghost ui`, or `ghost consent`';

export function tellRefusal({ client, method, why }: Refusal, json: boolean): void {
  if (json) tellJson({ refused: { client, method, why: cut(why) } });
  else tell(`refused to ${client}: ${visible(method)}: ${visible(why, MOST_CHARACTERS)}`);
}

/** Each question as it is opened; the rest is nobody's news here. */
export function tellQuestion(event: GatewayEvent, json: boolean): void {
  if (event.type !== 'consent.opened') return;
  const { id, title, site } = event.consent.card;
  if (json)
    tellJson({ asked: { id, title: cut(title), site: site === null ? null : cut(site.url), where: WHERE } });
  else
    tell(`a question waits: ${visible(title)}${site === null ? '' : ` (${visible(site.host)})`}; ${WHERE}`);
}

const cut = (text: string): string =>
  text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;

/** A terminal would act on what JSON leaves as it is: controls of C1, and what turns the reading direction. */
const tellJson = (value: unknown): void =>
  tell([...JSON.stringify(value)].map((one) => (isHidden(one) ? escaped(one) : one)).join(''));

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
