// A task's rows as an applet, for the app: made, checked, and put where the app's frame finds it once.
import type { Hono } from 'hono';
import { z } from 'zod';
import { appletDesk } from '#gateway/extraction/applet-desk.ts';
import { filmsOf } from '#gateway/extraction/films.ts';
import { inFrame } from '#gateway/extraction/handed-over.ts';
import type { Gateway } from '#gateway/main.ts';
import { API } from '#gateway/protocol/http.ts';
import { APPLET_FORMS } from '#gateway/protocol/views/applet.ts';
import { NAVIGATORS } from '#gateway/protocol/views/task.ts';
import { fail } from '#policy/language/failure.ts';
import { badRequest, personIn, readJson, unknownTask } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import type { AppletOrigin } from './applet-origin.ts';

const asked = z.strictObject({ form: z.enum(APPLET_FORMS).optional() });
const forFile = z.strictObject({ navigator: z.enum(NAVIGATORS).optional() });

export function addApplets(app: Hono<HttpEnv>, gateway: Gateway, addressOf: AppletOrigin['addressOf']): void {
  app.post(API.taskAppletFrame.path, async (context) => {
    const id = context.req.param('id');
    const task = gateway.tasks.find(id);
    if (task === null) return context.json({ error: unknownTask(id) }, 404);
    const body = asked.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { result } = task.view();
    const made =
      result === null
        ? fail('act.no-table', 'the task has not ended: it has no rows yet', {
            help: 'wait until it is done',
          })
        : await appletDesk.make(
            { ...result, films: await filmsOf(gateway.pictures, [id], personIn(context)) },
            body.data.form ?? null,
          );
    if (!made.ok) return context.json({ error: made.error }, 409);
    return context.json(inFrame(made.value, addressOf(made.value)));
  });
  app.post(API.taskAppletFile.path, async (context) => {
    const body = forFile.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { navigator } = body.data;
    const made = await gateway.drawApplet(context.req.param('id'), {
      who: personIn(context),
      signal: context.req.raw.signal,
      ...(navigator === undefined ? {} : { navigator }),
    });
    if (made.ok) return context.json(made.value);
    return context.json({ error: made.error }, made.error.code === 'task.unknown' ? 404 : 409);
  });
}
