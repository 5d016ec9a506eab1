// The closed table beside the protocol of the installed Chromium: nothing that it has is without a row, and no row names what it has not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { METHODS } from '#gateway/surfaces/cdp/answers/methods.ts';
import { grantedProtocol } from '#gateway/surfaces/cdp/described.ts';
import { ANSWERS, REASONS } from '#gateway/surfaces/cdp/table/reasons.ts';
import { COMMANDS, EVENTS } from '#gateway/surfaces/cdp/table/table.ts';
import { startPersonBrowser } from '#test/fixtures/person-browser.ts';
import type { PersonBrowser } from '#test/fixtures/person-browser.ts';

const named = z.array(z.looseObject({ name: z.string() }));
const protocol = z.looseObject({
  domains: z.array(z.looseObject({ domain: z.string(), commands: named, events: named.default([]) })).min(50),
});
type Protocol = z.infer<typeof protocol>;

const namesOf = ({ domains }: Protocol, kind: 'commands' | 'events'): readonly string[] =>
  domains.flatMap((one) => one[kind].map(({ name }) => `${one.domain}.${name}`));

/** In the words of whoever has to write the row. */
function differences(has: readonly string[], rows: Iterable<string>): readonly string[] {
  const [theirs, ours] = [new Set(has), new Set(rows)];
  return [
    ...[...theirs].filter((name) => !ours.has(name)).map((name) => `${name} has no row`),
    ...[...ours].filter((name) => !theirs.has(name)).map((name) => `the row ${name} names nothing`),
  ];
}

let browser: PersonBrowser;
let installed: Protocol;
beforeAll(async () => {
  browser = await startPersonBrowser();
  installed = protocol.parse(await (await fetch(`${browser.endpoint}/json/protocol`)).json());
});
afterAll(() => browser.close());

describe('the protocol of the installed Chromium', () => {
  test('every command has a row, and every row is of a command', () => {
    expect(differences(namesOf(installed, 'commands'), COMMANDS.keys())).toEqual([]);
  });

  test('every event has a row, and every row is of an event', () => {
    expect(differences(namesOf(installed, 'events'), EVENTS.keys())).toEqual([]);
  });

  test('a command that a newer one brought, and one that it dropped, would be named', () => {
    const newer = namesOf(installed, 'commands').filter((name) => name !== 'Page.navigate');
    expect(differences([...newer, 'Page.invented'], COMMANDS.keys())).toEqual([
      'Page.invented has no row',
      'the row Page.navigate names nothing',
    ]);
  });

  test('every parameter that the door takes is one of Chromium’s', () => {
    const taken = z.looseObject({ name: z.string(), parameters: named.default([]) });
    const theirs = new Map<string, readonly string[]>(
      installed.domains.flatMap(({ domain, commands }) =>
        commands.map((one) => {
          const { name, parameters } = taken.parse(one);
          return [`${domain}.${name}`, parameters.map((parameter) => parameter.name)] as const;
        }),
      ),
    );
    const invented = [...METHODS].flatMap(([method, { params }]) =>
      Object.keys(params.shape)
        .filter((name) => theirs.get(method)?.includes(name) !== true)
        .map((name) => `${method}: ${name}`),
    );
    expect(invented).toEqual([]);
  });
});

describe('what the rows say', () => {
  test('whatever is not refused is answered, and nothing is answered that is refused', () => {
    const granted = [...COMMANDS].filter(([, { treatment }]) => treatment !== 'REFUSE');
    expect([...METHODS.keys()].toSorted()).toEqual(granted.map(([method]) => method).toSorted());
  });

  test('no message goes on to a browser, and no event of one is told but in the door’s own words', () => {
    const rows = [...COMMANDS.values(), ...EVENTS.values()];
    const treatments = new Set<string>(rows.map(({ treatment }) => treatment));
    expect([...treatments].toSorted()).toEqual(['ACT', 'FILTER', 'REFUSE', 'VIRTUAL']);
    expect([...EVENTS.values()].filter(({ treatment }) => treatment === 'ACT')).toEqual([]);
    expect([...COMMANDS.values()].filter(({ treatment }) => treatment === 'FILTER')).toEqual([]);
  });

  test('every reason and every answer is some row’s', () => {
    const rows = [...COMMANDS.values(), ...EVENTS.values()];
    const reasons = rows.flatMap((row) => (row.treatment === 'REFUSE' ? [row.reason] : []));
    const answers = rows.flatMap((row) => ('answer' in row ? [row.answer] : []));
    expect(Object.keys(REASONS).filter((one) => !reasons.some((reason) => reason === one))).toEqual([]);
    expect(Object.keys(ANSWERS).filter((one) => !answers.some((answer) => answer === one))).toEqual([]);
  });

  test('what is told of the protocol is what is granted', () => {
    const told = protocol.shape.domains.element.array().parse(grantedProtocol().domains);
    const names = (kind: 'commands' | 'events') => namesOf({ domains: told }, kind).toSorted();
    expect(names('commands')).toEqual([...METHODS.keys()].toSorted());
    expect(names('events')).toEqual(
      [...EVENTS].flatMap(([name, { treatment }]) => (treatment === 'REFUSE' ? [] : [name])).toSorted(),
    );
  });

  test.each(['constructor', '__proto__', 'Page.constructor', 'toString', ''])(
    'a name that is none finds no row: `%s`',
    (name) => {
      expect(COMMANDS.get(name)).toBeUndefined();
      expect(EVENTS.get(name)).toBeUndefined();
    },
  );
});
