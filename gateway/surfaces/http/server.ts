// Two origins on loopback, a third for applets, and the file by which clients of the same user find them. INVARIANT: the app's origin holds no secret of
// the consent origin; a browser gets that one first, by a code, and the app's own with it.
import { permissionTime } from '#executors/system/clock.ts';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readProcess } from '#executors/system/process-tree.ts';
import { writePrivate } from '#executors/system/private-file.ts';
import { isOwnersBrowser } from '#gateway/boundary/consent/approvers-of.ts';
import type { Gateway } from '#gateway/main.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { HandOver } from '#gateway/protocol/http.ts';
import { RENDEZVOUS_FILE } from '#gateway/protocol/rendezvous.ts';
import type { Rendezvous } from '#gateway/protocol/rendezvous.ts';
import { appOrigin } from './routes/app-origin.ts';
import type { Examine } from './routes/settings-routes.ts';
import { appletOrigin } from './routes/applet-origin.ts';
import { readAssets } from './wire/assets.ts';
import { consentOrigin } from './routes/consent-origin.ts';
import { Enrolment } from './identity/enrolment.ts';
import { HandOvers } from './identity/hand-over.ts';
import { LOOPBACK, listenOnLoopback } from './wire/listening.ts';
import type { Listening } from './wire/listening.ts';
import { SingleUse } from './identity/single-use.ts';
import { Tickets } from './identity/tickets.ts';

/**
 * Names of this machine for browsers, which take `.localhost` for loopback without asking anybody. One site, so that the consent
 * document has its cookie also in the app's frame; two hosts, so that neither has the other's.
 */
const APP_HOST = 'app.ghost.localhost';
const CONSENT_HOST = 'consent.ghost.localhost';
/** Another site: a process of its own, and no cookie, no storage and no name in common with the two. */
const APPLET_HOST = 'ghost-applet.localhost';

/** From a program to a window of its own. */
const WINDOW_LIFETIME_MS = 30_000;

export type Serving = {
  /** For a person's browser: a link that works once, within ten minutes. Another one each time it is read. */
  readonly url: string;
  /** A new one, and a private file that leads a browser there. */
  handOver(): Result<HandOver>;
  /** For a program with a window for each origin: links that work once, within half a minute. None of the two opens the other's. */
  windows(): { readonly app: string; readonly consent: string };
  /** Where the window that was let in by such a link shows this question; works once. */
  questionUrl(id: string): string;
  readonly rendezvous: Rendezvous;
  /** Where a browser that holds the consent origin's secret shows what is asked; to another one it shows nothing. */
  readonly consentPage: string;
  close(): Promise<void>;
};

/** Serves the gateway. Errors: `http.port-in-use`, `file.*`, `directory.*`. `port` 0 takes a free one. */
export async function serveGateway(
  gateway: Gateway,
  options: { port: number; assets: string; runtimeDir: string; examine?: Examine; onWindow?: () => void },
): Promise<Result<Serving>> {
  const token = randomBytes(32).toString('base64url');
  const windowToken = randomBytes(32).toString('base64url');
  const approverToken = randomBytes(32).toString('base64url');
  const tickets = new Tickets(gateway.clock);
  const { approvers } = gateway.consents;
  const enrolment = new Enrolment({
    now: permissionTime(gateway.clock),
    isOwners: (uid) => isOwnersBrowser(gateway.config, approvers, uid),
    accountOf: (uid) => approvers.accountOf(uid),
  });
  /** The app's token for a document that comes from the consent origin. */
  const appCodes = new SingleUse<true>(permissionTime(gateway.clock));
  const assets = readAssets(options.assets);
  const ports = { app: 0, consent: 0, applets: 0 };
  const appAt = (): string => `http://${APP_HOST}:${ports.app}`;
  const consentAt = (): string => `http://${CONSENT_HOST}:${ports.consent}`;
  const handOvers = new HandOvers(
    options.runtimeDir,
    (lifetimeMs, whom) => `${consentAt()}/#enrol=${enrolment.invite(lifetimeMs, whom)}`,
  );
  const applets = appletOrigin({
    hosts: () => [`${APPLET_HOST}:${ports.applets}`],
    origin: () => `http://${APPLET_HOST}:${ports.applets}`,
    appOrigin: appAt,
    admits: (uid) => enrolment.admitsOwner(uid),
    now: permissionTime(gateway.clock),
  });
  const app = appOrigin({
    gateway,
    token,
    windowToken,
    codes: appCodes,
    assets,
    tickets,
    admits: (uid) => enrolment.admitsOwner(uid),
    origin: appAt,
    consentOrigin: consentAt,
    applets,
    hosts: () => [`${APP_HOST}:${ports.app}`, `${LOOPBACK}:${ports.app}`],
    ...(options.examine === undefined ? {} : { examine: options.examine }),
    ...(options.onWindow === undefined ? {} : { onWindow: options.onWindow }),
  });
  const consent = consentOrigin({
    gateway,
    approverToken,
    assets,
    tickets,
    enrolment,
    appCodes,
    handOvers,
    origin: consentAt,
    appOrigin: appAt,
    hosts: () => [`${CONSENT_HOST}:${ports.consent}`, `${LOOPBACK}:${ports.consent}`],
  });
  const listening: Listening[] = [];
  const closeAll = (): Promise<unknown> => Promise.all(listening.map((one) => one.close()));
  const origins = [
    ['app', app.fetch, options.port],
    ['consent', consent.fetch, 0],
    ['applets', applets.fetch, 0],
  ] as const;
  for (const [name, answer, port] of origins) {
    const heard = await listenOnLoopback(answer, port);
    if (!heard.ok) {
      await closeAll();
      return heard;
    }
    listening.push(heard.value);
    ports[name] = heard.value.port;
  }
  // Somebody can answer from now on: with `ghost consent`, or in a window that `ghost ui` opens.
  const leave = gateway.consents.addChannel();
  const rendezvous: Rendezvous = {
    pid: process.pid,
    startedAt: readProcess(process.pid)?.startedAt,
    url: `http://${LOOPBACK}:${ports.app}`,
    token,
    consentUrl: `http://${LOOPBACK}:${ports.consent}`,
    approverToken,
  };
  const file = join(options.runtimeDir, RENDEZVOUS_FILE);
  const written = writePrivate(file, JSON.stringify(rendezvous));
  if (!written.ok) {
    leave();
    await closeAll();
    return written;
  }
  return ok({
    get url() {
      return handOvers.link();
    },
    handOver: () => handOvers.open(),
    windows: () => ({
      app: `${appAt()}/#code=${appCodes.issue(true, WINDOW_LIFETIME_MS)}`,
      consent: `${consentAt()}/?window#enrol=${enrolment.invite(WINDOW_LIFETIME_MS)}`,
    }),
    questionUrl: (id) => `${consentAt()}/?ticket=${tickets.issue(id)}`,
    rendezvous,
    consentPage: `${consentAt()}/`,
    async close() {
      rmSync(file, { force: true });
      handOvers.clear();
      leave();
      await closeAll();
    },
  });
}
