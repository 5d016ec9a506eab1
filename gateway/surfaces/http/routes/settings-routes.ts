// The settings and the self-check over HTTP, for the app. INVARIANT: it reads; a change is written once a person confirmed it in the
// consent document, and the key of a model is the window's matter alone.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { proposeSetting } from '#gateway/surfaces/http/settings/settings-proposal.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import {
  BAD_KEY,
  keepModelKey,
  modelKeyView,
  modelTester,
  navigatorWatch,
} from '#gateway/surfaces/http/settings/model-key.ts';
import { settingsView } from '#gateway/surfaces/http/settings/edit-settings.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { failure } from '#policy/language/failure.ts';

/** Whose request it is, by its token, and the note of its process, which may not answer what it asks. */
export type Asking = {
  readonly channelOf: (context: Context<HttpEnv>) => 'UI' | 'CLI';
  readonly noteAsker: (context: Context<HttpEnv>, id: string) => Promise<void>;
};

/** Who proposes a change, for the card and the log. */
const PROPOSERS = { UI: 'app:ui', CLI: 'app:cli' } as const;
const NOT_THE_WINDOW = failure('http.unauthorized', 'the key of a model is given in the app’s window alone', {
  help: 'open it with `ghost ui`, then look under Settings; programs set GEMINI_API_KEY',
});

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

const modelTest = z.strictObject({ key: z.string().max(1_000).optional() });
const modelKey = z.strictObject({ key: z.string().max(1_000).nullable() });

export type Examine = () => Promise<readonly DoctorCheck[]>;

export function addSettings(
  app: Hono<HttpEnv>,
  gateway: Gateway,
  { channelOf, noteAsker, examine }: Asking & { readonly examine: Examine | null },
): void {
  async function proposerOf(context: Context<HttpEnv>): Promise<string> {
    const by = PROPOSERS[channelOf(context)];
    await noteAsker(context, by);
    return by;
  }
  const file = gateway.paths.config;
  const { policyLife: life, consents, audit } = gateway;
  app.get('/api/settings', (context) => {
    const view = settingsView(file);
    return view.ok ? context.json(view.value) : context.json({ error: view.error }, 400);
  });
  app.post('/api/settings', async (context) => {
    const body = change.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const written = await proposeSetting(
      { file, life, consents, audit },
      body.data,
      await proposerOf(context),
      context.req.raw.signal,
    );
    if (!written.ok) return context.json({ error: written.error }, 400);
    gateway.tellSettingsChanged();
    return context.json({});
  });
  const model = { navigator: gateway.config.navigator, signedIn: gateway.bearer, keys: gateway.modelKey };
  const hasChanged = navigatorWatch(file);
  const tested = modelTester({ ...model, env: process.env, audit, by: PROPOSERS.UI });
  app.get('/api/model', async (context) =>
    context.json(await modelKeyView(model, process.env, hasChanged())),
  );
  app.post('/api/model/test', async (context) => {
    if (channelOf(context) !== 'UI') return context.json({ error: NOT_THE_WINDOW }, 403);
    const body = modelTest.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: BAD_KEY }, 400);
    const test = await tested(body.data.key ?? null, context.req.raw.signal);
    return test.ok ? context.json(test.value) : context.json({ error: test.error }, 409);
  });
  app.post('/api/model/key', async (context) => {
    if (channelOf(context) !== 'UI') return context.json({ error: NOT_THE_WINDOW }, 403);
    const body = modelKey.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: BAD_KEY }, 400);
    const parts = { ...model, env: process.env, life, consents, audit };
    const by = await proposerOf(context);
    const kept = await keepModelKey(parts, body.data.key, by, context.req.raw.signal);
    if (!kept.ok) return context.json({ error: kept.error }, 400);
    gateway.tellSettingsChanged();
    return context.json({});
  });
  app.get('/api/doctor', async (context) =>
    context.json(
      ((await examine?.()) ?? []).map(({ name, state, detail, help }) => ({ name, state, detail, help })),
    ),
  );
}
