// What clients set as they begin: domains whose events are few here, how a page is laid out and what it takes its screen for.
// INVARIANT: what would change a page is an act, or refused; what is answered without one changes nothing, and says so in its row.
import { z } from 'zod';
import { done, notDone } from '#gateway/surfaces/cdp/call/message.ts';
import { ofBrowser, ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { toldFailure } from './remote-script.ts';
import { actOf } from './runtime.ts';

const nothing = ofPage(z.strictObject({}), () => done());
const LARGEST_PX = 10_000;
const size = z.int().min(1).max(LARGEST_PX);
const unset = (why: string) => z.literal('', { error: why });
/** As a Ghost Tab has them; libraries ask for them by default. An empty value asks for what is so. */
const FEATURES: ReadonlyMap<string, string> = new Map([
  ['prefers-color-scheme', 'light'],
  ['prefers-reduced-motion', 'no-preference'],
  ['prefers-contrast', 'no-preference'],
  ['forced-colors', 'none'],
]);
const feature = z
  .strictObject({ name: z.string().max(100), value: z.string().max(100) })
  .refine(({ name, value }) => value === '' || FEATURES.get(name) === value, {
    error: 'a feature of a screen can be asked for as it is, and not be set to another',
  });

export const SETTING_METHODS: Readonly<Record<string, Method>> = {
  'Log.enable': nothing,
  'Log.disable': nothing,
  'Audits.enable': nothing,
  'Audits.disable': nothing,
  'Inspector.enable': ofBrowser(z.strictObject({}), () => done(), 'ANY'),
  'Performance.enable': ofPage(z.strictObject({ timeDomain: z.string().max(40).optional() }), () => done()),
  'Network.enable': ofPage(
    z.strictObject({
      maxTotalBufferSize: z.int().optional(),
      maxResourceBufferSize: z.int().optional(),
      maxPostDataSize: z.int().optional(),
    }),
    async (_, asked) => {
      const begun = await asked.target.page.begin(actOf(asked));
      if (!begun.ok) return toldFailure(asked.method, begun.error);
      asked.session.hearsNetwork = true;
      return done();
    },
  ),
  'Network.disable': ofPage(z.strictObject({}), (_, { session }) => {
    session.hearsNetwork = false;
    return done();
  }),
  'DOM.enable': ofPage(z.strictObject({ includeWhitespace: z.string().max(40).optional() }), () => done()),
  'DOM.disable': nothing,
  'Emulation.setFocusEmulationEnabled': ofPage(
    z.strictObject({ enabled: z.literal(true, { error: 'a Ghost Tab always has the focus' }) }),
    () => done(),
  ),
  'Emulation.setTouchEmulationEnabled': ofPage(
    z.strictObject({
      enabled: z.literal(false, { error: 'a Ghost Tab has no touch screen' }),
      maxTouchPoints: z.int().optional(),
    }),
    () => done(),
  ),
  'Emulation.setEmulatedMedia': ofPage(
    z.strictObject({
      media: unset('a page is shown on a screen').default(''),
      features: z.array(feature).max(20).default([]),
    }),
    () => done(),
  ),
  /** The size alone, which is RESIZE. */
  'Emulation.setDeviceMetricsOverride': ofPage(
    z.strictObject({
      width: size,
      height: size,
      deviceScaleFactor: z
        .union([z.literal(0), z.literal(1)], { error: 'a pixel of the page is one of the picture' })
        .optional(),
      mobile: z.literal(false, { error: 'a Ghost Tab is no telephone' }),
      screenWidth: size.optional(),
      screenHeight: size.optional(),
      screenOrientation: z
        .strictObject({ angle: z.literal(0), type: z.enum(['landscapePrimary', 'portraitPrimary']) })
        .optional(),
    }),
    async ({ width, height }, asked) => {
      const resized = await asked.act(asked.target, { type: 'RESIZE', width, height });
      return resized.ok ? done() : notDone(asked.method, resized.error);
    },
  ),
  'Page.setFontFamilies': ofPage(
    z.strictObject({
      fontFamilies: z.record(z.string().max(40), z.string().max(200)),
      forScripts: z.array(z.unknown()).max(1_000).optional(),
    }),
    () => done(),
  ),
  'Page.setInterceptFileChooserDialog': ofPage(
    z.strictObject({
      enabled: z.literal(false, { error: 'choosers of files are not yet told' }),
      cancel: z.boolean().optional(),
    }),
    () => done(),
  ),
};
