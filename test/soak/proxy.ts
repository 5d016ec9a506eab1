// The model proxy under everything that comes to it, for long: calls, streams, counts, callers that go, bodies and tokens that are none,
// faults of the service, events, sign-outs. What its process holds after the first rounds is held against the end.
import { settingsOf } from '#cloud/settings/settings.ts';
import { startService } from '#cloud/service.ts';
import { systemTime } from '#cloud/system/time.ts';
import { AUDIENCE, TestIssuer } from '#test/fixtures/cloud.ts';
import { QuickGemini } from '#test/fixtures/quick-gemini.ts';
import { heldBytes, median } from './memory.ts';

export type ProxySoak = {
  readonly requests: number;
  /** How many were answered with which status; `gone`: the caller went. */
  readonly statuses: Readonly<Record<string, number>>;
  /** In bytes, after each round. */
  readonly memory: readonly number[];
  /** The middle value of the last fifth to that of the second fifth. */
  readonly growth: number;
  readonly seconds: number;
};

const AT_ONCE = 20;
const PERSONS = 50;
/** Rounds that are looked at. */
const LOOKS = 25;

const MODEL = '/v1beta/models/gemini-2.5-flash';
const CONTENTS = { contents: [{ role: 'user', parts: [{ text: 'a page’s text. '.repeat(700) }] }] };
const EVENT = {
  at: '2026-01-02T03:04:05.000Z',
  kind: 'step',
  actionType: 'CLICK',
  tier: 1,
  confidence: 0.9,
  model: 'gemini-2.5-flash',
  status: 'DONE',
  error: null,
};

type Kind = { readonly path: string; readonly body: unknown; readonly token?: string; readonly goes?: true };

const kindOf = (at: number): Kind => {
  const [call, stream] = [`${MODEL}:generateContent`, `${MODEL}:streamGenerateContent?alt=sse`];
  const kinds: readonly Kind[] = [
    { path: call, body: CONTENTS },
    { path: stream, body: CONTENTS },
    { path: `${MODEL}:countTokens`, body: CONTENTS },
    { path: call, body: CONTENTS, goes: true },
    { path: stream, body: CONTENTS, goes: true },
    { path: call, body: { ...CONTENTS, tools: [] } },
    { path: call, body: '{' },
    { path: call, body: CONTENTS, token: `no.token.${at}` },
    { path: '/v1/events', body: { events: [{ ...EVENT, id: `e-${at}`, taskId: `t-${at}` }] } },
    { path: '/v1/nothing', body: {} },
  ];
  return kinds[at % kinds.length] ?? { path: call, body: CONTENTS };
};

/** `onLook`: after each round. */
export async function soakProxy(
  requests: number,
  onLook: (done: number, bytes: number) => void,
): Promise<ProxySoak> {
  await using upstream = await QuickGemini.start();
  upstream.failEvery = 50;
  await using issuer = await TestIssuer.start();
  const parsed = settingsOf(
    {
      PORT: '0',
      GEMINI_BASE_URL: upstream.url,
      GEMINI_API_KEY: 'soak',
      USER_HASH_KEY: 'only-for-this-soak',
      OIDC_ISSUER: issuer.issuer,
      OIDC_AUDIENCES: AUDIENCE,
      ALLOWED_DOMAINS: 'example.com',
      MODELS: 'gemini-2.5-flash=1000000/1000000000',
    },
    systemTime,
  );
  if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
  const running = await startService(parsed.settings, {
    time: systemTime,
    write: () => undefined,
    random: () => 0,
  });
  const began = performance.now();
  const statuses: Record<string, number> = {};
  const memory: number[] = [];
  const tokens = await Promise.all(
    Array.from({ length: PERSONS }, (_, at) => issuer.token({ sub: `person-${at}` })),
  );
  const one = async (at: number): Promise<void> => {
    const { path, body, token = tokens[at % PERSONS] ?? '', goes } = kindOf(at);
    const status = await fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      signal: goes === undefined ? null : AbortSignal.timeout(1 + (at % 7)),
    })
      .then(
        async (response) => {
          await response.arrayBuffer();
          return String(response.status);
        },
        () => 'gone',
      )
      .catch(() => 'gone');
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let next = 0;
  const worker = async (end: number): Promise<void> => {
    while (next < end) await one(next++);
  };
  for (let look = 1; look <= LOOKS; look += 1) {
    const end = Math.round((requests * look) / LOOKS);
    await Promise.all(Array.from({ length: AT_ONCE }, () => worker(end)));
    memory.push(heldBytes());
    onLook(end, memory.at(-1) ?? 0);
  }
  await running.stop();
  const fifth = LOOKS / 5;
  return {
    requests,
    statuses,
    memory,
    growth: median(memory.slice(-fifth)) / median(memory.slice(fifth, 2 * fifth)),
    seconds: Math.round((performance.now() - began) / 1000),
  };
}
