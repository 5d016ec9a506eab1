// What `npm start` makes ready before it serves, each part loaded when it is needed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UI_DIRECTORY } from '#gateway/settings/paths.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';
import type { Gateway } from '#gateway/main.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { ServingSocket } from '#gateway/surfaces/daemon/socket.ts';
import type { CdpEndpoint, CdpEndpointOptions } from '#gateway/surfaces/cdp/endpoint.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { endWithin } from './ending.ts';
import type { LocalOptions } from './local.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Finds a browser, or installs one. Errors: `browser.not-found`. */
export async function ensureBrowser(): Promise<Result<BrowserBuild>> {
  const { ensureBrowser: ensure } = await import('#executors/browsers/launch/install-browser.ts');
  return ensure();
}

/** What `npm run build` makes anew is left as it is where nothing of it has changed. */
const ONLY_IF_STALE = '--if-stale';
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
  const child = spawn(process.execPath, [script, ONLY_IF_STALE], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close').then(
    ([code]: readonly unknown[]) => code === 0,
    () => false,
  );
  const [isBuilt, said] = await Promise.all([ended, text(child.stderr)]);
  if (isBuilt) return ok(undefined);
  return fail('ui.build-failed', 'the UI could not be built', {
    cause: said.trim().split('\n').slice(-3).join(' '),
    help: 'run `npm run build` to see everything',
  });
}

type SayGivenUp = Parameters<typeof endWithin>[2];

type OpenServing = {
  readonly gateway: Gateway;
  readonly serving: Serving & Pick<ServingSocket, 'idleMs'>;
  /** From now on browsers stand ready for the next tasks. */
  readonly warmUp: () => void;
  /** Ends all of it within a bound, `first` before the rest; where that takes too long, `say` is told what is not done. */
  readonly end: (say: SayGivenUp, first?: () => Promise<void>) => Promise<void>;
};

type ServingOptions = LocalOptions & {
  readonly port?: number;
  readonly stop?: () => void;
  /** What has to be there before anybody is served; it is waited for beside the opening. */
  readonly ready?: Promise<Result<void>>;
};

/** A gateway that serves. INVARIANT: what was opened is closed again where the rest cannot be. Errors: those of its parts. */
export async function openServing({
  port,
  stop,
  ready,
  ...options
}: ServingOptions): Promise<Result<OpenServing>> {
  const { openLocal } = await import('./local.ts');
  const opened = await openLocal(options);
  const prepared = (await ready) ?? ok(undefined);
  if (!opened.ok) return opened;
  const { gateway, close } = opened.value;
  const serving = prepared.ok ? await serveLocal(gateway, port, stop ?? null) : prepared;
  if (!serving.ok) {
    await close();
    return serving;
  }
  let warm = Promise.resolve();
  return ok({
    gateway,
    serving: serving.value,
    warmUp: () => {
      warm = gateway.warmUp();
    },
    end: (say, first) =>
      endWithin(
        async () => {
          await first?.();
          await serving.value.close();
          await Promise.all([close(), warm]);
        },
        () => gateway.unfinished(),
        say,
      ),
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
    examine: async () => (await import('./doctor.ts')).examineAt(gateway.paths, async () => gateway.status()),
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
