// The child process of `run-without`: rewrites one layer's files as they are loaded, then runs the ways behind what is left.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { LAYERS, withoutLayer } from './layers.ts';

const [, , id = '', wanted = '', tabs = '2', windowMs = '500'] = process.argv;
const layer = LAYERS.find((one) => one.id === id);
if (layer === undefined) throw new Error(`\`${id}\` is no layer`);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const rewritten = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!layer.patches.some((patch) => patch.file === file)) return loaded;
    rewritten.add(file);
    return { ...loaded, source: withoutLayer(layer, file, readFileSync(fileURLToPath(url), 'utf8')) };
  },
});

const { runWays } = await import('../run.ts');
const { score } = await import('../scoreboard.ts');
const { waysFor } = await import('../sample.ts');
const ways = waysFor(z.object({ sample: z.boolean(), only: z.string() }).parse(JSON.parse(wanted)));
const result = await runWays({
  ways,
  unguarded: false,
  guarded: true,
  tabs: Number(tabs),
  windowMs: Number(windowMs),
});
if (layer.patches.some(({ file }) => !rewritten.has(file)))
  throw new Error(`layer \`${id}\`: a file of it was not loaded`);
process.stdout.write(JSON.stringify(score(result)));
