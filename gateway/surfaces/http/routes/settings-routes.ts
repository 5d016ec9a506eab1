// The settings and the self-check over HTTP, for the app. INVARIANT: it reads; a change is written once a person confirmed it in the
// consent document.
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { proposeSetting } from '#gateway/surfaces/http/settings/settings-proposal.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import { settingsView } from '#gateway/surfaces/http/settings/edit-settings.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

/** Who proposes changes. */
const BY = 'app:ui';

const site = z.strictObject({
  name: z.string().min(1).max(100),
  url: z.string().max(2_000),
  about: z.array(z.string().max(100)).max(20).optional(),
});
const change = z.strictObject({
  key: z.string().min(1).max(100),
  value: z.union([z.string().max(2_000), z.number(), z.boolean(), z.null(), z.array(site).max(200)]),
  base: z.string().max(100),
});

export type Examine = () => Promise<readonly DoctorCheck[]>;

export function addSettings(app: Hono<HttpEnv>, gateway: Gateway, examine: Examine | null): void {
  const file = gateway.paths.config;
  const { policyLife: life, consents, audit } = gateway;
  app.get('/api/settings', (context) => {
    const view = settingsView(file, process.env);
    return view.ok ? context.json(view.value) : context.json({ error: view.error }, 400);
  });
  app.post('/api/settings', async (context) => {
    const body = change.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const written = await proposeSetting(
      { file, life, consents, audit },
      body.data,
      BY,
      context.req.raw.signal,
    );
    return written.ok ? context.json({}) : context.json({ error: written.error }, 400);
  });
  app.get('/api/doctor', async (context) =>
    context.json(
      ((await examine?.()) ?? []).map(({ name, state, detail, help }) => ({ name, state, detail, help })),
    ),
  );
}
