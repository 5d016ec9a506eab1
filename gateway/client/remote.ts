// A client of the gateway that runs already, over its HTTP interface on loopback.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { isStillRunning } from '#executors/system/process-tree.ts';
import { onceStopped } from '#executors/system/stopped-process.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { API } from '#gateway/protocol/http.ts';
import type { HandOver } from '#gateway/protocol/http.ts';
import type { QuestionState, QuestionView } from '#gateway/protocol/views/question.ts';
import { parseRecording } from '#gateway/protocol/recording.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import { RENDEZVOUS_FILE } from '#gateway/protocol/rendezvous.ts';
import type { Rendezvous } from '#gateway/protocol/rendezvous.ts';
import type { AuditAnswer, AuditVerification } from '#gateway/protocol/views/audit.ts';
import type { ConnectionView, GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import type { CheckedIdentity, IdentityView } from '#gateway/protocol/views/identity.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { PolicyLifeView, PolicyReload, ShadowComparison } from '#gateway/protocol/views/policy.ts';
import type { AppletFile, MadeApplet } from '#gateway/protocol/views/applet.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { OpenedWidening } from '#gateway/protocol/widening.ts';
import { GhostError, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { KeptResult, ResultLine } from '#gateway/vault/results/contract.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import type { GatewayClient, RunRequest } from './contract.ts';

const rendezvousSchema = z.object({
  pid: z.number(),
  startedAt: z.number().optional(),
  url: z.string(),
  token: z.string(),
  consentUrl: z.string(),
  approverToken: z.string(),
});
const CALL_DEADLINE_MS = 10_000;
/** A call that waits for a person has their two minutes, and the act's own time. */
const ANSWER_DEADLINE_MS = 170_000;
/** A vault is read through before it is opened, and written anew when something leaves it. */
const VAULT_DEADLINE_MS = 60_000;
/** A model has its own deadline before that. */
const DRAW_DEADLINE_MS = 240_000;
/** A policy is checked within two minutes or refused, and compiled, recorded and put into force after that. */
const POLICY_DEADLINE_MS = 180_000;
/** Issuer and proxy have ten seconds each. */
const IDENTITY_DEADLINE_MS = 45_000;
const POLL_MS = 150;
/** Of a deadline each, one after the other: then whoever follows a task gives up. */
const MOST_SILENCES = 3;

/**
 * The gateway that runs for this data directory, or `null`. A file that a dead gateway left is no gateway.
 * Throws a `GhostError` where somebody else may have put it there (intent and tokens would go to them), and where it hangs.
 */
export async function findGateway(dataDir?: string): Promise<GatewayClient | null> {
  const rendezvous = findRendezvous(dataDir);
  if (rendezvous === null) return null;
  const client = remoteClient(rendezvous);
  const status = await client.status();
  if (status.ok) return client;
  const { pid, startedAt } = rendezvous;
  const gone = startedAt !== undefined && !isStillRunning(pid, startedAt);
  // INVARIANT: one that does not answer is there, holds the log, and is not taken for one that ended.
  if (status.error.code === 'daemon.unresponsive' && !gone) throw new GhostError(status.error);
  return null;
}

/** Where the gateway for this data directory says that it is, or `null`. It may be dead. */
export const findRendezvous = (dataDir?: string): Rendezvous | null =>
  readRendezvous(join(pathsFor(dataDir).runtime, RENDEZVOUS_FILE));

function readRendezvous(file: string): Rendezvous | null {
  const read = readPrivate(file);
  if (!read.ok) throw new GhostError(read.error);
  if (read.value === null) return null;
  try {
    const parsed = rendezvousSchema.safeParse(JSON.parse(read.value));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // Of another version: no gateway to talk to.
  }
}

export function remoteClient(at: Rendezvous): GatewayClient {
  const clientId = `cli-${randomUUID()}`;
  const call = async <T>(
    url: string,
    token: string,
    method: string,
    body: unknown,
    parse: (value: unknown) => T,
    deadlineMs = CALL_DEADLINE_MS,
    signal?: AbortSignal,
  ): Promise<Result<T>> => {
    const stop = new AbortController();
    const unwatch = onceStopped(
      at,
      () => true,
      () => stop.abort(),
    );
    try {
      const response = await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-ghost-client': clientId,
          'content-type': 'application/json',
        },
        signal: AbortSignal.any([
          stop.signal,
          AbortSignal.timeout(deadlineMs),
          ...(signal === undefined ? [] : [signal]),
        ]),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const value: unknown = await response.json();
      return response.ok ? ok(parse(value)) : { ok: false, error: failureIn(value) };
    } catch (thrown) {
      if (signal?.aborted === true) return fail('task.cancelled', 'this was cancelled');
      if (stop.signal.aborted)
        return fail(
          'daemon.unresponsive',
          `the gateway (process ${at.pid}) is stopped, as by Ctrl-Z or SIGSTOP`,
          {
            help: `let it go on with \`kill -CONT ${at.pid}\`, or end it with \`ghost daemon stop\``,
            details: { running: true, pid: at.pid, stopped: true },
          },
        );
      if (thrown instanceof Error && thrown.name === 'TimeoutError')
        return fail(
          'daemon.unresponsive',
          `the gateway (process ${at.pid}) did not answer within ${deadlineMs / 1000} seconds`,
          {
            help: 'try again; where it stays silent, end it where it was started, or with `ghost daemon stop`',
            details: { running: true, pid: at.pid },
          },
        );
      return fail('gateway.unreachable', `the gateway at \`${at.url}\` does not answer`, {
        cause: thrown,
        help: 'start it with `ghost serve`',
      });
    } finally {
      unwatch();
    }
  };
  // The gateway is the same program: its answers have the shapes of `protocol/views/`.
  const app = <T>(
    api: { method: string; path: string },
    path: string = api.path,
    body?: unknown,
    deadlineMs?: number,
    signal?: AbortSignal,
  ): Promise<Result<T>> =>
    call(`${at.url}${path}`, at.token, api.method, body, (value) => value as T, deadlineMs, signal);

  const approver = <T>(path: string, body: unknown, deadlineMs?: number): Promise<Result<T>> =>
    call(`${at.consentUrl}${path}`, at.approverToken, 'POST', body, (value) => value as T, deadlineMs);
  const changes = <T>(path: string, body: unknown): Promise<Result<T>> =>
    approver(path, body, POLICY_DEADLINE_MS);

  return {
    kind: 'remote',
    async run(request: RunRequest, onEvent, signal) {
      const created = await app<{ taskId: string }>(API.createTask, API.createTask.path, request);
      if (!created.ok) return created;
      const { taskId } = created.value;
      signal.addEventListener('abort', () => void app(API.cancelTask, `/api/tasks/${taskId}/cancel`, {}), {
        once: true,
      });
      const ended = await follow(() => app<TaskView>(API.task, `/api/tasks/${taskId}`), onEvent);
      return ended.ok ? ended : { ok: false, error: lostAmid(taskId, ended.error) };
    },
    answerQuestion: (taskId, question, answer) =>
      app<QuestionView>(API.answerQuestion, `/api/tasks/${encodeURIComponent(taskId)}/answer`, {
        question,
        answer,
      }),
    recording: async (taskId) => {
      const read = await app<unknown>(API.recording, `/api/tasks/${encodeURIComponent(taskId)}/recording`);
      return read.ok ? parseRecording(read.value) : read;
    },
    drawApplet: (taskId, navigator, signal) =>
      app<MadeApplet>(
        API.taskAppletFile,
        `/api/tasks/${encodeURIComponent(taskId)}/applet/file`,
        navigator === undefined ? {} : { navigator },
        DRAW_DEADLINE_MS,
        signal,
      ),
    status: () => app<GatewayStatus>(API.status),
    connect: (endpoint) =>
      app<ConnectionView>(API.connect, API.connect.path, { endpoint }, ANSWER_DEADLINE_MS),
    disconnect: () => app<{ changed: boolean }>(API.disconnect, API.disconnect.path, {}),
    handOver: (user) => approver<HandOver>('/api/hand-over', user === undefined ? {} : { user }),
    consents: () => app<readonly ConsentView[]>(API.consents),
    grants: () => app<readonly GrantView[]>(API.grants),
    revokeGrant: (id) => app<GrantView>(API.revokeGrant, `/api/grants/${encodeURIComponent(id)}/revoke`, {}),
    openQuestion: (id) => approver('/api/terminal-open', { id, client: clientId }),
    answer: (id, answer, proof) =>
      approver<ConsentView>('/api/terminal-answer', { id, answer, client: clientId, ...proof }),
    audit: (query, limit) =>
      app<AuditAnswer>(API.audit, `/api/audit?q=${encodeURIComponent(query)}&limit=${limit}`),
    verifyAudit: () => app<AuditVerification>(API.verifyAudit),
    noteBackup: (file) => app(API.noteBackup, API.noteBackup.path, { file }),
    results: {
      find: (query) =>
        app<readonly ResultLine[]>(API.findResults, API.findResults.path, query, VAULT_DEADLINE_MS),
      show: (taskId) =>
        app<KeptResult>(
          API.result,
          `/api/results/${encodeURIComponent(taskId)}`,
          undefined,
          VAULT_DEADLINE_MS,
        ),
      export: (taskId, form) =>
        app<KeptResult>(API.exportResult, API.exportResult.path, { taskId, form }, VAULT_DEADLINE_MS),
      applet: (taskId, form) =>
        app<AppletFile>(
          API.resultAppletFile,
          API.resultAppletFile.path,
          { tasks: [taskId], ...(form === null ? {} : { form }) },
          VAULT_DEADLINE_MS,
        ),
      delete: (tasks) => app<number>(API.deleteResults, API.deleteResults.path, { tasks }, VAULT_DEADLINE_MS),
    },
    identity: {
      look: () => app<IdentityView>(API.identity),
      check: () => app<CheckedIdentity>(API.checkIdentity, API.checkIdentity.path, {}, IDENTITY_DEADLINE_MS),
      begin: (way) => app<IdentityView>(API.signIn, API.signIn.path, { way }, IDENTITY_DEADLINE_MS),
      cancel: () => app<IdentityView>(API.cancelSignIn, API.cancelSignIn.path, {}),
      end: () => app<IdentityView>(API.signOut, API.signOut.path, {}, IDENTITY_DEADLINE_MS),
    },
    policy: () => app<PolicyLifeView>(API.policy),
    showWidening: (asked) => changes<OpenedWidening>('/api/policy/show', asked),
    reloadPolicy: (acknowledge, typed) => changes<PolicyReload>('/api/policy/reload', { acknowledge, typed }),
    revertPolicy: (file, reason, typed) =>
      changes<PolicyReload>('/api/policy/revert', { file, reason, typed }),
    shadowPolicy: (files, typed) => changes<PolicyLifeView>('/api/policy/shadow', { files, typed }),
    shadowComparison: () => app<ShadowComparison>(API.policyShadow),
    promotePolicy: (acknowledge, typed) =>
      changes<PolicyReload>('/api/policy/promote', { acknowledge, typed }),
    trustKey: (key, trusted, typed) =>
      changes(`/api/policy/${trusted ? 'trust' : 'untrust'}`, { key, typed }),
    async [Symbol.asyncDispose]() {},
  };
}

/** Follows a task by its view, so that a lost event stream cannot lose its end. */
async function follow(
  view: () => Promise<Result<TaskView>>,
  onEvent: (event: TaskEvent) => void,
): Promise<ReturnType<GatewayClient['run']> extends Promise<infer R> ? R : never> {
  let seen = 0;
  let started = false;
  const parts = new Map<string, string>();
  const asked = new Map<string, QuestionState>();
  let trouble = '';
  let silences = 0;
  while (true) {
    const now = await view();
    silences = now.ok ? 0 : silences + 1;
    if (!now.ok) {
      // The task goes on whether somebody listens or not: its result is not lost to one silence of a machine that has much to do.
      if (isSilence(now.error) && silences < MOST_SILENCES) continue;
      return now;
    }
    if (!started && now.value.status !== 'QUEUED') {
      started = true;
      onEvent({ type: 'task.started', task: now.value });
    }
    for (const [index, subtask] of (now.value.plan?.subtasks ?? []).entries()) {
      const state = `${subtask.status} ${subtask.attempts}`;
      if (subtask.status === 'PENDING' || parts.get(subtask.id) === state) continue;
      parts.set(subtask.id, state);
      const total = now.value.plan?.subtasks.length ?? 0;
      onEvent({ type: 'task.subtask', taskId: now.value.id, subtask, index, total });
    }
    for (const step of now.value.steps.slice(seen))
      onEvent({ type: 'task.step', taskId: now.value.id, step });
    seen = now.value.steps.length;
    for (const question of now.value.questions) {
      const before = asked.get(question.id);
      if (before === undefined) onEvent({ type: 'task.asked', taskId: now.value.id, question });
      if (before !== question.state && question.state !== 'OPEN')
        onEvent({ type: 'task.answered', taskId: now.value.id, question });
      asked.set(question.id, question.state);
    }
    if ((now.value.trouble?.message ?? '') !== trouble) {
      trouble = now.value.trouble?.message ?? '';
      onEvent({ type: 'task.trouble', taskId: now.value.id, trouble: now.value.trouble ?? null });
    }
    if (now.value.result !== null) return ok(now.value.result);
    onEvent({ type: 'task.progress', task: now.value });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A gateway that is gone leaves its log: what the task had done stands there. */
const lostAmid = (taskId: string, error: Failure): Failure =>
  error.code === 'gateway.unreachable'
    ? {
        ...error,
        message: 'the gateway ended before the task did; what the task was doing may be done',
        help: `look with \`ghost audit query task:${taskId}\` before you run it again`,
      }
    : error;

/** Not one that is stopped: that ends by a person's hand. */
const isSilence = ({ code, details }: Failure): boolean =>
  code === 'daemon.unresponsive' && details?.['stopped'] !== true;

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export function failureIn(value: unknown): Failure {
  const parsed = errorBody.safeParse(value);
  if (!parsed.success)
    return {
      code: 'gateway.unreachable',
      message: 'the gateway gave an answer that this client does not know',
      retryable: false,
    };
  return (value as { error: Failure }).error;
}
