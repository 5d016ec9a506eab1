// What `npm start` makes ready before it serves, each part loaded when it is needed.
import { spawn, type ChildProcess } from 'node:child_process';
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
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Finds a browser, or installs one. Errors: `browser.not-found`. */
export async function ensureBrowser(): Promise<Result<BrowserBuild>> {
  const { ensureBrowser: ensure } = await import('#executors/browsers/launch/install-browser.ts');
  return ensure();
}

/** What `npm run build` makes anew is left as it is where nothing of it has changed. */
const ONLY_IF_STALE = '--if-stale';
const UI_SCRIPT = fileURLToPath(new URL('../../../ui/build.ts', import.meta.url));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Builds the UI where it is missing or stale: by its own script, since the UI is not the gateway's to import. An installed package
 * brings the built UI and no script. Never rejects. Errors: `ui.build-failed`.
 */
export async function ensureUi(script = UI_SCRIPT): Promise<Result<void>> {
  if (!existsSync(script)) {
    if (existsSync(join(UI_DIRECTORY, 'app', 'index.html'))) return ok(undefined);
    return fail('ui.build-failed', 'this installation came without its UI', {
      help: 'install the package anew',
    });
  }
  const said = await buildBy(script).catch(describe);
  if (said === null) return ok(undefined);
  return fail('ui.build-failed', 'the UI could not be built', {
    cause: said.trim().split('\n').slice(-3).join(' '),
    help: 'run `npm run build` to see everything',
  });
}

/** What the script said of its failure; `null`: it is built. */
async function buildBy(script: string): Promise<string | null> {
  const child = spawn(process.execPath, [script, ONLY_IF_STALE], { stdio: ['ignore', 'ignore', 'pipe'] });
  using _ = endedWithUs(child);
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  return code === 0 ? null : said;
}

/**
 * A signal that ends this process ends the child first. Where nobody else listens to the signal, it ends this process as ever; whoever
 * does brings it to its end themselves.
 */
function endedWithUs(child: ChildProcess): Disposable {
  const ends = SIGNALS.map((signal) => {
    const end = (): void => {
      child.kill('SIGTERM');
      // INVARIANT: it runs before any other listener, so those that listen once are still counted.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    };
    process.prependOnceListener(signal, end);
    return () => process.off(signal, end);
  });
  const leave = (): void => ends.forEach((off) => off());
  child.once('exit', leave);
  return { [Symbol.dispose]: leave };
}

/** A window that opens takes both cores of a small machine: browsers wait until it is shown, or until none came for so long. */
const WINDOW_PATIENCE_MS = 5_000;
const SHOWN_MS = 1_000;

/** When browsers begin to stand ready. INVARIANT: once, never after its end, and at the latest when somebody wants a tab. */
export class WarmUp {
  readonly #gateway: Pick<Gateway, 'subscribe' | 'warmUp'>;
  #begun: Promise<void> | null = null;
  #isOver = false;
  #windowIsThere = false;
  #timer: NodeJS.Timeout | null = null;
  #unsubscribe = (): void => undefined;

  constructor(gateway: Pick<Gateway, 'subscribe' | 'warmUp'>) {
    this.#gateway = gateway;
  }

  begin(): void {
    if (this.#isOver || this.#begun !== null) return;
    this.#waitNoMore();
    // A browser that does not start is told where a tab is opened. Anything else is a bug, which no task is to end by.
    this.#begun = this.#gateway
      .warmUp()
      .catch((thrown: unknown) => process.emitWarning(`no browser stands ready: ${describe(thrown)}`));
  }

  /** Once the window that opens now is shown; before that where somebody wants a tab. */
  beginAtRest(): void {
    if (this.#isOver || this.#begun !== null || this.#timer !== null) return;
    this.#unsubscribe = this.#gateway.subscribe(({ type }) => {
      if (type === 'queue.changed') this.begin();
    });
    this.#beginIn(this.#windowIsThere ? SHOWN_MS : WINDOW_PATIENCE_MS);
  }

  windowOpened(): void {
    if (this.#windowIsThere) return;
    this.#windowIsThere = true;
    if (this.#timer !== null) this.#beginIn(SHOWN_MS);
  }

  /** Resolves when what has begun to start has started. */
  async end(): Promise<void> {
    this.#isOver = true;
    this.#waitNoMore();
    await this.#begun;
  }

  #beginIn(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.begin(), ms);
    this.#timer.unref();
  }

  #waitNoMore(): void {
    this.#unsubscribe();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

type SayGivenUp = Parameters<typeof endWithin>[2];

type OpenServing = {
  readonly gateway: Gateway;
  readonly serving: Serving & Pick<ServingSocket, 'idleMs'>;
  /** From now on browsers stand ready for the next tasks; once it ends, none do. */
  readonly warmUp: () => void;
  /** The same, once the window that opens now is shown or somebody wants a tab. */
  readonly warmUpAtRest: () => void;
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
  const warmUp = new WarmUp(gateway);
  const serve = async (): ReturnType<typeof serveLocal> => {
    const [prepared] = await Promise.all([ready ?? ok(undefined), surfaces]);
    return prepared.ok ? serveLocal(gateway, port, stop ?? null, () => warmUp.windowOpened()) : prepared;
  };
  const serving = await serve().catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  if (!serving.ok) {
    await close();
    return serving;
  }
  return ok({
    gateway,
    serving: serving.value,
    warmUp: () => warmUp.begin(),
    warmUpAtRest: () => warmUp.beginAtRest(),
    end: (say, first) =>
      endWithin(
        async () => {
          const warm = warmUp.end();
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
