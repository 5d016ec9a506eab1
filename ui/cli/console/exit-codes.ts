// The documented exit codes, and what leads to which.
import type { HealthView } from '#gateway/protocol/views/health.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { ErrorCode, Failure } from '#policy/language/failure.ts';

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  denied: 3,
  consentRefused: 4,
  noBrowser: 5,
  unconfirmed: 6,
  /** The gateway cannot do its work: the log cannot be written. */
  unwell: 7,
} as const;

/** As the help and docs/commands.md say it. */
export const EXIT_IN_WORDS =
  '0 done, 1 failed, 2 usage, 3 denied, 4 consent refused or timed out, 5 no browser, 6 done as far as can be seen, 7 nothing can run now';

export function exitCodeOf(result: Pick<TaskResult, 'status' | 'error'>): number {
  switch (result.status) {
    case 'DONE':
      return EXIT.done;
    case 'UNCONFIRMED':
      return EXIT.unconfirmed;
    case 'DENIED':
      return EXIT.denied;
    case 'CONSENT_REFUSED':
      return EXIT.consentRefused;
    case 'FAILED':
    case 'CANCELLED':
      return result.error === null ? EXIT.failed : exitCodeOfFailure(result.error);
  }
}

const CODES: Partial<Record<ErrorCode, number>> = {
  'browser.not-found': EXIT.noBrowser,
  'browser.no-sandbox': EXIT.noBrowser,
  'boundary.denied': EXIT.denied,
  'boundary.aborted': EXIT.denied,
  'policy.not-loaded': EXIT.denied,
  'task.bad-intent': EXIT.usage,
  'act.bad-url': EXIT.usage,
  'attach.bad-endpoint': EXIT.usage,
  'attach.none-found': EXIT.noBrowser,
  'attach.unreachable': EXIT.noBrowser,
  'http.bad-request': EXIT.usage,
  'audit.bad-query': EXIT.usage,
  'policy.bad-request': EXIT.usage,
  'command.unknown': EXIT.usage,
  'command.bad-params': EXIT.usage,
  'command.bad-file': EXIT.usage,
  'command.no-tab': EXIT.noBrowser,
  'applet.unreadable': EXIT.usage,
  'act.bad-pattern': EXIT.usage,
  'audit.write-failed': EXIT.unwell,
  'audit.disk-low': EXIT.unwell,
  'audit.read-only': EXIT.unwell,
};

export function exitCodeOfFailure(error: Pick<Failure, 'code'>): number {
  return CODES[error.code] ?? (error.code.startsWith('consent.') ? EXIT.consentRefused : EXIT.failed);
}

/** Of `ghost status`: what is slow still works. */
export const exitCodeOfHealth = ({ state }: HealthView): number =>
  state === 'failed' ? EXIT.unwell : EXIT.done;

/** Of `ghost doctor`: warnings are none of its business. */
export function exitCodeOfChecks(
  checks: readonly { readonly name: string; readonly state: string }[],
): number {
  const bad = checks.filter(({ state }) => state === 'bad');
  if (bad.length === 0) return EXIT.done;
  if (bad.some(({ name }) => name === 'health')) return EXIT.unwell;
  return bad.some(({ name }) => name === 'browser') ? EXIT.noBrowser : EXIT.failed;
}
