// Whether the demo world is brought unasked. INVARIANT: only for its own addresses, or where nobody names a site: with it come its policy
// layer and its name resolution, and neither is for a site of somebody else's. Command and library say in the same words that it is there.
import { readConfig } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { isDemoAddress } from '#gateway/client/demo/data/hosts.ts';

/** `leavesOut`: how, where it was not asked for. */
export const demoIsThere = (leavesOut: string): string =>
  `no sites are configured: using the demo world (\`${leavesOut}\` leaves it out, \`sites\` in config.yaml names your own: docs/settings.md)`;

/** For one task: what its words and its address name, else what the settings do. Settings that cannot be read bring none: opening says why. */
export async function wantsDemo(
  request: { readonly intent: string; readonly startUrl?: string },
  dataDir?: string,
): Promise<boolean> {
  const { findUrl } = await import('#engines/planner/intent.ts');
  const read = readConfig(pathsFor(dataDir).config);
  if (!read.ok) return false;
  const own = new Set(read.value.sites.map(({ url }) => URL.parse(url)?.hostname));
  const named = [...findUrl(request.intent), ...(request.startUrl === undefined ? [] : [request.startUrl])];
  if (named.length === 0) return own.size === 0;
  return named.every((text) => {
    const url = URL.parse(text);
    return url !== null && isDemoAddress(url) && !own.has(url.hostname);
  });
}
