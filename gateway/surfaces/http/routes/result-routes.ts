// Kept results over HTTP, for the app and for `ghost results`. INVARIANT: what is given out or deleted is in the log first.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { openApplet } from '#gateway/extraction/kept-applets.ts';
import type { Gateway } from '#gateway/main.ts';
import { APPLET_FORMS } from '#gateway/protocol/views/applet.ts';
import type { AppletAddress, AppletForm } from '#gateway/protocol/views/applet.ts';
import type { CheckedApplet } from '#gateway/extraction/applet-desk.ts';
import { badRequest, personBy, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { AppletOrigin } from './applet-origin.ts';

const taskId = z.string().min(1).max(200);
const query = z.strictObject({
  words: z.string().max(2_000).optional(),
  status: z.string().max(50).optional(),
  since: z.number().optional(),
  until: z.number().optional(),
  limit: z.number().int().min(1).max(1_000).optional(),
});
const leaving = z.strictObject({ taskId, form: z.string().min(1).max(50) });
const appletForm = z.enum(APPLET_FORMS).optional();
const asFile = z.strictObject({ taskId, form: appletForm });
const inFrame = z.strictObject({ form: appletForm });
const gone = z.strictObject({ tasks: z.union([z.literal('ALL'), z.array(taskId).min(1).max(1_000)]) });

export function addResults(
  app: Hono<HttpEnv>,
  { results }: Pick<Gateway, 'results'>,
  addressOf: AppletOrigin['addressOf'],
): void {
  const applet = (
    id: string,
    form: AppletForm | undefined,
    as: 'VIEW' | 'FILE',
    who: string,
  ): Promise<Result<CheckedApplet>> => openApplet(results.shelf(as, who), id, form ?? null);
  app.post('/api/results/applet', async (context) => {
    const body = asFile.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const made = await applet(body.data.taskId, body.data.form, 'FILE', whoIn(context));
    return answered(context, made.ok ? ok({ form: made.value.form, html: made.value.html }) : made);
  });
  app.post('/api/results/:id/applet', async (context) => {
    const body = inFrame.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const made = await applet(context.req.param('id'), body.data.form, 'VIEW', whoIn(context));
    if (!made.ok) return answered(context, made);
    const address: AppletAddress = { url: addressOf(made.value), form: made.value.form };
    return context.json(address);
  });
  app.post('/api/results/find', async (context) => {
    const body = query.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { words, status, since, until, limit } = body.data;
    const asked = {
      ...(words === undefined ? {} : { words }),
      ...(status === undefined ? {} : { status }),
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      ...(limit === undefined ? {} : { limit }),
    };
    return answered(context, await results.find(asked, whoIn(context)));
  });
  app.get('/api/results/:id', async (context) =>
    answered(context, await results.show(context.req.param('id'), whoIn(context))),
  );
  app.post('/api/results/export', async (context) => {
    const body = leaving.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return answered(context, await results.export(body.data.taskId, body.data.form, whoIn(context)));
  });
  app.post('/api/results/delete', async (context) => {
    const body = gone.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return answered(context, await results.delete(body.data.tasks, whoIn(context)));
  });
}

const whoIn = (context: Context<HttpEnv>): string => personBy(context.req.header('x-ghost-client'));

function answered(context: Context<HttpEnv>, result: Result<unknown>): Response {
  if (result.ok) return context.json(result.value);
  return context.json({ error: result.error }, result.error.code === 'result.unknown' ? 404 : 409);
}
