// What `npm start` makes ready before it serves, each part loaded when it is needed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
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
const PROGRAM_SCRIPT = fileURLToPath(new URL('../../../ui/program.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
  using _ = endedWithUs(child);
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

/**
 * Has the program compiled for the next start, where sources were touched since: by its own script, beside everything else, and for nobody
 * who waits. An installed package is compiled as it is. Returns how it ends.
 */
export function compileAhead(script = PROGRAM_SCRIPT): Disposable {
  if (!existsSync(script)) return { [Symbol.dispose]: () => undefined };
  const child = spawn(process.execPath, [script], { stdio: 'ignore' });
  child.on('error', () => undefined); // The next start reads the sources, as this one did.
  child.unref();
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const watched = endedWithUs(child);
  return {
    [Symbol.dispose]() {
      watched[Symbol.dispose]();
      child.kill('SIGTERM');
    },
  };
}

/** A signal that ends this process ends the child first; where nobody else listens to it, it ends this process as ever. */
function endedWithUs(child: ChildProcess): Disposable {
  const ends = SIGNALS.map((signal) => {
    const end = (): void => {
      child.kill('SIGTERM');
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  return { [Symbol.dispose]: () => ends.forEach((leave) => leave()) };
}

type SayGivenUp = Parameters<typeof endWithin>[2];

type OpenServing = {
  readonly gateway: Gateway;
  readonly serving: Serving & Pick<ServingSocket, 'idleMs'>;
  /** A window of the UI is there for the first time. */
  readonly windowOpened: Promise<void>;
  /** From now on browsers stand ready for the next tasks; once it ends, none do. */
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
  const opening = openLocal(options);
  // Its files are read while the log and the browser's version are waited for.
  const surfaces = loadSurfaces();
  surfaces.catch(() => undefined); // It is waited for below, where there is a gateway to serve.
  const opened = await opening;
  if (!opened.ok) {
    await ready;
    return opened;
  }
  const { gateway, close } = opened.value;
  const { promise: windowOpened, resolve: onWindow } = Promise.withResolvers<void>();
  const serve = async (): ReturnType<typeof serveLocal> => {
    const [prepared] = await Promise.all([ready ?? ok(undefined), surfaces]);
    return prepared.ok ? serveLocal(gateway, port, stop ?? null, onWindow) : prepared;
  };
  const serving = await serve().catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  if (!serving.ok) {
    await close();
    return serving;
  }
  let warm = Promise.resolve();
  let isEnding = false;
  return ok({
    gateway,
    serving: serving.value,
    windowOpened,
    warmUp: () => {
      if (!isEnding) warm = gateway.warmUp();
    },
    end: (say, first) =>
      endWithin(
        async () => {
          isEnding = true;
          await first?.();
          await serving.value.close();
          await Promise.all([close(), warm]);
        },
        () => gateway.unfinished(),
        say,
      ),
  });
}

const loadSurfaces = () =>
  Promise.all([import('#gateway/surfaces/http/server.ts'), import('#gateway/surfaces/daemon/socket.ts')]);

/** The UI over HTTP and the commands over the socket. `stop`: what `ghost daemon stop` does; without it, it is refused. */
export async function serveLocal(
  gateway: Gateway,
  port: number | undefined,
  stop: (() => void) | null = null,
  onWindow: () => void = () => undefined,
): Promise<Result<Serving & Pick<ServingSocket, 'idleMs'>>> {
  const [{ serveGateway }, { serveSocket }] = await loadSurfaces();
  const http = await serveGateway(gateway, {
    port: port ?? gateway.config.port,
    assets: UI_DIRECTORY,
    runtimeDir: gateway.paths.runtime,
    onWindow,
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
