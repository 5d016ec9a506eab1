// Withholds pictures, fonts, sound and film by class: they are fetched only once somebody wants a picture of the page.
// INVARIANT: it only refuses, and never instead of a decision: what it lets pass goes on to the request guard and the choke point.
import { ASSET_CLASSES, type AssetClass } from '#policy/language/vocabulary.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { Routes } from './routes/routes.ts';
import { EMPTY_SECONDS, emptyAsset } from './empty-asset.ts';
import { type Interceptor, type Paused, isResponse } from '#executors/guards/routes/paused.ts';
import type { Page } from '#executors/page/page.ts';
import { isContent, isElements, nameScripts } from './picture-owner.ts';

const TYPES = { IMAGE: 'Image', FONT: 'Font', MEDIA: 'Media' } as const satisfies Record<AssetClass, string>;
const CLASS_OF = new Map<string, AssetClass>(ASSET_CLASSES.map((asset) => [TYPES[asset], asset]));

/** How long a picture waits for what is fetched for it. */
const ASSETS_MS = 5_000;

export class AssetFilter implements Interceptor {
  readonly patterns: Interceptor['patterns'];
  readonly prepare: NonNullable<Interceptor['prepare']>;
  readonly #blocked: ReadonlySet<AssetClass>;

  readonly #routes: Routes;

  constructor(blocked: readonly AssetClass[], routes: Routes) {
    this.#routes = routes;
    this.#blocked = new Set(blocked);
    this.prepare = (session) => (this.#blocked.has('IMAGE') ? nameScripts(session) : Promise.resolve());
    this.patterns = blocked.map(
      (asset) => ({ urlPattern: '*', resourceType: TYPES[asset], requestStage: 'Request' }) as const,
    );
  }

  take(session: CdpSession, page: Page, paused: Paused): Promise<unknown> | null {
    const asset = CLASS_OF.get(paused.resourceType);
    if (asset === undefined || !this.#blocked.has(asset) || isResponse(paused) || page.requests.visual)
      return null;
    // A rule of the tab's owner is about this very address.
    if (this.#routes.markOf(page, paused) !== null) return null;
    page.requests.withhold(paused.networkId);
    return withhold(session, page, paused, asset);
  }
}

/**
 * A style keeps for good a picture that came, and asks again for one that failed; whether it came, no page is told. But an element
 * whose content is a picture has no size with a failed one: it keeps its place.
 */
async function withhold(
  session: CdpSession,
  page: Page,
  paused: Paused,
  asset: AssetClass,
): Promise<unknown> {
  const { requestId } = paused;
  if (asset === 'IMAGE' && !(await isElements(page, paused)) && !(await isContent(page, paused)))
    return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  return session.send('Fetch.fulfillRequest', { requestId, ...emptyAsset(asset, originIn(paused)) });
}

const originIn = ({ request }: Paused): string =>
  Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'origin')?.[1] ?? '*';

// In our own world: images that show nothing, or what stood in their place, are asked for again, and style sheets are read again
// (with a blank more: the engine knows a text that it has read, with all its pictures).
const ASK_AGAIN = `(() => {
  for (const image of document.images) {
    if (image.complete && image.naturalWidth > 1) continue;
    if (image.srcset !== '') image.srcset = image.srcset;
    else if (image.src !== '') image.src = image.src;
  }
  for (const link of document.querySelectorAll('link[rel~=stylesheet]')) if (link.href !== '') link.href = link.href;
  for (const style of document.querySelectorAll('style')) style.append(' ');
  for (const media of document.querySelectorAll('video, audio')) if (media.error !== null || media.networkState === 3 || media.duration <= ${EMPTY_SECONDS}) media.load();
})()`;

/** What was withheld from the document in front is fetched now, and from now on until another document is there. */
export async function fetchWithheld(page: Page, signal: AbortSignal): Promise<void> {
  if (page.requests.becomesVisual() === 0) return;
  // What is in the pictures' place counts as loaded, and would be taken for them again.
  await page.session.send('Network.setCacheDisabled', { cacheDisabled: true });
  try {
    await page.evaluate(ASK_AGAIN, () => undefined);
    // Requests begin with the next style and layout, of which two frames are a sign.
    await page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0))))',
      () => undefined,
    );
    await page.waiter.until(() => page.requests.assets === 0, ASSETS_MS, signal);
  } finally {
    await page.session.send('Network.setCacheDisabled', { cacheDisabled: page.requests.uncached });
  }
}
