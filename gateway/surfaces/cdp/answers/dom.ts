// Nodes of a page: what they are, where they lie, in which world, and that they are brought into view.
// INVARIANT: a node is named by an object of the session, or by a number that was told of it here.
import { z } from 'zod';
import { done, ERROR, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { noContext, noObject, toldFailure } from './remote-script.ts';
import { actOf, objectId, off } from './runtime.ts';

const ofNode = { objectId };
const NO_NODE = 'Could not find node with given id';

export const DOM_METHODS: Readonly<Record<string, Method>> = {
  'DOM.describeNode': ofPage(
    z.strictObject({ ...ofNode, depth: z.literal(0).optional(), pierce: off('what is below is not told') }),
    async ({ objectId: id }, asked) => {
      const { view } = asked.target.page;
      const held = view.object(id, asked.session.id);
      if (held === null) return noObject();
      const looked = await asked.target.page.look<'NODE'>(actOf(asked), { for: 'NODE', handle: held.handle });
      if (!looked.ok) return toldFailure(asked.method, looked.error);
      const { node, frameId, ...plain } = looked.value.node;
      const frame = frameId === undefined ? {} : { frameId: view.idOf(frameId) };
      return done({
        node: { nodeId: 0, backendNodeId: view.numberOf(node), ...plain, nodeValue: '', ...frame },
      });
    },
  ),
  'DOM.resolveNode': ofPage(
    z.strictObject({
      backendNodeId: z.int(),
      executionContextId: z.int(),
      objectGroup: z.string().max(200).optional(),
    }),
    async ({ backendNodeId, executionContextId }, asked) => {
      const { page } = asked.target;
      const context = page.view.context(executionContextId);
      if (context === null) return noContext();
      const node = page.view.insideNumber(backendNodeId);
      if (node === null) return wrong(ERROR.refused, NO_NODE);
      const ask = { for: 'RESOLVE', node, context: context.id } as const;
      const looked = await page.look<'RESOLVE'>(actOf(asked), ask);
      if (!looked.ok)
        return looked.error.code === 'act.unknown-ref'
          ? wrong(ERROR.refused, NO_NODE)
          : toldFailure(asked.method, looked.error);
      return done({ object: page.view.told(looked.value.value, context.id, asked.session.id) });
    },
  ),
  'DOM.getContentQuads': ofPage(z.strictObject(ofNode), async ({ objectId: id }, asked) => {
    const held = asked.target.page.view.object(id, asked.session.id);
    if (held === null) return noObject();
    const looked = await asked.target.page.look<'QUADS'>(actOf(asked), { for: 'QUADS', handle: held.handle });
    return looked.ok ? done({ quads: looked.value.quads }) : toldFailure(asked.method, looked.error);
  }),
  'DOM.scrollIntoViewIfNeeded': ofPage(
    z.strictObject({
      ...ofNode,
      /** Of the element; all of it is brought into view. */
      rect: z
        .strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
        .optional(),
    }),
    async ({ objectId: id }, asked) => {
      const { page } = asked.target;
      const held = page.view.object(id, asked.session.id);
      if (held === null) return noObject();
      const looked = await page.look<'ELEMENT'>(actOf(asked), { for: 'ELEMENT', handle: held.handle });
      if (!looked.ok) return toldFailure(asked.method, looked.error);
      const { ref } = looked.value;
      if (ref === null) return wrong(ERROR.refused, 'Node is detached from document');
      const scrolled = await asked.act(asked.target, { type: 'SCROLL', ref, dx: 0, dy: 0, intoView: true });
      if (scrolled.ok) return done();
      return scrolled.error.code === 'act.stale-ref' || scrolled.error.code === 'act.changed'
        ? wrong(ERROR.refused, 'Node is detached from document')
        : toldFailure(asked.method, scrolled.error);
    },
  ),
};
