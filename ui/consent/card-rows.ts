// Draws the rows of a card. INVARIANT: what the gateway did not write is in an element of its own, marked with whose it is and
// isolated in direction; nothing that decides is cut; what must be read to its end has an end that can be seen.
import type { CardRow, CardVoice, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { h, untrusted, type Child } from './dom.ts';

/** The gateway cuts rows and counts what is missing: here nothing is cut again. */
const WHOLE = { limit: Number.POSITIVE_INFINITY };

const VOICES: Readonly<Record<Exclude<CardVoice, 'GATEWAY'>, string>> = {
  PAGE: 'page’s words',
  AGENT: 'agent’s words',
  PERSON: 'your words',
};

export type DrawnRows = {
  readonly list: HTMLElement | null;
  /** The ends of what must be read. */
  readonly ends: readonly HTMLElement[];
};

export function drawRows(details: ConsentCard['details']): DrawnRows {
  if (details.length === 0) return { list: null, ends: [] };
  const ends: HTMLElement[] = [];
  const rows: Child[] = details.flatMap((row) => {
    const end = row.mustRead === true ? endOf(row) : null;
    if (end !== null) ends.push(end);
    return [
      h('dt', {}, untrusted(row.label, { limit: 80 }), nameOf(row)),
      h(
        'dd',
        { class: `by-${row.by ?? 'PAGE'} kind-${row.kind ?? 'FACT'}` },
        ...valueOf(row, end),
        row.kind === 'SCRIPT' ? null : end,
      ),
    ];
  });
  return { list: h('dl', { class: 'details' }, ...rows), ends };
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
