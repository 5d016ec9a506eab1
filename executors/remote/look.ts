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
import { failed, noObject } from './script.ts';
import { valueOf } from './values.ts';
import { WatchedPage } from './watch-page.ts';

const MOST_PROPERTIES = 5_000;

export type LookContext = {
  readonly page: Page;
  readonly refs: Refs;
  readonly remotes: RemoteClients<Page>;
  readonly watch: PageWatch;
  readonly hide: (text: string) => string;
};

const WATCHED = new WeakMap<RemoteClient, WatchedPage>();

/** Whether a frame's document may be read by the program, as far as it was told of it. */
export const isReadable = (client: RemoteClient | null, frameId: string): boolean =>
  client !== null && WATCHED.get(client)?.isReadable(frameId) === true;

export async function lookRemotely(
  { client: id, ask }: RemoteLook,
  context: LookContext,
): Promise<Result<RemoteTold>> {
  const { page, remotes } = context;
  try {
    if (ask.for === 'PAGE') return await begin(id, context);
    const client = remotes.find(page, id);
    return client === null ? noWorld() : await look(ask, client, context);
  } catch (thrown) {
    return failed(thrown);
  }
}

/** Begun again, it is told once more what is there. */
async function begin(id: string, { page, remotes, watch, hide }: LookContext): Promise<Result<RemoteTold>> {
  const client = remotes.find(page, id) ?? remotes.begin(page, id);
  if (client === null) return fail('act.unsupported', 'nobody listens to what would be told');
  client.hears = true;
  const watched = WATCHED.get(client) ?? new WatchedPage(page, client, hide);
  WATCHED.set(client, watched);
  return ok({ for: 'PAGE', ...(await watched.begin(watch.worlds(page.session))) });
}

async function look(
  ask: Exclude<RemoteAsk, { readonly for: 'PAGE' }>,
  client: RemoteClient,
  context: LookContext,
): Promise<Result<RemoteTold>> {
  const { page, refs, hide } = context;
  switch (ask.for) {
    case 'WORLD':
      return makeWorld(ask.frame, ask.name, client, page);
    case 'WORLDS': {
      if (!client.hasRoomForName) return fail('act.too-large', 'this program has too many worlds');
      if (client.worldNames.has(ask.name)) return ok({ for: 'WORLDS' });
      client.worldNames.add(ask.name);
      await page.session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: '',
        worldName: client.nameFor(ask.name),
      });
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
        const from = { client, session, world, hide };
        const properties = result
          .slice(0, MOST_PROPERTIES)
          .map(({ name, value, enumerable, isOwn = false }) => ({
            name: hide(name),
            value: value === undefined ? null : valueOf(value, from),
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
      return ok({
        for: 'RESOLVE',
        value: valueOf(object, { client, session: node.session, world: world.id, hide }),
      });
    }
    case 'ELEMENT':
      return onObject(client, ask.handle, async ({ session, objectId, world }) => {
        const frameId = client.world(world)?.frameId ?? page.id;
        const { node } = await session.send('DOM.describeNode', { objectId });
        return named({ backendNodeId: node.backendNodeId, frameId }, page, refs);
      });
    case 'LAYOUT': {
      const { cssVisualViewport: view, cssContentSize: content } =
        await page.session.send('Page.getLayoutMetrics');
      const { pageX, pageY, clientWidth, clientHeight, scale } = view;
      const seen = { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
      return ok({ for: 'LAYOUT', layout: { view: seen, content, scale } });
    }
  }
}

function onObject(
  client: RemoteClient,
  handle: string,
  work: (held: HeldObject) => Promise<Result<RemoteTold>>,
): Promise<Result<RemoteTold>> {
  const held = client.object(handle);
  return held === null || client.world(held.world) === null ? Promise.resolve(noObject()) : work(held);
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
  const world = client.addWorld({ session, contextId, frameId, origin: '', name, isDefault: false });
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

/** As acts name it. */
async function named(
  found: { readonly backendNodeId: number; readonly frameId: string },
  page: Page,
  refs: Refs,
): Promise<Result<RemoteTold>> {
  const identity = await readIdentity(page, found);
  if (identity === null) return ok({ for: 'ELEMENT', ref: null, role: '' });
  refs.begin(page.documentId);
  const documentId = page.documentOf(found.frameId) ?? '';
  return ok({ for: 'ELEMENT', ref: refs.give({ ...found, ...identity, documentId }), role: identity.role });
}
