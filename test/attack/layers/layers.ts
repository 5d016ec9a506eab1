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

const PROXY: Patch = {
  file: 'executors/network/gatekeeper.ts',
  find: /(async #ask\([^)]*\): Promise<Failure \| null> \{\n)/u,
  put: '$1    if (this.ownPort >= 0) return null;\n',
};
const NAMESPACE: Patch = {
  file: 'executors/launcher.ts',
  find: `options.namespace ?? 'AUTO'`,
  put: `'OFF'`,
};
const GUARD: Patch = {
  file: 'executors/pool/tenant.ts',
  find: 'this.#of.hooks.onPageAct(act, gone ?? this.#of.signal)',
  put: `Promise.resolve({ allow: act.kind !== 'FEATURE' && gone?.aborted !== true, reason: 'no guard' })`,
};
const HEADERS: Patch = {
  file: 'executors/guards/documents/document-gate.ts',
  find: 'documentHeaders(headers, grants, paused.request.url)',
  put: `(documentHeaders.length > 0 ? headers.filter(({ name }) => !/^content-(?:encoding|length)$/i.test(name)) : [])`,
};
const SCRIPT: Patch = {
  file: 'executors/guards/features/remove-features.ts',
  find: /(export function removeFeatures\(data: RemovalData\): Map<string, \(\) => void> \{\n)/u,
  put: '$1  if (data.report !== null) return new Map();\n',
};
const PROFILE: Patch = {
  file: 'executors/browsers/processes/profile.ts',
  find: 'JSON.stringify(PREFERENCES)',
  put: `JSON.stringify(Object.keys(PREFERENCES).length > 0 ? {} : null)`,
};
/** What a launch must have stays: without it the policy refuses the launch. */
const FLAGS: Patch = {
  file: 'executors/browsers/launch/flags.ts',
  find: '...BASE,',
  put: `...BASE.filter((flag) => /^--(?:site-per-process|disable-extensions|remote-debugging-pipe|proxy-bypass-list|host-resolver-rules|no-first-run|disable-gpu|window-size|force-device|mute-audio|password-store|use-mock-keychain)/.test(flag)),`,
};

export const LAYERS: readonly Layer[] = [
  { id: 'proxy', title: 'the proxy lets every connection through', patches: [PROXY] },
  { id: 'namespace', title: 'the browser shares the machine’s network', patches: [NAMESPACE] },
  { id: 'guard', title: 'every act of a page is let through, unasked', patches: [GUARD] },
  { id: 'headers', title: 'documents keep their own headers', patches: [HEADERS] },
  { id: 'script', title: 'nothing is removed from pages', patches: [SCRIPT] },
  { id: 'profile', title: 'no preferences in the profile', patches: [PROFILE] },
  { id: 'flags', title: 'no launch flags beyond the required ones', patches: [FLAGS] },
  { id: 'network', title: 'neither proxy nor namespace', patches: [PROXY, NAMESPACE] },
  {
    id: 'engine',
    title: 'proxy and namespace alone',
    patches: [GUARD, HEADERS, SCRIPT, PROFILE, FLAGS],
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
