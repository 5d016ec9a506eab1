// Draws the rows of a card: what an allowance covers, where it goes, and the rest. INVARIANT: what the gateway did not write is in an
// element of its own, marked with whose it is and isolated in direction; nothing that decides is cut; what must be read to its end has
// an end that can be seen; a row is left out only where the very same words stand on the card already.
import type { CardRow, CardVoice, ConsentCard, SiteView } from '#gateway/protocol/views/consent.ts';
import { h, untrusted, type Child } from './dom.ts';

/** The gateway cuts rows and counts what is missing: here nothing is cut again. */
const WHOLE = { limit: Number.POSITIVE_INFINITY };

const VOICES: Readonly<Record<Exclude<CardVoice, 'GATEWAY'>, string>> = {
  PAGE: 'page’s words',
  AGENT: 'agent’s words',
  PERSON: 'your words',
};

export type DrawnRows = {
  /** What an allowance covers; `null`: no more than the act itself. */
  readonly covers: HTMLElement | null;
  /** The whole address of the card's site, with whose words it is and where they stand; `null`: no row says it. */
  readonly address: HTMLElement | null;
  readonly list: HTMLElement | null;
  /** The ends of what must be read. */
  readonly ends: readonly HTMLElement[];
};

export function drawRows(details: ConsentCard['details'], site: SiteView | null): DrawnRows {
  const ends: HTMLElement[] = [];
  const list = (of: string, rows: readonly CardRow[], besides: SiteView | null): HTMLElement | null =>
    rows.length === 0
      ? null
      : h('dl', { class: of }, ...rows.flatMap((row, at) => drawRow(row, rows[at - 1], besides, ends)));
  const covers = details.filter(({ kind }) => kind === 'COVERS');
  const placed = rowsOfSite(details, site);
  const others = details.filter((row) => row.kind !== 'COVERS' && !placed.includes(row));
  return {
    covers: list('details covers', covers, site),
    address: placed.length === 0 ? null : drawAddress(placed),
    list: list('details', others, null),
    ends,
  };
}

/** A label that stands above already is not said again. */
function drawRow(
  row: CardRow,
  above: CardRow | undefined,
  besides: SiteView | null,
  ends: HTMLElement[],
): readonly Child[] {
  const end = row.mustRead === true ? endOf(row) : null;
  if (end !== null) ends.push(end);
  const isSame = above !== undefined && row.kind === 'COVERS' && row.label === above.label;
  return [
    isSame ? null : h('dt', {}, untrusted(row.label, { limit: 80 }), nameOf(row)),
    h(
      'dd',
      {
        class: `by-${row.by ?? 'PAGE'} kind-${row.kind ?? 'FACT'}`,
        ...(row.plans === undefined ? {} : { 'data-site': row.plans.site, 'data-kind': row.plans.kind }),
      },
      ...valueOf(isWholeSite(row, besides) ? withoutHost(row) : row, end),
      row.kind === 'SCRIPT' ? null : end,
    ),
  ];
}

const withoutHost = ({ host: _host, ...row }: CardRow): CardRow => row;

/** It speaks of exactly what stands above it as the site: that origin, and no other host of the domain. */
const isWholeSite = ({ host }: CardRow, site: SiteView | null): boolean =>
  site !== null && site.host === site.registrableDomain && host === URL.parse(site.url)?.origin;

/** The address of the site itself, and what is said of those very words. */
function rowsOfSite(details: ConsentCard['details'], site: SiteView | null): readonly CardRow[] {
  const own = details.find(
    (row) =>
      row.kind === 'ADDRESS' &&
      row.value === site?.url &&
      row.host === site.host &&
      !row.masked &&
      row.mustRead !== true,
  );
  if (own === undefined) return [];
  const said = details.filter(
    ({ kind, value, note, by, mustRead }) =>
      kind === 'FINDING' && value === own.value && note !== undefined && by === own.by && mustRead !== true,
  );
  return [own, ...said];
}

function drawAddress([own, ...said]: readonly CardRow[]): HTMLElement | null {
  if (own === undefined) return null;
  return h(
    'span',
    { class: 'whole' },
    ...valueOf(withoutHost(own), null),
    ...said.map(({ label, note = '' }) => h('span', { class: 'said' }, `${label}: `, untrusted(note, WHOLE))),
  );
}

const nameOf = ({ name }: CardRow): Child =>
  name === undefined ? null : h('span', { class: 'theirs' }, untrusted(name, WHOLE));

function valueOf(row: CardRow, end: HTMLElement | null): readonly Child[] {
  const { value, masked, host, note } = row;
  const ours = row.by === 'GATEWAY';
  return [
    ...(isNameOfPage(row) ? [h('span', { class: 'voice calls' }, 'the page calls it'), ' '] : []),
    host === undefined ? null : h('span', { class: 'goes-to' }, untrusted(host, WHOLE)),
    row.kind === 'SCRIPT'
      ? scriptBox(value, end)
      : h('span', ours ? {} : { class: 'theirs' }, untrusted(value, WHOLE)),
    masked ? h('span', { class: 'masked' }, 'hidden') : null,
    note === undefined ? null : h('span', { class: 'row-note' }, untrusted(note, WHOLE)),
    ours || isNameOfPage(row) ? null : h('span', { class: 'voice' }, VOICES[voiceOf(row)]),
  ];
}

/** What is pressed is the gateway's to know; what it is called is the page's alone. */
const isNameOfPage = (row: CardRow): boolean =>
  row.kind === 'ELEMENT' && row.by !== 'GATEWAY' && voiceOf(row) === 'PAGE';

/** Whoever does not say whose words they are has none of the gateway's. */
const voiceOf = ({ by }: CardRow): Exclude<CardVoice, 'GATEWAY'> =>
  by === 'AGENT' || by === 'PERSON' ? by : 'PAGE';

/** Line by line with its numbers; long lines wrap; its end lies within what is scrolled. */
const scriptBox = (text: string, end: HTMLElement | null): HTMLElement =>
  h(
    'ol',
    { class: 'script', tabindex: '0', 'aria-label': 'the whole script' },
    ...text.split('\n').map((line) => h('li', {}, untrusted(line, WHOLE))),
    end === null ? null : h('li', { class: 'last' }, end),
  );

/** Reached by scrolling, and by the Tab key. */
const endOf = ({ label }: CardRow): HTMLElement =>
  h('span', { class: 'end', tabindex: '0' }, `end of the ${label}`);
