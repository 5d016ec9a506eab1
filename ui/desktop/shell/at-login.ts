// Whether the program begins with the person's log-in: by Electron where the system has a place for it, on Linux by a file of the
// desktop's autostart. INVARIANT: it begins without a window, and only where the person said so.
import { mkdirSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AppPort } from '../ports/electron.ts';

export const HIDDEN_FLAG = '--hidden';

type Parts = {
  readonly app: Pick<AppPort, 'getLoginItemSettings' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  /** What is started: the packaged program. */
  readonly program: string;
  /** `$XDG_CONFIG_HOME`, or its default. */
  readonly configHome: string;
};

const fileIn = (configHome: string): string => join(configHome, 'autostart', 'ghost-browser.desktop');

export const beginsAtLogin = ({ app, platform, configHome }: Parts): boolean =>
  platform === 'linux' ? existsSync(fileIn(configHome)) : app.getLoginItemSettings().openAtLogin;

export function setAtLogin(on: boolean, { app, platform, program, configHome }: Parts): void {
  if (platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on, args: [HIDDEN_FLAG] });
  const file = fileIn(configHome);
  if (!on) return rmSync(file, { force: true });
  mkdirSync(join(configHome, 'autostart'), { recursive: true, mode: 0o700 });
  writeFileSync(file, desktopEntry(program), { mode: 0o600 });
}

/** freedesktop.org's Desktop Entry: an argument in quotes, with what is special in them escaped, twice for the file's own escapes. */
function desktopEntry(program: string): string {
  const quoted = program.replaceAll(/["`$\\]/gu, String.raw`\\$&`).replaceAll('%', '%%');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Ghost Browser',
    `Exec="${quoted}" ${HIDDEN_FLAG}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
