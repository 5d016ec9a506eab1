// The policy over HTTP. What changes it stands on the consent origin. INVARIANT: only the approver's token gets there; no app
// page, task or agent holds it. The app reads, and proposes what a person then confirms in the consent document.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { holdersOf } from '#executors/system/holders.ts';
import { lineOf } from '#executors/system/process-tree.ts';
import type { Gateway } from '#gateway/main.ts';
import { recentGates, shadowComparison } from '#gateway/policy/observed.ts';
import { propose } from '#gateway/policy/proposal.ts';
import { relation } from '#gateway/terminal/answering.ts';
import { failure } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import { MAX_BUNDLED_FILE_BYTES } from '#policy/life/bundle.ts';
import { badRequest, readJson } from './app-origin.ts';
import { peerOf } from './peer.ts';
import type { HttpEnv } from './peer.ts';

const reason = z.string().trim().min(1).max(500);
const reload = z.strictObject({ acknowledge: reason.nullable() });
const revert = z.strictObject({ file: z.string().min(1).max(4000), reason });
const trust = z.strictObject({ key: z.string().min(1).max(4000) });
const shadow = z.strictObject({ files: z.array(z.string().min(1).max(4000)).max(8) });

/** UX-RULES 13: the last 500 real requests. */
const RECENT = 500;
const BY = 'person:terminal';
/** Who proposes edits. */
const EDITOR = 'app:ui';

const proposal = z.strictObject({
  file: z.string().min(1).max(4000),
  text: z.string().max(MAX_BUNDLED_FILE_BYTES),
  base: z.string().max(100),
  reason,
});

/** On the app's origin. */
export function addPolicyReading(
  app: Hono<HttpEnv>,
  gateway: Gateway,
  noteAsker: (context: Context<HttpEnv>, id: string) => Promise<void>,
): void {
  const { policyLife, audit, consents } = gateway;
  app.get('/api/policy', (context) => context.json(policyLife.view()));
  app.get('/api/policy/files', (context) => context.json(policyLife.files()));
  app.get('/api/policy/shadow', (context) => context.json(shadowComparison(policyLife, audit)));
  app.get('/api/policy/recent', async (context) =>
    answer(context, await recentGates(audit, RECENT, 'person:ui')),
  );
  app.post('/api/policy/propose', async (context) => {
    const body = proposal.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    const { reason: why, ...edit } = body.data;
    const parts = { life: policyLife, audit, consents };
    // An app page that goes away takes its question with it.
    const { signal } = context.req.raw;
    return answer(context, await propose(parts, { edit, reason: why, by: EDITOR }, signal));
  });
}

export function addPolicyRoutes(app: Hono<HttpEnv>, gateway: Gateway): void {
  const { policyLife } = gateway;
  /** `mayLoosen`: then it is not for a process of an agent that is here. */
  const route = <T>(
    path: string,
    schema: z.ZodType<T>,
    act: (body: T) => Promise<Result<unknown>>,
    mayLoosen: (body: T) => boolean = () => false,
  ): void => {
    app.post(path, async (context) => {
      const body = schema.safeParse(await readJson(context.req.raw));
      if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
      const kin = mayLoosen(body.data) ? await kinship(context, gateway.askers) : null;
      if (kin !== null) return context.json({ error: kin }, 409);
      return answer(context, await act(body.data));
    });
  };
  const isAcknowledged = ({ acknowledge }: z.infer<typeof reload>): boolean => acknowledge !== null;
  const always = (): boolean => true;
  route(
    '/api/policy/reload',
    reload,
    ({ acknowledge }) => policyLife.reload({ by: BY, trigger: 'asked', acknowledge }),
    isAcknowledged,
  );
  route('/api/policy/revert', revert, (given) => policyLife.revert({ ...given, by: BY }), always);
  route(
    '/api/policy/promote',
    reload,
    ({ acknowledge }) => policyLife.promote({ by: BY, acknowledge }),
    isAcknowledged,
  );
  route('/api/policy/trust', trust, ({ key }) => policyLife.trust(key, BY), always);
  route('/api/policy/untrust', trust, ({ key }) => policyLife.untrust(key, BY));
  route('/api/policy/shadow', shadow, ({ files }) => policyLife.shadowWith(files, BY));
}

/** Whether the caller is of an agent's processes (Linux); `null`: nothing speaks for it. It needs no terminal: scripts do this, too. */
async function kinship(context: Context<HttpEnv>, askers: Gateway['askers']): Promise<Failure | null> {
  const agents = askers.among(askers.agents());
  if (process.platform !== 'linux' || agents.length === 0) return null;
  const peer = await peerOf(context);
  const holders = peer === null ? [] : await holdersOf(`socket:[${peer.inode}]`);
  if (holders.length === 0)
    return failure('consent.own-request', 'which process asks for this cannot be told', { help: ELSEWHERE });
  const lines = holders.map((pid) => lineOf(pid));
  const related = relation({ terminal: '', processes: [], heldBy: [], lines }, agents);
  return related === null ? null : { ...related, help: ELSEWHERE };
}

const ELSEWHERE = 'do it in a terminal that no agent was started from, or while none is connected';

const answer = (context: Context, result: Result<unknown>) =>
  result.ok ? context.json(result.value) : context.json({ error: result.error }, 409);
