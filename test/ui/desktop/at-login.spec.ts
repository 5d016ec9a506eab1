// Beginning with the person's log-in: said in the tray's menu, kept where the system looks for it, hidden, and taken back whole.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginsAtLogin, setAtLogin } from '#ui/desktop/shell/at-login.ts';
import { actOf, trayMenu } from '#ui/desktop/shell/tray-menu.ts';
import { World } from '#ui/desktop/process/world.ts';
import { FakeElectron } from '#test/fixtures/electron/electron.ts';

let configHome: string;
beforeEach(() => {
  configHome = mkdtempSync(join(tmpdir(), 'ghost-login-'));
});
afterEach(() => rmSync(configHome, { recursive: true, force: true }));

test('on Linux it is a file of the desktop’s autostart, with the program quoted and no window', () => {
  const { app } = new FakeElectron();
  const parts = { app, platform: 'linux', program: '/opt/My $Apps/ghost 100%', configHome } as const;
  expect(beginsAtLogin(parts)).toBe(false);
  setAtLogin(true, parts);
  const file = join(configHome, 'autostart', 'ghost-browser.desktop');
  expect(readFileSync(file, 'utf8')).toContain(String.raw`Exec="/opt/My \\$Apps/ghost 100%%" --hidden`);
  expect(beginsAtLogin(parts)).toBe(true);
  setAtLogin(false, parts);
  expect(existsSync(file)).toBe(false);
  expect(app.openAtLogin).toBe(false);
});

test('elsewhere Electron keeps it', () => {
  const { app } = new FakeElectron();
  const parts = { app, platform: 'darwin', program: '/x', configHome } as const;
  setAtLogin(true, parts);
  expect([app.openAtLogin, beginsAtLogin(parts)]).toEqual([true, true]);
  expect(existsSync(join(configHome, 'autostart'))).toBe(false);
});

test('the tray’s menu says how it is and changes it; what is not installed has no such item', () => {
  const world = new World().now;
  const clock = (at: string): string => at;
  const labels = (atLogin: boolean | null): string =>
    trayMenu(world, clock, { atLogin })
      .items.map(({ label }) => label)
      .join('\n');
  expect(labels(true)).toContain('Start at log-in: on');
  expect(labels(false)).toContain('Start at log-in: off');
  expect(labels(null)).not.toContain('log-in');
  expect(actOf(trayMenu(world, clock, { atLogin: false }), 'at-login')).toEqual({ kind: 'AT_LOGIN' });
  expect(actOf(trayMenu(world, clock), 'at-login')).toBeNull();
});
