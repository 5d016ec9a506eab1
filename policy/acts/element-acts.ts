// Acts on an element of the page: pointing, clicking, choosing, dragging, scrolling.
// INVARIANT: what does what its element does passes the gates of that: links, forms, files.
import type { ClickManner } from './click-effect.ts';
import type { ElementEffect } from './element-effect.ts';
import { effectGates } from './gate.ts';
import { ELEMENT, ONTO, own, quoted, say } from './phrase.ts';
import type { OwnWords } from './phrase.ts';
import { NO_TRAITS, atElement, atPage, given, startsEffect } from './row.ts';
import type { Columns, PayloadVisit, RowsOf } from './row.ts';

/** A place of the view, in CSS pixels. An act at one is done there, on its element, or not at all. */
export type ViewPoint = { readonly x: number; readonly y: number };

export type ClickAction = ClickManner & {
  readonly type: 'CLICK';
  readonly ref: string;
  /** 2 for a double click. Default: 1. */
  readonly count?: 1 | 2 | 3;
  /** So many of them were made already. Default: none. */
  readonly after?: 1 | 2;
  /** Default: where the element is free. */
  readonly at?: ViewPoint;
};

export type ElementAction =
  | ClickAction
  /** From the element to the element `to` of the same frame: pointer events, and HTML drag and drop where the page has it. */
  | {
      readonly type: 'DRAG';
      readonly ref: string;
      readonly to: string;
      readonly at?: ViewPoint;
      readonly toAt?: ViewPoint;
    }
  | { readonly type: 'HOVER'; readonly ref: string; readonly at?: ViewPoint }
  | { readonly type: 'FOCUS'; readonly ref: string }
  | { readonly type: 'CHECK'; readonly ref: string; readonly checked: boolean }
  | { readonly type: 'SELECT'; readonly ref: string; readonly options: readonly string[] }
  /** By CSS pixels; without `ref`, the page. `intoView`: by as much as brings the element into the view, and by nothing else. */
  | {
      readonly type: 'SCROLL';
      readonly ref?: string;
      readonly at?: ViewPoint;
      readonly dx: number;
      readonly dy: number;
      readonly intoView?: true;
    }
  /** The view that the page is laid out for, in CSS pixels. */
  | { readonly type: 'RESIZE'; readonly width: number; readonly height: number };

/** What the acts have in common that do what their element does. */
const USES = {
  ...NO_TRAITS,
  effect: 'USES',
  changesElement: true,
  capabilities: 'BY_EFFECT',
  gates: (_action, context) => effectGates(context),
  payload: 'NONE',
  to: 'DOCUMENT',
  starts: startsEffect,
  needs: 'NOTHING',
} as const satisfies Omit<Columns<{ readonly ref: string }>, 'aim' | 'words'>;

/** A page reads where it was pointed: two numbers of a caller's choice. */
function atPlace<A extends { readonly at?: ViewPoint; readonly toAt?: ViewPoint }>(
  action: A,
  visit: PayloadVisit,
): A {
  const { at, toAt } = action;
  const places = [at, toAt].flatMap((one) => (one === undefined ? [] : [`${one.x} ${one.y}`]));
  const amount = places.join(' ');
  if (amount === '' || visit('amount', amount) === amount) return action;
  const nowhere = { x: 0, y: 0 };
  return {
    ...action,
    ...(at === undefined ? {} : { at: nowhere }),
    ...(toAt === undefined ? {} : { toAt: nowhere }),
  };
}

/** “double-click”, “right-click with Shift held”: the verb of a click. */
function clickInWords({ button = 'left', count = 1, modifiers = [] }: ClickAction): OwnWords {
  const times = count === 1 ? '' : count === 2 ? 'double-' : 'triple-';
  const side = button === 'left' ? own`` : own`${button}-`;
  const keys = modifiers.flatMap((key, index) => (index === 0 ? own` with ${key}` : own` and ${key}`));
  return own`${times}${side}click${keys}${modifiers.length === 0 ? '' : ' held'}`;
}

export const submitting = ({ submits }: ElementEffect): OwnWords =>
  submits === null ? own`` : own`, which submits its form`;

export const ELEMENT_ROWS: RowsOf<ElementAction> = {
  CLICK: {
    ...USES,
    effect: 'CLICKS',
    payload: atPlace,
    aim: ({ ref, button, modifiers, at }) => ({
      at: 'ELEMENT',
      ref,
      landing: 'CLICK',
      ...(at === undefined ? {} : { exact: true }),
      click: {
        ...(button === undefined ? {} : { button }),
        ...(modifiers === undefined ? {} : { modifiers }),
      },
    }),
    // A double click on a link asks for it twice; a form is sent a second time only if somebody decides so.
    starts: ({ count = 1, after = 0 }) => ({ kind: 'EFFECT', times: Math.max(1, count - after) }),
    words: {
      log: (action, { submits }) =>
        submits === null ? say`${clickInWords(action)} ${ELEMENT}` : say`submit the form with ${ELEMENT}`,
      verb: (action, effect) => own`${clickInWords(action)}${submitting(effect)}`,
      takes: 'NOTHING',
    },
  },
  DRAG: {
    ...USES,
    payload: atPlace,
    aim: ({ ref, to }) => ({ at: 'ELEMENT', ref, landing: 'NONE', onto: to }),
    words: { log: say`drag ${ELEMENT} onto ${ONTO}`, verb: own`drag an element`, takes: 'NOTHING' },
  },
  HOVER: {
    ...USES,
    payload: atPlace,
    effect: 'POINTS',
    changesElement: false,
    aim: atElement,
    words: { log: say`point at ${ELEMENT}`, verb: own`point at an element`, takes: 'NOTHING' },
  },
  FOCUS: {
    ...NO_TRAITS,
    capabilities: ['EXECUTE_JAVASCRIPT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'EXECUTE_JAVASCRIPT', url }],
    payload: 'NONE',
    to: 'DOCUMENT',
    aim: atElement,
    starts: startsEffect,
    needs: 'NOTHING',
    words: { log: say`focus ${ELEMENT}`, verb: own`focus an element`, takes: 'NOTHING' },
  },
  CHECK: {
    ...USES,
    aim: ({ ref }) => ({ at: 'ELEMENT', ref, landing: 'CLICK' }),
    words: {
      log: ({ checked }) => say`${checked ? 'check' : 'uncheck'} ${ELEMENT}`,
      verb: ({ checked }) => own`${checked ? 'check' : 'uncheck'} a box`,
      takes: 'NOTHING',
    },
  },
  SELECT: {
    ...USES,
    payload: (action, visit) => ({
      ...action,
      options: action.options.map((option) => visit('choice', option)),
    }),
    aim: atElement,
    words: {
      log: ({ options }) =>
        say`choose ${options.flatMap((option, index) => (index === 0 ? say`${quoted(option)}` : say`, ${quoted(option)}`))} in ${ELEMENT}`,
      verb: own`choose`,
      takes: ({ options }) => options.flatMap((option) => given('option', option)),
    },
  },
  SCROLL: {
    ...NO_TRAITS,
    repeatable: true,
    capabilities: ['EXECUTE_JAVASCRIPT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'EXECUTE_JAVASCRIPT', url }],
    // A page reads how far it was scrolled: a number of a caller's choice.
    payload: (action, visit) => {
      const amount = `${action.dx} ${action.dy}`;
      return atPlace(visit('amount', amount) === amount ? action : { ...action, dx: 0, dy: 0 }, visit);
    },
    to: 'DOCUMENT',
    aim: ({ ref }) => (ref === undefined ? { at: 'PAGE' } : atElement({ ref })),
    starts: startsEffect,
    needs: 'NOTHING',
    words: {
      log: ({ dy, intoView }) =>
        intoView === true
          ? say`scroll ${ELEMENT} into view`
          : say`scroll ${dy >= 0 ? 'down' : 'up'} ${Math.abs(dy)} px on ${ELEMENT}`,
      verb: ({ dy, intoView }) =>
        intoView === true
          ? own`scroll an element into view`
          : own`scroll ${dy >= 0 ? 'down' : 'up'} ${Math.abs(dy)} px`,
      takes: 'NOTHING',
    },
  },
  RESIZE: {
    ...NO_TRAITS,
    capabilities: ['EXECUTE_JAVASCRIPT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'EXECUTE_JAVASCRIPT', url }],
    // A page reads how large its view is: two numbers of a caller's choice.
    payload: (action, visit) => {
      const amount = `${action.width} ${action.height}`;
      return visit('amount', amount) === amount ? action : { ...action, width: 0, height: 0 };
    },
    to: 'DOCUMENT',
    aim: atPage,
    starts: startsEffect,
    needs: 'NOTHING',
    words: {
      log: ({ width, height }) => say`make the view ${width} × ${height} px`,
      verb: ({ width, height }) => own`make the view ${width} × ${height} px`,
      takes: 'NOTHING',
    },
  },
};
