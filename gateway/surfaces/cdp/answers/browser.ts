// The browser as a client sees it: what it is, its targets and its contexts.
// INVARIANT: no other target is there than those that the connection opened itself; opening and closing one is the boundary's to decide.
import { z } from 'zod';
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
import { ALL, isMeant } from '#gateway/surfaces/cdp/call/own-targets.ts';

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
    z.strictObject({
      behavior: z.literal('default', {
        error: 'the boundary decides on downloads, and keeps their files: only `default` can be asked for',
      }),
      browserContextId: id.optional(),
      eventsEnabled: z.literal(false, { error: 'downloads are not yet told' }).optional(),
    }),
    ({ browserContextId }, { targets }) =>
      browserContextId !== undefined && targets.context(browserContextId) === null
        ? unknownContext()
        : done(),
  ),
  'Target.setDiscoverTargets': ofBrowser(
    z.strictObject({ discover: z.boolean(), filter: filter.optional() }),
    ({ discover, filter: wanted = ALL }, { session, targets }) => {
      session.discovers = discover ? wanted : null;
      if (isMeant(session.discovers))
        for (const target of targets.all())
          targets.tell(session, 'Target.targetCreated', { targetInfo: targets.info(target) });
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
    ({ autoAttach, filter: wanted = ALL }, { session, targets }) => {
      const before = isMeant(session.attaches);
      session.attaches = autoAttach ? wanted : null;
      // Of a page nothing below it is a target.
      if (session.target !== null || before || !isMeant(session.attaches)) return done();
      for (const target of targets.all()) targets.attach(session, target);
      return done();
    },
    'ANY',
  ),
  'Target.getTargets': ofBrowser(
    z.strictObject({ filter: filter.optional() }),
    ({ filter: wanted = ALL }, { targets }) =>
      done({ targetInfos: isMeant(wanted) ? targets.all().map((one) => targets.info(one)) : [] }),
    'ANY',
  ),
  'Target.getTargetInfo': ofBrowser(
    z.strictObject({ targetId: id.optional() }),
    ({ targetId }, { session, targets }) => {
      const target = targetId === undefined ? session.target : targets.find(targetId);
      if (target !== null) return done({ targetInfo: targets.info(target) });
      if (targetId !== undefined) return unknownTarget();
      return done({ targetInfo: THE_BROWSER });
    },
    'ANY',
  ),
  'Target.attachToTarget': ofBrowser(
    z.strictObject({ targetId: id, flatten: flat }),
    ({ targetId }, { session, targets }) => {
      const target = targets.find(targetId);
      return target === null ? unknownTarget() : done({ sessionId: targets.attach(session, target).id });
    },
  ),
  'Target.attachToBrowserTarget': ofBrowser(z.strictObject({}), (_, { session, targets }) =>
    done({ sessionId: targets.attach(session, null).id }),
  ),
  'Target.detachFromTarget': ofBrowser(
    z.strictObject({ sessionId: id }),
    ({ sessionId }, { targets }) => {
      const session = targets.session(sessionId);
      if (session === null || session.id === '') return unknownSession();
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
    (_, { targets }) => done({ browserContextId: targets.addContext() }),
  ),
  'Target.disposeBrowserContext': ofBrowser(
    z.strictObject({ browserContextId: id }),
    async ({ browserContextId }, asked) => {
      const context = asked.targets.context(browserContextId);
      if (context === null) return unknownContext();
      const closed = context.target === null ? null : await asked.close(context.target);
      if (closed !== null && !closed.ok) return notDone(asked.method, closed.error);
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
      const context = browserContextId === undefined ? undefined : asked.targets.context(browserContextId);
      if (context === null) return unknownContext();
      if (context !== undefined && context.target !== null)
        return wrong(
          ERROR.refused,
          'a context is one Ghost Tab here, and this one has its tab; make another with `Target.createBrowserContext`',
        );
      const opened = await asked.open(browserContextId ?? null, url);
      return opened.ok ? done({ targetId: opened.value.id }) : notDone(asked.method, opened.error);
    },
  ),
  'Target.closeTarget': ofBrowser(
    z.strictObject({ targetId: id }),
    async ({ targetId }, asked) => {
      const target = asked.targets.find(targetId);
      if (target === null) return unknownTarget();
      const closed = await asked.close(target);
      return closed.ok ? done({ success: true }) : notDone(asked.method, closed.error);
    },
    'ANY',
  ),
};

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
