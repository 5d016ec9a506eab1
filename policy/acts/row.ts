// The columns of an act's row. INVARIANT: no column has a default: what an act is missing does not compile, and whoever has to know
// something about an act reads its row (act-rows.ts) and nothing else.
import type { ClickManner } from './click-effect.ts';
import type { ElementEffect } from './element-effect.ts';
import type { ActContext, Gate } from './gate.ts';
import type { Landing } from './keys.ts';
import type { OwnWords, Phrase } from './phrase.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';

/**
 * Where a text of an act goes. `url` is an address that is asked for; the rest is in, or is heard by, the document of the
 * act (or the origin that the row names).
 */
export type PayloadPlace =
  | 'url'
  | 'typed'
  | 'keys'
  | 'script'
  | 'argument'
  | 'mocked body'
  | 'stored'
  | 'stored name'
  | 'cookie'
  | 'cookie name'
  | 'cookie attributes'
  | 'choice'
  | 'amount'
  | 'pattern'
  | 'header'
  | 'file name';

/** Sees one text, and says what is there instead: itself, where it is only read. */
export type PayloadVisit = (place: PayloadPlace, text: string) => string;

/** A value that a navigator may place but never see: `name` is a secret that the gateway keeps, e.g. `login:account.test/password`. */
export type SecretReference = { readonly secret: string };
export type InputText = string | SecretReference;

/** What the act is looked up on before it is decided, and once more before it is done. `onto`: where a drag ends. */
export type Aim =
  /** `history`: it goes to that entry, counted from the present one. */
  | { readonly at: 'PAGE'; readonly history?: -1 | 0 | 1 }
  /** The dialog that is open: nothing else of the page can be looked at. */
  /** `number`: the one that is meant, of the page’s dialogs. */
  | { readonly at: 'DIALOG'; readonly number: number | null }
  /** The frame that was switched to. */
  | { readonly at: 'SCOPE' }
  | { readonly at: 'FRAME'; readonly frame: string | null }
  /** A frame's world, as it was numbered for a program that drives the tab. */
  | { readonly at: 'WORLD'; readonly client: string; readonly context: number }
  | { readonly at: 'FOCUS'; readonly landing: Landing }
  | {
      readonly at: 'ELEMENT';
      readonly ref: string;
      readonly landing: Landing;
      readonly onto?: string;
      readonly click?: ClickManner;
      /** The element itself, and none that lies within it. */
      readonly exact?: true;
    };

/** What of all that begins while it runs is the act's. `NOTHING`: all of it is the page's own. */
export type Starts =
  | { readonly kind: 'NOTHING' }
  /** What its element leads to; `times`: so often, where that is a link. */
  | { readonly kind: 'EFFECT'; readonly times: number }
  | {
      readonly kind: 'ADDRESS';
      readonly url: string;
      readonly into: 'PAGE' | 'NEW_TAB';
      /** Whatever the address answers is a file, and never shown. */
      readonly asFile: boolean;
    };

/** What it takes that is neither in the act nor on the page: looked at before the decision, read or handed out after it. */
export type Need =
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'FILES'; readonly paths: readonly string[] }
  | { readonly kind: 'DOWNLOAD_FOLDER' }
  | { readonly kind: 'COOKIES'; readonly domain: string; readonly source: string }
  | { readonly kind: 'SAVES_SESSION' | 'LOADS_SESSION'; readonly name: string }
  /** Of what was observed, the task gets what it may read. */
  | { readonly kind: 'READABLE_ORIGINS' }
  | { readonly kind: 'CLIPBOARD'; readonly key: string };

/** What its caller gives to it, as a row of the card. `INPUT`: what is entered into a field, a secret by its name. */
export type Taken =
  | { readonly as: 'VALUE'; readonly label: string; readonly text: string; readonly name?: string }
  | { readonly as: 'HIDDEN' | 'SCRIPT'; readonly label: string; readonly text: string }
  | { readonly as: 'INPUT'; readonly text: InputText };

export type Traits = {
  /** What a request of it may need, as help and docs show it; its gates say which it does. */
  readonly capabilities: readonly BrowserCapability[] | 'BY_EFFECT' | 'BY_STORAGE' | 'BY_LAUNCH';
  /** Whether it does what the element under it does: links, forms, files. `POINTS`: that and no press. */
  readonly effect: 'CLICKS' | 'USES' | 'POINTS' | 'NONE';
  /** It needs an element that is not disabled. */
  readonly changesElement: boolean;
  /** What a person answers is for this one alone: the next of its kind is another question. */
  readonly askedEachTime: boolean;
  /** It enters its text into a field. */
  readonly enters: boolean;
  /** It leaves refs and page as they were. */
  readonly quiet: boolean;
  /** The page that is there is given up: it need not be fit for an act. */
  readonly leavesPage: boolean;
  /** Done twice it comes to the same, whatever page it is on: it may be begun again where nobody knows whether it was done. */
  readonly repeatable: boolean;
  /** What sites keep: cards show it by its place alone, and a grant covers its type and place. */
  readonly shownByPlace: boolean;
  /** Whose pages find there what it puts: the origin's, or those of a whole domain. */
  readonly putsFor: 'NOBODY' | 'ORIGIN' | 'DOMAIN';
};

export type AnyColumns<A> = Traits & {
  /** In the order in which a person would read them. Never empty. */
  readonly gates: (action: A, context: ActContext) => readonly Gate[];
  /** Visits every text that it sends. INVARIANT: what is left out reaches nobody but the gateway and our own world in the page. */
  readonly payload: ((action: A, visit: PayloadVisit) => A) | 'NONE';
  /** Whose the payload becomes. */
  readonly to: ((action: A) => string | undefined) | 'DOCUMENT';
  readonly aim: (action: A) => Aim;
  readonly starts: (action: A) => Starts;
  readonly needs: ((action: A) => Need) | 'NOTHING';
  readonly words: {
    /** For log and feed. */
    readonly log: Phrase | ((action: A, effect: ElementEffect) => Phrase);
    /** The first row of its card. */
    readonly verb: OwnWords | ((action: A, effect: ElementEffect) => OwnWords);
    readonly takes: ((action: A, effect: ElementEffect) => readonly Taken[]) | 'NOTHING';
  };
  /** How a saved secret is in it. */
  readonly secret?: SavedSecret<A>;
};

type SavedSecret<A> = {
  readonly nameOf: (action: A) => string | null;
  readonly without: (action: A) => A;
};

/** An act whose text may be a saved secret says how it is in it; no other has one. */
export type Columns<A> = AnyColumns<A> &
  (A extends { readonly text: InputText }
    ? { readonly secret: SavedSecret<A> }
    : { readonly secret?: undefined });

/** The rows of one group of acts. */
export type RowsOf<G extends { readonly type: string }> = {
  readonly [T in G['type']]: Columns<Extract<G, { readonly type: T }>>;
};

/** Traits of an act that has none: a row says what it has beside them. */
export const NO_TRAITS = {
  effect: 'NONE',
  changesElement: false,
  askedEachTime: false,
  enters: false,
  quiet: false,
  leavesPage: false,
  repeatable: false,
  shownByPlace: false,
  putsFor: 'NOBODY',
} as const satisfies Omit<Traits, 'capabilities'>;

export const startsNothing = (): Starts => ({ kind: 'NOTHING' });
export const startsEffect = (): Starts => ({ kind: 'EFFECT', times: 1 });
export const atPage = (): Aim => ({ at: 'PAGE' });
export const atScope = (): Aim => ({ at: 'SCOPE' });
export const atElement = ({ ref }: { readonly ref: string }): Aim => ({
  at: 'ELEMENT',
  ref,
  landing: 'NONE',
});

export const given = (label: string, text: string | undefined): readonly Taken[] =>
  text === undefined ? [] : [{ as: 'VALUE', label, text }];
