// Spans by OpenTelemetry's own library, sent by OTLP over HTTP; loaded only where the settings name a collector. INVARIANT: no request waits
// for it; what waits to be sent is bounded, and what could not be sent is counted and said once; of what a caller says of a trace its two
// ids and its mark alone are taken over.
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, isSpanContextValid, trace } from '@opentelemetry/api';
import type { Attributes, Context, Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
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

type Parts = { readonly log: Log; readonly metrics: Metrics; readonly time: Time };

export function otlpTracing({ endpoint, ratio }: TraceSettings, { log, metrics, time }: Parts): Tracing {
  const url = `${endpoint.replace(/\/$/u, '')}/v1/traces`;
  const exporter = saying(new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }), { log, metrics });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': SERVICE }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
  const tracer = provider.getTracer(SERVICE);
  return {
    begin: (header) => begun(tracer, 'request', remoteOf(header('traceparent'))),
    close: (graceMs) =>
      new Promise((resolve) => {
        const cancel = time.after(graceMs, resolve);
        const done = (): void => {
          cancel();
          resolve();
        };
        // What could not be sent is counted and said where it is sent.
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

function begun(tracer: Tracer, name: SpanName, parent: Context): Span {
  const span = tracer.startSpan(name, { kind: KINDS[name] }, parent);
  return {
    traceId: span.spanContext().traceId,
    child: (child) => begun(tracer, child, trace.setSpan(ROOT_CONTEXT, span)),
    end: (facts, isFault = false) => {
      span.setAttributes(attributesOf(facts));
      if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
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

/** The same exporter, whose failures are counted, and said when they begin. */
function saying(exporter: SpanExporter, { log, metrics }: Pick<Parts, 'log' | 'metrics'>): SpanExporter {
  let isAway = false;
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        metrics.count('ghost_spans_total', { outcome: failed ? 'lost' : 'sent' }, spans.length);
        if (failed && !isAway)
          log({
            severity: 'WARNING',
            message: 'traces are lost: the collector cannot be reached, or refuses them',
            labels: { kind: 'traces' },
          });
        isAway = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
