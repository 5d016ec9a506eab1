// The desktop's tables: each window's preferences with every value that it may not have, sessions, permissions, fuses, links, files.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { FUSES, faultsIn as fuseFaults, readFuses } from '#ui/desktop/tables/fuses.ts';
import { linkIn, parseLink, routeOf } from '#ui/desktop/tables/links.ts';
import { abilitiesOf, PERMISSIONS } from '#ui/desktop/tables/permissions.ts';
import { SHELL_HEADERS, SHELL_PAGES, shellFile, shellUrl } from '#ui/desktop/tables/shell-pages.ts';
import { faultsIn, WEB_PREFERENCES } from '#ui/desktop/tables/web-preferences.ts';
import { optionsOf, ROLES, WINDOWS } from '#ui/desktop/tables/windows.ts';

const PLACE = { preloads: '/app/desktop/preload', isPackaged: true };
/** Every value that a preference may not have; `undefined`: it is left out. */
const FORBIDDEN: Readonly<Record<keyof typeof WEB_PREFERENCES, readonly unknown[]>> = {
  sandbox: [false, undefined],
  contextIsolation: [false, undefined],
  nodeIntegration: [true, undefined],
  nodeIntegrationInWorker: [true, undefined],
  nodeIntegrationInSubFrames: [true, undefined],
  webSecurity: [false, undefined],
  allowRunningInsecureContent: [true, undefined],
  experimentalFeatures: [true, undefined],
  enableBlinkFeatures: ['WebUSB', undefined],
  webviewTag: [true, undefined],
  plugins: [true, undefined],
  navigateOnDragDrop: [true, undefined],
  safeDialogs: [false, undefined],
  disableHtmlFullscreenWindowResize: [false, undefined],
  spellcheck: [true, undefined],
};

describe.each(ROLES)('the window %s', (role) => {
  const { webPreferences } = optionsOf(WINDOWS[role], PLACE);

  test('has no fault, and no developer tools once it is packaged', () => {
    expect(faultsIn(webPreferences)).toEqual([]);
    expect(webPreferences.devTools).toBe(false);
    expect(optionsOf(WINDOWS[role], { ...PLACE, isPackaged: false }).webPreferences.devTools).toBe(true);
  });

  test.each(
    Object.entries(FORBIDDEN).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  )('is not opened with `%s` %s', (name, value) => {
    expect(faultsIn({ ...webPreferences, [name]: value })).toHaveLength(1);
  });

  test.each([
    ['additionalArguments', ['--x']],
    ['session', {}],
    ['affinity', 'shared'],
    ['enableRemoteModule', true],
    ['partition', ''],
    ['preload', '/home/me/preload.js'],
  ])('is not opened with `%s`', (name, value) => {
    expect(faultsIn({ ...webPreferences, [name]: value })).toHaveLength(1);
  });
});

test('a page without preferences has a fault, and every preference is held', () => {
  expect(faultsIn(undefined)).toHaveLength(1);
  expect(faultsIn({})).toHaveLength(Object.keys(WEB_PREFERENCES).length + 1);
  expect(Object.keys(FORBIDDEN).sort()).toEqual(Object.keys(WEB_PREFERENCES).sort());
});

test('no two kinds of page share a session, and what a person browses alone outlives the program', () => {
  const partitions = ROLES.map((role) => WINDOWS[role].partition);
  expect(new Set(partitions).size).toBe(ROLES.length);
  expect(partitions.filter((one) => one.startsWith('persist:'))).toEqual([WINDOWS.PAGE.partition]);
});

test('what a person browses has no script of ours; the window of questions is over all others and in no picture', () => {
  expect(WINDOWS.PAGE.preload).toBeNull();
  expect(ROLES.filter((role) => WINDOWS[role].isProtected)).toEqual(['CONSENT']);
  expect(WINDOWS.CONSENT).toMatchObject({
    onTop: 'screen-saver',
    window: { resizable: false, fullscreenable: false },
  });
  const preloads = ROLES.flatMap((role) => WINDOWS[role].preload ?? []);
  expect(new Set(preloads).size).toBe(preloads.length);
});

test('a permission is an ability that the policy knows, or never given; what nobody knows is never given', () => {
  for (const [permission, meaning] of Object.entries(PERMISSIONS)) {
    const abilities = abilitiesOf(permission);
    if (meaning === 'NEVER') expect(abilities, permission).toBeNull();
    else
      expect(
        (abilities ?? []).every((one) => PAGE_ACTS.includes(one)),
        permission,
      ).toBe(true);
  }
  for (const unknown of ['made-up', '', 'toString', '__proto__']) expect(abilitiesOf(unknown)).toBeNull();
});

test.each([
  'local-network',
  'local-network-access',
  'loopback-network',
  'storage-access',
  'web-app-installation',
  'unknown',
])('%s is given to no page, whatever the policy says', (permission) =>
  expect(abilitiesOf(permission)).toBeNull(),
);

test('a request for camera and microphone asks for both, and one that does not say for what, too', () => {
  expect(abilitiesOf('media', ['video'])).toEqual(['CAMERA']);
  expect(abilitiesOf('media', ['audio'])).toEqual(['MICROPHONE']);
  expect(abilitiesOf('media', [])).toEqual(['CAMERA', 'MICROPHONE']);
  expect(abilitiesOf('media')).toEqual(['CAMERA', 'MICROPHONE']);
});

const program = (states: readonly number[], version = 1): Buffer =>
  Buffer.concat([
    Buffer.from('\x7fELF before it'),
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([version, states.length, ...states]),
    Buffer.from('and what follows'),
  ]);
const asBurnt: number[] = Object.values(FUSES).map((on) => (on ? 0x31 : 0x30));

test('fuses are read from a program as they are burnt, and each wrong one is named', () => {
  const [set] = readFuses(program(asBurnt)) ?? [];
  expect(Object.fromEntries(set ?? [])).toEqual(FUSES);
  expect(fuseFaults(Object.fromEntries(set ?? []))).toEqual([]);
  for (const [at, name] of Object.keys(FUSES).entries()) {
    const wrong = asBurnt.with(at, asBurnt[at] === 0x31 ? 0x30 : 0x31);
    const [found] = readFuses(program(wrong)) ?? [];
    expect(fuseFaults(Object.fromEntries(found ?? [])), name).toEqual([
      expect.stringContaining(`\`${name}\``),
    ]);
  }
});

test('a program without the mark, of another version, or with fuses missing is not taken for one that has them', () => {
  expect(readFuses(Buffer.from('no mark'))).toBeNull();
  expect(readFuses(program(asBurnt, 2))).toBeNull();
  const [short] = readFuses(program(asBurnt.slice(0, 4))) ?? [];
  expect(fuseFaults(Object.fromEntries(short ?? []))).toHaveLength(Object.keys(FUSES).length - 4);
  // A universal program has two halves, and both count.
  expect(readFuses(Buffer.concat([program(asBurnt), program(asBurnt)]))).toHaveLength(2);
  // Taken out of this version: it cannot be set.
  const [removed] = readFuses(program(asBurnt.with(0, 0x72))) ?? [];
  expect(fuseFaults(Object.fromEntries(removed ?? []))).toEqual([]);
});

test.each([
  ['ghost://task/t-1', { kind: 'TASK', id: 't-1' }, '#/task/t-1'],
  ['ghost://audit', { kind: 'VIEW', view: 'audit' }, '#/audit'],
  ['ghost://inbox/', { kind: 'VIEW', view: 'inbox' }, '#/inbox'],
])('%s shows something', (link, shown, route) => {
  const parsed = parseLink(link);
  expect(parsed).toEqual(shown);
  if (parsed !== null && parsed.kind !== 'QUESTION') expect(routeOf(parsed)).toBe(route);
});

test('a question is opened by its number, or the oldest', () => {
  expect(parseLink('ghost://question')).toEqual({ kind: 'QUESTION', id: null });
  expect(parseLink('ghost://question/c-1')).toEqual({ kind: 'QUESTION', id: 'c-1' });
});

test.each([
  'ghost://run?intent=delete+everything',
  'ghost://open/https://evil.test',
  'ghost://task',
  'ghost://task/t-1/approve',
  'ghost://task/t-1?answer=ALLOW_ONCE',
  'ghost://task/t-1#allow',
  'ghost://me@task/t-1',
  'ghost://task/..%2Fsettings',
  `ghost://task/${'a'.repeat(400)}`,
  'https://task/t-1',
  'ghost:task',
  '--task=t-1',
  '',
])('`%s` shows nothing, and does nothing', (link) => {
  expect(parseLink(link)).toBeNull();
});

test('the first link of a command line counts, whatever stands around it', () => {
  expect(linkIn(['/usr/bin/ghost-browser', '--hidden', 'ghost://task/t-9', 'ghost://audit'])).toEqual({
    kind: 'TASK',
    id: 't-9',
  });
  expect(linkIn(['/usr/bin/ghost-browser', '--no-sandbox'])).toBeNull();
});

test('each of the shell’s pages is a file of ours, under a policy that reaches nothing', () => {
  for (const page of Object.keys(SHELL_PAGES) as (keyof typeof SHELL_PAGES)[])
    expect(shellFile(shellUrl(page))).toEqual({
      path: `${SHELL_PAGES[page]}/index.html`,
      type: 'text/html; charset=utf-8',
    });
  const policy = SHELL_HEADERS['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/u);
});

test('no address leads out of the folder of pages, or to a file of another kind', () => {
  for (const address of [
    'ghost-shell://shell/../package.json',
    'ghost-shell://shell/frame/%2e%2e/%2e%2e/main.js.map',
    'ghost-shell://shell//etc/passwd.html',
    'ghost-shell://other/frame/index.html',
    'file:///frame/index.html',
    'ghost-shell://shell/frame/',
    'ghost-shell://shell/.hidden/x.js',
    'ghost-shell://shell/frame/index.html.exe',
  ]) {
    const found = shellFile(address);
    expect(found === null || !/\.\.|^\/|%/u.test(found.path), address).toBe(true);
  }
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const found = shellFile(`ghost-shell://shell${path}`);
      return (
        found === null ||
        (/^[\w/.-]+$/u.test(found.path) && !found.path.includes('..') && !found.path.startsWith('/'))
      );
    }),
  );
});
