// Frames of a page, worlds beside its scripts, and how far its documents have come.
// INVARIANT: a frame of an origin that the task may not read is in none of it; a script that stays is none but an empty one.
import { z } from 'zod';
import { done, ERROR, refusedByTable, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { lifecycleOf, treeOf } from '#gateway/surfaces/cdp/page/page-events.ts';
import { noContext, toldFailure } from './remote-script.ts';
import { actOf, off } from './runtime.ts';

const worldName = z.string().max(100);
/** One line that says where it comes from, as libraries have it, runs nothing. */
const RUNS_NOTHING = /^(?:\/\/[^\n\r\u2028\u2029]*)?$/u;

export const FRAME_METHODS: Readonly<Record<string, Method>> = {
  'Page.getFrameTree': ofPage(z.strictObject({}), async (_, asked) => {
    const { page } = asked.target;
    const begun = await page.begin(actOf(asked));
    if (!begun.ok) return toldFailure(asked.method, begun.error);
    const main = page.view.frames().find(({ parentId }) => parentId === null);
    return main === undefined
      ? wrong(ERROR.refused, 'the page is not there yet')
      : done({ frameTree: treeOf(page.view, main) });
  }),
  'Page.setLifecycleEventsEnabled': ofPage(
    z.strictObject({ enabled: z.boolean() }),
    async ({ enabled }, asked) => {
      const { target, session, targets } = asked;
      const begun = await target.page.begin(actOf(asked));
      if (!begun.ok) return toldFailure(asked.method, begun.error);
      const began = enabled && !session.hearsLifecycle;
      session.hearsLifecycle = enabled;
      const { view } = target.page;
      if (began)
        for (const one of view.lifecycles())
          targets.tell(session, 'Page.lifecycleEvent', lifecycleOf(view, one));
      return done();
    },
  ),
  'Page.createIsolatedWorld': ofPage(
    z.strictObject({
      frameId: z.string().max(200),
      worldName: worldName.default(''),
      /** Answered, and not so: a world has access to its own document alone. */
      grantUniveralAccess: z.boolean().optional(),
    }),
    async ({ frameId, worldName: name }, asked) => {
      const { page } = asked.target;
      const begun = await page.begin(actOf(asked));
      if (!begun.ok) return toldFailure(asked.method, begun.error);
      const frame = page.view.insideOf(frameId);
      if (frame === null) return wrong(ERROR.refused, 'No frame for given id found');
      const made = await page.look<'WORLD'>(actOf(asked), { for: 'WORLD', frame, name });
      if (!made.ok) return toldFailure(asked.method, made.error);
      const number = page.view.numberOf(made.value.context);
      return page.view.context(number) === null ? noContext() : done({ executionContextId: number });
    },
  ),
  'Page.addScriptToEvaluateOnNewDocument': ofPage(
    z.strictObject({
      source: z.string().max(1_000_000),
      worldName,
      includeCommandLineAPI: off('a console’s own functions are not there'),
      runImmediately: off('it runs nothing'),
    }),
    async ({ source, worldName: name }, asked) => {
      if (!RUNS_NOTHING.test(source.trim())) return refusedByTable(asked.method, 'KEEPS_SCRIPT');
      const { page } = asked.target;
      const made = await page.look<'WORLDS'>(actOf(asked), { for: 'WORLDS', name });
      return made.ok ? done({ identifier: name }) : toldFailure(asked.method, made.error);
    },
  ),
  'Page.getLayoutMetrics': ofPage(z.strictObject({}), async (_, asked) => {
    const looked = await asked.target.page.look<'LAYOUT'>(actOf(asked), { for: 'LAYOUT' });
    if (!looked.ok) return toldFailure(asked.method, looked.error);
    const { view, content, scale } = looked.value.layout;
    const layout = { pageX: view.x, pageY: view.y, clientWidth: view.width, clientHeight: view.height };
    const visual = { ...layout, offsetX: 0, offsetY: 0, scale, zoom: 1 };
    return done({
      layoutViewport: layout,
      visualViewport: visual,
      contentSize: content,
      cssLayoutViewport: layout,
      cssVisualViewport: visual,
      cssContentSize: content,
    });
  }),
};
