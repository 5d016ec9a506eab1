// The key of Gemini that a person gave to the app, in the vault. INVARIANT: it is nowhere else on disk, and no view, log or error holds it.
import type { Result } from '#policy/language/failure.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { keptText } from './kept-text.ts';

export interface ModelKeyStore extends AsyncDisposable {
  /** `null`: none is kept. Errors of all: `vault.*`. */
  load(): Promise<Result<string | null>>;
  save(key: string): Promise<Result<void>>;
  delete(): Promise<Result<void>>;
}

const KIND = 'model-key';
const NAME = 'gemini';

export function modelKeyStore(vault: VaultInTurn, wallMs: () => number): ModelKeyStore {
  const kept = keptText(vault, { kind: KIND, name: NAME });
  return { ...kept, save: (key) => kept.save({ about: 'the key for Gemini', body: key, at: wallMs }) };
}
