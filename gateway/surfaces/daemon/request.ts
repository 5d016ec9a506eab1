// One frame, read. INVARIANT: what is not exactly a request of JSON-RPC 2.0 runs nothing, and is answered with why.
import { z } from 'zod';
import { explained } from '#gateway/protocol/explained.ts';
import { RPC } from '#gateway/protocol/rpc.ts';
import type { RpcCode } from '#gateway/protocol/rpc.ts';
import type { Failure } from '#policy/language/failure.ts';
import { rpcCodeOf } from '#gateway/protocol/rpc.ts';

export type Id = string | number | null;

const id = z.union([z.string().max(200), z.number().int()]);
const request = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().min(1).max(200),
  params: z.record(z.string(), z.unknown()).optional(),
});

export type Request = {
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
};
export type Malformed = { readonly id: Id; readonly code: RpcCode; readonly message: string };

export function readRequest(line: Buffer): Request | Malformed {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    return { id: null, code: RPC.parse, message: 'a frame is one line of JSON in UTF-8' };
  }
  const found = request.safeParse(parsed);
  if (found.success) {
    const { id: own, method, params = {} } = found.data;
    return { id: own, method, params };
  }
  const named = z.object({ id }).safeParse(parsed);
  const message = Array.isArray(parsed)
    ? 'one request a line: arrays of requests are not taken, see `batch`'
    : named.success
      ? 'a request has `jsonrpc: "2.0"`, `id`, `method`, and `params` by name'
      : 'a request needs an `id`: what came of it would reach nobody';
  return { id: named.success ? named.data.id : null, code: RPC.badRequest, message };
}

export const isRequest = (read: Request | Malformed): read is Request => 'method' in read;

export const resultFrame = (to: Id, result: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: to, result })}\n`;

export const noticeFrame = (method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`;

export const errorFrame = (to: Id, code: RpcCode, message: string, data?: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id: to, error: { code, message, ...(data === undefined ? {} : { data }) } })}\n`;

/** `suggestion` is the name of the mend on this wire. */
export function failureFrame(to: Id, error: Failure): string {
  const { what, code, retryable, cause, mend } = explained(error);
  return errorFrame(to, rpcCodeOf(code), what, {
    code,
    retryable,
    ...(mend === null ? {} : { suggestion: mend }),
    ...(cause === null ? {} : { cause }),
    ...error.details,
  });
}
