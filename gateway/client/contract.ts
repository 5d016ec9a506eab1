// What a client can do with a gateway, whether it runs elsewhere or in this process.
import type { NavigatorName } from '#gateway/protocol/views/task.ts';
import type { HandOver } from '#gateway/protocol/http.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { QuestionAnswer, QuestionView } from '#gateway/protocol/views/question.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type { AuditAnswer, AuditVerification } from '#gateway/protocol/views/audit.ts';
import type { ConnectionView, GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { GrantView } from '#gateway/protocol/views/grant.ts';
import type { CheckedIdentity, IdentityView, SignInWay } from '#gateway/protocol/views/identity.ts';
import type { ConsentAnswer, ConsentView, LeftOut } from '#gateway/protocol/views/consent.ts';
import type { PolicyLifeView, PolicyReload, ShadowComparison } from '#gateway/protocol/views/policy.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { KeptResult, ResultLine, ResultQuery } from '#gateway/vault/results/contract.ts';
import type { AppletFile, DrawnForm, MadeApplet } from '#gateway/protocol/views/applet.ts';
import type { OpenedWidening, TypedWord, Widening } from '#gateway/protocol/widening.ts';
import type { Result } from '#policy/language/failure.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';

export type RunRequest = {
  readonly intent: string;
  readonly startUrl?: string;
  /** Cookies to bring in before the first page. */
  readonly cookies?: readonly { readonly domain: string; readonly source: string }[];
  readonly approve: 'ask' | 'deny';
  readonly tabPolicy?: TabPolicy;
  /** Endpoint of a running browser to be a guest in, or `auto`. */
  readonly connect?: string;
  /** Who proposes; default: the settings'. */
  readonly navigator?: NavigatorName;
  /** Proposals come from a recording, on the same pages. */
  readonly replay?: Recording;
  /** `ask`: a person sits here who is shown the task's questions (`task.asked`) and answers them. */
  readonly questions?: 'ask' | 'none';
};

export interface GatewayClient extends AsyncDisposable {
  readonly kind: 'remote' | 'local';
  /** Runs an intent to its end; aborting the signal cancels the task. */
  run(
    request: RunRequest,
    onEvent: (event: TaskEvent) => void,
    signal: AbortSignal,
  ): Promise<Result<TaskResult>>;
  /** Of a question that a task asks. Errors: `task.unknown`, `question.*`. */
  answerQuestion(taskId: string, question: string, answer: QuestionAnswer): Promise<Result<QuestionView>>;
  /** Of a task that has ended. */
  recording(taskId: string): Promise<Result<Recording>>;
  /** Of a task that has ended, for a file; `navigator`: as the task was asked for. Aborting ends what a model is asked. Errors: those of `Gateway.drawApplet`. */
  drawApplet(
    taskId: string,
    navigator: NavigatorName | undefined,
    signal: AbortSignal,
  ): Promise<Result<MadeApplet>>;
  status(): Promise<Result<GatewayStatus>>;
  /** Has tasks be guests in a running browser, once a person let it. */
  connect(endpoint: string): Promise<Result<ConnectionView>>;
  /** A way into the UI for a person's browser, which may answer questions from then on. `user`: of an approver who does not run it. */
  handOver(user?: string): Promise<Result<HandOver>>;
  disconnect(): Promise<Result<{ readonly changed: boolean }>>;
  consents(): Promise<Result<readonly ConsentView[]>>;
  /** Shows a question at this terminal: the gateway counts its patience from now on. */
  openQuestion(id: string): Promise<Result<{ readonly consent: ConsentView; readonly nonce: string }>>;
  /** Without a `proof` it can deny. */
  answer(
    id: string,
    answer: ConsentAnswer,
    proof?: {
      readonly nonce: string;
      readonly retyped?: string;
      readonly sawEnd?: boolean;
      /** Of a plan: what is not allowed. */
      readonly leftOut?: LeftOut;
    },
  ): Promise<Result<ConsentView>>;
  /** What answers still allow, newest first. */
  grants(): Promise<Result<readonly GrantView[]>>;
  /** Errors: `grant.unknown`. */
  revokeGrant(id: string): Promise<Result<GrantView>>;
  audit(query: string, limit: number): Promise<Result<AuditAnswer>>;
  verifyAudit(): Promise<Result<AuditVerification>>;
  /** Has the log say that a backup is about to be made. */
  noteBackup(file: string): Promise<Result<unknown>>;
  readonly results: ResultsClient;
  readonly identity: IdentityClient;
  policy(): Promise<Result<PolicyLifeView>>;
  /** What an act would widen. What widens needs its word, `typed` at a terminal: else `consent.not-shown`. */
  showWidening(asked: Widening): Promise<Result<OpenedWidening>>;
  /** `acknowledge`: why what loosens may come into force, `null` where nobody says so. */
  reloadPolicy(acknowledge: string | null, typed?: TypedWord): Promise<Result<PolicyReload>>;
  revertPolicy(file: string, reason: string, typed?: TypedWord): Promise<Result<PolicyReload>>;
  /** No files end it. */
  shadowPolicy(files: readonly string[], typed?: TypedWord): Promise<Result<PolicyLifeView>>;
  /** The candidate against the policy in force: exactly, and as observed. */
  shadowComparison(): Promise<Result<ShadowComparison>>;
  promotePolicy(acknowledge: string | null, typed?: TypedWord): Promise<Result<PolicyReload>>;
  /** `key`: a public key, or for `untrust` its id. */
  trustKey(
    key: string,
    trusted: boolean,
    typed?: TypedWord,
  ): Promise<Result<{ readonly keyId: string; readonly changed: boolean }>>;
}

/** Who is signed in with the proxy. Errors of all: `identity.*`. */
export type IdentityClient = {
  look(): Promise<Result<IdentityView>>;
  /** Asks the proxy whether it takes them. */
  check(): Promise<Result<CheckedIdentity>>;
  /** Whoever begins it looks until it is not open any more. */
  begin(way: SignInWay): Promise<Result<IdentityView>>;
  cancel(): Promise<Result<IdentityView>>;
  end(): Promise<Result<IdentityView>>;
};

/** What tasks came to, as one person asks for it: the log says so. */
export type ResultsClient = {
  /** Newest first. */
  find(query: ResultQuery): Promise<Result<readonly ResultLine[]>>;
  /** Errors: `result.unknown`. */
  show(taskId: string): Promise<Result<KeptResult>>;
  /** As `show`; `form`: what it leaves as. */
  export(taskId: string, form: string): Promise<Result<KeptResult>>;
  /** One document for a file; without a form the one that was opened last, else the one that fits. Errors: `result.unknown`, `applet.unknown`, `act.no-table`. */
  applet(taskId: string, form: DrawnForm | null): Promise<Result<AppletFile>>;
  /** For good; how many there were. Errors: `result.unknown`. */
  delete(taskIds: readonly string[] | 'ALL'): Promise<Result<number>>;
};
