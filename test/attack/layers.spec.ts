// Each layer that the attack suite switches off is where the harness says it is; the shipped code has no way to do it.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { LAYERS, withoutLayer } from './layers/layers.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

describe.each(LAYERS)('without $id', (layer) => {
  const files = [...new Set(layer.patches.map(({ file }) => file))];

  test.each(files)('%s is rewritten, and still a program', (file) => {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    const made = withoutLayer(layer, file, source);
    expect(made).not.toBe(source);
    expect(stripTypeScriptTypes(made).length).toBeGreaterThan(100);
  });

  test.each(files)('a change of %s that moves its place is an error', (file) => {
    expect(() => withoutLayer(layer, file, '// another file')).toThrow(/is not found/u);
  });
});
