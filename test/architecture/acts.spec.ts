// Every act there is: gates for a policy, words for a person, a way to a browser, and a command for callers; or a written reason.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeAct } from '#gateway/boundary/words/words.ts';
import { ROWS } from '#gateway/protocol/commands/table.ts';
import { ACT_TRAITS } from '#policy/acts/act-rows.ts';
import { decidedAs } from '#policy/acts/actions.ts';
import { gatesFor } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { payloadOf } from '#policy/acts/payload.ts';
import { ENTRY_ROWS } from '#policy/acts/entry-acts.ts';
import type { EntryAction } from '#policy/acts/entry-acts.ts';
import type { Columns, InputText } from '#policy/acts/row.ts';
import { BROWSER_ACTION_TYPES, BROWSER_CAPABILITIES, PAGE_ACTS } from '#policy/language/vocabulary.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';
import { isNode } from './nodes.ts';
import type { SyntaxNode } from './nodes.ts';
import { SOURCES } from './syntax.ts';

/** Not asked for on a tab: the boundary has calls of its own for them. */
const NO_ACT_ON_A_TAB: Partial<Record<BrowserActionType, string>> = {
  LAUNCH: 'starts a browser: `Boundary.launch`, and `Boundary.warm`',
  ATTACH: 'starts a tab in a running browser: `Boundary.launch` with a plan that attaches',
  ANSWER: 'what a task tells whoever asked: `Boundary.tell`',
};

/** Acts that no command comes to. */
const NO_COMMAND: Partial<Record<BrowserActionType, string>> = {
  ANSWER:
    'a task that a navigator carries out tells; whoever asks for acts by commands reads pages by themselves',
  FOCUS: 'what can be typed into is focused by TYPE and FILL; navigators and the library have it',
  COOKIE_PASSTHROUGH:
    'cookies of another browser come at the beginning of a task, from the sources that its person named',
};

const ref = 'e1';
const url = 'https://here.test/';
/** One of each, as a caller writes it. */
const EXAMPLES: { readonly [T in BrowserAction['type']]: Extract<BrowserAction, { readonly type: T }> } = {
  NAVIGATE: { type: 'NAVIGATE', url },
  RELOAD: { type: 'RELOAD' },
  BACK: { type: 'BACK' },
  FORWARD: { type: 'FORWARD' },
  CLICK: { type: 'CLICK', ref, button: 'left', count: 2, modifiers: ['Shift'], at: { x: 1, y: 2 } },
  DRAG: { type: 'DRAG', ref, to: 'e2' },
  DROP: { type: 'DROP', ref, paths: ['/srv/uploads/a.txt'], data: { 'text/plain': 'hello' } },
  RESIZE: { type: 'RESIZE', width: 390, height: 780 },
  HANDLE_DIALOG: { type: 'HANDLE_DIALOG', accept: true, promptText: 'hello' },
  HOVER: { type: 'HOVER', ref },
  FOCUS: { type: 'FOCUS', ref },
  CHECK: { type: 'CHECK', ref, checked: true },
  SELECT: { type: 'SELECT', ref, options: ['One'] },
  PRESS: { type: 'PRESS', key: 'Enter' },
  TYPE: { type: 'TYPE', ref, text: 'words' },
  FILL: { type: 'FILL', ref, text: { secret: 'login:here.test/password' } },
  SCROLL: { type: 'SCROLL', dx: 0, dy: 100 },
  WAIT: { type: 'WAIT', text: 'Done', milliseconds: 100 },
  EXTRACT: { type: 'EXTRACT', ref, attribute: 'href' },
  SNAPSHOT: { type: 'SNAPSHOT' },
  SCREENSHOT: { type: 'SCREENSHOT', fullPage: true },
  EVALUATE: { type: 'EVALUATE', expression: '1 + 1' },
  OBSERVE: { type: 'OBSERVE', what: 'REQUESTS', filter: 'failed', last: 5 },
  ROUTE_BLOCK: { type: 'ROUTE_BLOCK', pattern: '**/*.png' },
  ROUTE_MOCK: { type: 'ROUTE_MOCK', pattern: '/api/**', status: 200, body: '{}' },
  ROUTE_CAPTURE: { type: 'ROUTE_CAPTURE', pattern: '/api/**' },
  ROUTE_REMOVE: { type: 'ROUTE_REMOVE', id: null },
  FRAME_SWITCH: { type: 'FRAME_SWITCH', frame: 'payment' },
  SESSION_SAVE: { type: 'SESSION_SAVE', name: 'mine' },
  SESSION_LOAD: { type: 'SESSION_LOAD', name: 'mine' },
  UPLOAD: { type: 'UPLOAD', ref, paths: ['/srv/a'] },
  DOWNLOAD: { type: 'DOWNLOAD', url },
  OPEN_TAB: { type: 'OPEN_TAB', url },
  CLOSE_TAB: { type: 'CLOSE_TAB' },
  STORAGE_READ: { type: 'STORAGE_READ', storage: 'LOCAL_STORAGE', count: true },
  STORAGE_WRITE: { type: 'STORAGE_WRITE', storage: 'LOCAL_STORAGE', key: 'a', value: 'b' },
  STORAGE_CLEAR: { type: 'STORAGE_CLEAR', storage: 'SESSION_STORAGE' },
  COOKIE_READ: { type: 'COOKIE_READ', count: true },
  COOKIE_WRITE: { type: 'COOKIE_WRITE', cookie: { name: 'a', value: 'b' } },
  COOKIE_CLEAR: { type: 'COOKIE_CLEAR' },
  COOKIE_PASSTHROUGH: { type: 'COOKIE_PASSTHROUGH', domain: 'here.test', source: 'saved' },
};

const EXECUTORS = ['perform.ts', 'tools.ts']
  .map((file) => readFileSync(new URL(`../../executors/acts/${file}`, import.meta.url), 'utf8'))
  .join('\n');

test('every act of the vocabulary is an act on a tab, or says how else it is asked for', () => {
  const acts = new Set<string>(Object.keys(EXAMPLES));
  expect(BROWSER_ACTION_TYPES.filter((type) => !acts.has(type)).toSorted()).toEqual(
    Object.keys(NO_ACT_ON_A_TAB).toSorted(),
  );
  expect([...acts].filter((type) => !BROWSER_ACTION_TYPES.some((one) => one === type))).toEqual([]);
});

test.each(Object.values(EXAMPLES))('$type passes gates, has words, and is carried out', (action) => {
  const context = { documentUrl: url, effect: NO_EFFECT, historyUrl: 'https://away.test/' };
  const gates = gatesFor(action, context);
  expect(gates.length).toBeGreaterThan(0);
  const known = ACT_TRAITS[decidedAs(action)].capabilities;
  if (typeof known !== 'string') {
    const capabilities = new Set<string>(known);
    expect(gates.map(({ capability }) => capability).filter((one) => !capabilities.has(one))).toEqual([]);
  }
  expect(describeAct(action, { role: 'button', name: 'Go' }, NO_EFFECT)).toMatch(/^[a-z]/u);
  expect(EXECUTORS).toContain(`case '${action.type}'`);
});

test('every act is what some command comes to, or has a reason', () => {
  const reached = new Set(
    ROWS.flatMap(({ acts, changes }) => [
      ...(acts === 'BY_LINE' ? [] : acts),
      ...Object.values(changes).flat(),
    ]),
  );
  expect(BROWSER_ACTION_TYPES.filter((type) => !reached.has(type)).toSorted()).toEqual(
    Object.keys(NO_COMMAND).toSorted(),
  );
});

test('an invented act does not compile without a row', () => {
  // @ts-expect-error -- no row for it
  const rows: Record<BrowserActionType | 'INVENTED', unknown> = ACT_TRAITS;
  expect(Object.keys(rows).toSorted()).toEqual([...BROWSER_ACTION_TYPES].toSorted());
});

const ACTS = new Set<string>(BROWSER_ACTION_TYPES);
/** Names of a page’s own acts, too: a comparison with one of these says nothing. */
const SHARED_NAMES = new Set<string>(PAGE_ACTS);

type Invented = { readonly type: 'INVENTED'; readonly text: InputText };
type Optional = {
  [Column in keyof Columns<Invented>]-?: Columns<Invented> extends Record<Column, unknown> ? never : Column;
}[keyof Columns<Invented>];

test('no column of a row may be left out, and a text that may be a saved secret needs one more', () => {
  // The compiler names the column that may be.
  const none: [Optional] extends [never] ? 'every column' : Optional = 'every column';
  expect(none).toBe('every column');
  const { secret, ...plain } = ENTRY_ROWS.TYPE;
  // @ts-expect-error -- how a saved secret stands in it
  const row: Columns<Extract<EntryAction, { type: 'TYPE' }>> = plain;
  expect(Object.keys(row)).not.toContain('secret');
  expect(secret.nameOf({ type: 'TYPE', ref: 'e1', text: { secret: 'mine' } })).toBe('mine');
});

/** The same word for something else. */
const HOMONYMS = {
  'executors/perception/in-page/aim.ts: CLICK': 'how an act comes to its element',
  'executors/perception/in-page/effect.ts: CLICK': 'how an act comes to its element',
  'executors/perception/inspect.ts: FOCUS': 'where an act is aimed at',
  'gateway/boundary/provenance/provenance.ts: SNAPSHOT': 'what came of an act',
  'gateway/boundary/steps/logged-outcome.ts: SNAPSHOT': 'what came of an act',
};

test('between an act’s row and what carries it out nobody knows it by its name: whoever has to know something reads the row', () => {
  const between = /^(?:gateway\/boundary|executors\/(?!acts\/|guards\/routes\/))/u;
  const found = SOURCES.filter(({ file }) => between.test(file)).flatMap(({ file, nodes }) => {
    const names = nodes.flatMap((node) => actsNamedIn(node));
    return names.length === 0 ? [] : [`${file}: ${[...new Set(names)].toSorted().join(' ')}`];
  });
  expect(found.toSorted()).toEqual(Object.keys(HOMONYMS));
});

/** `x.type === 'CLICK'`, and lists of such names. */
function actsNamedIn(node: SyntaxNode): readonly string[] {
  if (node.type === 'ArrayExpression') {
    const elements = Array.isArray(node['elements']) ? node['elements'].filter(isNode) : [];
    const names = elements.map((one) => String(one['value']));
    return names.length > 0 && names.every((name) => ACTS.has(name)) ? names : [];
  }
  if (node.type !== 'BinaryExpression' && node.type !== 'SwitchCase') return [];
  return [node['left'], node['right'], node['test']]
    .filter(isNode)
    .map((side) => String(side['value']))
    .filter((name) => ACTS.has(name) && !SHARED_NAMES.has(name));
}

const CAPABILITIES = new Set<string>(BROWSER_CAPABILITIES);

test('no function over acts has a default, and the linter takes none for exhaustive anywhere', () => {
  const config = readFileSync(new URL('../../.oxlintrc.json', import.meta.url), 'utf8');
  expect(config).toContain('"considerDefaultExhaustiveForUnions": false');
  const found = SOURCES.flatMap(({ file, nodes }) =>
    nodes
      .filter(({ type }) => type === 'SwitchStatement')
      .flatMap((node) => {
        const cases = Array.isArray(node['cases']) ? node['cases'].filter(isNode) : [];
        const names = cases.flatMap((one) => (isNode(one['test']) ? [String(one['test']['value'])] : []));
        const open = cases.some((one) => one['test'] === null);
        return open && names.length > 1 && names.every((name) => ACTS.has(name))
          ? [`${file}: ${names.join(' ')}`]
          : [];
      }),
  );
  expect(found).toEqual([]);
});

test('gates are made in the policy’s tables alone: nobody else writes a capability into one', () => {
  const found = SOURCES.filter(({ file }) => /^(?:gateway|executors|engines)\//u.test(file)).flatMap(
    ({ file, nodes }) =>
      nodes.flatMap((node) => {
        if (node.type !== 'Property' || !isNode(node['key']) || !isNode(node['value'])) return [];
        const { key, value } = { key: node['key'], value: node['value'] };
        return key['name'] === 'capability' && CAPABILITIES.has(String(value['value'])) ? [file] : [];
      }),
  );
  expect(found).toEqual([]);
});

test('what an act sends stands in its row: every text of an example is in its payload, or is known to reach nobody', () => {
  /** Names, refs and switches that the gateway or our own world in the page uses. */
  const REACHES_NOBODY: Partial<Record<BrowserActionType, readonly string[]>> = {
    WAIT: ['Done'],
    EXTRACT: ['href'],
    OBSERVE: ['REQUESTS', 'failed'],
    // It stands in one text, as JSON.
    DROP: ['hello'],
    FRAME_SWITCH: ['payment'],
    SESSION_SAVE: ['mine'],
    SESSION_LOAD: ['mine'],
    CLICK: ['left', 'Shift'],
    STORAGE_READ: ['LOCAL_STORAGE'],
    STORAGE_WRITE: ['LOCAL_STORAGE'],
    STORAGE_CLEAR: ['SESSION_STORAGE'],
    COOKIE_PASSTHROUGH: ['here.test', 'saved'],
    PRESS: ['Enter'],
    FILL: ['login:here.test/password'],
  };
  for (const action of Object.values(EXAMPLES)) {
    const sent = payloadOf(action).map(({ text }) => text);
    const texts = textsOf(action).filter((text) => text !== action.type && !/^e\d$/u.test(text));
    const known = REACHES_NOBODY[action.type] ?? [];
    expect([action.type, ...texts.filter((text) => !sent.some((one) => text.endsWith(one)))]).toEqual([
      action.type,
      ...known,
    ]);
  }
});

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];
