// The layers of the boundary, and how a test-only build of the harness goes without each: by rewriting the source of the
// file that carries it as it is loaded. INVARIANT: a layer whose place is not found is an error, never a silent no-op; no
// option, variable or flag of the shipped code does any of this.

export type Layer = {
  readonly id: string;
  readonly title: string;
  readonly patches: readonly Patch[];
};

export type Patch = {
  /** From the repository's root. */
  readonly file: string;
  readonly find: string | RegExp;
  readonly put: string;
};

const CDP = 'executors/cdp/connection.ts';
/** Before a call is written to the pipe: `method` and `params` are there to be changed, or the call answered at once. */
const beforeCall = (code: string): Patch => ({
  file: CDP,
  find: /(call\(sessionId: string, method: string, params: unknown, [^\n]*\{\n)/u,
  put: `$1${code}\n`,
});

export const LAYERS: readonly Layer[] = [
  {
    id: 'proxy',
    title: 'the proxy lets every connection through',
    patches: [
      {
        file: 'executors/network/gatekeeper.ts',
        find: /(async #ask\([^)]*\)[^{]*\{\n)/u,
        put: '$1    if (Date.now() > 0) return null;\n',
      },
    ],
  },
];

/** The source without the layer. Throws where the place is not found. */
export function withoutLayer(layer: Layer, file: string, source: string): string {
  let made = source;
  for (const patch of layer.patches.filter((one) => one.file === file)) {
    const patched = made.replace(patch.find, patch.put);
    if (patched === made) throw new Error(`layer \`${layer.id}\`: its place in \`${file}\` is not found`);
    made = patched;
  }
  return made;
}

export { beforeCall };
