// What a program that drives the tab by the DevTools protocol looks at: frames, worlds, nodes, places. An act each, decided before.
// INVARIANT: nothing is asked of the browser by a message of the program; an object, node or world that is none of its is unknown.
import type { RemoteAsk, RemoteLook } from '#policy/acts/remote-acts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { RemoteTold } from '#executors/contract/remote.ts';
import { noWorld, type HeldObject, type RemoteClient } from '#executors/page/remote/remote-client.ts';
import type { RemoteClients } from '#executors/page/remote/remote-clients.ts';
import type { Page } from '#executors/page/page.ts';
import type { Refs } from '#executors/page/refs.ts';
import type { PageWatch } from '#executors/observe/page-watch.ts';
import { readIdentity } from '#executors/perception/identity.ts';
import { nodeUnder } from './under-point.ts';
import { historyOf } from './history.ts';
import { focusedNode, selectedIn } from './focused.ts';
import type { Hiding } from './values.ts';
import { failed, noObject } from './script.ts';
import { checkSize, valueOf, withoutParts } from './values.ts';
import { WatchedPage } from './watch-page.ts';

const MOST_PROPERTIES = 5_000;

export type LookContext = {
  readonly page: Page;
  readonly refs: Refs;
  readonly remotes: RemoteClients<Page>;
  readonly watch: PageWatch;
  readonly hide: (text: string) => string;
  readonly hideUrl: (url: string) => string;
  /** Takes out what is known by then, of the frame too. */
  readonly hidingIn: (frame: FrameFrom) => Promise<Hiding>;
};

/** `url`: whose content it is. */
type FrameFrom = { readonly id: string; readonly url: string };

const WATCHED = new WeakMap<RemoteClient, WatchedPage>();

/** Whose a frame's content is, as far as the program may read it and was told of it. */
export const fromOf = (client: RemoteClient | null, frameId: string): string | null =>
  client === null ? null : (WATCHED.get(client)?.from(frameId) ?? null);

const isReadable = (client: RemoteClient, frameId: string): boolean => fromOf(client, frameId) !== null;

/** What it saw, and whose words it is. */
export type Looked = { readonly told: RemoteTold; readonly from: string };

export async function lookRemotely(
  { client: id, ask }: RemoteLook,
  context: LookContext,
): Promise<Result<Looked>> {
  const { page, remotes } = context;
  try {
    if (ask.for === 'PAGE') return lookedAt(await begin(id, context), page.url);
    const client = remotes.find(page, id);
    if (client === null) return noWorld();
    const frameId = frameOf(ask, client) ?? page.id;
    // Of a page that may not be read there are no worlds, and its layout is no text.
    const url = fromOf(client, frameId) ?? page.url;
    return lookedAt(await look(ask, client, { ...context, in: { id: frameId, url } }), url);
  } catch (thrown) {
    return failed(thrown);
  }
}

const lookedAt = (told: Result<RemoteTold>, from: string): Result<Looked> =>
  told.ok ? ok({ told: told.value, from }) : told;

/** Where what is looked at lies; `null`: it is no document's, or nothing of this program's. */
function frameOf(ask: RemoteAsk, client: RemoteClient): string | null {
  switch (ask.for) {
    case 'NODE':
    case 'QUADS':
    case 'ELEMENT':
    case 'PROPERTIES':
      return client.world(client.object(ask.handle)?.world ?? 0)?.frameId ?? null;
    case 'RESOLVE':
      return client.world(ask.context)?.frameId ?? null;
    case 'WORLD':
      return ask.frame;
    case 'PAGE':
    case 'WORLDS':
    case 'FOCUSED':
    case 'POINT':
    case 'LAYOUT':
    case 'HISTORY':
      return null;
  }
}

/** Begun again, it is told once more what is there. */
async function begin(
  id: string,
  { page, remotes, watch, hide, hideUrl }: LookContext,
): Promise<Result<RemoteTold>> {
  const client = remotes.find(page, id) ?? remotes.begin(page, id);
  if (client === null) return fail('act.unsupported', 'nobody listens to what would be told');
  const watched =
    WATCHED.get(client) ??
    new WatchedPage(page, client, { hide: { text: hide, url: hideUrl }, log: watch.requests });
  WATCHED.set(client, watched);
  return ok({ for: 'PAGE', ...(await watched.begin(watch.worlds(page.session))) });
}

async function look(
  ask: Exclude<RemoteAsk, { readonly for: 'PAGE' }>,
  client: RemoteClient,
  context: LookContext & { readonly in: FrameFrom },
): Promise<Result<RemoteTold>> {
  const { page, refs } = context;
  switch (ask.for) {
    case 'WORLD':
      return makeWorld(ask.frame, ask.name, client, page);
    case 'WORLDS': {
      if (!client.hasRoomForName) return fail('act.too-large', 'this program has too many worlds');
      if (client.worldNames.has(ask.name)) return ok({ for: 'WORLDS' });
      // By no script of the browser’s: those are numbered, and the guard of documents counts its own.
      client.worldNames.add(ask.name);
      return ok({ for: 'WORLDS' });
    }
    case 'NODE':
      return onObject(client, ask.handle, (held) => describe(held, client));
    case 'QUADS':
      return onObject(client, ask.handle, async ({ session, objectId }) => {
        const { quads } = await session.send('DOM.getContentQuads', { objectId });
        return ok({ for: 'QUADS', quads });
      });
    case 'PROPERTIES':
      return onObject(client, ask.handle, async ({ session, objectId, world }) => {
        const { result } = await session.send('Runtime.getProperties', { objectId, ownProperties: ask.own });
        const hide = await context.hidingIn(context.in);
        const from = { client, session, world, hide };
        if (result.length > MOST_PROPERTIES)
          return fail('act.too-large', `an object has ${MOST_PROPERTIES} properties at most`);
        checkSize(result.map(({ name, value }) => [name, value?.value, value?.description]));
        const values = withoutParts(
          result.map(({ value }) => (value === undefined ? null : valueOf(value, from))),
          hide,
        );
        const properties = result.map(({ name, enumerable, isOwn = false }, at) => ({
          name: hide.text(name),
          value: values[at] ?? null,
          enumerable,
          isOwn,
        }));
        return ok({ for: 'PROPERTIES', properties });
      });
    case 'RESOLVE': {
      const node = client.node(ask.node);
      const world = client.world(ask.context);
      if (node === null) return noObject();
      if (world === null || world.session !== node.session) return noWorld();
      const { object } = await node.session.send('DOM.resolveNode', {
        backendNodeId: node.backendNodeId,
        executionContextId: world.contextId,
        objectGroup: client.group,
      });
      const hide = await context.hidingIn(context.in);
      // A document of another process numbers its nodes and worlds anew.
      if (client.world(world.id) === null || client.node(ask.node) === null) return noWorld();
      return ok({
        for: 'RESOLVE',
        value: valueOf(object, { client, session: node.session, world: world.id, hide }),
      });
    }
    case 'ELEMENT':
      return onObject(client, ask.handle, async ({ session, objectId, world }) => {
        const frameId = client.world(world)?.frameId ?? page.id;
        const { node } = await session.send('DOM.describeNode', { objectId });
        return ok({
          for: 'ELEMENT',
          ref: await refOf({ backendNodeId: node.backendNodeId, frameId }, page, refs),
        });
      });
    case 'FOCUSED': {
      const found = await focusedNode(page, (frameId) => isReadable(client, frameId));
      if (found === 'FOREIGN')
        return fail('act.no-frame', 'a frame has the focus that this task may not look into', {
          help: 'go to its address, or have the policy let the task read it',
        });
      if (found === null) return ok({ for: 'FOCUSED', ref: null, selected: 'OTHER' });
      const ref = await refOf(found, page, refs);
      return ok({ for: 'FOCUSED', ref, selected: await selectedIn(page, found) });
    }
    case 'POINT': {
      const found = await nodeUnder(page, ask, (frameId) => isReadable(client, frameId));
      if (found === 'FOREIGN')
        return fail('act.no-frame', 'a frame lies there that this task may not look into', {
          help: 'go to its address, or have the policy let the task read it',
        });
      return ok({ for: 'POINT', ref: found === null ? null : await refOf(found, page, refs) });
    }
    case 'HISTORY':
      return ok({ for: 'HISTORY', ...(await historyOf(page, context.hide)) });
    case 'LAYOUT': {
      const { cssVisualViewport: view, cssContentSize: content } =
        await page.session.send('Page.getLayoutMetrics');
      const { pageX, pageY, clientWidth, clientHeight, scale } = view;
      const seen = { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
      return ok({ for: 'LAYOUT', layout: { view: seen, content, scale } });
    }
  }
}

async function onObject(
  client: RemoteClient,
  handle: string,
  work: (held: HeldObject) => Promise<Result<RemoteTold>>,
): Promise<Result<RemoteTold>> {
  const held = client.object(handle);
  if (held === null || client.world(held.world) === null) return noObject();
  const told = await work(held);
  // What it says is of another document where that world is gone.
  return client.world(held.world) === null ? noObject() : told;
}

/** INVARIANT: it reaches its own document alone, whatever more a program asks for: no world has access to all origins. */
async function makeWorld(
  frameId: string,
  name: string,
  client: RemoteClient,
  page: Page,
): Promise<Result<RemoteTold>> {
  const watched = WATCHED.get(client);
  if (watched?.isReadable(frameId) !== true) return noWorld();
  const { session } = page;
  const worldName = client.nameFor(name);
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName,
  });
  // The browser tells of it before it answers.
  const world = client.numbered(session, contextId);
  if (world === null || world.frameId !== frameId) return noWorld();
  watched.made(world);
  return client.world(world.id) === null ? noWorld() : ok({ for: 'WORLD', context: world.id });
}

async function describe(
  { session, objectId }: HeldObject,
  client: RemoteClient,
): Promise<Result<RemoteTold>> {
  const { node } = await session.send('DOM.describeNode', { objectId });
  const { backendNodeId, nodeType, nodeName, localName, childNodeCount = 0, frameId } = node;
  const number = client.numberOf({ session, backendNodeId });
  if (number === null) return fail('act.too-large', 'this program knows too many nodes');
  const frame = frameId !== undefined && isReadable(client, frameId) ? { frameId } : {};
  return ok({ for: 'NODE', node: { node: number, nodeType, nodeName, localName, childNodeCount, ...frame } });
}

/** As acts name it; `null`: it is not there any more. */
async function refOf(
  found: { readonly backendNodeId: number; readonly frameId: string },
  page: Page,
  refs: Refs,
): Promise<string | null> {
  const identity = await readIdentity(page, found);
  if (identity === null) return null;
  refs.begin(page.documentId);
  const documentId = page.documentOf(found.frameId) ?? '';
  return refs.give({ ...found, ...identity, documentId });
}
