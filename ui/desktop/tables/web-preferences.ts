// What every page of the desktop's is opened with, and what no page may be opened with. INVARIANT: a page whose preferences have a fault
// is not opened: `faultsIn` is asked for each window and view that is made.
import type { WebPreferences } from 'electron';

/** Of every page: the shell's own, the app, the questions, and what a person browses. */
export const WEB_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  disableHtmlFullscreenWindowResize: true,
  spellcheck: false,
} as const satisfies WebPreferences;

/** A preference that has exactly one value here. What is left out has Electron's default, which these do not leave to it. */
const REQUIRED = Object.entries(WEB_PREFERENCES);
/** Preferences that no page has, with any value. */
const ABSENT = [
  'nodeIntegrationInSubframes',
  'additionalArguments',
  'enableRemoteModule',
  'affinity',
  'session',
] as const;

/** What is wrong with them, a line each; nothing where all is well. */
export function faultsIn(preferences: WebPreferences | undefined): readonly string[] {
  if (preferences === undefined) return ['there are no web preferences'];
  const given = new Map<string, unknown>(Object.entries(preferences));
  const wrong = REQUIRED.flatMap(([name, value]) =>
    given.get(name) === value
      ? []
      : [`\`${name}\` is ${JSON.stringify(given.get(name)) ?? 'left out'}, not ${JSON.stringify(value)}`],
  );
  const extra = ABSENT.flatMap((name) => (given.has(name) ? [`\`${name}\` is given`] : []));
  const partition = given.get('partition');
  const shared =
    typeof partition === 'string' && partition !== '' ? [] : ['it shares the session of every other page'];
  const preload = given.get('preload');
  const open =
    preload === undefined || (typeof preload === 'string' && preload.endsWith('.cjs'))
      ? []
      : ['its preload script is no file of ours'];
  return [...wrong, ...extra, ...shared, ...open];
}
