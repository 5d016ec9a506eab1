// What the log has of an act beside its words: digests and lengths. INVARIANT: a value that a site keeps is there by its length and a
// keyed digest alone; a script by its length and its digest, which its card has, too.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { payloadOf, scriptOf } from '#policy/acts/payload.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { visible } from '#gateway/protocol/visible.ts';

/** Of this process alone: equal values show within a log, and nobody can guess at one. */
const KEY = randomBytes(32);

export const keyedDigest = (value: string): string =>
  `hmac-sha256:${createHmac('sha256', KEY).update(value).digest('hex').slice(0, 32)}`;

/** For the log: names, lengths and keyed digests; of cookies that came from elsewhere the names alone. */
export function storedEvidence(
  outcome: Extract<ActOutcome, { readonly kind: 'STORED' | 'PASSED' }>,
): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'PASSED') {
    const { kind, domain, names, refused } = outcome;
    return { kind, domain, names, refused, count: names.length };
  }
  const { kind, storage, entries, complete } = outcome;
  return {
    kind,
    storage,
    complete,
    count: entries.length,
    names: entries.slice(0, 200).map(({ key }) => visible(key, 120)),
    lengths: entries.slice(0, 200).map(({ value }) => value.length),
    digests: entries.slice(0, 200).map(({ value }) => keyedDigest(value)),
  };
}

/** Of the text's bytes, so that anybody can make it again from a file. */
export const digestOfText = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

export const scriptEvidence = (action: BrowserAction): Readonly<Record<string, unknown>> => {
  const script = scriptOf(action)?.text;
  if (script === undefined) return {};
  const passed = payloadOf(action).find(({ place }) => place === 'argument')?.text;
  return {
    script: { length: script.length, digest: digestOfText(script) },
    // Of a library's call the code itself may be one of them.
    ...(passed === undefined ? {} : { arguments: { length: passed.length, digest: digestOfText(passed) } }),
  };
};
