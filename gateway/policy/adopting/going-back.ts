// Going back to an earlier bundle: which one it may be, and what of it a person was shown. INVARIANT: the bundle is shown by its
// digest, and what comes into force with it by the hash of all sources: neither covers the other.
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Active } from '#gateway/policy/state/in-force.ts';
import { openBundleFile } from '#gateway/policy/kept/sources.ts';
import type { OpenedBundleFile, Place } from '#gateway/policy/kept/sources.ts';

/** Errors: `policy.bundle-*`. */
export function earlierBundle(
  { active, place }: { readonly active: Active | null; readonly place: Place },
  file: string,
): Result<OpenedBundleFile> {
  const opened = openBundleFile(file, place);
  if (!opened.ok) return opened;
  const { manifest } = opened.value.opened;
  return active === null || active.bundles.some((one) => one.manifest.id === manifest.id)
    ? opened
    : fail('policy.bundle-unknown', `no bundle \`${manifest.id}\` is in force`, {
        help: 'a revert goes back to an earlier revision of a bundle that `policy:` in config.yaml names',
      });
}

/** `digest`: the bundle's own; `sourceHash`: of all layers that come into force with it. */
export const revertCovers = (digest: string, sourceHash: string): string => `${digest} ${sourceHash}`;

/** The hash of all sources that was shown; `undefined` where nothing was. Errors: `consent.not-shown`. */
export function shownSources(
  covers: string | undefined,
  { file, digest }: { readonly file: string; readonly digest: string },
): Result<string | undefined> {
  if (covers === undefined) return ok(undefined);
  const [bundle, sources] = covers.split(' ');
  return bundle === digest && sources !== undefined
    ? ok(sources)
    : fail('consent.not-shown', `\`${file}\` is not the bundle any more that was shown`);
}
