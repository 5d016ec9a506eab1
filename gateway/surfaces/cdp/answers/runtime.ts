// Worlds and objects of a page: which there are, functions called on them, what they hold, and that they are let go of.
// INVARIANT: parameters are closed; an argument is a value, or an object of the same session.
import { z } from 'zod';
import { done, ERROR, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import type { Fields } from '#gateway/surfaces/cdp/call/message.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { PageView } from '#gateway/surfaces/cdp/page/page-view.ts';
import type { RemoteContext } from '#executors/contract/remote.ts';
import type { AskedOfPage, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { contextOf } from '#gateway/surfaces/cdp/page/page-events.ts';
import { noContext, noObject, runIn, toldFailure } from './remote-script.ts';
import { UNSERIALIZABLE } from '#executors/contract/remote.ts';

/** A library's helpers are of this size; more is none. */
export const MOST_SCRIPT = 1024 * 1024;

export const off = (why: string) => z.literal(false, { error: why }).optional();
export const script = z
  .string()
  .max(MOST_SCRIPT, { error: `a script has ${MOST_SCRIPT} characters at most` });
export const objectId = z.string().max(200);
export const uniqueId = z.string().max(200);

/** One of them, or none. */
export type WorldNames = { readonly number: number | undefined; readonly uniqueId: string | undefined };
export function worldOf(view: PageView, { number, uniqueId: name }: WorldNames): RemoteContext | null {
  if (number !== undefined) return view.context(number);
  return name === undefined ? null : view.contextNamed(name);
}
/** What a script is given and the door has no use for. */
export const HOW = {
  silent: z.boolean().optional(),
  objectGroup: z.string().max(200).optional(),
  generatePreview: off('values come whole, without a preview'),
  throwOnSideEffect: off('a script’s effects are decided by the policy'),
  /** Answered, and no gesture: a page takes nothing of it for a person’s. */
  userGesture: z.boolean().optional(),
} as const;

const argument = z.strictObject({
  value: z.unknown().optional(),
  unserializableValue: z.string().regex(UNSERIALIZABLE).optional(),
  objectId: objectId.optional(),
});

export const actOf =
  ({ act, target }: AskedOfPage) =>
  (action: Parameters<AskedOfPage['act']>[1]) =>
    act(target, action);

export const RUNTIME_METHODS: Readonly<Record<string, Method>> = {
  'Runtime.enable': ofPage(z.strictObject({}), async (_, asked) => {
    const { target, session, targets, method } = asked;
    const begun = await target.page.begin(actOf(asked));
    if (!begun.ok) return toldFailure(method, begun.error);
    if (session.hearsRuntime) return done();
    session.hearsRuntime = true;
    const { view } = target.page;
    for (const context of view.contexts())
      targets.tell(session, 'Runtime.executionContextCreated', { context: contextOf(view, context) });
    return done();
  }),
  'Runtime.disable': ofPage(z.strictObject({}), (_, { session }) => {
    session.hearsRuntime = false;
    return done();
  }),
  'Runtime.callFunctionOn': ofPage(
    z.strictObject({
      functionDeclaration: script,
      objectId: objectId.optional(),
      executionContextId: z.int().optional(),
      uniqueContextId: uniqueId.optional(),
      arguments: z.array(argument).max(1_000).default([]),
      returnByValue: z.boolean().default(false),
      awaitPromise: z.boolean().default(false),
      ...HOW,
    }),
    (given, asked) => {
      const { view } = asked.target.page;
      const on = given.objectId === undefined ? null : view.object(given.objectId, asked.session.id);
      if (given.objectId !== undefined && on === null) return noObject();
      const names = { number: given.executionContextId, uniqueId: given.uniqueContextId };
      const named = [on ?? undefined, names.number, names.uniqueId].filter((one) => one !== undefined);
      if (named.length !== 1)
        return wrong(
          ERROR.refused,
          'Either objectId or executionContextId or uniqueContextId must be specified',
        );
      const context =
        on === null ? worldOf(view, names) : (view.contexts().find(({ id }) => id === on.context) ?? null);
      if (context === null) return noContext();
      const list: Fields[] = [];
      for (const one of given.arguments) {
        const held = one.objectId === undefined ? null : view.object(one.objectId, asked.session.id);
        if (one.objectId !== undefined && held === null) return noObject();
        list.push(
          held !== null
            ? { handle: held.handle }
            : one.unserializableValue !== undefined
              ? { unserializable: one.unserializableValue }
              : { value: one.value },
        );
      }
      return runIn(asked, {
        text: given.functionDeclaration,
        context,
        call: { ...(on === null ? {} : { on: on.handle }), arguments: JSON.stringify(list) },
        byValue: given.returnByValue,
        awaits: given.awaitPromise,
      });
    },
  ),
  'Runtime.getProperties': ofPage(
    z.strictObject({
      objectId,
      ownProperties: z.boolean().default(false),
      accessorPropertiesOnly: off('a getter is not run'),
      generatePreview: off('values come whole, without a preview'),
      nonIndexedPropertiesOnly: off('all of them are told'),
    }),
    async ({ objectId: id, ownProperties }, asked) => {
      const { target, session, method } = asked;
      const { view } = target.page;
      const held = view.object(id, session.id);
      if (held === null) return noObject();
      const ask = { for: 'PROPERTIES', handle: held.handle, own: ownProperties } as const;
      const looked = await target.page.look<'PROPERTIES'>(actOf(asked), ask);
      if (!looked.ok) return toldFailure(method, looked.error);
      return done({
        result: looked.value.properties.map(({ name, value, enumerable, isOwn }) => ({
          name,
          ...(value === null ? {} : { value: view.told(value, held.context, session.id) }),
          configurable: false,
          enumerable,
          isOwn,
        })),
      });
    },
  ),
  'Runtime.releaseObject': ofPage(z.strictObject({ objectId }), ({ objectId: id }, { target, session }) => {
    const { view } = target.page;
    const held = view.release(id, session.id);
    if (held !== null) target.open.tab.releaseRemote(view.client, held.handle);
    return done();
  }),
};
