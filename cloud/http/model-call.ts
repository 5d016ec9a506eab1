// One call of a model, from its body to its answer. INVARIANT: it ends with the caller, its deadline or the drain, and what it held (the
// body's room, the upstream's connection) ends with it.
import type { Context } from 'hono';
import { HEADERS } from '../wire/headers.ts';
import { passed, refused, statusOf, type Outcome, type Refusal } from '../wire/refusal.ts';
import { readingAlong, saidIn, wholeOf, type StreamEnd } from '../gemini/answer.ts';
import { METHODS, checkBody, type Checked, type Method } from '../gemini/request.ts';
import { redacted } from '../log/redact.ts';
import { Ended, endedBy, whyEnded } from '../system/ending.ts';
import type { Person } from '../auth/verify.ts';
import type { Answered, Lane } from '../gemini/lane.ts';
import type { Report } from './report.ts';
import type { Env, Service } from './service.ts';

export const COUNTING = 'countTokens';
const MAX_CALL_MS = 300_000;
/** For what was written before a stream broke. */
const UNREAD_GRACE_MS = 1_000;

export type Ending = {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly finish: () => void;
};

/** The model and the method that a path names, and its lane. Refusals: `NO_SUCH_METHOD`, `MODEL_NOT_ALLOWED`. */
export function targetOf(
  rest: string,
  { settings, lanes }: Service,
): Outcome<{ model: string; method: Method; lane: Lane }> {
  const at = rest.lastIndexOf(':');
  const model = rest.slice(0, at);
  const method = METHODS.find((one) => at > 0 && one === rest.slice(at + 1));
  if (method === undefined)
    return refused('NO_SUCH_METHOD', `the methods of a model are ${METHODS.join(', ')}`);
  const lane = lanes.get(method === 'countTokens' ? COUNTING : model);
  if (!settings.models.has(model) || lane === undefined)
    return refused(
      'MODEL_NOT_ALLOWED',
      `the models that may be called are ${[...settings.models.keys()].join(', ')}`,
    );
  return passed({ model, method, lane });
}

export async function callModel(
  context: Context<Env>,
  service: Service,
  person: Person,
  report: Report,
): Promise<Outcome<Response>> {
  report.isCall = true;
  const target = targetOf(context.req.param('rest') ?? '', service);
  if (!target.ok) return target;
  const { model, method, lane } = target.value;
  report.model = model;
  report.method = method;
  const body = await checkedBody(context, service, person, { method, report });
  if (!body.ok) return body;
  const ending = endingOf(context, service);
  // While a stream goes on, it is the stream that ends the call.
  let isStreaming = false;
  try {
    const version = context.req.param('version') === 'v1' ? ('v1' as const) : ('v1beta' as const);
    const call = {
      version,
      model,
      method,
      ...body.value.checked,
      deadlineMs: ending.deadlineMs,
    };
    const { priority, course } = report;
    const user = report.by(person.subject);
    const answered = await lane.call({ ...call, user, priority }, course, ending.signal);
    if (!answered.ok) return answered;
    if (method !== 'streamGenerateContent') return await whole(answered.value, report, ending);
    isStreaming = true;
    return streamed(context, service, answered.value, report, ending);
  } finally {
    body.value.release();
    if (!isStreaming) ending.finish();
  }
}

/** INVARIANT: its text is let go of here: what waits for its turn holds what goes upstream, and that is what the room counts. */
async function checkedBody(
  context: Context<Env>,
  { room, settings }: Service,
  { subject }: Person,
  { method, report }: { readonly method: Method; readonly report: Report },
): Promise<Outcome<{ readonly checked: Omit<Checked, 'words'>; readonly release: () => void }>> {
  const body = await room.read(context.env.incoming, subject);
  if (!body.ok) return body;
  const { text, keep, release } = body.value;
  const checked = checkBody(method, text);
  if (!checked.ok) {
    release();
    return checked;
  }
  const { words, ...rest } = checked.value;
  // Cut at once: what is kept for the log is small. The settings have no `pages` without `intents`: a prompt holds both.
  if (settings.texts.has('pages')) report.prompt = redacted(words());
  keep(rest.body.byteLength);
  return passed({ checked: rest, release });
}

async function whole(
  { response, settle }: Answered,
  report: Report,
  { signal }: Ending,
): Promise<Outcome<Response>> {
  const answer = await wholeOf(response.body).catch(() => null);
  if (signal.aborted) return endedBy(signal);
  if (answer === null)
    return refused('MODEL_GARBLED', 'the model’s service broke off, or its answer was no JSON');
  report.usage = answer.usage;
  if (report.prompt !== null) report.answer = redacted(saidIn(answer.text) ?? '');
  if (answer.usage !== null) settle(answer.usage.input);
  return passed(new Response(answer.text, { headers: { 'content-type': 'application/json' } }));
}

function streamed(
  { env: { outgoing } }: Context<Env>,
  { time }: Service,
  { response, settle }: Answered,
  report: Report,
  ending: Ending,
): Outcome<Response> {
  const { body, headers } = response;
  if (body === null || !(headers.get('content-type') ?? '').startsWith('text/event-stream')) {
    ending.finish();
    body?.cancel().catch(() => undefined);
    return refused('MODEL_GARBLED', 'the model’s service answered with something that is no stream');
  }
  const ended = ({ usage, isWhole, said }: StreamEnd): void => {
    report.usage = usage;
    if (said !== null) report.answer = redacted(said);
    if (usage !== null) settle(usage.input);
    if (!isWhole) {
      // What was written goes out, the last chunk never: the caller's parser sees that it is cut off.
      outgoing.socket?.destroySoon();
      // A caller that reads nothing never takes what was written.
      const cancel = time.after(UNREAD_GRACE_MS, () => outgoing.destroy());
      outgoing.once('close', cancel);
      const refusal: Refusal = ending.signal.aborted
        ? whyEnded(ending.signal)
        : { reason: 'MODEL_GARBLED', message: 'the stream broke off' };
      report.done(statusOf(refusal), refusal.reason);
    } else report.done(200, null);
    ending.finish();
  };
  const along = readingAlong(body, ending.signal, ended, report.prompt !== null);
  return passed(new Response(along, { headers: { 'content-type': 'text/event-stream' } }));
}

function endingOf({ req, env: { outgoing } }: Context<Env>, { time }: Service): Ending {
  const ended = new AbortController();
  const asked = Number(/^\d{1,6}$/u.exec(req.header(HEADERS.timeout) ?? '')?.[0] ?? Number.NaN) * 1000;
  const milliseconds = Number.isNaN(asked) ? MAX_CALL_MS : Math.min(asked, MAX_CALL_MS);
  const end = (reason: 'CALLER_GONE' | 'DEADLINE_PASSED', message: string): void =>
    ended.abort(new Ended({ reason, message }));
  const cancel = time.after(milliseconds, () => end('DEADLINE_PASSED', 'the caller’s deadline passed'));
  const gone = (): void => end('CALLER_GONE', 'the caller went away');
  if (outgoing.destroyed) gone();
  else outgoing.once('close', gone);
  return {
    signal: ended.signal,
    deadlineMs: time.monotonicMs() + milliseconds,
    finish: () => {
      cancel();
      outgoing.off('close', gone);
    },
  };
}
