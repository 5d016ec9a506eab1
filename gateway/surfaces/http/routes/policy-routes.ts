// The policy over HTTP. What changes it stands on the consent origin. INVARIANT: the approver's token alone tightens and reads again;
// what widens is typed at a terminal (`widening.ts`). The app reads, and proposes what a person then confirms in the consent document.
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { gatesOfRange, recentGates, shadowComparison } from '#gateway/policy/logged-decisions.ts';
import { policyHistory, versionTexts } from '#gateway/policy/kept/history.ts';
import { propose } from '#gateway/policy/proposing/proposal.ts';
import {
  proposePromotion,
  proposeShadow,
  proposeShadowEnd,
} from '#gateway/policy/proposing/shadow-proposal.ts';
import { LOG_RANGES, POLICY_PRESETS } from '#gateway/protocol/views/policy.ts';
import { presetViews, startOwnLayer, takePreset } from '#gateway/surfaces/http/settings/policy-choice.ts';
import { failure } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { MAX_NAMED } from '#policy/engine/documents/included.ts';
import { MAX_BUNDLED_FILE_BYTES } from '#policy/tools/gate/bundle.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { typedWord, widening } from './widening.ts';
import type { WideningGate } from './widening.ts';

const reason = z.string().trim().min(1).max(500);
const typed = typedWord.optional();
const reload = z.strictObject({ acknowledge: reason.nullable(), typed });
const revert = z.strictObject({ file: z.string().min(1).max(4000), reason, typed });
const trust = z.strictObject({ key: z.string().min(1).max(4000), typed });
const untrust = z.strictObject({ key: z.string().min(1).max(4000) });
const shadow = z.strictObject({ files: z.array(z.string().min(1).max(4000)).max(8), typed });

/** UX-RULES 13: the last 500 real requests. */
const MAX_RECENT_REQUESTS = 500;
const MAX_LISTS_NAME_CHARACTERS = 100;
const BY = 'person:terminal';
/** What only tightens or reads again. */
const PLAIN = { by: BY, proof: { authentication: 'APPROVER_TOKEN' } } as const;
/** Who proposes edits. */
const EDITOR = 'app:ui';

const taken = z.strictObject({ preset: z.enum(POLICY_PRESETS) });
/** How the new file begins: as a copy of the lowest document. */
const ownLayer = z.strictObject({ begins: z.literal('COPY') });
const written = z.strictObject({
  file: z.string().min(1).max(4000),
  text: z.string().max(MAX_BUNDLED_FILE_BYTES),
});
/** Files of lists that are put beside it. */
const lists = z
  .array(
    z.strictObject({
      name: z.string().max(MAX_LISTS_NAME_CHARACTERS),
      text: z.string().max(MAX_BUNDLED_FILE_BYTES),
    }),
  )
  .max(MAX_NAMED);
const draft = written.extend({ base: z.string().max(100), lists: lists.default([]) });
const proposal = draft.extend({ reason });
/** `null` ends the shadow. */
const inShadow = z.strictObject({ draft: draft.nullable() });
const promoted = z.strictObject({ reason });

const NO_RANGE = failure('http.bad-request', 'there is no such range of the log', {
  help: `\`range\` is ${LOG_RANGES.join(' or ')}; without one the last requests are read`,
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
  app.get('/api/policy/recent', async (context) => {
    const asked = context.req.query('range');
    const range = LOG_RANGES.find((known) => known === asked);
    if (range === undefined && asked !== undefined) return context.json({ error: NO_RANGE }, 400);
    if (range === undefined)
      return answer(context, await recentGates(audit, MAX_RECENT_REQUESTS, 'person:ui'));
    const parts = { audit, nowMs: gateway.clock.wallMs(), signal: context.req.raw.signal };
    return answer(context, await gatesOfRange(parts, range, 'person:ui'));
  });
  app.get('/api/policy/history', async (context) =>
    answer(context, await policyHistory(audit, 'person:ui', context.req.raw.signal)),
  );
  app.get('/api/policy/history/:id', (context) =>
    context.json(versionTexts(join(gateway.paths.data, 'policy'), context.req.param('id'))),
  );
  const choosing = {
    file: gateway.paths.config,
    settings: gateway.policySettings,
    isDemo: gateway.isDemo,
    life: policyLife,
    consents,
    audit,
    wallMs: gateway.clock.wallMs,
  };
  app.post('/api/policy/lists', async (context) => {
    const body = written.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return context.json(policyLife.listsFor(body.data.file, body.data.text));
  });
  app.get('/api/policy/presets', (context) => answer(context, presetViews(choosing)));
  app.post('/api/policy/preset', async (context) => {
    const body = taken.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    return answer(context, await takePreset(choosing, body.data.preset, EDITOR, context.req.raw.signal));
  });
  app.post('/api/policy/own-layer', async (context) => {
    const body = ownLayer.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    return answer(context, await startOwnLayer(choosing, EDITOR, context.req.raw.signal));
  });
  app.post('/api/policy/propose', async (context) => {
    const body = proposal.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    const { reason: why, ...edit } = body.data;
    // An app page that goes away takes its question with it.
    const { signal } = context.req.raw;
    return answer(context, await propose(choosing, { edit, reason: why, by: EDITOR }, signal));
  });
  app.post('/api/policy/propose-shadow', async (context) => {
    const body = inShadow.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    const { signal } = context.req.raw;
    const { draft: edit } = body.data;
    return answer(
      context,
      edit === null
        ? await proposeShadowEnd(choosing, EDITOR, signal)
        : await proposeShadow(choosing, edit, EDITOR, signal),
    );
  });
  app.post('/api/policy/propose-promotion', async (context) => {
    const body = promoted.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    await noteAsker(context, EDITOR);
    return answer(
      context,
      await proposePromotion(choosing, body.data.reason, EDITOR, context.req.raw.signal),
    );
  });
}

export function addPolicyRoutes(app: Hono<HttpEnv>, gateway: Gateway, gate: WideningGate): void {
  const { policyLife } = gateway;
  const route = <T>(
    path: string,
    schema: z.ZodType<T>,
    act: (body: T, context: Context<HttpEnv>) => Promise<Result<unknown>>,
  ): void => {
    app.post(path, async (context) => {
      const body = schema.safeParse(await readJson(context.req.raw));
      if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
      return answer(context, await act(body.data, context));
    });
  };
  route('/api/policy/show', widening, (asked, context) => gate.show(context, asked));
  route('/api/policy/reload', reload, async ({ acknowledge, typed: word }, context) => {
    if (acknowledge === null) return policyLife.reload({ ...PLAIN, trigger: 'asked', acknowledge });
    const leave = await gate.leaveFor(context, 'RELOAD', word);
    return leave.ok ? policyLife.reload({ by: BY, ...leave.value, trigger: 'asked', acknowledge }) : leave;
  });
  route('/api/policy/promote', reload, async ({ acknowledge, typed: word }, context) => {
    if (acknowledge === null) return policyLife.promote({ ...PLAIN, acknowledge });
    const leave = await gate.leaveFor(context, 'PROMOTE', word);
    return leave.ok ? policyLife.promote({ by: BY, ...leave.value, acknowledge }) : leave;
  });
  route('/api/policy/revert', revert, async ({ file, reason: why, typed: word }, context) => {
    const leave = await gate.leaveFor(context, 'REVERT', word);
    return leave.ok ? policyLife.revert({ file, reason: why, by: BY, ...leave.value }) : leave;
  });
  route('/api/policy/trust', trust, async ({ typed: word }, context) => {
    const leave = await gate.leaveFor(context, 'TRUST', word);
    // The key that was shown, whatever the call names now.
    return leave.ok ? policyLife.trust(leave.value.covers, BY, leave.value.proof) : leave;
  });
  route('/api/policy/untrust', untrust, ({ key }) => policyLife.untrust(key, BY, PLAIN.proof));
  route('/api/policy/shadow', shadow, async ({ files, typed: word }, context) => {
    if (!policyLife.floorsHold) return policyLife.shadowWith(files, BY, PLAIN.proof);
    const leave = await gate.leaveFor(context, 'SHADOW', word);
    return leave.ok ? policyLife.shadowWith(files, BY, leave.value.proof) : leave;
  });
}

const answer = (context: Context, result: Result<unknown>) =>
  result.ok ? context.json(result.value) : context.json({ error: result.error }, 409);
