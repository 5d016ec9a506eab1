// The pictures of tasks over HTTP, for the app: of tasks that run and of those that have ended, as long as they are kept.
// INVARIANT: what is given out is in the log first; a picture is a picture, whatever stood on the page.
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { badRequest, personIn } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

const wanted = z.object({
  id: z.string().min(1).max(200),
  number: z.coerce.number().int().min(1).max(1_000_000),
});

export function addPictures(app: Hono<HttpEnv>, { pictures }: Pick<Gateway, 'pictures'>): void {
  app.get('/api/tasks/:id/pictures', async (context) => {
    const found = await pictures.list(context.req.param('id'), personIn(context));
    return found.ok ? context.json(found.value) : context.json({ error: found.error }, 409);
  });
  app.get('/api/tasks/:id/pictures/:number', async (context) => {
    const asked = wanted.safeParse(context.req.param());
    if (!asked.success) return context.json({ error: badRequest(asked.error) }, 400);
    const { id, number } = asked.data;
    const found = await pictures.show(id, number, personIn(context));
    if (!found.ok)
      return context.json({ error: found.error }, found.error.code === 'result.unknown' ? 404 : 409);
    return context.body(new Uint8Array(found.value), 200, {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
    });
  });
}
