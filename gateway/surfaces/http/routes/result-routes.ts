// Kept results over HTTP, for the app and for `ghost results`. INVARIANT: what is given out or deleted is in the log first.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { filmsOf } from '#gateway/extraction/films.ts';
import { joinedApplet, joinResults } from '#gateway/extraction/joined.ts';
import { fileOf, inFrame } from '#gateway/extraction/handed-over.ts';
import { openApplet } from '#gateway/extraction/kept-applets.ts';
import type { CheckedApplet } from '#gateway/extraction/checked-applet.ts';
import type { OpenedApplet } from '#gateway/extraction/kept-applets.ts';
import type { Gateway } from '#gateway/main.ts';
import { API } from '#gateway/protocol/http.ts';
import { DRAWN_FORMS } from '#gateway/protocol/views/applet.ts';
import { badRequest, personIn, readJson } from '#gateway/surfaces/http/identity/requests.ts';
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
/** Several are joined: more than these nobody reads. */
const tasks = z.array(taskId).min(1).max(100);
const together = z.strictObject({ tasks });
const drawing = z.strictObject({ tasks, form: z.enum(DRAWN_FORMS).optional() });
const gone = z.strictObject({ tasks: z.union([z.literal('ALL'), z.array(taskId).min(1).max(1_000)]) });

export function addResults(
  app: Hono<HttpEnv>,
  { results, pictures }: Pick<Gateway, 'results' | 'pictures'>,
  addressOf: AppletOrigin['addressOf'],
): void {
  const applet = async (
    { tasks: ids, form }: z.output<typeof drawing>,
    as: 'VIEW' | 'FILE',
    who: string,
  ): Promise<Result<OpenedApplet | CheckedApplet>> => {
    const [taskId, ...others] = new Set(ids);
    // A file outlives what is kept of the pages.
    const films = as === 'VIEW' ? await filmsOf(pictures, ids, who) : [];
    if (taskId !== undefined && others.length === 0)
      return openApplet(results.shelf(as, who), taskId, form ?? null, films);
    const read = (id: string) => (as === 'VIEW' ? results.show(id, who) : results.export(id, 'html', who));
    return joinedApplet(read, ids, form ?? null, films);
  };
  app.post(API.resultAppletFile.path, async (context) => {
    const body = drawing.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const made = await applet(body.data, 'FILE', personIn(context));
    return answered(context, made.ok ? ok(fileOf(made.value)) : made);
  });
  app.post(API.resultAppletFrame.path, async (context) => {
    const body = drawing.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const made = await applet(body.data, 'VIEW', personIn(context));
    return answered(context, made.ok ? ok(inFrame(made.value, addressOf(made.value))) : made);
  });
  app.post(API.joinResults.path, async (context) => {
    const body = together.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const who = personIn(context);
    return answered(context, await joinResults((id) => results.show(id, who), body.data.tasks));
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
    return answered(context, await results.find(asked, personIn(context)));
  });
  app.get('/api/results/:id', async (context) =>
    answered(context, await results.show(context.req.param('id'), personIn(context))),
  );
  app.post('/api/results/export', async (context) => {
    const body = leaving.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return answered(context, await results.export(body.data.taskId, body.data.form, personIn(context)));
  });
  app.post('/api/results/delete', async (context) => {
    const body = gone.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return answered(context, await results.delete(body.data.tasks, personIn(context)));
  });
}

function answered(context: Context<HttpEnv>, result: Result<unknown>): Response {
  if (result.ok) return context.json(result.value);
  return context.json({ error: result.error }, result.error.code === 'result.unknown' ? 404 : 409);
}
