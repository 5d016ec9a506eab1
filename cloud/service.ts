// The service as a whole, composed: from its settings to a listener, and to its end.
import { serveMetrics } from './http/metrics.ts';
import { SignedOut } from './auth/signed-out.ts';
import { IssuerKeys } from './auth/keys.ts';
import { TokenVerifier } from './auth/verify.ts';
import { Lane } from './gemini/lane.ts';
import { unpriced } from './gemini/usage.ts';
import { createUpstream } from './gemini/upstream.ts';
import { createApp } from './http/app.ts';
import { BodyRoom } from './http/body.ts';
import { listen, type ListenOptions } from './http/listen.ts';
import { COUNTING } from './http/model-call.ts';
import type { Service } from './http/service.ts';
import { createLog } from './log/log.ts';
import { Metrics } from './log/metrics.ts';
import { NO_TRACING } from './log/trace.ts';
import { Pace } from './queue/pace.ts';
import type { QueueLimits } from './queue/rate-queue.ts';
import type { Settings } from './settings/settings.ts';
import type { Time } from './system/time.ts';

export type Running = {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** Takes on nothing more, lets end what runs, for at most the grace; may be called again. */
  readonly stop: (graceMs?: number) => Promise<void>;
};

export type Outside = {
  readonly time: Time;
  readonly write: (line: string) => void;
  readonly random?: () => number;
  readonly slowMs?: ListenOptions['slowMs'];
  readonly keyCooldownMs?: number;
};

/** Cloud Run gives ten seconds; the last second is for the log. */
const GRACE_MS = 9_000;
/** Of that second, for the last spans. */
const TRACES_MS = 500;
/** Of `countTokens`, which the service counts by itself. */
const COUNTING_LIMITS: QueueLimits = {
  depth: 600,
  depthPerUser: 60,
  requestsPerMinute: 3_000,
  tokensPerMinute: Infinity,
};

/** Events and the like, of one person: a gateway sends events in batches. */
const OTHERS_PER_MINUTE = 120;
const SIGN_OUTS_PER_MINUTE = 30;

export async function startService(settings: Settings, outside: Outside): Promise<Running> {
  const { time, write, random = Math.random, slowMs, keyCooldownMs } = outside;
  const log = createLog(time, write);
  const metrics = new Metrics();
  // Its library is loaded only where it has something to do.
  const tracing =
    settings.traces === null
      ? NO_TRACING
      : (await import('./log/otlp.ts')).otlpTracing(settings.traces, { log, metrics, time });
  const upstream = createUpstream(settings.upstream, settings.key);
  const signedOut = new SignedOut(time);
  const keys = new IssuerKeys(
    settings.tokens.issuer,
    keyCooldownMs === undefined ? {} : { cooldownMs: keyCooldownMs },
  );
  const limits = [...settings.models, [COUNTING, COUNTING_LIMITS] as const];
  const lanes = new Map(
    limits.map(([model, limits]) => {
      const onLimit = (): void => {
        metrics.count('ghost_rate_limits_total', { model });
        log({ severity: 'NOTICE', message: 'rate limit hit', labels: { kind: 'rate-limit', model } });
      };
      return [model, new Lane({ limits, upstream, time, random, onLimit })];
    }),
  );
  for (const [model, lane] of lanes) metrics.gauge('ghost_waiting', { model }, () => lane.queue.waiting);
  const room = new BodyRoom();
  metrics.gauge('ghost_held_bytes', {}, () => room.heldBytes);
  let isDraining = false;
  const service: Service = {
    settings,
    verifier: new TokenVerifier(settings.tokens, keys, signedOut, time),
    signedOut,
    lanes,
    room,
    paces: {
      signOuts: new Pace(SIGN_OUTS_PER_MINUTE, time),
      others: new Pace(OTHERS_PER_MINUTE, time),
    },
    log,
    metrics,
    tracing,
    time,
    isDraining: () => isDraining,
  };
  const { host, port } = settings;
  const listening = await listen(createApp(service), {
    host,
    port,
    ...(slowMs === undefined ? {} : { slowMs }),
  });
  const measured = settings.metricsPort === null ? null : await serveMetrics(metrics, settings.metricsPort);
  // Its calls cost nothing in the log, so that no alert of costs counts them.
  for (const model of unpriced(settings.models.keys()))
    log({
      severity: 'WARNING',
      message: `no price is known for \`${model}\`: the cost of its calls is not counted, and the alert "cost of a day" leaves them out`,
      labels: { kind: 'unpriced', model },
    });
  log({ severity: 'NOTICE', message: 'serving', fields: { models: [...settings.models.keys()].join(' ') } });
  let stopped: Promise<void> | null = null;
  const end = async (graceMs: number): Promise<void> => {
    isDraining = true;
    log({ severity: 'NOTICE', message: 'draining' });
    for (const { queue } of lanes.values()) queue.close();
    await listening.drain(time, graceMs);
    await tracing.close(TRACES_MS);
    await measured?.close();
    log({ severity: 'NOTICE', message: 'stopped' });
  };
  return {
    url: listening.url,
    metricsUrl: measured?.url ?? null,
    stop: (graceMs = GRACE_MS) => (stopped ??= end(graceMs)),
  };
}
