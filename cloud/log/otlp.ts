// Spans by OpenTelemetry's own library, sent by OTLP over HTTP; loaded only where the settings name a collector. INVARIANT: no request waits
// for it; what waits to be sent is bounded, and what could not be sent, or found no room, is counted and said once; of what a caller says of
// a trace its two ids and its mark alone are taken over.
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  isSpanContextValid,
  trace,
} from '@opentelemetry/api';
import type { Attributes, Context, Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Time } from '../system/time.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Span, SpanFacts, SpanName, Tracing } from './trace.ts';

export type TraceSettings = {
  /** The collector's, without `/v1/traces`. */
  readonly endpoint: string;
  /** Of the traces that begin here, from 0 to 1. */
  readonly ratio: number;
};

const SERVICE = 'ghost-proxy';
/** That wait to be sent: beyond them the newest go. */
const MAX_WAITING = 2_048;
const EXPORT_TIMEOUT_MS = 5_000;
const KINDS: Readonly<Record<SpanName, SpanKind>> = {
  request: SpanKind.SERVER,
  wait: SpanKind.INTERNAL,
  try: SpanKind.CLIENT,
};
const REMOTE = /^00-([\da-f]{32})-([\da-f]{16})-(0[\da-f])$/u;

type By = { readonly tracer: Tracer; readonly time: Time };
type Parts = { readonly log: Log; readonly metrics: Metrics; readonly time: Time };

export function otlpTracing({ endpoint, ratio }: TraceSettings, { log, metrics, time }: Parts): Tracing {
  const url = `${endpoint.replace(/\/$/u, '')}/v1/traces`;
  const spans = counted(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), { log, metrics });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [spans.processor],
  });
  const tracer = provider.getTracer(SERVICE);
  return {
    begin: ({ agoMs, header }) =>
      begun({ tracer, time }, 'request', remoteOf(header?.('traceparent')), agoMs),
    close: (graceMs) =>
      new Promise((resolve) => {
        const done = (): void => {
          cancel();
          spans.close();
          resolve();
        };
        const cancel = time.after(graceMs, done);
        provider.shutdown().then(done, done);
      }),
  };
}

/** INVARIANT: `tracestate` is words of whoever calls, and is left where it is. */
function remoteOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '00'] = REMOTE.exec(traceparent ?? '') ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT;
}

/** INVARIANT: what it took is measured on the clock that nobody sets; when it was is for people. */
function begun(by: By, name: SpanName, parent: Context, agoMs: number): Span {
  const startedMs = by.time.monotonicMs() - agoMs;
  const startTime = by.time.wallMs() - agoMs;
  const span = by.tracer.startSpan(name, { kind: KINDS[name], startTime }, parent);
  return {
    traceId: span.spanContext().traceId,
    child: (child) => begun(by, child, trace.setSpan(ROOT_CONTEXT, span), 0),
    end: (facts, isFault = false) => {
      span.setAttributes(attributesOf(facts));
      if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(startTime + by.time.monotonicMs() - startedMs);
    },
  };
}

function attributesOf(facts: SpanFacts): Attributes {
  const named = {
    'gen_ai.request.model': facts.model,
    'gen_ai.operation.name': facts.method,
    'gen_ai.usage.input_tokens': facts.tokensIn,
    'gen_ai.usage.output_tokens': facts.tokensOut,
    'http.response.status_code': facts.status,
    'error.type': facts.reason,
    'ghost.priority': facts.priority,
    'ghost.task': facts.task,
    'ghost.tier': facts.tier,
    'ghost.tries': facts.tries,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  );
}

/** What waits, and what becomes of it. `close`: what has not been sent by then is lost. */
function counted(to: SpanExporter, { log, metrics }: Pick<Parts, 'log' | 'metrics'>) {
  let waiting = 0;
  let isAway = false;
  const lost = (spans: number, why: string): void => {
    metrics.count('ghost_spans_total', { outcome: 'lost' }, spans);
    if (!isAway) log({ severity: 'WARNING', message: `traces are lost: ${why}`, labels: { kind: 'traces' } });
    isAway = true;
  };
  const exporter: SpanExporter = {
    export: (spans: ReadableSpan[], done) =>
      to.export(spans, (result) => {
        // What was given up at the end is counted already.
        const still = Math.min(waiting, spans.length);
        waiting -= still;
        if (result.error === undefined) {
          metrics.count('ghost_spans_total', { outcome: 'sent' }, still);
          isAway = false;
        } else if (still > 0) lost(still, 'the collector cannot be reached, or refuses them');
        done(result);
      }),
    shutdown: () => to.shutdown(),
    forceFlush: () => to.forceFlush?.() ?? Promise.resolve(),
  };
  // The library would drop what finds no room, and count it for nobody.
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const processor: SpanProcessor = {
    onStart: (span, parent) => batches.onStart(span, parent),
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= MAX_WAITING) {
        lost(1, 'the collector takes them more slowly than they come');
        return;
      }
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  const close = (): void => {
    if (waiting > 0) lost(waiting, 'the service ended before the collector took them');
    waiting = 0;
  };
  return { processor, close };
}
