// Tabs over HTTP: opened, acted in and closed by a client that is not the person. Every act goes through the boundary.
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { TAB_ACTIONS } from '#gateway/protocol/tabs.ts';
import { failure } from '#policy/failure.ts';
import type { Failure } from '#policy/failure.ts';
import { badRequest, readJson } from './app-origin.ts';

const newTab = z.strictObject({ url: z.string().max(8192).optional() });
const newAct = z.strictObject({ action: TAB_ACTIONS });

const newReading = z.strictObject({
  budget: z.number().int().min(400).max(100_000).optional(),
  from: z
    .string()
    .regex(/^(?:e|@)\d{1,9}$/u)
    .optional(),
  since: z.number().int().min(1).optional(),
});

export function addTabRoutes(app: Hono, gateway: Gateway): void {
  app.get('/api/tabs', (context) => context.json(gateway.tabs().map((tab) => tab.view())));
  app.post('/api/tabs', async (context) => {
    const body = newTab.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const opened = await gateway.openTab({
      ...(body.data.url === undefined ? {} : { url: body.data.url }),
      workerId: context.req.header('x-ghost-client') ?? 'http',
      priority: 'FOREGROUND',
    });
    return opened.ok ? context.json(opened.value.view(), 201) : context.json({ error: opened.error }, 400);
  });
  app.post('/api/tabs/:id/act', async (context) => {
    const body = newAct.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const tab = gateway.tabs().find(({ id }) => id === context.req.param('id'));
    if (tab === undefined) return context.json({ error: unknownTab(context.req.param('id')) }, 404);
    const done = await tab.act(body.data.action, { signal: context.req.raw.signal });
    return done.ok ? context.json(done.value) : context.json({ error: done.error }, 400);
  });
  app.post('/api/tabs/:id/read', async (context) => {
    const body = newReading.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const tab = gateway.tabs().find(({ id }) => id === context.req.param('id'));
    if (tab === undefined) return context.json({ error: unknownTab(context.req.param('id')) }, 404);
    const { budget, from, since } = body.data;
    const read = await tab.read({
      ...(budget === undefined ? {} : { budget }),
      ...(from === undefined ? {} : { from }),
      ...(since === undefined ? {} : { since }),
      signal: context.req.raw.signal,
    });
    return read.ok ? context.json(read.value) : context.json({ error: read.error }, 400);
  });
  app.post('/api/tabs/:id/close', async (context) => {
    const tab = gateway.tabs().find(({ id }) => id === context.req.param('id'));
    if (tab === undefined) return context.json({ error: unknownTab(context.req.param('id')) }, 404);
    await tab.close();
    return context.json({ closed: true });
  });
}

const unknownTab = (id: string): Failure =>
  failure('act.tab-closed', `there is no open tab \`${id}\``, { help: 'see `ghost tab list`' });
