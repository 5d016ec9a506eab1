// Layers are named one way in every command: one by one or parted by commas, the upper first; what ships with the project above them need
// not be named.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintFiles } from '#gateway/client/policy/check.ts';
import { checkFiles } from '#gateway/client/policy/files.ts';
import { layersOf } from '#gateway/client/policy/layers.ts';
import { layersNamed } from '#gateway/client/policy/shipped.ts';

let root: string;
const at = (name: string): string => join(root, name);
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ghost-named-'));
  writeFileSync(at('acme.yaml'), 'policy: 1\nid: acme\nrevision: 2\nextends: { id: organisation }\n');
  writeFileSync(at('sales.yaml'), 'policy: 1\nid: sales\nextends: { id: acme }\n');
  writeFileSync(at('with,comma.yaml'), 'policy: 1\nid: comma\nextends: { id: organisation }\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LAYERS = ['organisation@4', 'acme@2', 'sales@1'];

test.each([
  ['one by one', () => [at('acme.yaml'), at('sales.yaml')]],
  ['by commas', () => [`${at('acme.yaml')}, ${at('sales.yaml')}`]],
  ['with the shipped one', () => ['organisation', at('acme.yaml'), at('sales.yaml')]],
  ['with it, by commas', () => [`organisation,${at('acme.yaml')},${at('sales.yaml')}`]],
])('layers that are named %s', async (_, named) => {
  expect(checkFiles(layersNamed(named())).policy?.layers).toEqual(LAYERS);
  const linted = lintFiles(named(), { fix: false });
  expect(linted.policy?.layers).toEqual(LAYERS);
  const layers = await layersOf(named());
  expect(layers.ok && layers.value.map(({ id, revision }) => `${id}@${revision}`)).toEqual(LAYERS);
});

test('a file that has a comma in its name is itself', () => {
  expect(layersNamed([at('with,comma.yaml')])).toEqual([at('with,comma.yaml')]);
  expect(checkFiles([at('with,comma.yaml')]).policy?.id).toBe('comma');
});
