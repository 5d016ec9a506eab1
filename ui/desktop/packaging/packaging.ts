// How the desktop is packaged, and what is wrong with it. INVARIANT: a package that is unsigned, or whose fuses, archive or schemes are
// others than the tables say, has a fault, and `npm run desktop -- --check` fails.
import { z } from 'zod';
import { faultsIn as faultsInFuses } from '../tables/fuses.ts';
import { SCHEME } from '../tables/links.ts';

/** Of electron-builder's configuration what is held here (electron.build/configuration). */
const PACKAGING = z.looseObject({
  electronVersion: z.string(),
  directories: z.object({ app: z.string(), output: z.string() }),
  asar: z.boolean(),
  electronFuses: z.record(z.string(), z.boolean()),
  forceCodeSigning: z.boolean(),
  protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
  mac: z.looseObject({ hardenedRuntime: z.boolean(), notarize: z.boolean() }),
  win: z.looseObject({ requestedExecutionLevel: z.string() }),
  nsis: z.looseObject({ perMachine: z.boolean(), packElevateHelper: z.boolean() }),
  extraResources: z.array(z.object({ from: z.string(), to: z.string() })),
  publish: z.object({ provider: z.string(), url: z.string() }).nullable(),
});

/** electron-builder puts in what its environment says, and fails where that says nothing. */
const FEED = '${env.GHOST_UPDATE_URL}';

/** A line each. `electronVersion`: of the package that is installed; `appDirectory`: where the build puts the program. */
export function faultsInPackaging(
  given: unknown,
  { electronVersion, appDirectory }: { readonly electronVersion: string; readonly appDirectory: string },
): readonly string[] {
  const read = PACKAGING.safeParse(given);
  if (!read.success) return read.error.issues.map(({ path, message }) => `\`${path.join('.')}\`: ${message}`);
  const { asar, directories, electronFuses, forceCodeSigning, mac, protocols, publish, win, ...rest } =
    read.data;
  const held: readonly (readonly [boolean, string])[] = [
    [asar, 'the program is in no archive, so nothing holds its integrity'],
    [directories.app === appDirectory, `\`${directories.app}\` is not where the program is built`],
    [rest.electronVersion === electronVersion, `Electron ${rest.electronVersion} is not ${electronVersion}`],
    [forceCodeSigning, 'a package may come out unsigned'],
    [mac.hardenedRuntime, 'the hardened runtime of macOS is off'],
    [mac.notarize, 'a package for macOS is not notarised'],
    [win.requestedExecutionLevel === 'asInvoker', 'on Windows it asks for more rights than its user has'],
    [
      !rest.nsis.perMachine && !rest.nsis.packElevateHelper,
      'on Windows a newer version may be installed with more rights than its user has',
    ],
    [
      protocols.flatMap(({ schemes }) => schemes).join() === SCHEME,
      `other schemes than \`${SCHEME}\` are opened with it`,
    ],
    [
      publish === null || (publish.provider === 'generic' && publish.url === FEED),
      'its releases are looked for elsewhere than where GHOST_UPDATE_URL says',
    ],
    [
      rest.extraResources.some(({ from }) => from === `${appDirectory}/sbom.cdx.json`),
      'the list of what is in it is not beside it',
    ],
  ];
  return [...faultsInFuses(electronFuses), ...held.flatMap(([holds, fault]) => (holds ? [] : [fault]))];
}
