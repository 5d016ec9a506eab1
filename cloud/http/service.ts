// What a request is answered with: everything that lives as long as the service.
import type { HttpBindings } from '@hono/node-server';
import type { SignedOut } from '../auth/signed-out.ts';
import type { TokenVerifier } from '../auth/verify.ts';
import type { Lane } from '../gemini/lane.ts';
import type { Log } from '../log/log.ts';
import type { Metrics } from '../log/metrics.ts';
import type { Tracing } from '../log/trace.ts';
import type { Pace } from '../queue/pace.ts';
import type { Settings } from '../settings/settings.ts';
import type { Time } from '../system/time.ts';
import type { BodyRoom } from './body.ts';

export type Service = {
  readonly settings: Settings;
  readonly verifier: TokenVerifier;
  readonly signedOut: SignedOut;
  /** By the model's name, and by `countTokens` for all counts. */
  readonly lanes: ReadonlyMap<string, Lane>;
  readonly room: BodyRoom;
  /** Of what is no call of a model. INVARIANT: no number of events keeps a person from signing out. */
  readonly paces: { readonly signOuts: Pace; readonly others: Pace };
  readonly log: Log;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  readonly time: Time;
  readonly isDraining: () => boolean;
};

export type Env = { readonly Bindings: HttpBindings };
