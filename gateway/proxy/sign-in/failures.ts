// What may go wrong with signing in, in words with a mend. INVARIANT: of what an issuer says, the code of its error alone is repeated:
// nothing of a token, a code or a secret.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { visible } from '#gateway/protocol/visible.ts';

const MAX_CODE_CHARACTERS = 60;
export const SIGN_IN_HELP = 'sign in with `ghost login`';

/** `invalid_grant`, `access_denied` …; `null`: the issuer did not get so far as to say one. */
export function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('error' in thrown)) return null;
  return typeof thrown.error === 'string' ? thrown.error : null;
}

export const signedOut = (): Failure =>
  failure('identity.signed-out', 'nobody is signed in with the proxy', { help: SIGN_IN_HELP });

export const endedByIssuer = (): Failure =>
  failure('identity.signed-out', 'the issuer ended the sign-in: it was revoked, or is too old', {
    help: SIGN_IN_HELP,
  });

/** Of an exchange with the issuer: away, or it refuses. */
export function issuerFailure(thrown: unknown): Failure {
  const code = codeOf(thrown);
  if (code === 'access_denied')
    return failure('identity.refused', 'the sign-in was refused at the issuer', { help: SIGN_IN_HELP });
  if (code === 'expired_token')
    return failure('identity.too-late', 'nobody entered the code in time', { help: SIGN_IN_HELP });
  if (code !== null)
    return failure('identity.refused', `the issuer refused: ${visible(code, MAX_CODE_CHARACTERS)}`, {
      help: 'check `navigator.signIn` in config.yaml: the client and its secret are those of the issuer',
    });
  if (isAway(thrown))
    return failure('identity.issuer-unreachable', 'the issuer of the sign-in cannot be reached', {
      cause: thrown instanceof Error ? thrown.message : undefined,
      help: 'check the network and `navigator.signIn.issuer` in config.yaml',
    });
  return failure('identity.bad-answer', 'the issuer’s answer does not hold', {
    cause: thrown instanceof Error ? thrown.message : undefined,
    help: 'check this machine’s clock, and `navigator.signIn` in config.yaml',
  });
}

/** A connection that failed, a deadline, or a status of a server in trouble. */
function isAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown.name === 'TimeoutError' || thrown.name === 'TypeError') return true;
  const { cause } = thrown;
  if (cause instanceof Response) return cause.status >= 500 || cause.status === 429;
  return cause instanceof Error && isAway(cause);
}
