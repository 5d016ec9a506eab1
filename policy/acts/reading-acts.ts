// Acts that read the page or wait for it. INVARIANT: waiting for a script's condition is running a script.
import type { Gate } from './gate.ts';
import { ELEMENT, own, quoted, say, shown } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { NO_TRAITS, atElement, atScope, atPage, given, startsEffect, startsNothing } from './row.ts';
import type { Columns, RowsOf } from './row.ts';

export const WAIT_STATES = ['visible', 'hidden', 'attached', 'detached', 'enabled'] as const;

/**
 * Until one of these holds: the text stands on the page, the address fits the pattern, no request has been under way for
 * 500 ms, another document is there, an element is in a state, a script's expression is truthy. `milliseconds` is its
 * deadline; alone, it is a time to wait. With nothing: until the page has come to rest.
 */
export type WaitAction = {
  readonly type: 'WAIT';
  readonly milliseconds?: number;
  readonly text?: string;
  readonly url?: string;
  readonly networkIdle?: boolean;
  readonly navigation?: boolean;
  readonly ref?: string;
  /** Of `ref`. Default: `visible`. */
  readonly state?: (typeof WAIT_STATES)[number];
  /** Decided as EVALUATE. */
  readonly script?: string;
};

export const PICTURE_FORMATS = ['jpeg', 'png', 'webp', 'pdf'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

export type ReadingAction =
  | WaitAction
  /**
   * The visible text of an element, or of the page, `from` a character on; with `attribute`, that attribute of the element.
   */
  | {
      readonly type: 'EXTRACT';
      readonly ref?: string;
      readonly attribute?: string;
      readonly from?: number;
      readonly as?: never;
    }
  /** What repeats on the page, its tables, lists and cards, cell by cell: of the page or the frame switched to, never of an element. */
  | {
      readonly type: 'EXTRACT';
      readonly as: 'table';
      readonly ref?: never;
      readonly attribute?: never;
      readonly from?: never;
    }
  /** `pictured`: with a picture of the same moment, in which secrets are black. */
  | { readonly type: 'SNAPSHOT'; readonly pictured?: boolean }
  /** `asLoaded`: with what is there; otherwise pictures and fonts that were withheld are fetched for it. */
  /** Of the viewport, an element, or the whole page; `marks` writes the refs of what can be acted on over it. */
  | {
      readonly type: 'SCREENSHOT';
      readonly ref?: string;
      readonly fullPage?: boolean;
      readonly marks?: boolean;
      readonly asLoaded?: boolean;
      /** Default: a JPEG. A PDF is the whole page as it would be printed. */
      readonly format?: PictureFormat;
    };

/** Of ANSWER, one a place that something was read at: what was seen of it is told. */
export const answerGate = (url: string): Gate => ({ capability: 'SCREENSHOT', url });

/** What the acts have in common that only look. */
const LOOKS = {
  ...NO_TRAITS,
  quiet: true,
  repeatable: true,
  capabilities: ['SCREENSHOT'],
  gates: (_action, { documentUrl: url }) => [{ capability: 'SCREENSHOT', url }],
  payload: 'NONE',
  to: 'DOCUMENT',
  starts: startsNothing,
  needs: 'NOTHING',
} as const satisfies Omit<Columns<object>, 'aim' | 'words'>;

export const READING_ROWS: RowsOf<ReadingAction> = {
  // Text and address are looked for by us; a condition runs in the page.
  WAIT: {
    ...NO_TRAITS,
    capabilities: ['EXECUTE_JAVASCRIPT'],
    gates: ({ script }, { documentUrl: url }) => [
      { capability: script === undefined ? 'EXECUTE_JAVASCRIPT' : 'INJECT_JAVASCRIPT', url },
    ],
    payload: (action, visit) =>
      action.script === undefined ? action : { ...action, script: visit('script', action.script) },
    to: 'DOCUMENT',
    // What is waited for need not be there.
    aim: atScope,
    starts: startsEffect,
    needs: 'NOTHING',
    words: {
      log: waitInWords,
      verb: ({ script }) => (script === undefined ? own`wait` : own`run a script in the page until it holds`),
      takes: ({ text, url, script }) => [
        ...given('for the text', text),
        ...given('for the address', url),
        ...(script === undefined ? [] : [{ as: 'SCRIPT', label: 'script', text: script } as const]),
      ],
    },
  },
  SNAPSHOT: {
    ...LOOKS,
    aim: atScope,
    words: { log: say`look at the page`, verb: own`look at the page`, takes: 'NOTHING' },
  },
  SCREENSHOT: {
    ...LOOKS,
    aim: ({ ref }) => (ref === undefined ? atPage() : atElement({ ref })),
    words: { log: say`take a picture of the page`, verb: own`take a picture of the page`, takes: 'NOTHING' },
  },
  EXTRACT: {
    ...LOOKS,
    aim: ({ ref }) => (ref === undefined ? atScope() : atElement({ ref })),
    words: {
      log: ({ attribute, as }) =>
        as === 'table'
          ? say`read the tables and lists of ${ELEMENT}`
          : attribute === undefined
            ? say`read ${ELEMENT}`
            : say`read ${quoted(attribute)} of ${ELEMENT}`,
      verb: own`read a text`,
      takes: ({ attribute }) => given('attribute', attribute),
    },
  },
};

function waitInWords(action: WaitAction): Phrase {
  const { milliseconds, text, url, networkIdle, navigation, ref, state, script } = action;
  if (text !== undefined) return say`wait for ${quoted(text)}`;
  if (url !== undefined) return say`wait for the address ${quoted(url)}`;
  if (script !== undefined) return say`run the script ${quoted(script)} in the page until it holds`;
  if (ref !== undefined) return say`wait until ${shown(ref, 20)} is ${state ?? 'visible'}`;
  if (navigation === true) return say`wait for the document`;
  if (networkIdle === true) return say`wait until the network is quiet`;
  return milliseconds === undefined ? say`wait until the page has come to rest` : waitOf(milliseconds);
}

function waitOf(milliseconds: number): Phrase {
  if (milliseconds === 1_000) return say`wait a second`;
  return milliseconds < 1_000 ? say`wait ${milliseconds} ms` : say`wait ${milliseconds / 1_000} seconds`;
}
