// The gateway of a desktop: opened, served and asked over one channel by the shell, which has the windows.
// INVARIANT: what the shell may ask is the table of `gateway/protocol/desktop`; it starts, stops and shows, and answers no question.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { noteOf } from '#gateway/audit/read/access.ts';
import { electronSession } from '#gateway/boundary/bringing/electron-session.ts';
import type { Foreground } from '#gateway/boundary/foreground/foreground.ts';
import type { Gateway } from '#gateway/main.ts';
import { Channel } from '#gateway/protocol/desktop/channel.ts';
import type { Handlers, Port } from '#gateway/protocol/desktop/channel.ts';
import { GATEWAY_SIDE } from '#gateway/protocol/desktop/gateway-side.ts';
import { SHELL_SIDE } from '#gateway/protocol/desktop/shell-side.ts';
import { happeningOf } from '#gateway/protocol/desktop/happening.ts';
import { safeStorageKey } from '#gateway/vault/safe-storage-key.ts';
import type { Serving } from '#gateway/surfaces/http/server.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { openLocal } from '#gateway/client/local/local.ts';
import type { Local, LocalOptions } from '#gateway/client/local/local.ts';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { tellStanding } from './standing.ts';

export type DesktopOptions = Pick<LocalOptions, 'demo' | 'dataDir' | 'world' | 'config'>;

export type DesktopChannel = Channel<typeof GATEWAY_SIDE, typeof SHELL_SIDE>;

/** By this name a task's session is lent from the person's own page. */
export const WINDOW_SOURCE = 'window';
/** A person may take their time until the system's safe storage opens. */
const SEAL_DEADLINE_MS = 60_000;
const WINDOW = { kind: 'client', id: 'desktop', channel: 'UI' } as const;

type Opened = {
  readonly local: Local;
  readonly serving: Serving;
  readonly foreground: Foreground;
  readonly quarantine: string;
};

/** Runs until the shell asks it to close, or is gone. Resolves once everything is closed. Never rejects. */
export async function runDesktopGateway(port: Port, options: DesktopOptions): Promise<void> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let opened: Opened | null = null;
  const channel: DesktopChannel = new Channel(
    {
      port,
      own: GATEWAY_SIDE,
      handlers: handlersOf(() => opened, end),
      onRefused: (why) => process.stderr.write(`${why} was refused\n`),
    },
    SHELL_SIDE,
  );
  channel.onClosed(end);
  const begun = await open(channel, options);
  if (!begun.ok) {
    const { code, message, help } = begun.error;
    channel.tell('failed', { code, message, ...(help === undefined ? {} : { help }) });
    return;
  }
  opened = begun.value;
  const { local, serving, foreground, quarantine } = opened;
  const { gateway } = local;
  channel.on('refused', ({ what, from, count }) => void noteRefused(gateway, { what, from, count }));
  const still = tellStanding(gateway, channel);
  const unsubscribe = gateway.subscribe((event) => {
    const happening = happeningOf(event);
    if (happening !== null) channel.tell('happened', happening);
  });
  channel.tell('ready', { quarantine, demo: options.demo });
  const warm = gateway.warmUp();
  await over;
  unsubscribe();
  still();
  foreground.close();
  await serving.close();
  await Promise.all([local.close(), warm]);
  await rm(quarantine, { recursive: true, force: true });
}

async function open(channel: DesktopChannel, options: DesktopOptions): Promise<Result<Opened>> {
  const local = await openLocal({
    ...options,
    cookieSources: [
      electronSession(WINDOW_SOURCE, {
        get: async ({ domain }) => {
          const read = await channel.call('readCookies', { domain });
          if (!read.ok) throw new Error(read.error.message);
          return read.value;
        },
      }),
    ],
    vaultKeys: (directory) => [
      safeStorageKey(directory, {
        seal: async (text, signal) => {
          const sealed = await channel.call('seal', { text }, { signal, deadlineMs: SEAL_DEADLINE_MS });
          return sealed.ok ? ok(sealed.value.sealed) : sealed;
        },
        unseal: async (sealed, signal) => {
          const given = await channel.call('unseal', { sealed }, { signal, deadlineMs: SEAL_DEADLINE_MS });
          return given.ok ? ok(given.value.text) : given;
        },
      }),
    ],
  });
  if (!local.ok) return local;
  const { gateway } = local.value;
  const foreground = await gateway.openForeground();
  const serving = foreground.ok ? await serveLocal(gateway, options.config?.port) : foreground;
  if (!foreground.ok || !serving.ok) {
    await local.value.close();
    return foreground.ok
      ? serving.ok
        ? fail('boundary.internal', 'nothing was opened')
        : serving
      : foreground;
  }
  // Nobody but this user reaches it, and what a window writes there is a file of no name of the page's.
  const quarantine = join(gateway.paths.runtime, `quarantine-${process.pid}`);
  await mkdir(quarantine, { recursive: true, mode: 0o700 });
  return ok({ local: local.value, serving: serving.value, foreground: foreground.value, quarantine });
}

function handlersOf(opened: () => Opened | null, end: () => void): Handlers<typeof GATEWAY_SIDE> {
  const now = <T>(use: (opened: Opened) => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const found = opened();
    return found === null
      ? Promise.resolve(fail('desktop.no-answer', 'the gateway is not there yet', { help: 'try again' }))
      : Promise.resolve(use(found));
  };
  return {
    links: () => now(({ serving }) => ok(serving.windows())),
    question: ({ id }) =>
      now(({ local, serving }) =>
        ok({ url: local.gateway.consents.find(id)?.state === 'OPEN' ? serving.questionUrl(id) : null }),
      ),
    deny: ({ id }) =>
      now(({ local }) => {
        const denied = local.gateway.consents.answer({
          id,
          answer: 'DENY',
          by: WINDOW,
          proof: { authentication: 'APP_TOKEN' },
        });
        return denied.ok ? ok({}) : denied;
      }),
    read: ({ text }) => now(({ local }) => ok(local.gateway.tasks.destinationOf(text))),
    run: ({ intent, startUrl, lend }) =>
      now(({ local }) => {
        const started = local.gateway.tasks.start(intent, {
          ...(startUrl === undefined ? {} : { startUrl }),
          cookies: lend.map((domain) => ({ domain, source: WINDOW_SOURCE })),
          by: WINDOW,
          questions: 'ask',
          priority: 'FOREGROUND',
        });
        return started.ok ? ok({ taskId: started.value.id }) : started;
      }),
    stop: ({ taskId }) =>
      now(({ local: { gateway } }) => {
        if (taskId === null) return ok({ stopped: gateway.tasks.cancelAll() });
        return ok({ stopped: gateway.tasks.find(taskId)?.cancel() === true ? 1 : 0 });
      }),
    picture: ({ taskId }) =>
      now(({ local }) => {
        const task = local.gateway.tasks.find(taskId);
        if (task === null || task.picture === null) return ok(null);
        const { intent, status } = task.view();
        return ok({ jpeg: task.picture.toString('base64'), page: task.pictured, intent, status });
      }),
    decide: (asked, signal) => now(async ({ foreground }) => ok(await foreground.decide(asked, signal))),
    visit: ({ tab, url }) =>
      now(({ foreground }) => {
        foreground.visit(tab, url);
        return ok({});
      }),
    received: ({ download, received, total }) =>
      now(({ foreground }) => ok(foreground.received(download, received, total))),
    downloaded: ({ download, outcome }, signal) =>
      now(async ({ foreground, quarantine }) => {
        const path = outcome === 'ARRIVED' ? join(quarantine, fileOf(download)) : null;
        const file = await foreground.downloaded(download, path, signal);
        await rm(join(quarantine, fileOf(download)), { force: true });
        return ok(file === null ? null : { name: file.name, folder: file.folder });
      }),
    close: async () => {
      end();
      return ok({});
    },
  };
}

/** In the quarantine a download lies under its number alone. */
export const fileOf = (download: string): string => `${download.replaceAll(/[^\w-]/gu, '')}.part`;

async function noteRefused(
  { audit }: Gateway,
  { what, from, count }: { readonly what: string; readonly from: string; readonly count: number },
): Promise<void> {
  await noteOf(audit, {
    type: 'desktop.refused',
    who: 'desktop',
    what: `refuse ${what}`,
    details: { from, count },
  });
}
