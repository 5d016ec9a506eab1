// What `npm start` makes ready before it serves, each part loaded when it is needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UI_DIRECTORY } from '#gateway/main.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';
import type { Gateway } from '#gateway/main.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { ServingSocket } from '#gateway/surfaces/daemon/socket.ts';
import type { CdpEndpoint, CdpEndpointOptions } from '#gateway/surfaces/cdp/endpoint.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Finds a browser, or installs one. Errors: `browser.not-found`. */
export async function ensureBrowser(): Promise<Result<BrowserBuild>> {
  const { ensureBrowser: ensure } = await import('#executors/browsers/launch/install-browser.ts');
  return ensure();
}

const UI_SCRIPT = fileURLToPath(new URL('../../../ui/build.ts', import.meta.url));

/**
 * Builds the UI where it is missing or stale: by its own script, since the UI is not the gateway's to import. An installed package
 * brings the built UI and no script. Errors: `ui.build-failed`.
 */
export async function ensureUi(script = UI_SCRIPT): Promise<Result<void>> {
  if (!existsSync(script)) {
    if (existsSync(join(UI_DIRECTORY, 'app', 'index.html'))) return ok(undefined);
    return fail('ui.build-failed', 'this installation came without its UI', {
      help: 'install the package anew',
    });
  }
  const built = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (built.status === 0) return ok(undefined);
  return fail('ui.build-failed', 'the UI could not be built', {
    cause: built.stderr.trim().split('\n').slice(-3).join(' '),
    help: 'run `npm run build` to see everything',
  });
}

/** The UI over HTTP and the commands over the socket. `stop`: what `ghost daemon stop` does; without it, it is refused. */
export async function serveLocal(
  gateway: Gateway,
  port: number | undefined,
  stop: (() => void) | null = null,
): Promise<Result<Serving & Pick<ServingSocket, 'idleMs'>>> {
  const { serveGateway } = await import('#gateway/surfaces/http/server.ts');
  const { serveSocket } = await import('#gateway/surfaces/daemon/socket.ts');
  const http = await serveGateway(gateway, {
    port: port ?? gateway.config.port,
    assets: UI_DIRECTORY,
    runtimeDir: gateway.paths.runtime,
    examine: async () =>
      (await import('./doctor.ts')).examineAt(gateway.paths, async () => gateway.status().health),
  });
  if (!http.ok) return http;
  const socket = await serveSocket(gateway, stop, gateway.clock, () => http.value.consentPage);
  if (!socket.ok) {
    await http.value.close();
    return socket;
  }
  return ok({
    ...http.value,
    idleMs: () => socket.value.idleMs(),
    close: async () => {
      await socket.value.close();
      await http.value.close();
    },
  });
}

/** A DevTools endpoint for clients of this gateway. Errors: `http.port-in-use`, `command.bad-params`. */
export async function serveCdpLocal(
  gateway: Gateway,
  options: CdpEndpointOptions,
): Promise<Result<CdpEndpoint>> {
  const { serveCdp } = await import('#gateway/surfaces/cdp/endpoint.ts');
  return serveCdp(gateway, options);
}

export async function startDemoWorld(latencyMs: number | undefined): Promise<Result<DemoWorld>> {
  const { startDemoWorld: begin } = await import('#gateway/client/demo/demo-world.ts');
  return begin(latencyMs === undefined ? {} : { latencyMs });
}
