// Signing in with the proxy, for the app and the command line: begun, watched and ended. INVARIANT: no token leaves by it; whoever begins
// it signs nobody in, a person at the issuer does.
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { SIGN_IN_WAYS } from '#gateway/protocol/views/identity.ts';
import { badRequest, personIn, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

const begin = z.strictObject({ way: z.enum(SIGN_IN_WAYS) });

export function addIdentity(app: Hono<HttpEnv>, { identity }: Pick<Gateway, 'identity'>): void {
  app.get('/api/identity', async (context) => context.json(await identity.look()));
  app.post('/api/identity/check', async (context) => {
    const checked = await identity.check(context.req.raw.signal);
    return checked.ok ? context.json(checked.value) : context.json({ error: checked.error }, 409);
  });
  app.post('/api/identity/sign-in', async (context) => {
    const body = begin.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const begun = await identity.begin(body.data.way);
    return begun.ok ? context.json(begun.value) : context.json({ error: begun.error }, 409);
  });
  app.post('/api/identity/cancel', async (context) => {
    const cancelled = await identity.cancel();
    return cancelled.ok ? context.json(cancelled.value) : context.json({ error: cancelled.error }, 409);
  });
  app.post('/api/identity/sign-out', async (context) => {
    const ended = await identity.end(personIn(context), context.req.raw.signal);
    return ended.ok ? context.json(ended.value) : context.json({ error: ended.error }, 409);
  });
}
