// The library's entry: a gateway in the caller's process, with the demo world where its user has no site of their own, as for the `ghost`
// command. INVARIANT: the world's servers end with the gateway that they were started for.
import { openGateway as openWith } from '#gateway/main.ts';
import type { Gateway, GatewayOptions } from '#gateway/main.ts';
import { namesNoSite } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { wrongVariables } from '#gateway/client/doctor/environment.ts';
import { demoIsThere } from './demo-unasked.ts';
import type { CdpEndpoint, CdpEndpointOptions } from '#gateway/surfaces/cdp/endpoint.ts';
import { GhostError } from '#policy/language/failure.ts';

export { Gateway, tryOpenGateway } from '#gateway/main.ts';
export type * from '#gateway/main.ts';
export type { CdpEndpoint, CdpEndpointOptions };

export type LibraryOptions = GatewayOptions & {
  /** Whether the demo world's sites are there (`http://shop.test/`, …). Default: where neither `world` nor the settings name a site. */
  readonly demo?: boolean;
};

/** Throws a `GhostError`: `config.*`, `directory.*`, `audit.*`; of the environment `config.bad-value`. A policy that does not load opens a gateway that denies. */
export async function openGateway(options: LibraryOptions = {}): Promise<Gateway> {
  const [wrong] = wrongVariables(process.env);
  if (wrong !== undefined) throw new GhostError(wrong);
  const { demo = hasNoSites(options), ...given } = options;
  if (!demo) return openWith(given);
  const { startDemoWorld } = await import('#gateway/client/demo/demo-world.ts');
  if (options.demo === undefined) process.stderr.write(`${demoIsThere('demo: false')}\n`);
  const world = await startDemoWorld();
  if (!world.ok) throw new GhostError(world.error);
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => (ended ??= world.value.close());
  try {
    return await openWith({
      ...given,
      world: world.value,
      whenClosed: async () => {
        await end();
        await given.whenClosed?.();
      },
    });
  } catch (thrown) {
    await end();
    throw thrown;
  }
}

/**
 * A DevTools (CDP) endpoint of a gateway, on loopback, for a program that brings its own agent: what it does with its tabs is decided as any
 * act. It ends with the gateway. Throws a `GhostError`: `http.port-in-use`, `command.bad-params` for a name that is none.
 */
export async function cdpEndpoint(gateway: Gateway, options: CdpEndpointOptions = {}): Promise<CdpEndpoint> {
  const { serveCdp } = await import('#gateway/surfaces/cdp/endpoint.ts');
  const served = await serveCdp(gateway, options);
  if (!served.ok) throw new GhostError(served.error);
  await gateway.closesFirst(`the DevTools endpoint ${served.value.http}`, served.value.close);
  return served.value;
}

function hasNoSites({ world, config, dataDir }: GatewayOptions): boolean {
  if (world !== undefined) return false;
  return config?.sites === undefined ? namesNoSite(pathsFor(dataDir).config) : config.sites.length === 0;
}
