// The one shape of an expected failure, and the registry of its codes. A bug is thrown; everything else is a value.

/** Every error code of the project, with what a caller may do: `retryable` says whether the same call may succeed later. */
export const ERROR_CODES = {
  // policy: loading and deciding
  'policy.unreadable': { retryable: false },
  'policy.syntax': { retryable: false },
  'policy.duplicate-key': { retryable: false },
  'policy.unknown-key': { retryable: false },
  'policy.missing-key': { retryable: false },
  'policy.unknown-member': { retryable: false },
  'policy.unknown-fact': { retryable: false },
  'policy.unknown-operator': { retryable: false },
  'policy.truncated': { retryable: false },
  'policy.type-mismatch': { retryable: false },
  'policy.duplicate-id': { retryable: false },
  'policy.incomplete-table': { retryable: false },
  'policy.bad-host': { retryable: false },
  'policy.bad-path': { retryable: false },
  'policy.bad-answer': { retryable: false },
  'policy.bad-text': { retryable: false },
  'policy.public-suffix': { retryable: false },
  'policy.expiring-restriction': { retryable: false },
  'policy.grant-in-floor': { retryable: false },
  'policy.too-large': { retryable: false },
  'policy.bad-parent': { retryable: false },
  'policy.include-missing': { retryable: false },
  'policy.include-altered': { retryable: false },
  'policy.invariant-violated': { retryable: false },
  'policy.escalate-nobody': { retryable: false },
  'policy.unproven': { retryable: false },
  'policy.test-failed': { retryable: false },
  'policy.untested': { retryable: false },
  'policy.bad-request': { retryable: false },
  'policy.not-loaded': { retryable: false },
  // policy: life cycle, logs and bundles
  'policy.loosens': { retryable: false },
  'policy.last-unknown': { retryable: false },
  'policy.not-checked': { retryable: true },
  'policy.read-only': { retryable: false },
  'policy.edited-elsewhere': { retryable: false },
  'policy.no-candidate': { retryable: false },
  'policy.bad-log': { retryable: false },
  'policy.other-vocabulary': { retryable: false },
  'policy.undecided': { retryable: false },
  'policy.bad-key': { retryable: false },
  'policy.bundle-unreadable': { retryable: false },
  'policy.bundle-untrusted': { retryable: false },
  'policy.bundle-altered': { retryable: false },
  'policy.bundle-not-yet-valid': { retryable: false },
  'policy.bundle-expired': { retryable: false },
  'policy.bundle-older': { retryable: false },
  'policy.bundle-unknown': { retryable: false },
  // boundary
  'boundary.denied': { retryable: false },
  'boundary.aborted': { retryable: false },
  'boundary.bad-request': { retryable: false },
  'boundary.changed': { retryable: true },
  'boundary.internal': { retryable: false },
  // consent
  'consent.refused': { retryable: false },
  'consent.timed-out': { retryable: true },
  'consent.nobody': { retryable: true },
  'consent.unknown': { retryable: false },
  'consent.already-answered': { retryable: false },
  'consent.own-request': { retryable: false },
  'consent.void': { retryable: true },
  'grant.unknown': { retryable: false },
  'consent.bad-answer': { retryable: false },
  'consent.no-approver': { retryable: false },
  'consent.too-soon': { retryable: true },
  'consent.not-enrolled': { retryable: false },
  'consent.no-terminal': { retryable: false },
  'consent.channel-closed': { retryable: false },
  'consent.waiting': { retryable: true },
  'consent.too-long': { retryable: false },
  'consent.not-shown': { retryable: false },
  'consent.not-read': { retryable: true },
  'consent.too-many': { retryable: false },
  // authorisation
  'authorization.forged': { retryable: false },
  'authorization.replayed': { retryable: false },
  'authorization.expired': { retryable: true },
  'authorization.altered': { retryable: false },
  'authorization.policy-changed': { retryable: true },
  // audit
  'audit.unreadable': { retryable: false },
  'audit.locked': { retryable: true },
  'audit.read-only': { retryable: false },
  'audit.write-failed': { retryable: true },
  'audit.broken-chain': { retryable: false },
  'audit.disk-low': { retryable: true },
  'audit.newer-format': { retryable: false },
  'policy.newer-format': { retryable: false },
  'audit.bad-query': { retryable: false },
  'audit.too-many-queries': { retryable: true },
  'audit.bad-proof': { retryable: false },
  'audit.query-late': { retryable: true },
  'audit.bad-event': { retryable: false },
  // browser and act
  'browser.not-found': { retryable: false },
  'browser.no-sandbox': { retryable: false },
  'browser.no-namespace': { retryable: false },
  'browser.no-user': { retryable: true },
  'browser.launch-failed': { retryable: true },
  'browser.flags-differ': { retryable: false },
  'browser.other-build': { retryable: false },
  'browser.crashed': { retryable: true },
  'browser.over-budget': { retryable: false },
  'browser.profile-left': { retryable: true },
  'attach.bad-endpoint': { retryable: false },
  'attach.none-found': { retryable: true },
  'attach.foreign-user': { retryable: false },
  'attach.unreachable': { retryable: true },
  'attach.other-browser': { retryable: true },
  'act.stale-ref': { retryable: true },
  'act.ambiguous': { retryable: false },
  'act.unknown-ref': { retryable: false },
  'act.changed': { retryable: true },
  'act.uncertain': { retryable: false },
  'act.covered': { retryable: true },
  'act.not-actionable': { retryable: false },
  'act.bad-url': { retryable: false },
  'act.navigation-failed': { retryable: true },
  'act.navigation-denied': { retryable: false },
  'act.timed-out': { retryable: true },
  'tab.none-free': { retryable: true },
  'tab.queue-full': { retryable: true },
  'act.tab-closed': { retryable: false },
  'task.page-flood': { retryable: false },
  'page.unresponsive': { retryable: true },
  'page.flood': { retryable: true },
  'act.unsupported': { retryable: false },
  'act.secret-missing': { retryable: false },
  'act.no-storage': { retryable: false },
  'act.bad-domain': { retryable: false },
  'act.bad-file': { retryable: false },
  'act.too-large': { retryable: false },
  'act.no-source': { retryable: false },
  'desktop.gone': { retryable: true },
  'desktop.no-answer': { retryable: true },
  'desktop.refused': { retryable: false },
  'desktop.release-malformed': { retryable: false },
  'desktop.update-failed': { retryable: true },
  'desktop.update-feed': { retryable: false },
  'desktop.update-key': { retryable: false },
  'desktop.update-refused': { retryable: false },
  'act.not-signed-in': { retryable: false },
  'act.bad-pattern': { retryable: false },
  'act.script-failed': { retryable: false },
  'act.no-dialog': { retryable: false },
  'act.dialog-open': { retryable: true },
  'act.dialog-dismissed': { retryable: false },
  'act.no-frame': { retryable: false },
  'act.no-table': { retryable: false },
  'act.no-route': { retryable: false },
  'act.no-site': { retryable: false },
  'act.bad-mock': { retryable: false },
  'download.no-folder': { retryable: false },
  'download.failed': { retryable: true },
  'download.too-large': { retryable: false },
  'download.other-content': { retryable: false },
  'download.not-scanned': { retryable: false },
  // directories and private files
  'directory.unsafe': { retryable: false },
  'directory.unusable': { retryable: false },
  'file.unsafe': { retryable: false },
  'file.unusable': { retryable: false },
  // backups
  'backup.exists': { retryable: false },
  'backup.failed': { retryable: true },
  'backup.unreadable': { retryable: false },
  'backup.altered': { retryable: false },
  'backup.newer-format': { retryable: false },
  'backup.not-empty': { retryable: false },
  'backup.gateway-runs': { retryable: true },
  'backup.bad-passphrase': { retryable: false },
  // vault and saved sessions
  'vault.unavailable': { retryable: false },
  'vault.no-key': { retryable: true },
  'vault.wrong-key': { retryable: false },
  'vault.damaged': { retryable: false },
  'vault.newer-format': { retryable: false },
  'vault.busy': { retryable: true },
  'vault.uncertain': { retryable: false },
  'vault.write-failed': { retryable: true },
  'session.bad-name': { retryable: false },
  'session.bad-state': { retryable: false },
  'session.too-large': { retryable: false },
  'session.unknown': { retryable: false },
  'session.expired': { retryable: false },
  'session.other-origin': { retryable: false },
  'result.unknown': { retryable: false },
  // network choke point
  'network.denied': { retryable: false },
  'network.private-address': { retryable: false },
  'network.resolution-failed': { retryable: true },
  'network.unreachable': { retryable: true },
  // gateways that share their tasks
  'fleet.bad-address': { retryable: false },
  'fleet.unreachable': { retryable: true },
  'fleet.refused': { retryable: false },
  'fleet.other-version': { retryable: false },
  'fleet.lease-lost': { retryable: false },
  'fleet.interrupted': { retryable: false },
  'fleet.given-up': { retryable: false },
  'fleet.too-late': { retryable: false },
  'fleet.stopped': { retryable: true },
  'fleet.unconfirmed': { retryable: true },
  'fleet.no-policy': { retryable: false },
  // tasks and navigators
  'task.unknown': { retryable: false },
  'task.cancelled': { retryable: true },
  'task.step-limit': { retryable: true },
  'task.no-start': { retryable: false },
  'task.bad-intent': { retryable: false },
  'task.unverified': { retryable: true },
  'task.bad-recording': { retryable: false },
  'task.departed': { retryable: false },
  'task.not-done': { retryable: false },
  'question.unknown': { retryable: false },
  'question.closed': { retryable: false },
  'question.bad-answer': { retryable: true },
  'navigator.not-understood': { retryable: false },
  'navigator.needs-help': { retryable: false },
  'navigator.not-asked': { retryable: false },
  'navigator.bad-proposal': { retryable: true },
  'navigator.failed': { retryable: true },
  'navigator.stuck': { retryable: false },
  'navigator.no-key': { retryable: false },
  'navigator.no-token': { retryable: false },
  'navigator.not-set-up': { retryable: false },
  // signing in with a proxy
  'identity.signed-out': { retryable: false },
  'identity.refused': { retryable: false },
  'identity.not-allowed': { retryable: false },
  'identity.too-late': { retryable: true },
  'identity.bad-answer': { retryable: false },
  'identity.no-device-flow': { retryable: false },
  'identity.no-listener': { retryable: true },
  'identity.issuer-unreachable': { retryable: true },
  'identity.proxy-unreachable': { retryable: true },
  'identity.not-set-up': { retryable: false },
  'model.unavailable': { retryable: true },
  'model.refused': { retryable: false },
  'model.blocked': { retryable: false },
  'model.truncated': { retryable: true },
  // applets
  'maker.bad-brief': { retryable: false },
  'maker.no-form': { retryable: false },
  'maker.busy': { retryable: true },
  'maker.refused': { retryable: true },
  'applet.refused': { retryable: false },
  'applet.unknown': { retryable: false },
  'applet.unreadable': { retryable: false },
  // gateway, HTTP and configuration
  'gateway.closed': { retryable: false },
  'gateway.already-running': { retryable: false },
  'gateway.unreachable': { retryable: true },
  'http.port-in-use': { retryable: true },
  'http.too-many-streams': { retryable: true },
  'http.unauthorized': { retryable: false },
  'http.bad-request': { retryable: false },
  // commands and the daemon
  'command.unknown': { retryable: false },
  'command.bad-params': { retryable: false },
  'command.no-tab': { retryable: false },
  'command.unknown-tab': { retryable: false },
  'command.other-worker': { retryable: false },
  'command.batch-stopped': { retryable: false },
  'command.bad-file': { retryable: false },
  'command.aborted': { retryable: true },
  'config.unwritable': { retryable: false },
  'daemon.bad-frame': { retryable: false },
  'daemon.busy': { retryable: true },
  'daemon.unresponsive': { retryable: true },
  'daemon.unreachable': { retryable: true },
  'daemon.unsafe-directory': { retryable: false },
  'config.unreadable': { retryable: false },
  'config.bad-value': { retryable: false },
  'ui.build-failed': { retryable: false },
} as const satisfies Record<string, { retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_CODES, text);

/** A place in a document, 1-based. `endLine`/`endColumn` point behind the last character. */
export type Span = { file: string; line: number; column: number; endLine?: number; endColumn?: number };

/**
 * An expected failure. `message`: lower case, no full stop, user input in back-ticks. `help`: the mend.
 * `details` is plain JSON that a machine may use (a rule id, a flag, a field).
 */
export type Failure = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly help?: string;
  readonly span?: Span;
  readonly cause?: string;
  readonly retryable: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
};

export type Ok<T> = { readonly ok: true; readonly value: T };
export type Err<E = Failure> = { readonly ok: false; readonly error: E };
export type Result<T, E = Failure> = Ok<T> | Err<E>;

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
export const err = <E>(error: E): Err<E> => ({ ok: false, error });

type Extra = { help?: string; span?: Span; cause?: unknown; details?: Record<string, unknown> };

/** Makes a `Failure`; `cause` may be any thrown value and is kept as text. */
export function failure(code: ErrorCode, message: string, extra: Extra = {}): Failure {
  const { help, span, cause, details } = extra;
  return Object.freeze({
    code,
    message: visible(message),
    retryable: ERROR_CODES[code].retryable,
    ...(help === undefined ? {} : { help: visible(help) }),
    ...(span === undefined ? {} : { span }),
    ...(cause === undefined ? {} : { cause: describe(cause) }),
    ...(details === undefined ? {} : { details }),
  });
}

/** What a terminal or a reader would not show, or would obey (bidirectional marks, escapes), written out: `\\u202e`. */
const visible = (text: string): string =>
  text.replaceAll(/[^\n\P{Cc}]|\p{Cf}|[\u2028\u2029]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
  });

/** The same, and a line stays one line: what a name says is no line of a report. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', '\\n');

/** Shorthand for `err(failure(…))`. */
export const fail = (code: ErrorCode, message: string, extra?: Extra): Err =>
  err(failure(code, message, extra));

/** The text of a thrown value, without its stack. */
export function describe(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A `Failure` as an exception, for the few places (async iterators, library callers) that need one. */
export class GhostError extends Error {
  readonly failure: Failure;
  constructor(cause: Failure) {
    super(`${cause.code}: ${cause.message}`);
    this.name = 'GhostError';
    this.failure = cause;
  }
}
