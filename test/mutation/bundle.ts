// Specs and the sources that they import as functions of `require`: each call evaluates all of it anew, in milliseconds.
// So a mutant starts from nothing, module by module, and what a module does when it is loaded can be mutated too.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { Script } from 'node:vm';
import { build } from 'vite';

type Factory = (require: (id: string) => unknown, module: { exports: unknown }, exports: unknown) => void;

/** One evaluation: modules are shared within it, and with no other. */
export type Evaluate = (entry: string, vitest: unknown) => unknown;

/** `entries`: names of files below the root, without `.ts`. The result evaluates one of them. */
export async function bundle(root: string, entries: readonly string[]): Promise<Evaluate> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [
      {
        name: 'own-address',
        enforce: 'pre',
        // A chunk has another address than the modules in it.
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
        external: [/^[^.#/]/],
        treeshake: false,
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  });
  const factories = new Map<string, Factory>();
  for (const one of Array.isArray(built) ? built : [built]) {
    if (!('output' in one)) throw new Error('the bundle has no output');
    for (const chunk of one.output) {
      if (chunk.type !== 'chunk') continue;
      const text = `(function (require, module, exports) {${chunk.code}\n})`;
      factories.set(chunk.fileName, parseFactory(new Script(text, { filename: chunk.fileName })));
    }
  }
  return evaluator(factories, createRequire(join(root, 'package.json')));
}

function evaluator(factories: ReadonlyMap<string, Factory>, outside: NodeJS.Require): Evaluate {
  return (entry, vitest) => {
    const known = new Map<string, { exports: unknown }>();
    const load = (id: string): unknown => {
      if (id === 'vitest') return vitest;
      const name = id.replace(/^(\.\.?\/)+/, '');
      const factory = id.startsWith('.') ? factories.get(name) : undefined;
      if (factory === undefined) return asImported(outside(id));
      const before = known.get(name);
      if (before !== undefined) return before.exports;
      const module = { exports: {} };
      known.set(name, module);
      factory(load, module, module.exports);
      return module.exports;
    };
    return load(`./${entry}.js`);
  };
}

/** A module that has a default export and nothing else is that export to `require`, as a CommonJS module would be. */
function asImported(found: unknown): unknown {
  if (typeof found !== 'object' || found === null || !types.isModuleNamespaceObject(found)) return found;
  const names = Object.keys(found);
  return names.length === 1 && names[0] === 'default' ? Reflect.get(found, 'default') : found;
}

function parseFactory(script: Script): Factory {
  const made: unknown = script.runInThisContext();
  if (typeof made !== 'function') throw new Error('a chunk is no function');
  return (require, module, exports) => {
    Reflect.apply(made, undefined, [require, module, exports]);
  };
}
