// What persons' answers still allow, for the app and the command line: seen, and taken back. INVARIANT: nothing here allows anything.
import type { Hono } from 'hono';
import type { Gateway } from '#gateway/main.ts';
import { personIn } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

export function addGrants(app: Hono<HttpEnv>, { grants }: Pick<Gateway, 'grants'>): void {
  app.get('/api/grants', (context) => context.json(grants.list()));
  app.post('/api/grants/:id/revoke', async (context) => {
    const revoked = await grants.revoke(context.req.param('id'), personIn(context));
    if (revoked.ok) return context.json(revoked.value);
    return context.json({ error: revoked.error }, revoked.error.code === 'grant.unknown' ? 404 : 409);
  });
}
