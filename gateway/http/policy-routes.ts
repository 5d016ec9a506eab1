// What changes the policy in force, on the consent origin. INVARIANT: only the approver's token gets here; no app page, task
// or agent holds it.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { badRequest, isToken, readJson } from './app-origin.ts';

const reason = z.string().trim().min(1).max(500);
const reload = z.strictObject({ acknowledge: reason.nullable() });
const revert = z.strictObject({ file: z.string().min(1).max(4000), reason });
const shadow = z.strictObject({ files: z.array(z.string().min(1).max(4000)).max(8) });

const BY = 'person:terminal';

export function addPolicyRoutes(app: Hono, gateway: Gateway, approverToken: string): void {
  const { policyLife } = gateway;
  const route = <T>(path: string, schema: z.ZodType<T>, act: (body: T) => Promise<Result<unknown>>): void => {
    app.post(path, async (context) => {
      if (!isToken(context.req.header('authorization'), approverToken))
        return context.json(
          { error: failure('http.unauthorized', 'this call needs the approver’s token') },
          403,
        );
      const body = schema.safeParse(await readJson(context.req.raw));
      if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
      return answer(context, await act(body.data));
    });
  };
  route('/api/policy/reload', reload, ({ acknowledge }) =>
    policyLife.reload({ by: BY, trigger: 'asked', acknowledge }),
  );
  route('/api/policy/revert', revert, (given) => policyLife.revert({ ...given, by: BY }));
  route('/api/policy/shadow', shadow, ({ files }) => policyLife.shadowWith(files, BY));
}

const answer = (context: Context, result: Result<unknown>) =>
  result.ok ? context.json(result.value) : context.json({ error: result.error }, 409);
