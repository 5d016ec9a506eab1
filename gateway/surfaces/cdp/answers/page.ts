// A page, by acts that the boundary decides on: where it goes, its picture, a script's value.
// INVARIANT: what is answered is what the act came to; a page's event is told where the act itself brought it, and not otherwise.
import { z } from 'zod';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { dialogWaits, ERROR, done, notDone, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import type { Told } from '#gateway/surfaces/cdp/call/message.ts';
import { ofBrowser, ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Acted, AskedOfPage, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { dialogOf } from '#gateway/surfaces/cdp/page/page-events.ts';
import { noContext, runIn, toldFailure } from './remote-script.ts';
import { valueAnswer, scriptFailure } from './remote-value.ts';
import { actOf, HOW, script, uniqueId, worldOf } from './runtime.ts';
import type { WorldNames } from './runtime.ts';

const off = (why: string) => z.literal(false, { error: why }).optional();
const on = (why: string) => z.literal(true, { error: why });

export const PAGE_METHODS: Readonly<Record<string, Method>> = {
  'Page.enable': ofPage(
    z.strictObject({ enableFileChooserOpenedEvent: off('choosers of files are not yet told') }),
    (_, { session, target, targets }) => {
      const isNew = !session.hearsPage;
      session.hearsPage = true;
      const { view, dialog } = target.page;
      // Whoever comes while one waits may answer it.
      if (isNew && dialog.open !== null && view.isBegun)
        targets.tell(session, 'Page.javascriptDialogOpening', dialogOf(view, dialog.open));
      return done();
    },
  ),
  'Page.disable': ofPage(z.strictObject({}), (_, { session, target }) => {
    session.hearsPage = false;
    target.page.unheard();
    return done();
  }),
  'Page.bringToFront': ofPage(z.strictObject({}), () => done()),
  'Page.navigate': ofPage(
    z.strictObject({
      url: z.string().max(100_000),
      frameId: z.string().max(200).optional(),
      referrer: z.literal('', { error: 'an address is gone to without a referrer' }).optional(),
      referrerPolicy: z.string().max(40).optional(),
    }),
    async ({ url, frameId }, asked) => {
      if (frameId !== undefined && frameId !== asked.target.id)
        return wrong(ERROR.refused, 'No frame with given id found');
      const went = await asked.target.page.bringing(() => asked.act(asked.target, { type: 'NAVIGATE', url }));
      return went.ok ? arrived(asked, went.value) : notDone(asked.method, went.error);
    },
  ),
  'Page.reload': ofPage(
    z.strictObject({ ignoreCache: off('a tab’s own cache cannot be left out by a client') }),
    async (_, asked) => {
      const went = await asked.target.page.bringing(() => asked.act(asked.target, { type: 'RELOAD' }));
      return went.ok ? done() : notDone(asked.method, went.error);
    },
  ),
  'Page.close': ofPage(z.strictObject({}), async (_, asked) => {
    const closed = await asked.close(asked.target);
    return closed.ok ? done() : notDone(asked.method, closed.error);
  }),
  'Page.captureScreenshot': ofPage(
    z.strictObject({
      format: z.enum(['jpeg', 'png', 'webp']).default('png'),
      fromSurface: on('a picture is the page’s surface').optional(),
      captureBeyondViewport: off('a picture is of the viewport'),
      optimizeForSpeed: off('a picture is made as it is'),
      /** The whole viewport, by the page’s own places. */
      clip: z
        .strictObject({
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          scale: z.literal(1, { error: 'a pixel of the page is one of the picture' }),
        })
        .optional(),
    }),
    async ({ format, clip }, asked) => {
      const differs = clip === undefined ? null : await differsFromView(asked, clip);
      if (differs !== null) return differs;
      const taken = await asked.act(asked.target, { type: 'SCREENSHOT', format });
      if (!taken.ok) return notDone(asked.method, taken.error);
      const { outcome } = taken.value;
      return outcome.kind === 'IMAGE' ? done({ data: outcome.base64 }) : dialogWaits();
    },
  ),
  'Runtime.evaluate': ofPage(
    z.strictObject({
      expression: script,
      contextId: z.int().optional(),
      uniqueContextId: uniqueId.optional(),
      returnByValue: z.boolean().default(false),
      awaitPromise: z.boolean().default(false),
      includeCommandLineAPI: off('a console’s own functions are not there'),
      ...HOW,
    }),
    async ({ expression, contextId, uniqueContextId, returnByValue, awaitPromise }, asked) => {
      const names = { number: contextId, uniqueId: uniqueContextId };
      const isNamed = contextId !== undefined || uniqueContextId !== undefined;
      if (isNamed || !returnByValue || !awaitPromise)
        return evaluateIn(asked, { expression, names, byValue: returnByValue, awaits: awaitPromise });
      const ran = await asked.act(asked.target, { type: 'EVALUATE', expression });
      if (!ran.ok) return scriptFailure(ran.error) ?? notDone(asked.method, ran.error);
      const { outcome } = ran.value;
      return outcome.kind === 'VALUE' ? valueAnswer(outcome) : dialogWaits();
    },
  ),
  'Runtime.runIfWaitingForDebugger': ofBrowser(z.strictObject({}), () => done(), 'ANY'),
};

/** `null`: it is what is seen. A picture is of the viewport: one of a part would be of something else. */
async function differsFromView(
  asked: AskedOfPage,
  clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Promise<Told | null> {
  const looked = await asked.target.page.look<'LAYOUT'>(actOf(asked), { for: 'LAYOUT' });
  if (!looked.ok) return toldFailure(asked.method, looked.error);
  const { view } = looked.value.layout;
  const isView = (['x', 'y', 'width', 'height'] as const).every(
    (side) => Math.abs(clip[side] - view[side]) < 1,
  );
  return isView
    ? null
    : wrong(
        ERROR.badParams,
        'Invalid parameters',
        `clip: a picture is of the viewport, which is ${view.width} by ${view.height} at ${view.x}, ${view.y}`,
      );
}

/** In the world that is named, or in the page's own of its main frame. */
async function evaluateIn(
  asked: AskedOfPage,
  given: {
    readonly expression: string;
    readonly names: WorldNames;
    readonly byValue: boolean;
    readonly awaits: boolean;
  },
): Promise<Told | (() => Promise<Told>)> {
  const { page } = asked.target;
  const begun = await page.begin(actOf(asked));
  if (!begun.ok) return toldFailure(asked.method, begun.error);
  const { expression: text, names, byValue, awaits } = given;
  const { number, uniqueId: name } = names;
  if (number !== undefined && name !== undefined)
    return wrong(ERROR.refused, 'contextId and uniqueContextId are mutually exclusive');
  const context =
    number === undefined && name === undefined ? page.view.mainContext() : worldOf(page.view, names);
  return context === null ? noContext() : runIn(asked, { text, context, byValue, awaits });
}

/** A frame's id is its target's, as in Chromium. A file that came in place of a page is no document. */
function arrived({ target }: AskedOfPage, { outcome, brought }: Acted): Told {
  if (outcome.kind !== 'DONE') return unexpected(outcome);
  const frameId = target.id;
  if ((outcome.files ?? []).length > 0)
    return done({ frameId, errorText: 'net::ERR_ABORTED', isDownload: true });
  return done({ frameId, ...(brought ? { loaderId: outcome.document.id } : {}) });
}

const unexpected = ({ kind }: ActOutcome): Told => {
  throw new TypeError(`an act gave ${kind}`);
};
