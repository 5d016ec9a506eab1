// Calls to the gateway, by its table of methods. INVARIANT: every call carries the token and a deadline, and every failure
// is a value with a mend.
import type { Joined, KeptParts } from '#gateway/client/kept-result.ts';
import type { ResultLine } from '#gateway/client/results.ts';
import { API } from '#gateway/protocol/http.ts';
import type { AppletAddress, AppletFile, DrawnForm } from '#gateway/protocol/views/applet.ts';
import type {
  AuditAnswer,
  AuditExport,
  AuditExportForm,
  AuditVerification,
  EntryView,
  ProofView,
} from '#gateway/protocol/views/audit.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { ForecastView } from '#gateway/protocol/views/forecast.ts';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import type { IdentityView, SignInWay } from '#gateway/protocol/views/identity.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { QuestionAnswer, QuestionView } from '#gateway/protocol/views/question.ts';
import type {
  ListsBeside,
  LogRange,
  PolicyFileView,
  PolicyLifeView,
  PolicyPreset,
  PolicyReload,
  PolicyVersion,
  PolicyVersionTexts,
  PresetView,
  RecentGates,
  ShadowComparison,
} from '#gateway/protocol/views/policy.ts';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { RequestsView } from '#gateway/protocol/requests.ts';
import type {
  DoctorCheck,
  ModelKeyView,
  ModelTest,
  SettingChange,
  SettingsView,
} from '#gateway/protocol/views/settings.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import type { ThoughtsView } from '#gateway/protocol/views/thoughts.ts';
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { keptToken } from './session.ts';

/** A result as the gateway keeps it; what is missing was too much to be kept. */
export type KeptView = ResultLine & {
  readonly result: Partial<Omit<KeptParts, 'error'> & { readonly error: Failure | null }>;
};
export type AuditPage = AuditAnswer & { readonly query: string };

/** What a person said beside the words. */
export type RunGiven = {
  readonly startUrl?: string;
  readonly cookies?: ForecastView['signIns'];
  readonly stepLimit?: number;
};

/** A text for a document; `base`: the digest of the file that it was begun on. */
export type PolicyDraftText = {
  readonly file: string;
  readonly text: string;
  readonly base: string;
  /** Files of lists that are put beside it. */
  readonly lists?: readonly { readonly name: string; readonly text: string }[];
};

type Method = (typeof API)[keyof typeof API];
type Call = {
  readonly id?: string;
  readonly number?: number;
  readonly query?: Readonly<Record<string, string>>;
  /** Plain JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly deadlineMs?: number;
};

const DEADLINE_MS = 15_000;
/** A million entries take up to ten seconds; a slow disk more. */
const VERIFY_DEADLINE_MS = 120_000;
/** The gateway refuses one that is not made and checked within twenty seconds, and one that is kept may be made anew. */
const APPLET_DEADLINE_MS = 45_000;
/** Issuer and proxy have ten seconds each. */
const IDENTITY_DEADLINE_MS = 45_000;
/** The gateway gives the model twenty seconds. */
const MODEL_TEST_DEADLINE_MS = 30_000;
/** A person has five minutes; the gateway ends the question before this does. */
const CONFIRM_DEADLINE_MS = 320_000;

const json = async <T>(method: Method, call: Call = {}): Promise<Result<T>> => {
  const response = await request(method, call);
  // The gateway and this app are built from the same tables; this is the one place where its JSON gets its type.
  return response.ok ? bodyOf(async () => (await response.value.json()) as T) : response;
};

/** A body comes after its headers: the call may be given up, and the gateway may end, between the two. */
async function bodyOf<T>(read: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await read());
  } catch (thrown) {
    return fail('http.bad-request', 'the gateway’s answer could not be read', {
      help: 'reload this page',
      cause: thrown,
    });
  }
}

export const gateway = {
  status: (signal?: AbortSignal) => json<GatewayStatus>(API.status, withSignal(signal)),
  tasks: (signal?: AbortSignal) => json<readonly TaskView[]>(API.tasks, withSignal(signal)),
  consents: (signal?: AbortSignal) => json<readonly ConsentView[]>(API.consents, withSignal(signal)),
  /** A person sits here: what the task does not know is asked on its card. */
  run: (intent: string, given: RunGiven = {}) =>
    json<{ readonly taskId: string }>(API.createTask, { body: { ...given, intent, questions: 'ask' } }),
  /** Starts nothing. */
  forecast: (intent: string, startUrl: string | null, signal: AbortSignal) =>
    json<ForecastView>(API.forecastTask, {
      body: { intent, ...(startUrl === null ? {} : { startUrl }) },
      signal,
    }),
  answer: ({ id, taskId }: Pick<QuestionView, 'id' | 'taskId'>, answer: QuestionAnswer) =>
    json<QuestionView>(API.answerQuestion, { id: taskId, body: { question: id, answer } }),
  cancel: (id: string) => json<{ readonly cancelled: boolean }>(API.cancelTask, { id }),
  cancelAll: () => json<{ readonly cancelled: number }>(API.cancelTasks, { body: {} }),
  /** The next free tab is this task's. */
  first: (id: string) => json<{ readonly changed: boolean }>(API.firstTask, { id }),
  /** The task's rows as an applet, for one frame, once. Without a form: the one that fits. */
  applet: (id: string, form: DrawnForm | null, signal: AbortSignal) =>
    json<AppletAddress>(API.taskAppletFrame, {
      id,
      body: form === null ? {} : { form },
      signal,
      deadlineMs: APPLET_DEADLINE_MS,
    }),
  results: (query: { words: string; status: string; limit: number }, signal: AbortSignal) =>
    json<readonly ResultLine[]>(API.findResults, {
      body: {
        limit: query.limit,
        ...(query.words.trim() === '' ? {} : { words: query.words }),
        ...(query.status === '' ? {} : { status: query.status }),
      },
      signal,
    }),
  result: (id: string, signal: AbortSignal) => json<KeptView>(API.result, { id, signal }),
  /** The whole of it, for a file: the log says that it left. */
  exportResult: (taskId: string, form: 'json' | 'html' = 'json') =>
    json<KeptView>(API.exportResult, { body: { taskId, form } }),
  /** One document with its policy and sources in it, for a file. */
  exportApplet: (tasks: readonly string[]) =>
    json<AppletFile>(API.resultAppletFile, { body: { tasks }, deadlineMs: APPLET_DEADLINE_MS }),
  keptApplet: (tasks: readonly string[], form: DrawnForm | null, signal: AbortSignal) =>
    json<AppletAddress>(API.resultAppletFrame, {
      body: { tasks, ...(form === null ? {} : { form }) },
      signal,
      deadlineMs: APPLET_DEADLINE_MS,
    }),
  /** The rows of several as one table. */
  joinedResults: (tasks: readonly string[], signal: AbortSignal) =>
    json<Joined>(API.joinResults, { body: { tasks }, signal }),
  deleteResult: (taskId: string) => json<number>(API.deleteResults, { body: { tasks: [taskId] } }),
  grants: (signal: AbortSignal) => json<readonly GrantView[]>(API.grants, { signal }),
  revokeGrant: (id: string) => json<GrantView>(API.revokeGrant, { id }),
  deny: (id: string) => json<ConsentView>(API.denyConsent, { id }),
  ticket: (id: string, signal?: AbortSignal) =>
    json<{ readonly url: string }>(API.consentTicket, { id, ...withSignal(signal) }),
  audit: (query: { q: string; limit: number; before?: number; facets?: true }, signal?: AbortSignal) =>
    json<AuditPage>(API.audit, {
      query: {
        q: query.q,
        limit: String(query.limit),
        ...(query.before === undefined ? {} : { before: String(query.before) }),
        ...(query.facets === undefined ? {} : { facets: '1' }),
      },
      ...withSignal(signal),
    }),
  verifyAudit: (signal?: AbortSignal) =>
    json<AuditVerification>(API.verifyAudit, { deadlineMs: VERIFY_DEADLINE_MS, ...withSignal(signal) }),
  auditEntry: (seq: number, signal: AbortSignal) =>
    json<EntryView>(API.auditEntry, { id: String(seq), signal }),
  proveEntry: (seq: number) => json<ProofView>(API.proveEntry, { id: String(seq) }),
  /** The log says so before it leaves. */
  exportAudit: (query: string, form: AuditExportForm) =>
    json<AuditExport>(API.exportAudit, { body: { query, form }, deadlineMs: VERIFY_DEADLINE_MS }),
  signIn: (way: SignInWay) =>
    json<IdentityView>(API.signIn, { body: { way }, deadlineMs: IDENTITY_DEADLINE_MS }),
  cancelSignIn: () => json<IdentityView>(API.cancelSignIn, { body: {} }),
  signOut: () => json<IdentityView>(API.signOut, { body: {}, deadlineMs: IDENTITY_DEADLINE_MS }),
  settings: (signal: AbortSignal) => json<SettingsView>(API.settings, { signal }),
  /** Answers when a person has confirmed it, or not. */
  changeSetting: (body: SettingChange) =>
    json<object>(API.changeSetting, { body, deadlineMs: CONFIRM_DEADLINE_MS }),
  modelKey: (signal: AbortSignal) => json<ModelKeyView>(API.modelKey, { signal }),
  /** One call of the model: with this key, or with what there is. */
  testModel: (key: string | null) =>
    json<ModelTest>(API.testModel, {
      body: key === null ? {} : { key },
      deadlineMs: MODEL_TEST_DEADLINE_MS,
    }),
  /** Answers when a person has confirmed it, or not; `null` takes it out. */
  keepModelKey: (key: string | null) =>
    json<object>(API.keepModelKey, { body: { key }, deadlineMs: CONFIRM_DEADLINE_MS }),
  doctor: (signal: AbortSignal) =>
    json<readonly DoctorCheck[]>(API.doctor, { signal, deadlineMs: VERIFY_DEADLINE_MS }),
  policy: (signal?: AbortSignal) => json<PolicyLifeView>(API.policy, withSignal(signal)),
  policyFiles: (signal?: AbortSignal) => json<readonly PolicyFileView[]>(API.policyFiles, withSignal(signal)),
  policyShadow: (signal?: AbortSignal) => json<ShadowComparison>(API.policyShadow, withSignal(signal)),
  policyHistory: (signal?: AbortSignal) =>
    json<readonly PolicyVersion[]>(API.policyHistory, withSignal(signal)),
  policyVersion: (sourceHash: string, signal?: AbortSignal) =>
    json<PolicyVersionTexts>(API.policyVersion, { id: sourceHash, ...withSignal(signal) }),
  policyLists: (body: { file: string; text: string }, signal: AbortSignal) =>
    json<ListsBeside>(API.policyLists, { body, signal }),
  policyRecent: (signal?: AbortSignal) => json<RecentGates>(API.policyRecent, withSignal(signal)),
  /** What was decided in a range up to now. */
  policyRange: (range: LogRange, signal: AbortSignal) =>
    json<RecentGates>(API.policyRecent, { query: { range }, signal, deadlineMs: VERIFY_DEADLINE_MS }),
  policyPresets: (signal?: AbortSignal) => json<readonly PresetView[]>(API.policyPresets, withSignal(signal)),
  /** Each answers when a person has confirmed it, or not. */
  takePreset: (preset: PolicyPreset) =>
    json<PolicyReload>(API.takePreset, { body: { preset }, deadlineMs: CONFIRM_DEADLINE_MS }),
  startOwnLayer: () =>
    json<PolicyReload>(API.startOwnLayer, { body: { begins: 'COPY' }, deadlineMs: CONFIRM_DEADLINE_MS }),
  /** `null` ends the shadow. As the other changes of the policy, it answers when a person has confirmed it, or not. */
  shadowPolicy: (draft: PolicyDraftText | null, signal: AbortSignal) =>
    json<PolicyLifeView>(API.proposeShadow, { body: { draft }, signal, deadlineMs: CONFIRM_DEADLINE_MS }),
  promotePolicy: (reason: string, signal: AbortSignal) =>
    json<PolicyReload>(API.proposePromotion, { body: { reason }, signal, deadlineMs: CONFIRM_DEADLINE_MS }),
  proposePolicy: (body: PolicyDraftText & { readonly reason: string }, signal: AbortSignal) =>
    json<PolicyReload>(API.proposePolicy, { body, signal, deadlineMs: CONFIRM_DEADLINE_MS }),
  /** `null` where there is no picture yet. `page`: what is on it, which need not be where the tab is. */
  async screenshot(
    id: string,
    signal: AbortSignal,
  ): Promise<Result<{ readonly image: Blob; readonly page: string } | null>> {
    const response = await request(API.screenshot, { id, signal });
    if (!response.ok) return response;
    if (response.value.status === 204) return ok(null);
    const page = decodeURIComponent(response.value.headers.get('x-ghost-page') ?? '');
    return bodyOf(async () => ({ image: await response.value.blob(), page }));
  },
  /** Which there are; that they are looked at is an entry of the log. */
  pictures: (id: string, signal?: AbortSignal) =>
    json<PicturesView>(API.pictures, { id, ...withSignal(signal) }),
  /** What its agent was shown, told and answered; the same entry of the log. */
  thoughts: (id: string, signal: AbortSignal) => json<ThoughtsView>(API.thoughts, { id, signal }),
  /** What it sent out: a reading of the log. */
  requests: (id: string, signal: AbortSignal) => json<RequestsView>(API.requests, { id, signal }),
  async picture(id: string, number: number, signal?: AbortSignal): Promise<Result<Blob>> {
    const response = await request(API.picture, { id, number, ...withSignal(signal) });
    return response.ok ? bodyOf(() => response.value.blob()) : response;
  },
  /** The event stream: no deadline, it lives until the signal ends it. */
  events: (signal: AbortSignal, lastEventId: string | null) =>
    fetch(API.events.path, {
      headers: {
        ...authorization(),
        accept: 'text/event-stream',
        ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
      },
      cache: 'no-store',
      signal,
    }),
} as const;

async function request(method: Method, call: Call): Promise<Result<Response>> {
  const path = method.path
    .replace(':id', encodeURIComponent(call.id ?? ''))
    .replace(':number', String(call.number ?? ''));
  const search = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`;
  const deadline = AbortSignal.timeout(call.deadlineMs ?? DEADLINE_MS);
  try {
    const response = await fetch(path + search, {
      method: method.method,
      headers: {
        ...authorization(),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      cache: 'no-store',
      signal: call.signal === undefined ? deadline : AbortSignal.any([call.signal, deadline]),
    });
    return response.ok ? ok(response) : { ok: false, error: await failureOf(response) };
  } catch (thrown) {
    return fail('gateway.unreachable', 'the gateway cannot be reached', {
      help: 'see whether it still runs; `npm start` starts it',
      cause: thrown,
    });
  }
}

/** The name of this client: its open event stream tells the gateway that a person can be asked. */
const authorization = (): Readonly<Record<'authorization' | 'x-ghost-client', string>> => ({
  authorization: `Bearer ${keptToken() ?? ''}`,
  'x-ghost-client': 'ui',
});

const withSignal = (signal: AbortSignal | undefined): { signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

async function failureOf(response: Response): Promise<Failure> {
  try {
    const data: unknown = await response.json();
    if (typeof data === 'object' && data !== null && 'error' in data && isFailure(data.error)) {
      return data.error;
    }
  } catch {
    // Not JSON: the status line is what is left to tell.
  }
  const refused = fail('http.bad-request', `the gateway answered ${response.status}`, {
    help: 'reload this page',
  });
  return refused.error;
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  typeof value.code === 'string' &&
  typeof value.message === 'string';
