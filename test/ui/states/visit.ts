// Goes through every state of the UI, each in a page that holds still. INVARIANT: whoever visits a state sees it as the last one left it,
// and leaves it as it was.
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import { endStill, holdStill, tellStill } from './still.ts';
import type { UiState, UiWorld } from './list.ts';

export type Visit = (app: OpenApp, state: UiState) => Promise<void>;

const WIDE = { width: 1280, height: 800 };

/** Errors of the pages are thrown when all was seen. */
export async function visitAll(worlds: readonly UiWorld[], visit: Visit): Promise<void> {
  const ui = await startUi();
  const opened: OpenApp[] = [];
  try {
    for (const world of worlds) {
      const app = await openStill(ui, world);
      opened.push(app);
      for (const state of world.states) await visitOne(app, state, visit);
    }
  } finally {
    endStill();
    await Promise.all(opened.map((app) => app.close()));
    await ui.close();
  }
  const complaints = opened.flatMap((app) => app.complaints);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}

export async function openStill(ui: UiUnderTest, { prepare }: UiWorld): Promise<OpenApp> {
  tellStill();
  const app = await ui.open(prepare, { ...WIDE, before: holdStill });
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
}

export async function visitOne(app: OpenApp, state: UiState, visit: Visit): Promise<void> {
  // One that lies behind another is not drawn.
  await app.page.bringToFront();
  await app.page.setViewportSize(WIDE);
  await app.page.evaluate((to) => (location.hash = to), state.hash);
  await state.begin?.(app);
  await state.stands(app);
  // The first view has the focus in its field; of those that come after it, none has.
  await app.page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  await visit(app, state);
  await state.end?.(app);
}
