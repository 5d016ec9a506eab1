// What a gateway keeps of people's work: saved sessions, results with their applets, pictures. They are opened together, swept daily, and
// closed in order. INVARIANT: results and pictures lie in one file, which one user at a time has.
import { AuditedPictures } from '#gateway/vault/pictures/audited-pictures.ts';
import { PictureKeeper } from '#gateway/vault/pictures/picture-keeper.ts';
import { pictureStore } from '#gateway/vault/pictures/picture-store.ts';
import { AuditedResults } from '#gateway/vault/results/audited-results.ts';
import { ResultKeeper } from '#gateway/vault/results/result-keeper.ts';
import { resultStore } from '#gateway/vault/results/result-store.ts';
import { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import type { ResultStore } from '#gateway/vault/results/contract.ts';
import type { SessionStore } from '#gateway/vault/contract.ts';
import { DailySweep } from '#gateway/vault/daily-sweep.ts';
import { keySources } from '#gateway/vault/keys.ts';
import type { KeySource } from '#gateway/vault/contract.ts';
import { sessionStore } from '#gateway/vault/session-store.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Config } from '#gateway/settings/config.ts';
import type { Clock } from '#executors/system/clock.ts';

export type StoresParts = {
  readonly directory: string;
  readonly config: Pick<Config, 'vault' | 'sessionTtlDays' | 'results' | 'pictures'>;
  /** Places of its key that are tried before those of the settings. */
  readonly ownKeys: readonly KeySource[];
  readonly audit: AuditLog;
  readonly clock: Clock;
  /** Results are not kept any more, or again. */
  readonly onTrouble: () => void;
};

export class Stores {
  readonly sessions: SessionStore;
  readonly results: AuditedResults;
  readonly pictures: AuditedPictures;
  /** Keeps what each task came to, when it ends. */
  readonly resultKeeper: ResultKeeper;
  /** Keeps the page before and after each act. */
  readonly pictureKeeper: PictureKeeper;
  readonly #results: ResultStore;
  readonly #sweep: DailySweep;

  constructor({ directory, config, ownKeys, audit, clock, onTrouble }: StoresParts) {
    const keys = [...ownKeys, ...keySources(config.vault.key, directory)];
    const { wallMs: now, monotonicMs } = clock;
    const vault = new VaultInTurn(directory, keys);
    this.sessions = sessionStore({ directory, keys, ttlDays: config.sessionTtlDays, now });
    this.#sweep = new DailySweep(() => vault.sweep());
    const { keepDays, mostBytes } = config.results;
    this.#results = resultStore({ directory, keys, vault, keepDays, mostBytes, now });
    this.results = new AuditedResults(this.#results, audit);
    this.resultKeeper = new ResultKeeper({
      store: this.#results,
      keep: config.results.keep,
      now,
      onChange: onTrouble,
    });
    const store = pictureStore({
      vault,
      keepDays: config.pictures.keepDays,
      mostBytes: config.pictures.mostBytes,
      now,
    });
    this.pictures = new AuditedPictures(store, audit, monotonicMs);
    this.pictureKeeper = new PictureKeeper({ store, keep: config.pictures.keep, monotonicMs });
  }

  /** From now on what is too old goes. */
  begin(): void {
    this.#sweep.begin();
  }

  end(): void {
    this.#sweep.end();
  }

  /** What still has to be written, one after the other, each under its name. */
  closing(): readonly (readonly [what: string, end: () => PromiseLike<unknown>])[] {
    return [
      ['saved sessions', () => this.sessions[Symbol.asyncDispose]()],
      ['results that are not kept yet', () => this.resultKeeper.settled()],
      ['kept results', () => this.#results[Symbol.asyncDispose]()],
    ];
  }
}
