// Makes the rows of a card. INVARIANT: what a page, an agent or a person wrote is in a row's own field, escaped, with whose it
// is; no sentence of the gateway has it spliced in, and what decides (an address, a value, a name) keeps both its ends.
import type { CardRow, CardRowKind, CardVoice } from '#gateway/protocol/views/consent.ts';
import { visibleText } from '#gateway/protocol/visible-text.ts';
import { bothEnds, maskedValue } from '#gateway/protocol/visible.ts';
import { siteOf } from './site.ts';

const NAME_CHARACTERS = 120;
const VALUE_CHARACTERS = 4_000;
/** Longer than this, and a person has to scroll: allowing waits until they did. */
const READ_CHARACTERS = 1_000;

type More = { readonly name?: string; readonly note?: string; readonly masked?: boolean };

/** The gateway's own words. `host`: the site that they speak of, shown apart. */
export const ours = (
  kind: CardRowKind,
  label: string,
  value: string,
  more: Pick<CardRow, 'host' | 'plans'> = {},
): CardRow => ({ kind, label, value, by: 'GATEWAY', masked: false, ...more });

/** What somebody else wrote. `name`: what the page calls it; `note`: what the gateway adds. */
export function theirs(
  by: Exclude<CardVoice, 'GATEWAY'>,
  kind: CardRowKind,
  label: string,
  text: string,
  { name, note, masked = false }: More = {},
): CardRow {
  return {
    kind,
    label,
    ...(name === undefined ? {} : { name: bothEnds(name, NAME_CHARACTERS) }),
    value: masked ? text : bothEnds(text, VALUE_CHARACTERS),
    by,
    masked,
    ...(note === undefined ? {} : { note }),
    ...(!masked && text.length > READ_CHARACTERS ? { mustRead: true } : {}),
  };
}

/** A value that nobody sees: by its length. */
export const hidden = (
  by: Exclude<CardVoice, 'GATEWAY'>,
  kind: CardRowKind,
  label: string,
  value: string,
  more: Omit<More, 'masked'> = {},
): CardRow => theirs(by, kind, label, maskedValue(value), { ...more, masked: true });

/** Host and port stand apart: whatever else the address says, that is where it goes. */
export function address(
  by: Exclude<CardVoice, 'GATEWAY'>,
  label: string,
  url: string,
  more: Pick<More, 'note'> = {},
): CardRow {
  const site = siteOf(url);
  return { ...theirs(by, 'ADDRESS', label, url, more), ...(site === null ? {} : { host: site.host }) };
}

/** Whole, line by line as it stands. */
export const script = (by: Exclude<CardVoice, 'GATEWAY'>, label: string, text: string): CardRow => ({
  kind: 'SCRIPT',
  label,
  value: visibleText(text.replace(/\r\n?|[\u2028\u2029]/gu, '\n'), '\n'),
  by,
  masked: false,
  mustRead: true,
});
