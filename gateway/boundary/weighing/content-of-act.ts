// Tells whose words an act is made of: what it enters, sends or runs, where it goes, and what it presses. INVARIANT: what the
// act's author says about that does not count; only the ledger decides.
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { payloadOf } from '#policy/acts/payload.ts';
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import { joined, ownContent } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import type { ContentLedger } from '#gateway/boundary/provenance/content-ledger.ts';
import { besides, factsOfOrigin, ofPage, unsure, worstOf } from '#gateway/boundary/provenance/origins.ts';
import type { Origin } from '#gateway/boundary/provenance/origins.ts';
import type { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { prefilledBy } from './prefilled.ts';
import type { Enclosed } from './sendings.ts';
import type { Standing } from '#gateway/boundary/provenance/texts/page-texts.ts';
import { originOf } from '#gateway/boundary/provenance/texts/site.ts';

/** A text of an act that stands on a page and is not the person's. */
export type FromPage = {
  readonly what: 'VALUE' | 'FILE' | 'ADDRESS' | 'TARGET';
  readonly text: string;
  /** Where else it stands: the policy decides for each. */
  readonly also: readonly string[];
} & Standing;

export type ContentOfAct = {
  readonly facts: ContentFacts;
  readonly fromPages: readonly FromPage[];
  /** To be called when it goes; `allowed` by a person, who saw its texts if they were `shown`. */
  readonly commit: (allowed: boolean, shown: boolean) => void;
};

/** What a person sees of it: far and often are no words. */
const NO_WORDS: ReadonlySet<string> = new Set(['amount', 'cookie attributes']);
/** What is entered piece by piece. */
const PIECEWISE: ReadonlySet<string> = new Set(['typed', 'keys', 'pasted', 'choice']);
/** Of a file, on the card and for the log. */
const FILE_CHARACTERS_TOLD = 200;
/** Of a form that nobody filled in, so many fields are looked at. */
const FIELDS_AT_MOST = 200;
/** What is in them is a value; they are not pressed. */
const FIELDS: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'slider',
]);

/**
 * Whose words an act enters, sends, goes to and presses. `enclosed`: what goes along and is not in the action, such as what is
 * pasted, or in a file. What a person or a page does by itself is theirs, and nobody looks through it.
 */
export function contentOfAct(
  action: BrowserAction,
  { document, effect, element }: Pick<Inspection, 'document' | 'effect' | 'element'>,
  initiator: Initiator,
  provenance: Provenance,
  enclosed: readonly Enclosed[] = [],
): ContentOfAct {
  const own = ownContent(initiator);
  // INVARIANT: what a person does by hand is theirs, and nobody looks through it.
  if (initiator === 'USER' || initiator === 'PAGE')
    return { facts: own, fromPages: [], commit: () => undefined };
  const ledger = provenance.content;
  const payload = payloadOf(action);
  const values = [
    ...payload.filter(({ place }) => place !== 'url'),
    ...enclosed.filter(({ place }) => place === 'pasted'),
  ].filter(({ place }) => !NO_WORDS.has(place));
  const files = enclosed.filter(({ place }) => place === 'file');
  const here = originOf(document.url);
  const before = provenance.enteredInto(document.id);
  const told: { what: FromPage['what']; text: string; origin: Origin }[] = [
    ...values.map(({ place, text }) => ({
      what: 'VALUE' as const,
      text,
      origin: ledger.value(text, here, PIECEWISE.has(place) ? before : []),
    })),
    ...files.map(({ text, unreadable = false }) => ({
      what: 'FILE' as const,
      text: text.slice(0, FILE_CHARACTERS_TOLD),
      origin: ledger.file(text, !unreadable),
    })),
    ...payload
      .filter(({ place }) => place === 'url')
      .map(({ text }) => ({ what: 'ADDRESS' as const, text, origin: ledger.address(text, null) })),
    ...(actRow(action).effect !== 'NONE' ? underIt(ledger) : []),
  ];
  const entered = told
    .filter(({ what }) => what === 'VALUE' || what === 'FILE')
    .map(({ origin }) => factsOf(origin));
  const { submits } = effect;
  const submitted =
    submits === null
      ? []
      : [ledger.entered(document.id, originOf(submits.url)), ...inFields(submits).map(factsOf)];
  const all = [...told.map(({ origin }) => factsOf(origin)), ...submitted];
  const isEntered = files.length > 0 || values.some(({ place }) => PIECEWISE.has(place));
  return {
    facts: all.reduce(joined, own),
    fromPages: told.flatMap(({ what, text, origin }) =>
      origin.of === 'PAGE' ? [{ what, text, ...standingOf(origin) }] : [],
    ),
    commit: (allowed, shown) => {
      // What is pressed is allowed for this once: the next button of that name is another one. A file is not shown.
      for (const { what, text } of allowed && shown ? told : [])
        if (what === 'VALUE') ledger.approve(text, here);
        else if (what === 'ADDRESS') ledger.allow(text);
      for (const { what, text } of told)
        if (what === 'VALUE') ledger.went(text, here);
        else if (what === 'ADDRESS') ledger.wentTo(text);
      if (isEntered) ledger.enter(document.id, entered.reduce(joined, own), allowed ? here : null);
    },
  };

  function factsOf(origin: Origin): ContentFacts {
    return factsOfOrigin(origin, document.url);
  }

  /**
   * INVARIANT: what is in a form, and nobody entered, the page put there: it is that page's, and whoever's it is besides; what a link may
   * have put there is no site's own.
   */
  function inFields(form: NonNullable<typeof submits>): readonly Origin[] {
    const { url, method, sends, values: read = [] } = form;
    const own = ofPage([{ origin: here, place: 'SITE' }]);
    const ofLink = ofPage([{ origin: here, place: 'CONTENT' }]);
    const isPrefilled = prefilledBy(document.url);
    const held = [
      ...(sends?.fields ?? []).flatMap(({ value, file }) => (value === null || file ? [] : [value])),
      ...read,
    ];
    const unasked = [...new Set(held)].filter((text) => text !== '' && !isEnteredAs(before, text));
    const some = unasked.slice(0, FIELDS_AT_MOST).map((text) => {
      const origin = ledger.value(text, originOf(url));
      // What the person wrote is theirs wherever it occurs: a link that says it, too, adds nothing.
      return besides(origin.of !== 'PERSON' && isPrefilled(text) ? ofLink : own, origin);
    });
    const isLonger =
      sends?.fields.some(({ value, length }) => value !== null && value.length < length) === true;
    const isCut = unasked.length > FIELDS_AT_MOST || isLonger;
    const isOpen = isCut || (sends === undefined ? method !== 'DIALOG' : !sends.whole);
    return isOpen ? [...some, isCut ? unsure(own, { pages: [], isCut }) : own] : some;
  }

  function underIt(of: ContentLedger): typeof told {
    const name = element?.name ?? '';
    const { link } = effect;
    if (link !== null) {
      const at = { documentId: document.id, documentUrl: document.url, ref: element?.ref ?? '', name };
      return [{ what: 'ADDRESS', text: link.url, origin: of.address(link.url, at) }];
    }
    if (element === null || FIELDS.has(element.role) || actRow(action).effect === 'POINTS') return [];
    return [{ what: 'TARGET', text: name, origin: of.target(name) }];
  }
}

/** It is what was entered at once, or piece by piece. */
function isEnteredAs(pieces: readonly string[], text: string): boolean {
  if (pieces.includes(text)) return true;
  return pieces.some((_, from) => {
    let at = 0;
    for (const piece of pieces.slice(from)) {
      if (!text.startsWith(piece, at)) return false;
      at += piece.length;
      if (at >= text.length) return at === text.length;
    }
    return false;
  });
}

function standingOf({ standings }: Origin): Standing & Pick<FromPage, 'also'> {
  const worst = worstOf(standings);
  const origins = new Set(standings.map(({ origin }) => origin));
  return { ...worst, also: [...origins].filter((origin) => origin !== worst.origin && origin !== '') };
}
