// Everything that `ghost doctor` can find wrong, by a stable code. INVARIANT: a finding has a code of this list and a mend.

/** `bad`: something will not work, or cannot be trusted; `warn`: it works, with less. */
export const FINDINGS = {
  'node.old': 'bad',
  'config.unreadable': 'bad',
  'environment.unknown': 'warn',
  'environment.bad-value': 'bad',
  'browser.unusable': 'bad',
  'sandbox.no-user-namespaces': 'warn',
  'sandbox.none': 'bad',
  'users.taken': 'warn',
  'managed.weakens': 'warn',
  'network.no-namespace': 'warn',
  'network.namespace-required': 'bad',
  'policy.not-loaded': 'bad',
  'approvers.nobody': 'bad',
  'approvers.unknown': 'warn',
  'directory.no-directory': 'bad',
  'directory.foreign': 'bad',
  'directory.not-writable': 'bad',
  'directory.open': 'bad',
  'directory.readable': 'warn',
  'socket.open': 'bad',
  'socket.stale': 'warn',
  'audit.unreadable': 'bad',
  'audit.broken': 'bad',
  'disk.full': 'bad',
  'disk.low': 'warn',
  'clock.unset': 'bad',
  'clock.backwards': 'bad',
  'vault.unavailable': 'warn',
  'vault.no-keyring': 'bad',
  'vault.key-readable': 'bad',
  'vault.unusable': 'bad',
  'ui.not-built': 'warn',
  'gateway.hangs': 'bad',
  'health.failed': 'bad',
  'health.degraded': 'warn',
} as const satisfies Record<string, 'warn' | 'bad'>;
export type FindingCode = keyof typeof FINDINGS;

export type Check = {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  /** `null` where all is well. */
  readonly code: FindingCode | null;
  readonly detail: string;
  readonly help: string | null;
};

export const good = (name: string, detail: string): Check => ({
  name,
  state: 'ok',
  code: null,
  detail,
  help: null,
});

export const finding = (name: string, code: FindingCode, detail: string, help: string): Check => ({
  name,
  state: FINDINGS[code],
  code,
  detail,
  help,
});
