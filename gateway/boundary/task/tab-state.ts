// What has become of one tab of a task: whose acts run in it, and what was decided for its documents and requests alone.
// INVARIANT: nothing here is shared with another tab: one tab's act, tunnel or burst never covers what another one does.
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import type { Initiator } from '#policy/language/vocabulary.ts';
import type { Principal } from './principal.ts';
import { DocumentAbilities } from './state/document-abilities.ts';
import { ExpectedTunnels } from './state/expected-tunnels.ts';
import { RequestBursts } from './state/request-bursts.ts';

/** Features that a tab's documents are told of having asked for. */
const MAX_FEATURES_TOLD = 1_000;

export type CurrentActor = {
  readonly by: Principal;
  readonly initiator: Initiator;
  /** Whose words its act is made of; not there: nobody knows. */
  readonly content?: ContentFacts;
};

export class TabState {
  readonly expectedTunnels = new ExpectedTunnels();
  readonly requestBursts = new RequestBursts();
  readonly documentAbilities = new DocumentAbilities();
  /** Its browser is gone, and nobody closed it. */
  isLost = false;
  readonly #featuresTold = new Set<string>();
  /** By their requests: each page of the tab has its own turns, and acts overlap. */
  readonly #acting = new Map<string, CurrentActor>();

  /** Whose act the one of this request is; `null`: it does not run. */
  actorOf(requestId: string): CurrentActor | null {
    return this.#acting.get(requestId) ?? null;
  }

  /** Runs `act`; until it ends, what it triggers and was decided with it is attributed to the given actor. */
  async runAs<T>(
    requestId: string,
    { by, initiator, content }: CurrentActor,
    act: () => Promise<T>,
  ): Promise<T> {
    this.#acting.set(requestId, { by, initiator, ...(content === undefined ? {} : { content }) });
    try {
      return await act();
    } finally {
      this.#acting.delete(requestId);
    }
  }

  /** Whether the log is to be told that a document asked for an ability that was taken away: once each, and up to a bound. */
  tellsFeature(documentUrl: string, feature: string): boolean {
    const key = `${documentUrl} ${feature}`;
    if (this.#featuresTold.has(key) || this.#featuresTold.size >= MAX_FEATURES_TOLD) return false;
    this.#featuresTold.add(key);
    return true;
  }
}
