// The log over HTTP, for the app. INVARIANT: what is read, proved or exported is in the log first; nothing here changes an entry.
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { exportLog } from '#gateway/audit/read/export-log.ts';
import { proveEntry, readEntry } from '#gateway/audit/read/one-entry.ts';
import type { Gateway } from '#gateway/main.ts';
import { rulesThen } from '#gateway/policy/kept/rules-then.ts';
import { AUDIT_EXPORT_FORMS } from '#gateway/protocol/views/audit.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

/** Whoever has the app's token. */
const WHO = 'person:ui';

const asked = z.object({
  q: z.string().max(2000).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  before: z.coerce.number().int().min(1).optional(),
  facets: z.literal('1').optional(),
});
const seqOf = z.coerce.number().int().min(1);
const leaving = z.strictObject({ query: z.string().max(2000), form: z.enum(AUDIT_EXPORT_FORMS) });

export function addAudit(app: Hono<HttpEnv>, gateway: Gateway): void {
  const { audit, paths } = gateway;
  app.get('/api/audit', async (context) => {
    const parameters = asked.safeParse(context.req.query());
    if (!parameters.success) return context.json({ error: badRequest(parameters.error) }, 400);
    const { q, limit, before, facets } = parameters.data;
    const query = {
      text: q,
      limit,
      ...(before === undefined ? {} : { beforeSeq: before }),
      ...(facets === undefined ? {} : { facets: true as const }),
    };
    const found = await gateway.readAudit(query, WHO, context.req.raw.signal);
    return answered(context, found.ok ? ok({ ...found.value, query: q }) : found);
  });
  app.post('/api/audit/verify', async (context) => context.json(await gateway.verifyAudit(WHO)));
  app.post('/api/audit/export', async (context) => {
    const body = leaving.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { query, form } = body.data;
    return answered(context, await exportLog(audit, { text: query, form }, WHO, context.req.raw.signal));
  });
  app.get('/api/audit/:id', async (context) => {
    const seq = seqOf.safeParse(context.req.param('id'));
    if (!seq.success) return context.json({ error: badRequest(seq.error) }, 400);
    const { signal } = context.req.raw;
    const read = await readEntry(audit, seq.data, WHO, signal);
    if (!read.ok) return answered(context, read);
    const directory = join(paths.data, 'policy');
    const decided = read.value.act.find(({ type }) => type === 'decision') ?? read.value.row;
    const rules = await rulesThen({ audit, directory, signal }, decided, WHO);
    return context.json({ ...read.value, rules });
  });
  app.post('/api/audit/:id/proof', async (context) => {
    const seq = seqOf.safeParse(context.req.param('id'));
    if (!seq.success) return context.json({ error: badRequest(seq.error) }, 400);
    return answered(context, await proveEntry(audit, seq.data, WHO, context.req.raw.signal));
  });
}

const answered = (context: Context<HttpEnv>, result: Result<object>) =>
  result.ok ? context.json(result.value) : context.json({ error: result.error }, 400);
