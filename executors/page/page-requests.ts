// The requests of one page: which are in flight and what they are for, which hosts they went to, and what is withheld from the page.
import { dialledHost, hostOfAddress } from '#policy/requests/host.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import { type PictureSign, signOf } from './picture-sign.ts';

/** Chromium itself opens 255 at most. */
const MAX_SOCKETS = 300;
/** Requests whose answers change what stands on the page after an act. */
const ACTIVE_TYPES = new Set(['XHR', 'Fetch', 'Script']);
/** Requests without which a picture of the page is not whole. */
const ASSET_TYPES = new Set(['Image', 'Font', 'Stylesheet']);

const MAX_NOT_FETCHED = 1_000;

export class PageRequests {
  /** Everything is fetched again, whatever the page's cache says. */
  readonly fresh: boolean;
  /** Hosts that the page or one of its frames has asked for. */
  readonly #hosts = new Set<string>();
  readonly #active = new Set<string>();
  readonly #assets = new Set<string>();
  readonly #notFetched = new Set<string>();
  readonly #signs = new Map<string, PictureSign>();
  readonly #sockets = new Map<string, string>();
  #visual = false;
  #withheld = 0;
  #uncached: boolean;

  constructor(fresh: boolean) {
    this.fresh = fresh;
    this.#uncached = fresh;
  }

  /** Those of scripts. */
  get active(): number {
    return this.#active.size;
  }
  /** Those for what a picture shows. */
  get assets(): number {
    return this.#assets.size;
  }
  /** WebSockets that the page, a frame or a worker of it has under way or open. */
  get sockets(): readonly string[] {
    return [...this.#sockets.values()];
  }
  /** What a picture in flight is asked for by. */
  signOf(requestId: string): PictureSign | undefined {
    return this.#signs.get(requestId);
  }

  began({ requestId, type, initiator }: CdpPayload<'Network.requestWillBeSent'>): void {
    if (type === 'Image') this.#signs.set(requestId, signOf(initiator));
    if (type !== undefined && ACTIVE_TYPES.has(type)) this.#active.add(requestId);
    if (type !== undefined && ASSET_TYPES.has(type)) this.#assets.add(requestId);
  }
  ended(requestId: string): void {
    this.#active.delete(requestId);
    this.#assets.delete(requestId);
    this.#signs.delete(requestId);
  }
  socketBegan(requestId: string, url: string): void {
    this.#sockets.set(requestId, url);
    forgetOldest(this.#sockets, MAX_SOCKETS);
  }
  socketEnded(requestId: string): void {
    this.#sockets.delete(requestId);
  }
  hasAskedFor(host: string): boolean {
    return this.#hosts.has(host);
  }
  wants(url: string): void {
    this.#hosts.add(dialledHost(hostOfAddress(url)));
  }

  /** The document is to be seen: nothing is withheld from it (guards/asset-filter.ts). */
  get visual(): boolean {
    return this.#visual;
  }
  withhold(networkId: string | undefined): void {
    this.#withheld += 1;
    if (networkId === undefined) return;
    this.#notFetched.add(networkId);
    forgetOldest(this.#notFetched, MAX_NOT_FETCHED);
  }
  /** It was withheld by us: that it did not come is nobody's fault. */
  isWithheld(networkId: string): boolean {
    return this.#notFetched.has(networkId);
  }
  /** From now on the document is to be seen. How many pictures, fonts and the like were not fetched for it so far. */
  becomesVisual(): number {
    const withheld = this.#withheld;
    this.#visual = true;
    this.#withheld = 0;
    return withheld;
  }
  /** Nothing comes from a cache: the page was started so, or rules of the tab's owner are in use (interception.ts). */
  get uncached(): boolean {
    return this.#uncached;
  }
  rulesInUse(inUse: boolean): void {
    this.#uncached = inUse || this.fresh;
  }

  /** Another document is there: what the one before asked for, and what was withheld from it, is no more. */
  forNextDocument(): void {
    this.#active.clear();
    this.#assets.clear();
    this.#visual = false;
    this.#withheld = 0;
  }
}
