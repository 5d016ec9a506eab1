// One try at Gemini itself. INVARIANT: the key is in one header of one request to the upstream of the settings and nowhere else: not in
// a URL, not in an error, and no redirect takes it elsewhere.
import type { Secret } from '../system/secret.ts';
import type { Method } from './request.ts';

export type UpstreamCall = {
  /** Of the API; the SDK's releases differ. */
  readonly version: 'v1' | 'v1beta';
  readonly model: string;
  readonly method: Method;
  readonly body: Buffer<ArrayBuffer>;
  /** Seconds that are left. */
  readonly seconds: number;
};

export type Upstream = (call: UpstreamCall, signal: AbortSignal) => Promise<Response>;

export function createUpstream(baseUrl: string, key: Secret, fetching: typeof fetch = fetch): Upstream {
  return ({ version, model, method, body, seconds }, signal) =>
    fetching(
      `${baseUrl}/${version}/models/${model}:${method}${method === 'streamGenerateContent' ? '?alt=sse' : ''}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-goog-api-key': key.read(),
          'x-server-timeout': String(Math.max(1, Math.ceil(seconds))),
        },
        body,
        signal,
        redirect: 'error',
      },
    );
}
