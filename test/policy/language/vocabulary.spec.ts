// The closed vocabulary: Phase-38's member counts, and DESIGN section 5's table of actions and gates, written out.
import { describe, expect, test } from 'vitest';
import { effectOfClick } from '#policy/acts/click-effect.ts';
import { ACT_TRAITS } from '#policy/acts/act-rows.ts';
import { decidedAs } from '#policy/acts/actions.ts';
import { gatesFor } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ClickAction } from '#policy/acts/element-acts.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import { INTERACTIVE_ROLES } from '#executors/perception/reading/roles.ts';
import { memberIndex } from '#policy/engine/deciding/member-index.ts';
import * as vocabulary from '#policy/language/vocabulary.ts';

describe('the closed vocabulary', () => {
  test.each([
    ['BrowserExecutorType', vocabulary.BROWSER_EXECUTOR_TYPES, 7],
    ['BrowserCapability', vocabulary.BROWSER_CAPABILITIES, 18],
    ['StorageType', vocabulary.STORAGE_TYPES, 6],
    ['TabPolicy', vocabulary.TAB_POLICIES, 4],
    ['BrowserExecutionState', vocabulary.BROWSER_EXECUTION_STATES, 8],
    ['BrowserDecision', vocabulary.BROWSER_DECISIONS, 4],
    ['BrowserViolationType', vocabulary.BROWSER_VIOLATION_TYPES, 12],
    ['ForbiddenBrowserFlag', vocabulary.FORBIDDEN_BROWSER_FLAGS, 10],
    ['GhostTabState', vocabulary.GHOST_TAB_STATES, 7],
    ['IntentClass', vocabulary.INTENT_CLASSES, 4],
    ['NavigatorActionType', vocabulary.NAVIGATOR_ACTION_TYPES, 7],
    ['PerceptionTier', vocabulary.PERCEPTION_TIERS, 3],
    ['ErrorType', vocabulary.ERROR_TYPES, 4],
    ['IpcMessageType', vocabulary.IPC_MESSAGE_TYPES, 7],
  ])('%s has its members, each once', (_name, members, count) => {
    expect(members).toHaveLength(count);
    expect(new Set<string>(members).size).toBe(count);
  });

  test('decisions stand in the order of severity', () => {
    expect(vocabulary.BROWSER_DECISIONS).toEqual(['ALLOW', 'ESCALATE', 'DENY', 'ABORT']);
  });

  test('the roles of elements are those that the executors act on', () => {
    expect(vocabulary.ELEMENT_ROLES).toEqual(['NONE', ...INTERACTIVE_ROLES, 'OTHER']);
  });

  test('every fact stands once in the order of the diagram, host and capability first', () => {
    expect([...FACT_NAMES].sort()).toEqual(Object.keys(FACTS).sort());
    expect(FACT_NAMES.slice(0, 2)).toEqual(['host', 'capability']);
  });

  test('every neutral value is a member of its fact', () => {
    for (const spec of Object.values(FACTS))
      if (spec.kind === 'enum' && spec.neutral !== null) expect(spec.members).toContain(spec.neutral);
  });

  test('the member index knows exactly the members, whatever else it is asked', () => {
    for (const spec of Object.values(FACTS)) {
      if (spec.kind !== 'enum') continue;
      const index = memberIndex(spec.members, spec.neutral);
      expect(spec.members.map((member) => index(member))).toEqual(
        spec.members.map((_, position) => position),
      );
      for (const other of [
        '',
        'none',
        'NONE ',
        'constructor',
        '__proto__',
        'X',
        ['NONE'],
        null,
        undefined,
        0,
        {},
      ])
        expect(index(other)).toBe(
          typeof other === 'string' ? spec.members.findIndex((one) => one === other) : -1,
        );
    }
  });
});

// DESIGN section 5, row by row.
const DESIGN_TABLE: Record<string, readonly string[] | string> = {
  // A `data:` address is a script of the caller's.
  NAVIGATE: ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN', 'INJECT_JAVASCRIPT'],
  RELOAD: ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'],
  BACK: ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'],
  FORWARD: ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'],
  CLICK: 'BY_EFFECT',
  DRAG: 'BY_EFFECT',
  DROP: ['FILE_UPLOAD', 'FORM_SUBMIT_DATA'],
  RESIZE: ['EXECUTE_JAVASCRIPT'],
  HANDLE_DIALOG: ['SCREENSHOT', 'EXECUTE_JAVASCRIPT', 'FORM_SUBMIT_DATA'],
  PRESS: 'BY_EFFECT',
  CHECK: 'BY_EFFECT',
  SELECT: 'BY_EFFECT',
  HOVER: 'BY_EFFECT',
  TYPE: ['FORM_SUBMIT_CREDENTIALS', 'FORM_SUBMIT_DATA'],
  FILL: ['FORM_SUBMIT_CREDENTIALS', 'FORM_SUBMIT_DATA'],
  SCROLL: ['EXECUTE_JAVASCRIPT'],
  FOCUS: ['EXECUTE_JAVASCRIPT'],
  // Beyond the design: to read a frame of another origin is decided like going there, too.
  FRAME_SWITCH: ['EXECUTE_JAVASCRIPT', 'NAVIGATE_CROSS_ORIGIN'],
  WAIT: ['EXECUTE_JAVASCRIPT'],
  SNAPSHOT: ['SCREENSHOT'],
  SCREENSHOT: ['SCREENSHOT'],
  EXTRACT: ['SCREENSHOT'],
  OBSERVE: ['SCREENSHOT'],
  EVALUATE: ['INJECT_JAVASCRIPT'],
  ROUTE_MOCK: ['INJECT_JAVASCRIPT'],
  ROUTE_CAPTURE: ['INJECT_JAVASCRIPT'],
  ROUTE_BLOCK: ['EXECUTE_JAVASCRIPT'],
  // Beyond the design: a rule that is taken away is gone as it came.
  ROUTE_REMOVE: ['EXECUTE_JAVASCRIPT'],
  UPLOAD: ['FILE_UPLOAD'],
  // Beyond the design: what is fetched is reached over the network, so it is decided like going there, too.
  DOWNLOAD: ['FILE_DOWNLOAD', 'NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'],
  // And of the address that it opens at.
  OPEN_TAB: ['OPEN_TAB', 'NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'],
  CLOSE_TAB: ['CLOSE_TAB'],
  STORAGE_READ: 'BY_STORAGE',
  STORAGE_WRITE: 'BY_STORAGE',
  STORAGE_CLEAR: 'BY_STORAGE',
  COOKIE_READ: ['ACCESS_COOKIES'],
  COOKIE_WRITE: ['ACCESS_COOKIES'],
  COOKIE_CLEAR: ['ACCESS_COOKIES'],
  COOKIE_PASSTHROUGH: ['ACCESS_COOKIES'],
  // Section 3: ACCESS_COOKIES and storage acts, so they escalate by default.
  SESSION_SAVE: ['ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  SESSION_LOAD: ['ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  LAUNCH: 'BY_LAUNCH',
  ATTACH: 'BY_LAUNCH',
  ANSWER: ['SCREENSHOT'],
};

const HERE = 'https://here.test/page';
const AWAY = 'https://away.test/';
const gates = (action: BrowserAction, effect: Partial<ElementEffect> = {}, historyUrl?: string): string[] =>
  gatesFor(action, {
    documentUrl: HERE,
    effect: { ...NO_EFFECT, ...effect },
    ...(historyUrl === undefined ? {} : { historyUrl }),
  }).map((gate) => gate.capability);
const form = { url: HERE, method: 'POST', credentials: false, newTab: false, fieldNames: [] } as const;

describe('the gates of every action', () => {
  test('the table is the one of the design', () => {
    const table = Object.entries(ACT_TRAITS).map(([type, { capabilities }]) => [type, capabilities]);
    expect(Object.fromEntries(table)).toEqual(DESIGN_TABLE);
    expect(Object.keys(DESIGN_TABLE).sort()).toEqual([...vocabulary.BROWSER_ACTION_TYPES].sort());
  });

  test('a navigation is judged by its real target, history by its entry', () => {
    expect(gates({ type: 'NAVIGATE', url: 'https://here.test/other' })).toEqual(['NAVIGATE_SAME_ORIGIN']);
    expect(gates({ type: 'NAVIGATE', url: AWAY })).toEqual(['NAVIGATE_CROSS_ORIGIN']);
    expect(gates({ type: 'NAVIGATE', url: 'http://here.test/' })).toEqual(['NAVIGATE_CROSS_ORIGIN']);
    expect(gates({ type: 'NAVIGATE', url: 'not a url' })).toEqual(['NAVIGATE_CROSS_ORIGIN']);
    expect(gates({ type: 'BACK' }, {}, AWAY)).toEqual(['NAVIGATE_CROSS_ORIGIN']);
    expect(gates({ type: 'RELOAD' })).toEqual(['NAVIGATE_SAME_ORIGIN']);
  });

  test('a click passes the gates of what the element does', () => {
    const click = { type: 'CLICK', ref: 'e1' } as const;
    expect(gates(click)).toEqual(['EXECUTE_JAVASCRIPT']);
    expect(gates(click, { link: { url: AWAY, newTab: false, download: false } })).toEqual([
      'NAVIGATE_CROSS_ORIGIN',
    ]);
    expect(gates(click, { link: { url: AWAY, newTab: true, download: true } })).toEqual([
      'FILE_DOWNLOAD',
      'OPEN_TAB',
      'NAVIGATE_CROSS_ORIGIN',
    ]);
    expect(gates(click, { submits: form })).toEqual(['FORM_SUBMIT_DATA', 'NAVIGATE_SAME_ORIGIN']);
    expect(gates(click, { submits: { ...form, credentials: true } })).toContain('FORM_SUBMIT_CREDENTIALS');
    expect(gates(click, { fileInput: true })).toEqual(['FILE_UPLOAD']);
  });

  test('typing into a credential field is a submission of credentials', () => {
    const fill = { type: 'FILL', ref: 'e1', text: 'x' } as const;
    expect(gates(fill)).toEqual(['FORM_SUBMIT_DATA']);
    expect(gates(fill, { credentialField: true })).toEqual(['FORM_SUBMIT_CREDENTIALS']);
  });

  test('another button and held keys change what a click does, and so its gates', () => {
    const link = { url: AWAY, newTab: false, download: false };
    const by = (how: Omit<ClickAction, 'type' | 'ref'>, effect: Partial<ElementEffect>): string[] => {
      const action = { type: 'CLICK', ref: 'e1', ...how } as const;
      return gates(action, effectOfClick({ ...NO_EFFECT, ...effect }, action));
    };
    expect(by({ button: 'middle' }, { link })).toEqual(['OPEN_TAB', 'NAVIGATE_CROSS_ORIGIN']);
    expect(by({ modifiers: ['Control'] }, { link })).toEqual(['OPEN_TAB', 'NAVIGATE_CROSS_ORIGIN']);
    expect(by({ modifiers: ['Alt'] }, { link })).toEqual(['FILE_DOWNLOAD', 'NAVIGATE_CROSS_ORIGIN']);
    expect(by({ button: 'right' }, { link, submits: form })).toEqual(['EXECUTE_JAVASCRIPT']);
    expect(by({ modifiers: ['Shift'] }, { submits: form })).toEqual([
      'FORM_SUBMIT_DATA',
      'OPEN_TAB',
      'NAVIGATE_SAME_ORIGIN',
    ]);
    expect(by({ count: 2 }, { link })).toEqual(['NAVIGATE_CROSS_ORIGIN']);
  });

  test('waiting for a script is running one, to its gate, to the policy and to its count', () => {
    const script = { type: 'WAIT', script: 'ready' } as const;
    expect(gates(script)).toEqual(['INJECT_JAVASCRIPT']);
    expect(decidedAs(script)).toBe('EVALUATE');
    expect(gates({ type: 'WAIT', text: 'ready' })).toEqual(['EXECUTE_JAVASCRIPT']);
    expect(decidedAs({ type: 'WAIT', text: 'ready' })).toBe('WAIT');
    expect(gates({ type: 'EVALUATE', expression: '1' })).toEqual(['INJECT_JAVASCRIPT']);
    expect(gates({ type: 'OBSERVE', what: 'CONSOLE' })).toEqual(['SCREENSHOT']);
  });

  test('opening a tab with a URL passes both gates', () => {
    expect(gates({ type: 'OPEN_TAB', url: AWAY })).toEqual(['OPEN_TAB', 'NAVIGATE_CROSS_ORIGIN']);
  });
});
