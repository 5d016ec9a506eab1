// A script of a program that drives the tab: in the world that was decided on, on the objects that it holds there.
// INVARIANT: it runs in the very world that the act names, or not at all; what a promise comes to later is told without credentials,
// and only while its frame may be read.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { RemoteScript } from '#policy/acts/remote-acts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { currentBudget, outsideBudget, reachesPage } from '#executors/cdp/budget.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { CdpSession } from '#executors/cdp/connection.ts';
import type { RemoteAnswer } from '#executors/contract/remote.ts';
import {
  noWorld,
  type HeldObject,
  type HeldWorld,
  type RemoteClient,
} from '#executors/page/remote/remote-client.ts';
import type { Hiding } from './values.ts';
import { thrownOf, TooMuch, valueOf } from './values.ts';
import { UNSERIALIZABLE } from '#executors/contract/remote.ts';
import type { Answer } from './values.ts';

/** A promise that is not settled by then does not hold the tab up: what it comes to is told later. */
const GRACE_MS = 60;
const SCRIPT_MS = 30_000;
const PROMISE_MS = 600_000;

const argument = z.union([
  z.strictObject({ handle: z.string().max(40) }),
  z.strictObject({ unserializable: z.string().regex(UNSERIALIZABLE) }),
  z.strictObject({ value: z.unknown().optional() }),
]);
const argumentList = z.array(argument).max(1_000);

export type ScriptContext = {
  readonly client: RemoteClient | null;
  readonly text: string;
  /** As it is known by then, in the frame too. */
  readonly hide: (frameId: string) => Promise<Hiding>;
  /** Whose the frame's content is, while it may be read. */
  readonly fromOf: (frameId: string) => string | null;
  /** Given what the script comes to where a dialog of its page stops it: that its promise waits. `null`: too many wait, or it was told. */
  readonly onRunning: (whenHeld: () => RemoteAnswer | null) => void;
};

/** Errors: `act.no-frame` for a world, `act.unknown-ref` for an object that is none of the program's. */
export async function runRemote(
  remote: RemoteScript,
  { client, text, hide, fromOf, onRunning }: ScriptContext,
): Promise<Result<RemoteAnswer>> {
  const world = client?.world(remote.context) ?? null;
  if (client === null || world === null || world.isDefault !== (remote.world === 'PAGE')) return noWorld();
  const call = callOf(remote, client, world, text);
  if (!call.ok) return call;
  currentBudget()?.extend(SCRIPT_MS);
  reachesPage();
  const { session } = world;
  // Its own document's, wherever the frame has gone when it is told.
  const whose = fromOf(world.frameId) ?? '';
  // A dialog may hold it for longer than the act has.
  const running = outsideBudget(() => call.value(session));
  // Who else waits for it hears of it; here it is waited for or told later.
  running.catch(() => undefined);
  // What is told later is told once, under one number, and is waited for here no longer.
  let waits: RemoteAnswer | null = null;
  const handedOver = Promise.withResolvers<'LATER'>();
  const later = (): RemoteAnswer | null => {
    if (waits !== null) return waits;
    const pending = client.wait();
    if (pending === null) return null;
    waits = { pending };
    handedOver.resolve('LATER');
    void tellLater(running, pending);
    return waits;
  };
  onRunning(later);
  const from = async () => ({ client, session, world: world.id, hide: await hide(world.frameId) });
  try {
    const grace = remote.awaits ? [wait(GRACE_MS, 'LATER' as const, { ref: false })] : [];
    const answer = await Promise.race([running, handedOver.promise, ...grace]);
    if (answer !== 'LATER') return ok(settled(answer, await from()));
  } catch (thrown) {
    return failed(thrown);
  }
  const told = later();
  return told === null
    ? fail('act.too-large', 'too many promises of this program wait', { help: 'wait for one of them' })
    : ok(told);

  async function tellLater(promised: Promise<Answer>, number: number): Promise<void> {
    const told = await promised
      .then(async (answer) => settled(answer, await from()))
      .catch((thrown: unknown) =>
        thrown instanceof TooMuch
          ? ({ failed: thrown.message, code: 'act.too-large' } as const)
          : { failed: thrown instanceof CdpError ? wordsOf(thrown) : 'Inspected target navigated or closed' },
      );
    client?.waited();
    const isThere = client?.world(world?.id ?? 0) !== null && fromOf(world?.frameId ?? '') !== null;
    client?.tell({
      kind: 'SETTLED',
      pending: number,
      answer: isThere ? told : { failed: 'Cannot find context with specified id' },
      from: whose,
    });
  }
}

const settled = (answer: Answer, from: Parameters<typeof valueOf>[1]) => ({
  value: valueOf(answer.result, from),
  thrown: answer.exceptionDetails === undefined ? null : thrownOf(answer.exceptionDetails, from),
});

/** What is asked of the browser; nothing of the program's message is in it but what stands here. */
function callOf(
  { call, byValue, awaits }: RemoteScript,
  client: RemoteClient,
  world: HeldWorld,
  text: string,
): Result<(session: CdpSession) => Promise<Answer>> {
  const how = {
    returnByValue: byValue,
    awaitPromise: awaits,
    objectGroup: client.group,
    silent: true,
  };
  const options = { deadlineMs: PROMISE_MS };
  if (call === undefined)
    return ok((session) =>
      session.send(
        'Runtime.evaluate',
        { expression: text, uniqueContextId: world.uniqueId, ...how },
        options,
      ),
    );
  const on = call.on === undefined ? null : heldIn(client, call.on, world);
  if (on !== null && !on.ok) return on;
  const given = argumentList.safeParse(parseJson(call.arguments));
  if (!given.success) return fail('act.unsupported', 'the arguments are no list of values and handles');
  const values: ({ value: unknown } | { objectId: string } | { unserializableValue: string })[] = [];
  for (const one of given.data) {
    if ('handle' in one) {
      const held = heldIn(client, one.handle, null);
      if (!held.ok) return held;
      if (held.value.session !== world.session) return noObject();
      values.push({ objectId: held.value.objectId });
    } else if ('unserializable' in one) values.push({ unserializableValue: one.unserializable });
    else values.push({ value: one.value });
  }
  return ok((session) =>
    session.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: text,
        ...(on === null ? { uniqueContextId: world.uniqueId } : { objectId: on.value.objectId }),
        arguments: values,
        ...how,
      },
      options,
    ),
  );
}

/** `world`: the only one that it may be of. */
function heldIn(client: RemoteClient, handle: string, world: HeldWorld | null): Result<HeldObject> {
  const held = client.object(handle);
  if (held === null || (world !== null && held.world !== world.id)) return noObject();
  // A frame that may not be read any more took its worlds along, and they their objects.
  return client.world(held.world) === null ? noObject() : ok(held);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const noObject = (): Result<never> =>
  fail('act.unknown-ref', 'there is no such object', { help: 'take one that was handed out' });

/** The browser's own words, without the method that we asked by. */
export const wordsOf = ({ message }: CdpError): string =>
  message.slice(message.indexOf(': ') + 2).slice(0, 200);

/** What the browser says of a call is no failure of the act: its program knows the words. */
export function failed(thrown: unknown): Result<never> {
  if (thrown instanceof TooMuch)
    return fail('act.too-large', thrown.message, { help: 'ask for less of it, or let go of what is held' });
  if (!(thrown instanceof CdpError)) throw thrown;
  const words = wordsOf(thrown);
  return fail('act.unsupported', words, { details: { words } });
}
