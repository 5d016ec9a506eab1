// The list of what the lock file names for the desktop's program (CycloneDX, an SBOM), out of npm's own. INVARIANT: each package that the
// program depends on is in it, with its digest, and no tool that only builds or tests. electron-builder installs them once more: where that
// goes without the lock, what they depend on in their turn may be newer than it says.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const COMPONENT = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
const SBOM = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: COMPONENT }),
  components: z.array(COMPONENT),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});
export type Sbom = z.infer<typeof SBOM>;

const MANIFEST = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

/** Of the packages that are there for development, those that are in the program; what fetches Electron's own program is not. */
const ALSO_IN_IT = ['electron-updater'] as const;
const ALONE = ['electron'] as const;
const MOST_BYTES = 50_000_000;

/** `listed`: what `npm sbom` says of the lock file. Throws where it is none. */
export function desktopSbom(listed: unknown, manifest: unknown, version: string): Sbom {
  const all = SBOM.parse(listed);
  const { dependencies, optionalDependencies } = MANIFEST.parse(manifest);
  const wanted = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...ALSO_IN_IT]);
  const alone = new Set<string>(ALONE);
  const nameOf = new Map(all.components.map((one) => [one['bom-ref'], one.name]));
  const leadsTo = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const root = all.metadata.component['bom-ref'];
  const first = (leadsTo.get(root) ?? []).filter((ref) => {
    const name = nameOf.get(ref) ?? '';
    return wanted.has(name) || alone.has(name);
  });
  const within = new Set(first);
  for (const ref of within)
    if (!alone.has(nameOf.get(ref) ?? '')) leadsTo.get(ref)?.forEach((one) => within.add(one));
  return {
    ...all,
    metadata: {
      ...all.metadata,
      component: { ...all.metadata.component, type: 'application', name: 'ghost-browser-desktop', version },
    },
    // npm calls each that is not of production optional.
    components: all.components
      .filter((one) => within.has(one['bom-ref']))
      .map((one) => ({ ...one, scope: 'required' })),
    dependencies: all.dependencies.flatMap((one) => {
      if (one.ref === root) return [{ ...one, dependsOn: first }];
      if (!within.has(one.ref)) return [];
      return [{ ...one, dependsOn: one.dependsOn.filter((ref) => within.has(ref)) }];
    }),
  };
}

/** What npm itself lists of the lock file in `root`. Throws what npm says. */
export async function npmSbom(root: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--offline'],
    { cwd: root, maxBuffer: MOST_BYTES, shell: process.platform === 'win32' },
  );
  return JSON.parse(stdout);
}
