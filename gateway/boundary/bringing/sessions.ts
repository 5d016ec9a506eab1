// SESSION_SAVE and SESSION_LOAD between tab and vault. INVARIANT: what a session holds goes from the executor to the vault and back;
// the caller and the log get counts. It is opened only after the verdict; before it, its name and origin are enough.
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import type { ActInputs } from './act-inputs-contract.ts';
import type { SessionStore, SessionView } from '#gateway/vault/contract.ts';
import { visible } from '#gateway/protocol/visible.ts';

type Of = Pick<ActInputs, 'details' | 'evidence' | 'fetch' | 'handOut'>;

const nowhere = (): Result<never> =>
  fail('vault.unavailable', 'there is no vault to keep sessions in', {
    help: 'open the gateway with a data directory',
  });

/** Errors: `vault.*`; those of the store come when the act is done. */
export function savingSession(sessions: SessionStore | undefined, name: string): Result<Of> {
  if (sessions === undefined) return nowhere();
  return ok({
    details: [theirs('AGENT', 'VALUE', 'kept as', name, { note: 'encrypted, on this machine' })],
    evidence: { session: name },
    fetch: null,
    handOut: (outcome) => save(sessions, name, outcome),
  });
}

/** Errors: `vault.*`, `session.unknown`, `session.expired`, `session.other-origin`. */
export async function loadingSession(
  sessions: SessionStore | undefined,
  name: string,
  documentUrl: string,
): Promise<Result<Of>> {
  if (sessions === undefined) return nowhere();
  const all = await sessions.list();
  if (!all.ok) return all;
  const view = all.value.find((one) => one.name === name);
  if (view === undefined) {
    // Why there is none is for the vault to say: unknown, expired, or no name at all.
    const loaded = await sessions.load(name);
    return loaded.ok
      ? fail('session.unknown', 'the session was saved this very moment', { help: 'ask again' })
      : loaded;
  }
  const other = otherOrigin(view.origin, documentUrl);
  if (other !== null) return other;
  return ok({
    details: [ours('FACT', 'session', inWords(view))],
    evidence: { session: name, savedAt: view.savedAt },
    fetch: async () => {
      const loaded = await sessions.load(name);
      if (!loaded.ok) return loaded;
      const { origin, cookies, localStorage, sessionStorage } = loaded.value;
      return (
        otherOrigin(origin, documentUrl) ??
        ok(JSON.stringify({ origin, cookies, localStorage, sessionStorage }))
      );
    },
    handOut: async (outcome) => ok(outcome),
  });
}

async function save(sessions: SessionStore, name: string, outcome: ActOutcome): Promise<Result<ActOutcome>> {
  if (outcome.kind !== 'SESSION_STATE') return fail('boundary.internal', 'the tab gave no session');
  const saved = await sessions.save({ name, ...outcome.state });
  if (!saved.ok) return saved;
  const { origin, cookies, localStorage, sessionStorage, expiresAt, replaced } = saved.value;
  return ok({
    kind: 'SESSION',
    did: 'SAVED',
    name,
    origin,
    cookies,
    localStorage,
    sessionStorage,
    refused: [],
    expiresAt,
    replaced,
    document: outcome.document,
  });
}

function otherOrigin(origin: string, documentUrl: string): Result<never> | null {
  if (URL.parse(documentUrl)?.origin === origin) return null;
  return fail('session.other-origin', `the session is of \`${origin}\`, and the tab shows another site`, {
    help: `go to \`${origin}\` first`,
  });
}

const inWords = ({ origin, savedAt, cookies, localStorage, sessionStorage }: SessionView): string =>
  `of ${visible(origin, 200)}, saved ${savedAt}: ${cookies} cookies, ${localStorage + sessionStorage} stored texts`;
