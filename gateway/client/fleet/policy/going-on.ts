// The order that ends stops: it allows again, so it is signed, and names the stops that it ends.
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { PublicNoteKey, SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import { keyIdOf, signBytes, verifierFor } from '#gateway/policy/kept/keys.ts';
import type { Stopping } from './rows.ts';

const bytesOf = (id: string, ends: readonly string[]): Uint8Array =>
  utf8ToBytes(`ghost-fleet-go-on/1\n${JSON.stringify([id, ends])}`);

export const signGoingOn = (id: string, ends: readonly string[], secret: SecretNoteKey) => ({
  keyId: keyIdOf(secret.public),
  value: signBytes(bytesOf(id, ends), secret),
});

/** The stops that a trusted key ended. */
export function endedStops(
  id: string,
  stoppings: readonly Stopping[],
  trusted: readonly PublicNoteKey[],
): ReadonlySet<string> {
  const verify = verifierFor(trusted);
  const ended = stoppings.flatMap(({ what, ends, key_id: key, signature }) =>
    what === 'GO_ON' &&
    key !== null &&
    signature !== null &&
    verify(key, bytesOf(id, ends), signature) === true
      ? ends
      : [],
  );
  return new Set(ended);
}
