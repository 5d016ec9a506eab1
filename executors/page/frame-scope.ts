// The frame that acts without an element look into, and the list of those that there are.
// INVARIANT: a frame of another origin is looked into only while the task may read that origin; another document in the tab ends it.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { urlPattern } from '#policy/requests/url-pattern.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { Refs } from './refs.ts';
import type { FrameView } from '#executors/contract/tool-outcome.ts';
import type { Page } from './page.ts';

/** A node, by the frame that it is in. */
export type NodeId = { readonly backendNodeId: number; readonly frameId: string };

type Listed = FrameView & { readonly id: string };

/** Where an act without an element happens: the page's own id, but for a frame that was switched to. */
export const scopeOf = (page: Pick<Page, 'id' | 'documentId' | 'scope'>): string =>
  page.scope !== null && page.scope.documentId === page.documentId ? page.scope.frameId : page.id;

/** The page first, then its frames, those around one before it. */
export async function listFrames(page: Page): Promise<readonly Listed[]> {
  const { readable, leftOut } = await page.frames.read(page.reads);
  const current = scopeOf(page);
  const own = readable[0]?.origin ?? '';
  const all = [
    ...readable.map((frame) => ({ ...frame, readable: true })),
    // Of a frame that may not be read, no more than whose it is.
    ...leftOut.map((frame) => ({
      ...frame,
      url: frame.origin === '' ? '' : `${frame.origin}/`,
      readable: false,
    })),
  ];
  return Promise.all(
    all.map(async ({ id, parentId, url, origin, readable: isReadable }) => ({
      id,
      name: parentId === null ? 'main' : await nameOf(page, id, parentId),
      url: parentId === null ? page.url : url,
      current: id === current,
      foreign: parentId !== null && origin !== own,
      readable: isReadable,
    })),
  );
}

/** Errors: `act.no-frame`, and those of a ref. */
export async function findFrame(page: Page, refs: Refs, wanted: string | null): Promise<Result<Listed>> {
  const all = await listFrames(page);
  const [main] = all;
  if (main === undefined) return fail('act.no-frame', 'the page has no frames now');
  if (wanted === null) return ok(main);
  if (/^e[1-9]\d{0,8}$/u.test(wanted)) {
    const entry = refs.resolve(wanted, page);
    if (!entry.ok) return entry;
    const { backendNodeId, frameId } = entry.value;
    const { node } = await page.frames.sessionOf(frameId).send('DOM.describeNode', { backendNodeId });
    const found = all.find(({ id }) => id === node.frameId);
    if (found !== undefined) return ok(found);
    return fail('act.no-frame', `\`${wanted}\` is no frame`, { help: namesOf(all) });
  }
  const number = /^#(\d{1,3})$/u.exec(wanted)?.[1];
  const numbered = number === undefined ? undefined : all[Number(number) - 1];
  const pattern = urlPattern(wanted);
  const matches =
    numbered !== undefined
      ? [numbered]
      : [
          all.filter(({ name }) => name === wanted),
          all.filter(({ url }) => url === wanted),
          all.filter(({ url }) => url !== '' && pattern.ok && pattern.value(url)),
        ].find((some) => some.length > 0);
  const [only, ...others] = matches ?? [];
  if (only === undefined)
    return fail('act.no-frame', `the page has no frame \`${wanted}\``, { help: namesOf(all) });
  if (others.length === 0) return ok(only);
  return fail('act.ambiguous', `${others.length + 1} frames of the page are meant by \`${wanted}\``, {
    help: namesOf(all),
  });
}

/** Errors: `act.no-frame` where the frame that acts look into is gone, or may not be read any more. */
export async function checkScope(page: Page): Promise<Result<string>> {
  const frameId = scopeOf(page);
  if (frameId === page.id) return ok(frameId);
  try {
    const { url, isOwn } = await page.frames.describe(frameId);
    // Nothing is asked of a frame that may not be read; one that was removed has no world of ours any more.
    if (isOwn || page.reads(url)) {
      await page.evaluate('true', Boolean, frameId);
      return ok(frameId);
    }
    return fail('act.no-frame', 'the frame shows another site now, which this task may not read', {
      help: 'switch to it again, or back to the page with `frame main`',
    });
  } catch (thrown) {
    if (!(thrown instanceof CdpError)) throw thrown;
    return fail('act.no-frame', 'the frame is not on the page any more', {
      help: 'switch to another one, or back to the page with `frame main`',
    });
  }
}

/** The frame and those in it, as far as they were read last. */
export function framesWithin(page: Page, frameId: string): (id: string) => boolean {
  return (id) => id === frameId || page.frames.around(id).some((outer) => outer.id === frameId);
}

function namesOf(all: readonly Listed[]): string {
  const shown = all
    .slice(0, 20)
    .map(({ name, url }, at) => `#${at + 1} ${name === '' ? url : `\`${name}\``}`);
  return `it has: ${shown.join(', ')}`;
}

/** By its `name`, else its `id` or `title`: what a developer calls it. */
async function nameOf(page: Page, frameId: string, parentId: string): Promise<string> {
  try {
    const { backendNodeId } = await ownerOf(page, frameId, parentId);
    const { node } = await page.frames.sessionOf(parentId).send('DOM.describeNode', { backendNodeId });
    const attributes = node.attributes ?? [];
    const named = (name: string): string => {
      const at = attributes.findIndex((one, index) => index % 2 === 0 && one === name);
      return at === -1 ? '' : (attributes[at + 1] ?? '');
    };
    return ([named('name'), named('id'), named('title')].find((one) => one !== '') ?? '').slice(0, 200);
  } catch (thrown) {
    if (thrown instanceof CdpError) return '';
    throw thrown;
  }
}

/** The element that a frame is in, which is the same for as long as the document around it is. */
export async function ownerOf(page: Page, frameId: string, parentId: string): Promise<NodeId> {
  return { backendNodeId: await page.ownerOf(frameId, parentId), frameId: parentId };
}
