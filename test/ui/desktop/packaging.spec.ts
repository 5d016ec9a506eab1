// How the desktop is packaged: what stands in its configuration has no fault, and each way to weaken it is one.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsInPackaging } from '#ui/desktop/packaging/packaging.ts';

const TEXT = readFileSync(
  new URL('../../../ui/desktop/packaging/electron-builder.json', import.meta.url),
  'utf8',
);
const ELECTRON = readFileSync(
  new URL('../../../node_modules/electron/package.json', import.meta.url),
  'utf8',
);
const KNOWN = { electronVersion: versionIn(ELECTRON), appDirectory: 'dist/desktop/app' };

function versionIn(manifest: string): string {
  const given: unknown = JSON.parse(manifest);
  if (typeof given !== 'object' || given === null || !('version' in given)) throw new Error('no version');
  return String(given.version);
}

test('the configuration is of the installed Electron, and has no fault', () => {
  expect(faultsInPackaging(JSON.parse(TEXT), KNOWN)).toEqual([]);
});

test.each([
  ['"runAsNode": false', '"runAsNode": true'],
  ['"enableNodeOptionsEnvironmentVariable": false,', ''],
  ['"enableEmbeddedAsarIntegrityValidation": true', '"enableEmbeddedAsarIntegrityValidation": false'],
  ['"onlyLoadAppFromAsar": true', '"onlyLoadAppFromAsar": false'],
  ['"asar": true', '"asar": false'],
  ['"forceCodeSigning": true', '"forceCodeSigning": false'],
  ['"hardenedRuntime": true', '"hardenedRuntime": false'],
  ['"notarize": true', '"notarize": false'],
  ['"asInvoker"', '"requireAdministrator"'],
  ['"perMachine": false', '"perMachine": true'],
  ['"packElevateHelper": false', '"packElevateHelper": true'],
  ['"ghost"', '"ghost", "http"'],
  ['"dist/desktop/app"', '"."'],
  ['"forceCodeSigning": true,', ''],
])('with %s as %s it has exactly one fault', (is, changed) => {
  expect(TEXT).toContain(is);
  expect(faultsInPackaging(JSON.parse(TEXT.replace(is, changed)), KNOWN)).toHaveLength(1);
});

test('of another Electron than the installed one it has a fault', () => {
  expect(faultsInPackaging(JSON.parse(TEXT), { ...KNOWN, electronVersion: '1.0.0' })).toHaveLength(1);
});
