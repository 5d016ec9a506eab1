// A client for an approver who does not run the gateway: another user of the machine. INVARIANT: it holds no secret; who it speaks for
// is what the kernel says of its connection. It speaks to loopback alone, and says whose the gateway there is.
import { randomUUID } from 'node:crypto';
import { tcpSockets } from '#executors/system/sockets.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { Waiting } from '#gateway/protocol/http.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { GatewayClient } from './contract.ts';
import { failureIn } from './remote.ts';

export type ApproverClient = Pick<GatewayClient, 'consents' | 'openQuestion' | 'answer'> & {
  /** The user whose gateway listens there; `null` where the system does not tell. */
  readonly gatewayUid: number | null;
};

const CALL_DEADLINE_MS = 10_000;
const HELP = 'whoever runs the gateway sees its address in `ghost consent list`: `http://127.0.0.1:PORT`';

/**
 * `at`: as `ghost consent list` of whoever runs the gateway prints it. Errors: `gateway.unreachable`; of a call also `daemon.unresponsive`.
 */
export async function approverClient(
  at: string,
  deadlineMs = CALL_DEADLINE_MS,
): Promise<Result<ApproverClient>> {
  const url = URL.parse(at);
  if (url === null || url.protocol !== 'http:' || url.hostname !== '127.0.0.1' || url.port === '')
    return fail('gateway.unreachable', `\`${at}\` is no address of a gateway`, { help: HELP });
  const port = Number(url.port);
  const client = `approver-${randomUUID()}`;
  const call = async <T>(path: string, body: unknown): Promise<Result<T>> => {
    try {
      const response = await fetch(`${url.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        signal: AbortSignal.timeout(deadlineMs),
        body: JSON.stringify(body),
      });
      const value: unknown = await response.json();
      // The gateway is the same program: its answers have the shapes of `protocol/views/`.
      // oxlint-disable-next-line typescript/consistent-type-assertions -- parse function
      return response.ok ? ok(value as T) : { ok: false, error: failureIn(value) };
    } catch (cause) {
      // One that is late may still have the question, and take the answer.
      if (cause instanceof Error && cause.name === 'TimeoutError')
        return fail(
          'daemon.unresponsive',
          `the gateway at \`${url.origin}\` did not answer within ${deadlineMs / 1000} seconds`,
          { cause, help: 'try again: an answer that came to it holds, and is told then' },
        );
      return fail('gateway.unreachable', `nothing answers at \`${url.origin}\``, { cause, help: HELP });
    }
  };
  const listening = (await tcpSockets()).find((one) => one.listens && one.localPort === port);
  return ok({
    gatewayUid: listening?.uid ?? null,
    consents: async () => {
      const waiting = await call<Waiting>('/api/terminal-list', {});
      return waiting.ok ? ok(waiting.value.questions) : waiting;
    },
    openQuestion: (id) => call('/api/terminal-open', { id, client }),
    answer: (id, answer, proof) =>
      call<ConsentView>('/api/terminal-answer', { id, answer, client, ...proof }),
  });
}
