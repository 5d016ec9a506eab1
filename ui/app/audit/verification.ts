// The last verification of the log that this window asked for. INVARIANT: it is asked for by a person each time: it reads every entry,
// and the log says so.
import { create } from 'zustand';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';

type Verification = {
  readonly verified: { readonly at: string; readonly result: AuditVerification } | null;
  readonly error: Failure | null;
  readonly isRunning: boolean;
};

export const useVerification = create<Verification>(() => ({
  verified: null,
  error: null,
  isRunning: false,
}));

export async function verifyNow(): Promise<void> {
  if (useVerification.getState().isRunning) return;
  useVerification.setState({ isRunning: true });
  const result = await gateway.verifyAudit();
  useVerification.setState(({ verified }) => ({
    isRunning: false,
    error: result.ok ? null : result.error,
    verified: result.ok ? { at: new Date().toISOString(), result: result.value } : verified,
  }));
}
