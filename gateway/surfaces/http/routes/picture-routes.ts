// What can be seen of a task's steps over HTTP, for the app: pictures, what its agent was shown and answered, and what it sent out; of tasks
// that run and of those that have ended, as long as it is kept.
// INVARIANT: what is given out is in the log first; a picture is a picture, whatever stood on the page.
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { taskRequests } from '#gateway/audit/requests/task-requests.ts';
import { badRequest, personIn } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

/** Nothing of it is an operator of a query. */
const id = z.string().regex(/^[\w-]{1,200}$/u);
const wanted = z.object({
  id: z.string().min(1).max(200),
  number: z.coerce.number().int().min(1).max(1_000_000),
});

export function addPictures(
  app: Hono<HttpEnv>,
  { pictures, audit }: Pick<Gateway, 'pictures' | 'audit'>,
): void {
  app.get('/api/tasks/:id/pictures', async (context) => {
    const found = await pictures.list(context.req.param('id'), personIn(context));
    return found.ok ? context.json(found.value) : context.json({ error: found.error }, 409);
  });
  app.get('/api/tasks/:id/pictures/:number', async (context) => {
    const asked = wanted.safeParse(context.req.param());
    if (!asked.success) return context.json({ error: badRequest(asked.error) }, 400);
    const { id: taskId, number } = asked.data;
    const found = await pictures.show(taskId, number, personIn(context));
    if (!found.ok)
      return context.json({ error: found.error }, found.error.code === 'result.unknown' ? 404 : 409);
    return context.body(new Uint8Array(found.value), 200, {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
    });
  });
  app.get('/api/tasks/:id/thoughts', async (context) => {
    const found = await pictures.thoughts(context.req.param('id'), personIn(context));
    return found.ok ? context.json(found.value) : context.json({ error: found.error }, 409);
  });
  app.get('/api/tasks/:id/requests', async (context) => {
    const asked = id.safeParse(context.req.param('id'));
    if (!asked.success) return context.json({ error: badRequest(asked.error) }, 400);
    const found = await taskRequests(audit, asked.data, personIn(context), context.req.raw.signal);
    return found.ok ? context.json(found.value) : context.json({ error: found.error }, 400);
  });
}
