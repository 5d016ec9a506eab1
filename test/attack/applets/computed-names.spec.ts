// Names that are made at run time, against the check: each program is first run where nothing holds it and seen to do its harm, then refused.
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { CALLS, elementProgram, functionProgram, KEYS, ROUTES, STORES } from './computed-names.ts';

const page = (script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body><p>t</p><script>const DATA = [1];</script><script>\n${script}\n</script></body></html>`;

/** As much of a document as the programs ask for. A markup that is written or a canary that is called is told. */
const WORLD = `
  let harm = 0;
  const CANARY = () => { harm += 1; };
  const DATA = [1];
  const body = {
    set innerHTML(text) { harm += 1; },
    addEventListener(event, run) { run({ target: body, currentTarget: body }); },
  };
  const document = { body };
  const setTimeout = (run, after, ...args) => run(...args);
`;
function harmOf(script: string): number {
  const world = createContext({});
  runInContext(WORLD, world);
  runInContext(`{${script}}`, world);
  const harm: unknown = runInContext('harm', world);
  return typeof harm === 'number' ? harm : 0;
}

type Program = { readonly name: string; readonly script: string };
/** The one at a place, counted round. */
const round = <T>(list: readonly T[], at: number): readonly T[] => list.slice(at % list.length).slice(0, 1);
// Every two of store, name and call meet.
const functions: readonly Program[] = STORES.flatMap((store, at) => [
  ...KEYS.flatMap((key, also) => round(CALLS, at + also).map((call) => ({ store, key, call }))),
  ...CALLS.flatMap((call, also) => round(KEYS, at * 7 + also * 2).map((key) => ({ store, key, call }))),
]).map(({ store, key, call }) => ({
  name: `${store[0]} · ${key[0]} · ${call[0]}`,
  script: functionProgram(store, key, call),
}));
const elements: readonly Program[] = ROUTES.flatMap(([name, route], at) =>
  [0, 4, 8, 11].flatMap((also) =>
    round(KEYS, at + also).map((key) => ({
      name: `${name} · ${key[0]}`,
      script: elementProgram(route, key),
    })),
  ),
);

describe.each([
  ['functions that are stored under such a name', functions, 300],
  ['elements that are reached by such a name', elements, 180],
])('%s', (_, programs, least) => {
  test('are many, and all distinct', () => {
    expect(new Set(programs.map(({ script }) => script)).size).toBeGreaterThanOrEqual(least);
  });

  test('do their harm where nothing refuses them', () => {
    expect(programs.filter(({ script }) => harmOf(script) === 0).map(({ name }) => name)).toEqual([]);
  });

  test('are refused, all of them', () => {
    const passed = programs.filter(({ script }) => checkApplet(page(script)).accepted);
    expect(passed.map(({ name }) => name)).toEqual([]);
  });
});

/** They are refused whatever comes by them: no assignment of its own stores there, or it may be a page's. */
const REFUSED_ANYWAY: readonly string[] = [
  'what was found, or else',
  'a list pattern',
  'an object pattern',
  'a pattern’s default',
  'a pattern’s rest',
  'a loop over values',
  'a listener',
  'what is thrown',
  'a function’s arguments',
];

describe('the same ways with rows in place of functions and elements', () => {
  test.each(STORES)('%s stores a text, and it is read by name', (name, store) => {
    const passed = KEYS.filter(
      ([, make]) =>
        checkApplet(page(`const o={};${store('o', make('price'), "'5'")}console.log(o.price)`)).accepted,
    );
    expect(passed.length, name).toBe(REFUSED_ANYWAY.includes(name) ? 0 : KEYS.length);
  });

  test.each(ROUTES)('%s brings a row, and a column of it is read', (name, route) => {
    const rows = (script: string): string => script.replaceAll('document.body', 'DATA[0]');
    const passed = KEYS.filter(
      ([, make]) => checkApplet(page(rows(route(`console.log(e[${make('price')}]);`)))).accepted,
    );
    expect(passed.length, name).toBe(REFUSED_ANYWAY.includes(name) ? 0 : KEYS.length);
  });
});
