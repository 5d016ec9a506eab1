// Stands in for `executors/launcher.ts` in the soak of a day: browsers that are never started, tabs that show a small page. Plans
// are the real ones, and every authorisation is verified as the real launcher does.
import { randomBytes } from 'node:crypto';
import type { CreateLauncher, WarmTab } from '#executors/contract/launcher.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { ENDED, TabWithoutBrowser } from '#test/fixtures/tab-without-browser.ts';

/** As large as a picture of a real page. */
const PICTURE_BYTES = 120_000;

export const createLauncher: CreateLauncher = (verify) => ({
  plan: async ({ headless }) =>
    ok({
      build: { path: '/usr/bin/chromium', product: 'CHROMIUM', version: '156.0.0.0' },
      executor: headless ? 'HEADLESS_CHROMIUM' : 'HEADED_CHROMIUM',
      headless,
      flags: [],
      flagClass: 'CLEAN',
      flagFindings: [],
      network: 'PROXY',
      isolation: 'PROCESS',
    }),
  planAttach: () => Promise.reject(new Error('nothing is attached to in this soak')),
  readCookies: () => Promise.reject(new Error('no cookies are read in this soak')),
  sweep: async () => [],
  warm: async (authorization, launch, { tabId }) => {
    const verified = verify(authorization, launch);
    return verified.ok ? ok(warmTab(tabId)) : verified;
  },
  launch: async (authorization, launch, { tabId, warm }) => {
    const verified = verify(authorization, launch);
    if (!verified.ok) return verified;
    if (warm instanceof StubWarm) warm.taken = true;
    return ok(new StubTab(tabId, verify));
  },
});

class StubWarm implements WarmTab {
  readonly tabId: string;
  readonly pid = 1;
  taken = false;
  alive = true;
  constructor(tabId: string) {
    this.tabId = tabId;
  }
  onGone(): void {
    // Its process never ends by itself.
  }
  async end() {
    this.alive = false;
    return ENDED;
  }
}
const warmTab = (tabId: string): WarmTab => new StubWarm(tabId);

class StubTab extends TabWithoutBrowser {
  readonly #verify: Parameters<CreateLauncher>[0];
  #url = 'about:blank';
  #generation = 0;

  constructor(id: string, verify: Parameters<CreateLauncher>[0]) {
    super(id);
    this.#verify = verify;
  }

  document() {
    return { id: `d-${this.#url}`, url: this.#url, title: 'A page' };
  }

  async inspect() {
    return ok({ document: this.document(), element: null, effect: NO_EFFECT });
  }

  async perform(...[authorization, act]: Parameters<GhostTab['perform']>): Promise<Result<ActOutcome>> {
    const verified = this.#verify(authorization, act);
    if (!verified.ok) return verified;
    const { action } = act;
    if (action.type === 'NAVIGATE') this.#url = action.url;
    const document = this.document();
    if (action.type === 'SNAPSHOT') {
      this.#generation += 1;
      const scroll = { y: 0, height: 2_000, viewportHeight: 720 };
      return ok({
        kind: 'SNAPSHOT',
        snapshot: { document, generation: this.#generation, nodes: [], scroll, status: 200 },
      });
    }
    if (action.type === 'SCREENSHOT') {
      const base64 = randomBytes(PICTURE_BYTES).toString('base64');
      return ok({ kind: 'IMAGE', base64, mimeType: 'image/jpeg', width: 1_280, height: 720, document });
    }
    return ok({ kind: 'DONE', document, navigated: action.type === 'NAVIGATE', status: 200, refused: [] });
  }
}
