// The two hashes of a policy: of the texts that it was written as, and of what it means.
// INVARIANT: the semantic hash is of the canonical diagrams and the vocabulary alone, so two policies that decide alike have one.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { atOnce } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { Outcomes } from '#policy/engine/layers/outcomes.ts';
import { canonicalLines } from '#policy/engine/space/canonical-text.ts';
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';

const HASHED_PER_TURN_BYTES = 1 << 14;

export function hashOf(text: string): string {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

/** Of one document that of its bytes; of layers that of theirs. */
export function sourceHashOf(documents: readonly PolicyDocument[]): string {
  const [only, ...more] = documents;
  return only !== undefined && more.length === 0
    ? only.sourceHash
    : hashOf(documents.map((document) => document.sourceHash).join('\n'));
}

/** Of every day that there is: it does not depend on the one on which it is asked for. */
export const semanticHashOf = (of: Hashed): string => atOnce(semanticHashInTurns(of));

type Hashed = {
  readonly diagram: Diagram;
  readonly outcomes: Outcomes;
  readonly decisionNode: NodeId;
  readonly envelopeNode: NodeId;
};

export function* semanticHashInTurns({
  diagram,
  outcomes,
  decisionNode,
  envelopeNode,
}: Hashed): Turns<string> {
  const hash = sha256.create();
  const update = function* (text: string): Turns<void> {
    const bytes = utf8ToBytes(text);
    for (let at = 0; at < bytes.length; at += HASHED_PER_TURN_BYTES) {
      hash.update(bytes.subarray(at, at + HASHED_PER_TURN_BYTES));
      yield;
    }
  };
  hash.update(utf8ToBytes(VOCABULARY_ID));
  const texts = [
    canonicalLines(diagram, decisionNode, (leaf) => outcomes.text(leaf)),
    canonicalLines(diagram, envelopeNode, (leaf) => String(leaf)),
  ];
  for (const turns of texts) {
    const lines = yield* turns;
    for (const [index, line] of lines.entries()) yield* update(`${index === 0 ? '\n\n' : '\n'}${line}`);
  }
  return `sha256:${bytesToHex(hash.digest())}`;
}
