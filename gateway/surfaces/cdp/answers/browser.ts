// The browser as a client sees it: what it is, its targets and its contexts.
// INVARIANT: no other target is there than those that the connection opened itself; opening and closing one is the boundary's to decide.
import { z } from 'zod';
import type { Result } from '#policy/language/failure.ts';
import {
  done,
  notDone,
  unknownContext,
  unknownSession,
  unknownTarget,
  wrong,
  ERROR,
} from '#gateway/surfaces/cdp/call/message.ts';
import type { Told } from '#gateway/surfaces/cdp/call/message.ts';
import { ofBrowser } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Asked, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { DEFAULT_FILTER, kindsMeant, MOST_CONTEXTS } from '#gateway/surfaces/cdp/call/own-targets.ts';
import type { OwnTargets } from '#gateway/surfaces/cdp/call/own-targets.ts';
import type { OwnTarget } from '#gateway/surfaces/cdp/call/target.ts';
import { CONNECTION, MOST_SESSIONS } from '#gateway/surfaces/cdp/call/sessions.ts';
import type { Filter, Session } from '#gateway/surfaces/cdp/call/sessions.ts';

/** Of the protocol's own version, as Chromium says it. */
export const PROTOCOL_VERSION = '1.3';
const FLAT = 'only flat sessions are there: `flatten` has to be true';
const filter = z
  .array(z.strictObject({ type: z.string().optional(), exclude: z.boolean().optional() }))
  .max(100);
const id = z.string().max(200);
const flat = z.literal(true, { error: FLAT });

export const BROWSER_METHODS: Readonly<Record<string, Method>> = {
  'Browser.getVersion': ofBrowser(z.strictObject({}), (_, asked) => version(asked), 'ANY'),
  'Browser.setDownloadBehavior': ofBrowser(
    // Libraries ask for it as they connect, whether a file will come or not. The policy decides on each download, and its file lies in
    // the folder of the settings; a client has a copy where it may.
    z.strictObject({
      behavior: z.enum(['default', 'allow', 'allowAndName'], {
        error: 'the policy decides on downloads: a rule denies them, no client',
      }),
      browserContextId: id.optional(),
      downloadPath: z.string().max(4_096).optional(),
      eventsEnabled: z.boolean().optional(),
    }),
    ({ browserContextId, behavior, downloadPath = null, eventsEnabled = false }, { targets, session }) => {
      if (browserContextId !== undefined && targets.context(browserContextId) === null)
        return unknownContext();
      const folder = behavior === 'default' ? null : downloadPath;
      const wish = { folder, byGuid: behavior === 'allowAndName', isTold: eventsEnabled };
      session.downloads.set(browserContextId ?? '', wish);
      return done();
    },
  ),
  'Target.setDiscoverTargets': ofBrowser(
    z.strictObject({ discover: z.boolean(), filter: filter.optional() }),
    ({ discover, filter: wanted = DEFAULT_FILTER }, { session, targets }) => {
      targets.discover(session, discover ? wanted : null);
      return done();
    },
  ),
  'Target.setAutoAttach': ofBrowser(
    z.strictObject({
      autoAttach: z.boolean(),
      waitForDebuggerOnStart: z.boolean(),
      flatten: flat,
      filter: filter.optional(),
    }),
    ({ autoAttach, filter: wanted = DEFAULT_FILTER }, { session, targets }) =>
      targets.autoAttach(session, autoAttach ? wanted : null) ? done() : noRoom(),
    'ANY',
  ),
  'Target.getTargets': ofBrowser(
    z.strictObject({ filter: filter.optional() }),
    ({ filter: wanted = DEFAULT_FILTER }, { targets }) => done({ targetInfos: meant(targets, wanted) }),
    'ANY',
  ),
  'Target.getTargetInfo': ofBrowser(
    z.strictObject({ targetId: id.optional() }),
    ({ targetId }, { session, targets }) => {
      if (targetId !== undefined) {
        const found = targets.find(targetId);
        return found === null
          ? unknownTarget()
          : done({ targetInfo: targets.info(found.target, found.kind) });
      }
      if (session.tab !== null) return done({ targetInfo: targets.info(session.tab, 'tab') });
      return done({
        targetInfo: session.target === null ? THE_BROWSER : targets.info(session.target),
      });
    },
    'ANY',
  ),
  'Target.attachToTarget': ofBrowser(
    z.strictObject({ targetId: id, flatten: flat }),
    ({ targetId }, { session, targets }) => {
      const target = targets.find(targetId);
      return target === null ? unknownTarget() : attached(targets.attach(session, target));
    },
  ),
  'Target.attachToBrowserTarget': ofBrowser(z.strictObject({}), (_, { session, targets }) =>
    attached(targets.attach(session, null)),
  ),
  'Target.detachFromTarget': ofBrowser(
    z.strictObject({ sessionId: id }),
    ({ sessionId }, { targets }) => {
      const session = targets.session(sessionId);
      if (session === null || session.id === CONNECTION) return unknownSession();
      targets.detach(session);
      return done();
    },
    'ANY',
  ),
  'Target.activateTarget': ofBrowser(z.strictObject({ targetId: id }), ({ targetId }, { targets }) =>
    targets.find(targetId) === null ? unknownTarget() : done(),
  ),
  'Target.getBrowserContexts': ofBrowser(z.strictObject({}), (_, { targets }) =>
    done({ browserContextIds: targets.contexts() }),
  ),
  'Target.createBrowserContext': ofBrowser(
    z.strictObject({ disposeOnDetach: z.boolean().optional() }),
    (_, { targets }) => {
      const browserContextId = targets.addContext();
      return browserContextId === null
        ? wrong(ERROR.refused, `${MOST_CONTEXTS} contexts are there: dispose of one`)
        : done({ browserContextId });
    },
  ),
  'Target.disposeBrowserContext': ofBrowser(
    z.strictObject({ browserContextId: id }),
    async ({ browserContextId }, asked) => {
      const context = asked.targets.context(browserContextId);
      if (context === null || context.ends) return unknownContext();
      // From here on nothing is opened in it; what is on its way there is waited for, and closed.
      context.ends = true;
      await context.opening;
      for (const open of new Set(asked.targets.within(browserContextId).map((target) => target.open))) {
        const closed = await asked.closeTab(open);
        if (closed.ok) continue;
        context.ends = false;
        return notDone(asked.method, closed.error);
      }
      asked.targets.removeContext(browserContextId);
      return done();
    },
  ),
  'Target.createTarget': ofBrowser(
    z.strictObject({
      url: z.string().max(100_000),
      browserContextId: id.optional(),
      newWindow: z.boolean().optional(),
      background: z.boolean().optional(),
    }),
    async ({ url, browserContextId }, asked) => {
      const { targets } = asked;
      if (!targets.hasRoom) return noRoom();
      if (browserContextId === undefined) return opened(asked, await asked.open(null, url));
      const context = targets.context(browserContextId);
      if (context === null || context.ends) return unknownContext();
      if (context.opening !== null || targets.within(browserContextId).length > 0)
        return wrong(
          ERROR.refused,
          'a context is one Ghost Tab here, and this one has its tab; make another with `Target.createBrowserContext`',
        );
      const opening = asked.open(browserContextId, url);
      // INVARIANT: taken before anybody else has a turn. Whoever waits for it does so for its end, not for its success.
      context.opening = opening.catch(() => undefined);
      try {
        return opened(asked, await opening);
      } finally {
        context.opening = null;
      }
    },
  ),
  'Target.closeTarget': ofBrowser(
    z.strictObject({ targetId: id }),
    async ({ targetId }, asked) => {
      const found = asked.targets.find(targetId);
      if (found === null) return unknownTarget();
      const closed = await asked.close(found.target);
      return closed.ok ? done({ success: true }) : notDone(asked.method, closed.error);
    },
    'ANY',
  ),
};

const meant = (targets: OwnTargets, filter: Filter | null) =>
  targets.all().flatMap((target) => kindsMeant(filter).map((kind) => targets.info(target, kind)));
const noRoom = (): Told => wrong(ERROR.refused, `${MOST_SESSIONS} sessions are open: detach from one`);
const attached = (session: Session | null): Told =>
  session === null ? noRoom() : done({ sessionId: session.id });
const opened = ({ method }: Asked, target: Result<OwnTarget>): Told =>
  target.ok ? done({ targetId: target.value.id }) : notDone(method, target.error);

/** The browser itself, by an id that names no target. */
const THE_BROWSER = {
  targetId: 'browser',
  type: 'browser',
  title: '',
  url: '',
  attached: true,
  canAccessOpener: false,
};

/** What the door does not know, or no client needs, is empty. */
function version({ product }: Asked): Told {
  if (product === null) return wrong(ERROR.refused, 'no browser was found; see `ghost doctor`');
  return done({ protocolVersion: PROTOCOL_VERSION, product, revision: '', userAgent: '', jsVersion: '' });
}
